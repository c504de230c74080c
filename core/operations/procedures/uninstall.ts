/**
 * Uninstalls Kata from the nodes, then the operator from the cluster. The order is mandatory. Sources: OSC 1.12 §5;
 * notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { uninstalling } from '#core/product/docSections.ts';
import { findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { consequenceFacts } from '../rebootConsequences.ts';
import { keptUninstall, type UninstallChoices } from './savedChoices.ts';
import { defineProcedure, sequenceSteps } from '../procedure.ts';
import { crdGoneStep } from '../steps/uninstall/crdGoneStep.ts';
import { csvGoneStep } from '../steps/uninstall/csvGoneStep.ts';
import { extensionGoneStep } from '../steps/uninstall/extensionGoneStep.ts';
import { installPlansGoneStep } from '../steps/uninstall/installPlansGoneStep.ts';
import { kataConfigGoneStep } from '../steps/uninstall/kataConfigGoneStep.ts';
import { isOneKept, keptGoneStep } from '../steps/update/savedKataConfigGoneStep.ts';
import { namespaceGoneStep } from '../steps/uninstall/namespaceGoneStep.ts';
import { operatorGroupGoneStep } from '../steps/uninstall/operatorGroupGoneStep.ts';
import { podsGoneStep } from '../steps/uninstall/podsGoneStep.ts';
import { subscriptionGoneStep } from '../steps/uninstall/subscriptionGoneStep.ts';

export const uninstall = defineProcedure<UninstallChoices>({
  id: 'uninstall',
  title: () => l10n.t`Uninstall Kata`,
  label: () =>
    l10n.t({
      message: 'Uninstall',
      args: [],
      comment: ['A noun: the short name of the operation that uninstalls Kata, in the Clusters view. Keep it short.'],
    }),
  docs: uninstalling,
  facts: ['kataPods', 'kataCronJobs', 'operatorNamespace', 'kataConfigCrd', 'keptKataConfig', ...consequenceFacts],
  moreFacts: ({ namespace }) => (namespace ? ['namespaceContents'] : []),
  kept: keptUninstall,
  asks: 'once',
  steps: (situation, { namespace, crd, extension }) =>
    sequenceSteps([
      podsGoneStep(situation),
      kataConfigGoneStep(situation),
      // After the deletion, only the choice shows that OLM v1 installed the operator.
      ...(extension === true || findClusterExtension(situation.snapshot) !== undefined
        ? [extensionGoneStep(situation)]
        : []),
      subscriptionGoneStep(situation),
      csvGoneStep(situation),
      installPlansGoneStep(situation),
      operatorGroupGoneStep(situation),
      // Deleting the namespace also deletes the saved KataConfig and already reports it.
      ...(!namespace && isOneKept(situation) ? [keptGoneStep(situation, true)] : []),
      ...(namespace ? [namespaceGoneStep(situation)] : []),
      ...(crd ? [crdGoneStep(situation)] : []),
    ]),
});
