/**
 * Uninstalling, to be run by others: nothing of it is of the moment when it is written, all names are found when it is
 * run. The order is that of procedures/uninstall.ts. Sources: OSC 1.12 §5.1 to §5.4; notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { deletingCrd, uninstalling, uninstallingOperator } from '#core/product/docSections.ts';
import { operatorNamespace, documentedSubscription as documented } from '#core/product/namespaces.ts';
import { operatorNamespaceReference } from '../lookups/operator/operatorNamespace.ts';
import {
  crdReference,
  createCollectionReference,
  createWatchedReference,
  operatorDeploymentName,
} from '../changes/references.ts';
import { deleteKataConfigStep, ourSubscriptions, plannedStep, createRunbookPodsGoneStep } from './runbookSteps.ts';
import { anyCluster, type Runbook, type RunbookStep } from './runbook.ts';

/** What of the ends is wanted. */
export interface UninstallEnds {
  readonly namespace: boolean;
  readonly crd: boolean;
}

export function createUninstallRunbook({ namespace, crd }: UninstallEnds, cluster?: Runbook['cluster']): Runbook {
  const context = cluster?.context ?? anyCluster();
  return {
    id: 'uninstall',
    title: l10n.t`Uninstall Kata`,
    docs: uninstalling,
    ...(cluster === undefined ? {} : { cluster }),
    steps: [
      createRunbookPodsGoneStep(),
      deleteKataConfigStep(context),
      operatorStep(context),
      operatorGroupStep(context),
      ...(namespace ? [namespaceStep(context)] : []),
      ...(crd ? [crdStep(context)] : []),
    ],
  };
}

/** Without its ClusterServiceVersion gone too, the operator goes on running. */
function operatorStep(context: string): RunbookStep {
  const csvs = createCollectionReference('clusterServiceVersions');
  const prefix = documented.startingCsvPrefix;
  return plannedStep({
    id: 'operator',
    title: l10n.t`Delete the Subscription and the ClusterServiceVersion`,
    docs: uninstallingOperator,
    found: [
      { ...ourSubscriptions, change: { how: 'delete' } },
      { object: csvs, prefix, change: { how: 'delete' } },
    ],
    until: [
      {
        object: ourSubscriptions.object,
        jsonpath: `{range .items[?(${ourSubscriptions.where})]}{.metadata.name}{"\\n"}{end}`,
        is: '',
        words: l10n.t`no Subscription for the operator exists`,
        minutes: 10,
      },
      { object: csvs, is: 'gone', prefix, words: l10n.t`its ClusterServiceVersion is deleted`, minutes: 10 },
      {
        object: createWatchedReference('deployments', operatorDeploymentName),
        is: 'gone',
        words: l10n.t`the operator is no longer running`,
        minutes: 10,
      },
    ],
    gate: {
      question: l10n.t`Remove the operator from ${context}?`,
      consequences: [l10n.t`KataConfig resources aren't processed until the operator is installed again.`],
    },
  });
}

function operatorGroupStep(context: string): RunbookStep {
  const object = createCollectionReference('operatorGroups');
  return plannedStep({
    id: 'operator-group',
    title: l10n.t`Delete the OperatorGroup`,
    docs: uninstallingOperator,
    found: [{ object, change: { how: 'delete' } }],
    until: [{ object, is: 'gone', words: l10n.t`no OperatorGroup exists in ${operatorNamespace}`, minutes: 2 }],
    gate: {
      question: l10n.t`Delete the OperatorGroup in ${operatorNamespace} on ${context}?`,
      consequences: [l10n.t`OLM would no longer manage other operators in that namespace.`],
    },
  });
}

function namespaceStep(context: string): RunbookStep {
  const target = operatorNamespaceReference;
  return plannedStep({
    id: 'namespace',
    title: l10n.t`Delete the namespace`,
    docs: uninstallingOperator,
    changes: [{ how: 'delete', target }],
    until: [{ object: target, is: 'gone', words: l10n.t`${operatorNamespace} is deleted`, minutes: 30 }],
    gate: {
      question: l10n.t`Delete the namespace ${operatorNamespace} on ${context}?`,
      consequences: [
        l10n.t`Everything in the namespace is deleted, including ConfigMaps and Secrets such as peer-pods-cm and peer-pods-secret.`,
      ],
      typed: context,
    },
  });
}

function crdStep(context: string): RunbookStep {
  return plannedStep({
    id: 'crd',
    title: l10n.t`Delete the KataConfig CRD`,
    docs: deletingCrd,
    changes: [{ how: 'delete', target: crdReference }],
    until: [{ object: crdReference, is: 'gone', words: l10n.t`the KataConfig CRD is deleted`, minutes: 10 }],
    gate: {
      question: l10n.t`Delete the KataConfig CRD on ${context}?`,
      consequences: [l10n.t`Any remaining KataConfig is also deleted.`],
      typed: context,
    },
  });
}
