/** Before the KataConfig is deleted to be made again, it is kept on the cluster: whoever closes the window then loses nothing. Source: OSC 1.12 §4.2, §4.4. */
import * as l10n from '@vscode/l10n';
import { deletingKataConfig } from '#core/product/docSections.ts';
import { surroundingsOf } from '#core/status/snapshotIndex.ts';
import { oneLine } from '#core/text/phrases.ts';
import { keptKataConfigName, operatorNamespace } from '#core/product/namespaces.ts';
import { isEqual } from '#core/operations/changes/plannedObject.ts';
import { stringAt } from '#core/common/json.ts';
import type { Manifest } from '#core/operations/lookups/lookup.ts';
import { keptManifest, keptReference } from '#core/operations/changes/savedKataConfig.ts';
import type { Step } from '#core/operations/procedure.ts';
import { factOf, knownFact, type Situation } from '#core/operations/observedCluster.ts';
import { isSettled, stepOf, unread, unseen, type Told } from '../stepStatus.ts';

/** Where it is kept, in words. */
export const keptPlace = l10n.t`the ConfigMap ${keptKataConfigName} in ${operatorNamespace}`;

/** @param why it is made again: a sentence each */
export function keepStep(situation: Situation, why: readonly string[]): Step {
  const manifest = knownFact(situation, 'wholeKataConfig')?.found?.manifest;
  const shape = {
    id: 'keep',
    title: l10n.t`Keep the KataConfig on the cluster`,
    docs: deletingKataConfig,
    changes: manifest === undefined ? [] : [{ how: 'apply', target: keptReference, object: keptManifest(manifest) } as const],
    until: [{ object: keptReference, is: 'present', minutes: 1 }],
  };
  return stepOf(shape, tell(situation, why));
}

/** `KataConfig example: {"logLevel":"debug"}`. */
export function kataConfigWords(manifest: Manifest): string {
  return `KataConfig ${stringAt(manifest, 'metadata', 'name') ?? ''}: ${oneLine(JSON.stringify(manifest['spec'] ?? {}), 400)}`;
}

function tell(situation: Situation, why: readonly string[]): Told {
  const { snapshot, context } = situation;
  if (!isSettled(snapshot, 'kataConfigs')) return unseen(snapshot, 'kataConfigs');
  const { kataConfig } = surroundingsOf(snapshot);
  const kept = factOf(situation, 'keptKataConfig');
  if (kept.kind === 'unknown') return unread(keptPlace, kept.problem);
  const before = kept.value.found?.kataConfig;
  if (kataConfig === undefined && before !== undefined) return { state: 'done', headline: l10n.t`It is kept`, evidence: [kataConfigWords(before)] };
  const whole = factOf(situation, 'wholeKataConfig');
  if (whole.kind === 'unknown') return unread(l10n.t`the whole KataConfig`, whole.problem);
  const { found } = whole.value;
  // It is another one by now, or gone: it is read anew.
  if (found === undefined || found.uid !== kataConfig?.uid)
    return { state: 'unknown', headline: l10n.t`Not known yet`, meaning: l10n.t`The KataConfig has changed, and is read again.` };
  const { manifest } = found;
  if (manifest === undefined) {
    return {
      state: 'blocked',
      headline: l10n.t`It cannot be kept`,
      meaning: l10n.t`The KataConfig is not of the form that is known here.`,
      todo: l10n.t`Keep it yourself: \`oc get kataconfig -o yaml\`.`,
    };
  }
  if (before !== undefined && isEqual(before, manifest)) return { state: 'done', headline: l10n.t`It is kept`, evidence: [kataConfigWords(before)] };
  return {
    state: 'ready',
    headline: before === undefined ? l10n.t`To be kept` : l10n.t`To be kept anew`,
    evidence: [kataConfigWords(manifest)],
    meaning: l10n.t`It is kept in the ConfigMap ${keptKataConfigName} in ${operatorNamespace} while it is deleted and made again.`,
    gate: {
      question: l10n.t`Renew the pod VM image on ${context}? The KataConfig ${kataConfig.name} is first kept on the cluster.`,
      consequences: [
        ...why,
        l10n.t`The extension saves the whole KataConfig in the ConfigMap ${keptKataConfigName} in ${operatorNamespace}. No nodes reboot for this step.`,
        ...(kept.value.found === undefined
          ? []
          : [
              before === undefined
                ? l10n.t`What is in that ConfigMap now cannot be read, and is replaced.`
                : l10n.t`What is kept there now is replaced: ${kataConfigWords(before)}`,
            ]),
        l10n.t`The ConfigMap is removed when the new KataConfig is there and the same.`,
      ],
    },
  };
}
