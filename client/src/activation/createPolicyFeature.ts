/** Creates the policy feature: decision tables, replays, policy tests, and embedded files. Loaded on first use. */
import * as l10n from '@vscode/l10n';
import { window, type Disposable } from 'vscode';
import { attachInitdataToPod } from '../policy/embedded/attachInitdata.ts';
import { attachPolicyToPod } from '../policy/embedded/attachPolicy.ts';
import { askForDenial, askForLog } from '../policy/replay/askForLog.ts';
import { generatePolicyFromWorkload } from '../policy/generatePolicy.ts';
import { newPolicy } from '../policy/newPolicy.ts';
import { openPacked } from '../policy/embedded/openEmbedded.ts';
import { PackedFiles } from '../policy/embedded/embeddedFiles.ts';
import { ReplayPanel } from '../policy/replay/replayPanel.ts';
import type { PolicyFeature, PolicyFeatureDeps } from '../policy/policyFeature.ts';
import { TablePanels } from '../policy/table/tablePanels.ts';
import { showTestExplorer } from '../policy/tests/testExplorer.ts';
import { choosePolicy, findVisiblePolicy, uriArgument } from '../policy/choosePolicy.ts';
import { findPodPolicy } from '../policy/replay/podPolicy.ts';

export function createPolicyFeature(parts: PolicyFeatureDeps): PolicyFeature {
  const { language, log } = parts;
  const packedFiles = new PackedFiles(language.ask, (error) =>
    log.error("Can't update the open embedded policies and initdata", error),
  );
  const tables = new TablePanels(parts);
  const replays = new ReplayPanel(parts);
  let testExplorer: Disposable | undefined;
  return {
    packedFiles,
    async showTable(given) {
      const policy = await choosePolicy(given, l10n.t`Show Policy Decisions`);
      if (policy !== undefined) await tables.show(policy);
      return policy !== undefined;
    },
    async replay(given) {
      const policy = await choosePolicy(given, l10n.t`Replay Requests`);
      const requests = policy === undefined ? undefined : await askForLog(policy);
      if (policy !== undefined && requests !== undefined) await replays.show(policy, requests);
    },
    async explainDenial(given) {
      const selected = uriArgument(given);
      // If the user pastes into a document, it hides the policy.
      const visible = selected ?? findVisiblePolicy();
      const message = await askForDenial(visible);
      if (message === undefined || message.trim() === '') return;
      // A policy that the user selected in a menu takes precedence over the policy of the pod.
      const ofPod = selected === undefined ? await findPodPolicy(language.ask, message) : undefined;
      if (ofPod !== undefined) await window.showTextDocument(ofPod);
      const policy = ofPod ?? (await choosePolicy(visible, l10n.t`Explain Policy Denial`));
      if (policy !== undefined) await replays.show(policy, message);
    },
    openPacked: (uri, place) => openPacked(language.ask, uri, place),
    attach: (uri, position) => attachPolicyToPod(language.ask, uri, position),
    attachInitdata: (uri, position) => attachInitdataToPod({ ask: language.ask, notify: parts.notify }, uri, position),
    newPolicy,
    generate: () => generatePolicyFromWorkload(parts),
    showTests() {
      testExplorer ??= showTestExplorer(language.ask, log);
    },
    dispose() {
      for (const disposable of [packedFiles, tables, replays, testExplorer]) disposable?.dispose();
    },
  };
}
