/**
 * Deletes a pod. Sources: Kubernetes, "Pod Lifecycle" (termination), "Static Pods", "Disruptions" (a deletion bypasses
 * PodDisruptionBudgets), "Jobs"; confidential-containers/cloud-api-adaptor src/peerpod-ctrl (VMs of deleted pods).
 */
import * as l10n from '@vscode/l10n';
import { describeBlockingPod } from '#core/status/nodes/blockingPods.ts';
import { indexSnapshot, listItems } from '#core/status/snapshotIndex.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { describePodFinalizers } from '#core/status/workloads/podFinalizers.ts';
import { sanitizeLabel, sanitizeLine } from '#core/text/sanitize.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { PodDeletion } from '#core/operations/lookups/workload/podDeletion.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { defineProcedure, type ConfirmationGate, type Loss, type ProcedureStep } from '#core/operations/procedure.ts';
import { createStepWithDefaults } from '#core/operations/steps/createStep.ts';
import { blocksUninstall, findObjectToChange, getSandboxKind, isBeingDeleted } from './objectStep.ts';

export interface DeletePodChoices {
  readonly pod: PodDeletion;
}

export const deletePodProcedure = defineProcedure<DeletePodChoices>({
  id: 'deletePod',
  title: () => l10n.t`Delete pod`,
  facts: [],
  objects: ({ pod }) => [pod.reference],
  asks: 'once',
  steps: (situation, { pod }) => [podStep(situation, pod)],
});

function podStep(situation: ObservedCluster, pod: PodDeletion): ProcedureStep {
  const { reference, uid, isStatic, node = '' } = pod;
  const { kind } = reference;
  const name = sanitizeLabel(reference.name);
  const found = findObjectToChange(situation, reference, uid);
  const step = {
    id: 'pod',
    title: l10n.t`Delete ${kind} ${name}`,
    removes: true,
    changes: [{ how: 'delete', target: reference, uid } as const],
    until: [{ object: reference, is: 'gone', minutes: 5 }],
  };
  if ('status' in found)
    return createStepWithDefaults({
      ...step,
      ...(found.isGone ? { state: 'done' as const, headline: l10n.t`Deleted` } : found.status),
    });
  if (isBeingDeleted(found.raw))
    return createStepWithDefaults({
      ...step,
      state: 'done',
      headline: l10n.t`Terminating`,
      ...(pod.finalizers.length === 0 ? {} : { meaning: describePodFinalizers(pod.finalizers) }),
    });
  if (isStatic)
    return createStepWithDefaults({
      ...step,
      changes: [],
      state: 'blocked',
      headline: l10n.t`Static pod`,
      meaning: l10n.t`The kubelet runs this static pod from a file on node ${sanitizeLabel(node)}. Deleting the pod doesn't stop its containers.`,
      todo: l10n.t`To stop the pod, remove its file from the node.`,
    });
  return createStepWithDefaults({
    ...step,
    state: 'ready',
    headline: l10n.t`Change pending`,
    gate: gateOf(situation, pod),
  });
}

function gateOf(situation: ObservedCluster, pod: PodDeletion): ConfirmationGate {
  const { context } = situation;
  const { name, namespace = '' } = pod.reference;
  const losses = lossesOf(pod);
  const isRisky = losses.length > 0 || (pod.budgets.kind === 'value' && pod.budgets.value.length > 0);
  return {
    question: l10n.t`Delete pod ${sanitizeLabel(name)} in ${sanitizeLabel(namespace)} on ${context}?`,
    consequences: [
      ...recreation(pod),
      ...virtualMachine(situation, pod),
      ...(pod.hasEmptyDir ? [l10n.t`The data in emptyDir volumes is lost.`] : []),
      ...budgets(pod),
      ...uninstall(situation, pod),
      ...(pod.finalizers.length === 0 ? [] : [describePodFinalizers(pod.finalizers)]),
      ...unreadyNode(situation, pod),
      ...describeGitOpsConsequences([{ ...pod, kind: 'Pod', name }]),
    ],
    ...(losses.length === 0 ? {} : { losses }),
    ...(isRisky ? { typed: context } : {}),
  };
}

function hasEnded({ phase }: PodDeletion): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

function lossesOf(pod: PodDeletion): readonly Loss[] {
  if (pod.owners.length > 0 || hasEnded(pod)) return [];
  const key = `${pod.reference.namespace ?? ''}/${pod.reference.name}`;
  return [
    {
      text: l10n.t`No controller owns the pod, so nothing recreates it.`,
      items: [key],
      keys: [`pod:${key}`],
    },
  ];
}

/** Describes who recreates the pod. */
function recreation(pod: PodDeletion): readonly string[] {
  const top = pod.owners.at(-1);
  if (hasEnded(pod)) return [l10n.t`The pod has completed. Its logs are deleted.`];
  if (top === undefined) return [];
  const [kind, name] = [sanitizeLabel(top.kind), sanitizeLabel(top.name)];
  if (top.unsure === true)
    return [l10n.t`Can't read ${kind} ${name}, which owns the pod. The owner might not recreate the pod.`];
  if (top.reference === undefined)
    return [l10n.t`${kind} ${name} owns the pod. Its controller determines whether the pod is recreated.`];
  if (top.replicas === 0) return [l10n.t`${kind} ${name} is scaled to 0 and doesn't recreate the pod.`];
  if (kind === 'Job' || kind === 'CronJob')
    return [l10n.t`${kind} ${name} starts another pod unless the Job has completed or failed.`];
  if (kind === 'DaemonSet' && pod.node !== undefined)
    return [l10n.t`${kind} ${name} recreates the pod on node ${sanitizeLabel(pod.node)}.`];
  return [l10n.t`${kind} ${name} recreates the pod if it's deleted.`];
}

function virtualMachine(situation: ObservedCluster, { reference, runtimeClass, node }: PodDeletion): readonly string[] {
  const sandbox = getSandboxKind(situation, runtimeClass);
  if (sandbox === undefined) return [];
  if (sandbox === 'kata')
    return node === undefined ? [] : [l10n.t`The VM of the pod on node ${sanitizeLabel(node)} is deleted.`];
  const vm = listItems(situation.snapshot, 'peerPods').find(
    ({ pod, namespace, instance }) => pod === reference.name && namespace === reference.namespace && instance !== '',
  );
  return [
    vm === undefined
      ? l10n.t`When a peer pod is deleted, its VM is also deleted.`
      : l10n.t`Pod VM ${sanitizeLine(vm.instance, 100)} at cloud provider ${sanitizeLabel(vm.provider)} is deleted.`,
  ];
}

function budgets({ budgets: found }: PodDeletion): readonly string[] {
  if (found.kind === 'problem')
    return [l10n.t("Can't list {0}: {1}", 'poddisruptionbudgets', sanitizeLine(found.problem.message))];
  if (found.kind === 'absent' || found.value.length === 0) return [];
  return [
    joinSentences(
      describeBlockingPod({ budgets: found.value, isTerminating: false }),
      l10n.t`Unlike an eviction, this deletion ignores PodDisruptionBudgets.`,
    ),
  ];
}

function uninstall(situation: ObservedCluster, { runtimeClass, owners }: PodDeletion): readonly string[] {
  if (!blocksUninstall(situation, runtimeClass)) return [];
  const top = owners.at(-1);
  const kataConfig = sanitizeLabel(indexSnapshot(situation.snapshot).kataConfig?.name ?? '');
  return [
    top === undefined || top.replicas === 0
      ? l10n.t`The pod blocks the uninstall of KataConfig ${kataConfig} until it's deleted.`
      : l10n.t`The pod blocks the uninstall of KataConfig ${kataConfig}. A recreated pod also blocks it. To stop all pods, scale ${sanitizeLabel(top.kind)} ${sanitizeLabel(top.name)} to 0 or delete it.`,
  ];
}

/** Describes that the kubelet can't stop the pod now. */
function unreadyNode({ snapshot }: ObservedCluster, { node }: PodDeletion): readonly string[] {
  const seen = node === undefined ? undefined : indexSnapshot(snapshot).nodes.get(node);
  return seen === undefined || seen.ready === 'True'
    ? []
    : [
        l10n.t`Node ${sanitizeLabel(seen.name)} isn't ready. Until its kubelet responds, the pod remains in the state Terminating.`,
      ];
}
