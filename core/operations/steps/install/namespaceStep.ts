/** Creates the step for the operator namespace. Sources: OSC 1.12 §2.2; notes/cluster.md 5.1, 5.2. */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { findStatusCondition, type StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { operatorNamespaceReference } from '#core/operations/lookups/operator/operatorNamespace.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { getLookupResult, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { createStep, describeFailedLookup, type StepStatus } from '../stepStatus.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * Creates the step.
 * @param obstacle why the operator can't be installed
 */
export function namespaceStep(
  situation: ObservedCluster,
  manifest: KubernetesManifest,
  obstacle?: StepStatus,
): ProcedureStep {
  const shape = {
    id: 'namespace',
    title: l10n.t`Create the namespace`,
    docs: installingOperator,
    changes: [{ how: 'apply', target: operatorNamespaceReference, object: manifest }],
    until: [{ object: operatorNamespaceReference, jsonpath: '{.status.phase}', is: 'Active', minutes: 2 }],
  } as const;
  return createStep(shape, tell(situation, obstacle));
}

function tell(situation: ObservedCluster, obstacle: StepStatus | undefined): StepStatus {
  const fact = getLookupResult(situation, 'operatorNamespace');
  if (fact.kind === 'unknown') {
    // Watched objects in the namespace prove that it exists.
    const { snapshot } = situation;
    const inside = (
      ['operatorGroups', 'subscriptions', 'clusterServiceVersions', 'deployments', 'configMaps'] as const
    ).find((id) => listItems(snapshot, id).length > 0);
    return inside === undefined
      ? describeFailedLookup(l10n.t`the namespace ${operatorNamespace}`, fact.problem)
      : { state: 'done', headline: operatorNamespace };
  }
  const { found } = fact.value;
  if (found === undefined) return obstacle ?? { state: 'ready', headline: operatorNamespace };
  if (found.deleting !== undefined || found.phase === 'Terminating') return tellTerminating(found.conditions);
  return {
    state: 'done',
    headline: operatorNamespace,
    evidence: [
      found.phase === undefined
        ? l10n.t`This Kata runtime class exists: ${operatorNamespace}.`
        : l10n.t`The namespace ${operatorNamespace} is ${sanitizeLine(found.phase, 40)}.`,
    ],
  };
}

/** Describes a namespace that is being deleted or whose deletion is stuck. */
export function tellTerminating(conditions: readonly StatusCondition[]): StepStatus {
  const bad = (type: string): StatusCondition | undefined => {
    const condition = findStatusCondition(conditions, type);
    return condition?.status === 'True' ? condition : undefined;
  };
  const evidence = conditions
    .filter(({ status }) => status === 'True')
    .map(({ type, message }) => `${sanitizeLine(type, 80)}: ${sanitizeLine(message)}`);
  const held = bad('NamespaceFinalizersRemaining');
  if (held !== undefined) {
    const peerPods = held.message.includes('peerpod');
    return {
      state: 'blocked',
      headline: l10n.t`Namespace deletion blocked by finalizers`,
      evidence,
      meaning: [
        l10n.t`${operatorNamespace} is being deleted, but finalizers on objects in the namespace block the deletion: ${sanitizeLine(held.message)}`,
        ...(peerPods
          ? [
              l10n.t`cloud-api-adaptor deletes the pod VMs and then removes the finalizers from their PeerPod resources. If cloud-api-adaptor is no longer running, these finalizers remain.`,
            ]
          : []),
      ].join(getSentenceSeparator()),
      todo: l10n.t`List the remaining resources: \`oc api-resources --verbs=list --namespaced -o name | xargs -n1 oc get -n ${operatorNamespace} --ignore-not-found --show-kind\`. Restart the components that own the finalizers, or clean up what the finalizers protect before you remove them.`,
    };
  }
  const blocked = (meaning: string, todo: string): StepStatus => ({
    state: 'blocked',
    headline: l10n.t`Can't delete the namespace`,
    evidence,
    meaning,
    todo,
  });
  const failure = bad('NamespaceDeletionDiscoveryFailure') ?? bad('NamespaceDeletionGroupVersionParsingFailure');
  if (failure !== undefined)
    return blocked(
      l10n.t`${operatorNamespace} is being deleted, but Kubernetes can't find all of its contents: ${sanitizeLine(failure.message)}`,
      l10n.t("Check for an APIService that isn't responding: `oc get apiservices`."),
    );
  const undeleted = bad('NamespaceDeletionContentFailure');
  if (undeleted !== undefined)
    return blocked(
      l10n.t`${operatorNamespace} is being deleted, but Kubernetes can't delete all of its contents: ${sanitizeLine(undeleted.message)}`,
      l10n.t`Fix the cause in the error message. Kubernetes retries the deletion automatically.`,
    );
  return {
    state: 'waiting',
    headline: l10n.t`Deleting the namespace`,
    evidence,
    meaning: l10n.t`${operatorNamespace} is being deleted with all of its contents. Until the deletion is complete, no objects can be created in the namespace.`,
  };
}
