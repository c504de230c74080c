/**
 * Creates the runbook for an uninstall. It doesn't depend on the current cluster state, because it looks up all names
 * at run time. The order matches procedures/uninstall.ts. Sources: OSC 1.12 §5.1 to §5.4; notes/cluster.md 5.2.
 */
import { deletingCrd, uninstalling, uninstallingOperator } from '#core/product/docSections.ts';
import { operatorNamespace, documentedSubscription as documented } from '#core/product/namespaces.ts';
import { findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { operatorNamespaceReference } from '../lookups/operator/operatorNamespace.ts';
import {
  crdReference,
  createCollectionReference,
  createWatchedReference,
  operatorDeploymentName,
} from '../changes/references.ts';
import { deleteKataConfigStep, ourSubscriptions, plannedStep, createRunbookPodsGoneStep } from './runbookSteps.ts';
import { anyCluster, type Runbook, type RunbookStep } from './runbook.ts';

/** The optional final steps. */
export interface UninstallEnds {
  readonly namespace: boolean;
  readonly crd: boolean;
}

/**
 * Creates the runbook.
 * @param situation data of the target cluster, with which the runbook names nodes and pods; undefined if unknown
 */
export function createUninstallRunbook(
  { namespace, crd }: UninstallEnds,
  cluster?: Runbook['cluster'],
  situation?: ObservedCluster,
): Runbook {
  const context = cluster?.context ?? anyCluster;
  return {
    id: 'uninstall',
    title: 'Uninstall Kata',
    docs: uninstalling,
    ...(cluster === undefined ? {} : { cluster }),
    steps: [
      createRunbookPodsGoneStep(),
      deleteKataConfigStep(context, [], situation),
      operatorStep(context, situation),
      operatorGroupStep(context),
      ...(namespace ? [namespaceStep(context)] : []),
      ...(crd ? [crdStep(context)] : []),
    ],
  };
}

/**
 * Creates the step that removes the operator. The CSV must also be deleted, because otherwise the operator keeps
 * running.
 */
function operatorStep(context: string, situation: ObservedCluster | undefined): RunbookStep {
  const extensions = createCollectionReference('clusterExtensions');
  const where = `@.spec.source.catalog.packageName=="${documented.package}"`;
  // A user can delete a Subscription without having permission for ClusterExtensions.
  const hasExtension = situation === undefined || findClusterExtension(situation.snapshot) !== undefined;
  const csvs = createCollectionReference('clusterServiceVersions');
  const prefix = documented.startingCsvPrefix;
  return plannedStep({
    id: 'operator',
    title: hasExtension
      ? 'Delete the ClusterExtension, or the subscription and the ClusterServiceVersion'
      : 'Delete the subscription and the ClusterServiceVersion',
    docs: uninstallingOperator,
    found: [
      ...(hasExtension ? [{ object: extensions, where, change: { how: 'delete' } } as const] : []),
      { ...ourSubscriptions, change: { how: 'delete' } },
      { object: csvs, prefix, change: { how: 'delete' } },
    ],
    until: [
      ...(hasExtension
        ? [
            {
              object: extensions,
              jsonpath: `{range .items[?(${where})]}{.metadata.name}{"\\n"}{end}`,
              is: '',
              words: 'no ClusterExtension for the operator exists',
              minutes: 10,
            },
          ]
        : []),
      {
        object: ourSubscriptions.object,
        jsonpath: `{range .items[?(${ourSubscriptions.where})]}{.metadata.name}{"\\n"}{end}`,
        is: '',
        words: 'no subscription for the operator exists',
        minutes: 10,
      },
      { object: csvs, is: 'gone', prefix, words: "the operator's ClusterServiceVersion is deleted", minutes: 10 },
      {
        object: createWatchedReference('deployments', operatorDeploymentName),
        is: 'gone',
        words: 'the operator is no longer running',
        minutes: 10,
      },
    ],
    gate: {
      question: `Remove the operator from ${context}?`,
      consequences: [
        "KataConfig resources aren't processed until you reinstall the operator.",
        ...(hasExtension ? ['OLM v1 deletes the KataConfig CRD with the ClusterExtension.'] : []),
      ],
    },
  });
}

function operatorGroupStep(context: string): RunbookStep {
  const object = createCollectionReference('operatorGroups');
  return plannedStep({
    id: 'operator-group',
    title: 'Delete the OperatorGroup',
    docs: uninstallingOperator,
    found: [{ object, change: { how: 'delete' } }],
    until: [{ object, is: 'gone', words: `no OperatorGroup exists in ${operatorNamespace}`, minutes: 2 }],
    gate: {
      question: `Delete the OperatorGroup in ${operatorNamespace} on ${context}?`,
      consequences: ['OLM no longer manages any other operators in that namespace.'],
    },
  });
}

function namespaceStep(context: string): RunbookStep {
  const target = operatorNamespaceReference;
  return plannedStep({
    id: 'namespace',
    title: 'Delete the namespace',
    docs: uninstallingOperator,
    changes: [{ how: 'delete', target }],
    until: [{ object: target, is: 'gone', words: `${operatorNamespace} is deleted`, minutes: 30 }],
    gate: {
      question: `Delete the namespace ${operatorNamespace} on ${context}?`,
      consequences: [
        'Everything in the namespace is deleted, including ConfigMaps and Secrets such as peer-pods-cm and peer-pods-secret.',
      ],
      typed: context,
    },
  });
}

function crdStep(context: string): RunbookStep {
  return plannedStep({
    id: 'crd',
    title: 'Delete the KataConfig CRD',
    docs: deletingCrd,
    changes: [{ how: 'delete', target: crdReference }],
    until: [{ object: crdReference, is: 'gone', words: 'the KataConfig CRD is deleted', minutes: 10 }],
    gate: {
      question: `Delete the KataConfig CRD on ${context}?`,
      consequences: ['Any remaining KataConfig is also deleted.'],
      typed: context,
    },
  });
}
