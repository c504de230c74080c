/**
 * Installs the operator and Kata, or continues an installation. Asks for settings that can't be read from the cluster,
 * shows the plan, and runs it step by step.
 */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { findCurrentStep } from '#core/operations/procedure.ts';
import { createInstallManifests } from '#core/operations/changes/installManifests.ts';
import { install as procedure } from '#core/operations/procedures/install.ts';
import { installExtension } from '#core/operations/procedures/installExtension.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { findItem, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { askNamed, type NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { extensionAnswers, installAnswers, installQuestion, usesOlmV1 } from '../install/installQuestions.ts';
import { lookAt } from '../install/prepareOperation.ts';
import type { OperationCommand } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

const title = () => l10n.t`Install Kata`;

export const install: OperationCommand = {
  id: 'osc.kata.install',
  title: 'Install Kata...',
  icon: 'cloud-download',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [
    clusterRow('inline@1', 'install', '!config.osc.readOnly'),
    { menu: 'osc.kata', group: '1@2', when: '!config.osc.readOnly && viewItem =~ /\\bosc-installable\\b/' },
  ],
  async run(tools, given) {
    const looked = await lookAt(tools, given, title(), procedure, 'install');
    if (looked === undefined) return;
    const { cluster, situation } = looked;
    const { snapshot } = situation;
    const kept = getLookupValue(situation, 'keptKataConfig')?.found?.kataConfig;
    if (
      kept !== undefined &&
      findSubscription(snapshot) !== undefined &&
      indexSnapshot(snapshot).kataConfig === undefined
    ) {
      // An update deleted the KataConfig to recreate it, so continue the update.
      await commands.executeCommand('osc.kata.update', cluster.context);
      return;
    }
    const decided = findSubscription(snapshot) !== undefined && indexSnapshot(snapshot).kataConfig !== undefined;
    const heading = l10n.t`${title()} on ${cluster.context}`;
    const answers = await askNamed(heading, (before) => installQuestion(situation, before));
    if (answers === undefined) return;
    const saved = kept === undefined || decided ? {} : { kataConfig: kept };
    const choices = { ...createInstallManifests(installAnswers(situation, answers)), ...saved };
    const choicesOfOlmV1 = usesOlmV1(snapshot, answers)
      ? { ...extensionAnswers(situation, answers), ...saved }
      : undefined;
    const steps =
      choicesOfOlmV1 === undefined
        ? procedure.steps(situation, choices)
        : installExtension.steps(situation, choicesOfOlmV1);
    if (findCurrentStep(steps) === undefined) {
      await tools.notify.tell('info', l10n.t`Kata is already installed on ${cluster.context}.`);
      return;
    }
    const unprepared =
      answers.get('where') === 'peerPods' && findItem(snapshot, 'configMaps', peerPodsConfigMapName) === undefined;
    // Peer pods can be configured only after the operator namespace exists.
    const preparable = getLookupValue(situation, 'operatorNamespace')?.found !== undefined;
    if (unprepared && preparable && !(await goesOnWithoutPeerPods(cluster))) return;
    if (choicesOfOlmV1 === undefined) await tools.perform(cluster, procedure, choices);
    else await tools.perform(cluster, installExtension, choicesOfOlmV1);
  },
};

/**
 * Asks whether to install before peer pods are configured. The operation reports the missing ConfigMap again at the
 * step that requires it and continues when the ConfigMap exists. Uses a quick pick because a notification can disappear
 * without an answer.
 */
async function goesOnWithoutPeerPods({ context }: OpenCluster): Promise<boolean> {
  const answers = await askNamed(l10n.t`${title()} on ${context}`, (before) =>
    before.has('peerPods') ? undefined : peerPodsQuestion(),
  );
  const chosen = answers?.get('peerPods');
  if (chosen === 'configure') await commands.executeCommand('osc.peerpods.configure', context);
  return chosen === 'later';
}

const peerPodsQuestion = (): NamedInputStep => ({
  name: 'peerPods',
  placeHolder: l10n.t`Peer pods require the ConfigMap ${peerPodsConfigMapName}, which doesn't exist.`,
  items: [
    {
      label: l10n.t`Configure peer pods first`,
      detail: l10n.t`Uses values from the cluster and its cloud provider. You can install Kata afterward.`,
      value: 'configure',
    },
    {
      label: l10n.t`Start without the ConfigMap`,
      detail: l10n.t`The installation waits for the ConfigMap before it creates the KataConfig.`,
      value: 'later',
    },
  ],
});
