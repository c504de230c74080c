/**
 * Installs the operator and Kata as documented. Existing objects count as done, regardless of who created them.
 * Sources: OSC 1.12 §2.2, §3.2 to §3.4; notes/cluster.md 5.1, 5.3.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { getString } from '#core/common/json.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { consequenceFacts } from '../rebootConsequences.ts';
import type { InstallManifests } from '../changes/installManifests.ts';
import { keptInstall } from './savedChoices.ts';
import { defineProcedure, sequenceSteps } from '../procedure.ts';
import { csvStep } from '../steps/install/csvStep.ts';
import { imageStep } from '../steps/peerPods/imageStep.ts';
import { installPlanStep } from '../steps/install/installPlanStep.ts';
import { readNodeSelection, kataConfigStep } from '../steps/install/kataConfigStep.ts';
import { isOneKept, keptGoneStep } from '../steps/update/savedKataConfigGoneStep.ts';
import { namespaceStep } from '../steps/install/namespaceStep.ts';
import { nodesStep } from '../steps/nodes/nodesStep.ts';
import { objectSteps } from '../steps/peerPods/objectSteps.ts';
import { operatorGroupStep } from '../steps/install/operatorGroupStep.ts';
import { runtimeClassesStep } from '../steps/install/runtimeClassesStep.ts';
import { subscriptionObstacle, subscriptionStep, wantedBy } from '../steps/install/subscriptionStep.ts';
import { webhookStep } from '../steps/install/webhookStep.ts';

export const install = defineProcedure<InstallManifests>({
  id: 'install',
  title: () => l10n.t`Install Kata`,
  label: () =>
    l10n.t({
      message: 'Install',
      args: [],
      comment: ['A noun: the short name of the operation that installs Kata, in the Clusters view. Keep it short.'],
    }),
  preparesWorkloads: true,
  docs: installingOperator,
  facts: [
    'operatorNamespace',
    'kataConfigCrd',
    'keptKataConfig',
    'webhookEndpoints',
    'infrastructure',
    'clusterExtension',
    'subscriptionsElsewhere',
    'catalogues',
    'packageManifest',
    'wholeKataConfig',
    ...consequenceFacts,
  ],
  // The gate of an install plan shows its contents, so it's available only when the plan exists.
  kept: keptInstall,
  asks: 'once',
  steps(situation, { namespace, operatorGroup, subscription, objects, kataConfig }) {
    const peerPods =
      indexSnapshot(situation.snapshot).kataConfig?.enablePeerPods ?? readNodeSelection(kataConfig).enablePeerPods;
    const { startingCsv } = wantedBy(subscription);
    // Checked before the first object is created, so that no useless objects are created.
    const obstacle = subscriptionObstacle(situation, subscription);
    return sequenceSteps([
      namespaceStep(situation, namespace, obstacle),
      operatorGroupStep(situation, operatorGroup, obstacle),
      subscriptionStep(situation, subscription, obstacle),
      installPlanStep(situation, getString(subscription, 'metadata', 'name'), startingCsv),
      csvStep(situation, startingCsv),
      webhookStep(situation),
      ...objectSteps(situation, objects, peerPods),
      kataConfigStep(situation, kataConfig),
      nodesStep(situation),
      ...(peerPods ? [imageStep(situation)] : []),
      runtimeClassesStep(situation, peerPods),
      // If an update wasn't finished, this installation recreates the saved KataConfig.
      ...(isOneKept(situation) ? [keptGoneStep(situation)] : []),
    ]);
  },
});
