/** Creates the row of one sandboxed pod. */
import * as l10n from '@vscode/l10n';
import { failedSandboxReason, type FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { omitUndefined } from '#core/common/json.ts';
import { explainEvent } from '#core/explain/events/explainEvent.ts';
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import type { Health } from '#core/status/explanation.ts';
import type { PeerPod } from '#core/cluster/watchedKinds/peerPod.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { describePodVm } from '#core/status/workloads/podVm.ts';
import { describePodFinalizers } from '#core/status/workloads/podFinalizers.ts';
import { podWarning, warningText } from '#core/status/workloads/workloadWarning.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import { describeUnscheduled, sandboxFailure, formatTimes } from '#core/status/nodes/failedSandboxes.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import { createNodeTarget, eventContext, permissionContext } from '#client/tree/model/objectTarget.ts';
import { podWorkloadContext } from '#client/tree/model/workloadContext.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { formatDuration } from '#core/text/durations.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';
import { cutText, sanitizeLine, sanitizeMarkdownCode } from '#core/text/sanitize.ts';

/** Health of each pod phase. Source: Kubernetes API, PodPhase. */
const healths: Readonly<Record<string, Health>> = { Running: 'ok', Succeeded: 'ok', Pending: 'busy', Failed: 'failed' };

/** Returns the health of a pod. Considers its phase and its waiting containers. */
export function healthOfPod({ phase, waitingContainer }: Pick<KataPod, 'phase' | 'waitingContainer'>): Health {
  if (waitingContainer !== undefined && phase !== 'Failed') return 'attention';
  return (Object.hasOwn(healths, phase) ? healths[phase] : undefined) ?? 'unknown';
}

export function workloadNode(seen: ClusterTreeInput, pod: KataPod): TreeNode {
  const { uid, name, runtimeClass, phase, node, controller, finalizers } = pod;
  const failed = seen.snapshot.failedSandboxes.items.get(uid);
  const warning = podWarning(pod, seen.podWarnings?.byObject ?? new Map());
  // The warning about a pod without a node also contains the number of attempts.
  if (failed !== undefined && (failed.isUnscheduled !== true || warning === undefined))
    return withoutSandboxNode(seen, failed, seen.context);
  if (warning !== undefined) return pendingNode(seen, pod, warning);
  // The icon of a running pod needs no explanation.
  const isTerminating = pod.deleting !== undefined;
  const state = isTerminating ? l10n.t`Terminating` : phase;
  const hasStateInLabel = state !== '' && state !== 'Running';
  const vm = peerPodOf(seen, pod);
  return explainedNode({
    id: `${seen.context}/pod:${uid}`,
    label: hasStateInLabel ? stateLabel(state, name) : name,
    fullName: name,
    description: joined(hasStateInLabel ? '' : state, terminatingTime(seen, pod), runtimeClass, node, vm?.instance),
    explanation: {
      health: isTerminating ? 'busy' : healthOfPod(pod),
      headline: joined(state, runtimeClass, node),
      meaning: [
        ...(phase === 'Pending' && node !== undefined
          ? [l10n.t`The pod isn't running yet. If this continues, check its events and sandbox logs.`]
          : []),
        ...(phase === 'Pending' && seen.podWarnings?.forbidden.has(pod.namespace) === true
          ? [l10n.t`You don't have permission to list events in namespace ${pod.namespace}.`]
          : []),
        placeSentence(runtimeClass, node),
        ...(finalizers === undefined ? [] : [describePodFinalizers(finalizers)]),
        ...(controller === undefined
          ? []
          : [l10n.t`${controller.kind} ${controller.name} recreates the pod if it's deleted.`]),
      ].join(getSentenceSeparator()),
    },
    details: joinParagraphs(l10n.t`**Namespace:** ${sanitizeMarkdownCode(pod.namespace)}`, vmDetails(seen, vm)),
    target: createNodeTarget(seen, podKind, pod),
    context: contextOf(seen, pod),
  });
}

/** Returns how long a pod has been terminating since the end of its grace period, as `kubectl describe` does. */
function terminatingTime({ now }: ClusterTreeInput, { deleting }: KataPod): string {
  return deleting === undefined || deleting >= now ? '' : formatDuration(now - deleting);
}

/** Returns the PeerPod of a pod, which names its VM. */
function peerPodOf({ snapshot }: ClusterTreeInput, { namespace, name }: KataPod): PeerPod | undefined {
  return listItems(snapshot, 'peerPods').find((one) => one.namespace === namespace && one.pod === name);
}

/** Returns the ID of the VM, and how long it has been deleted. */
function vmDetails({ now }: ClusterTreeInput, vm: PeerPod | undefined): string | undefined {
  if (vm === undefined) return undefined;
  const { deleting } = vm;
  const state = deleting === undefined ? '' : ` · ${l10n.t`Terminating`} (${formatDuration(now - deleting)})`;
  return `**${l10n.t`Pod VM`}:** ${sanitizeMarkdownCode(`${describePodVm(vm)}${state}`)}`;
}

/** Maximum length of a warning in a row. VS Code cuts off longer descriptions, and the tooltip shows the whole text. */
export const longestWarning = 100;

/** Creates the row of a pod that isn't running, or whose container can't run, with its newest warning. */
function pendingNode(seen: ClusterTreeInput, pod: KataPod, warning: ClusterEvent): TreeNode {
  const { uid, name, runtimeClass, phase, node } = pod;
  const text = warningText(warning);
  const explanation = explainEvent(warning);
  const last = warningSentence(warning, seen.now);
  return explainedNode({
    id: `${seen.context}/pod:${uid}`,
    label: stateLabel(phase === 'Pending' ? phase : sanitizeLine(warning.reason, 60), name),
    fullName: name,
    description: cutText(text, longestWarning),
    explanation: {
      health: 'attention',
      headline: joined(phase, text),
      meaning: joinSentences(last, explanation?.meaning ?? '', placeSentence(runtimeClass, node)),
      ...omitUndefined({ next: explanation?.next, todo: explanation?.todo, docs: explanation?.docs }),
    },
    target: createNodeTarget(seen, podKind, pod),
    context: contextOf(seen, pod),
  });
}

/** Returns a sentence with a warning and, for an Event, the time of its last occurrence. */
export function warningSentence(warning: ClusterEvent, now: number): string {
  // The state of a container has no time.
  if (warning.at === undefined && warning.count === 1) return `${warningText(warning).replace(/\.$/, '')}.`;
  return l10n.t({
    message: 'Newest warning ({0}): {1}.',
    args: [
      formatTimes(warning.count, omitUndefined({ last: warning.at }), now),
      warningText(warning).replace(/\.$/, ''),
    ],
    comment: ['{0} is "15 times, last 3 min ago". {1} is the reason and the message of a Kubernetes event.'],
  });
}

/**
 * Creates the row of a pod without a sandbox, with the cause and the action.
 * @param parent prefix of the row ID, because the pod can be in two groups
 */
export function withoutSandboxNode(seen: ClusterTreeInput, pod: FailedSandbox, parent: string): TreeNode {
  const { uid, name, namespace, node, runtimeClass, message, count, isUnscheduled = false } = pod;
  const { cause, todo } = sandboxFailure(message);
  const times = formatTimes(count, pod, seen.now);
  const state = isUnscheduled ? pod.phase : l10n.t`No sandbox`;
  return explainedNode({
    id: `${parent}/pod:${uid}`,
    label: stateLabel(state, name),
    fullName: name,
    // The group of failed sandboxes shows the cause in its tooltip, so its rows show the nodes.
    description: parent === seen.context || isUnscheduled ? cutText(sanitizeLine(cause), longestWarning) : joined(node),
    explanation: {
      health: 'attention',
      headline: joined(state, node),
      meaning: [
        isUnscheduled
          ? describeUnscheduled(cause)
          : l10n.t`The kubelet can't create the sandbox: ${cause} (${failedSandboxReason}, ${times}).`,
        placeSentence(runtimeClass, node),
      ].join(getSentenceSeparator()),
      ...(isUnscheduled ? {} : { next: l10n.t`The kubelet tries again to create the sandbox.` }),
      todo,
    },
    details: l10n.t`**Namespace:** ${sanitizeMarkdownCode(namespace)}`,
    target: createNodeTarget(seen, podKind, pod),
    context: contextOf(seen, pod),
  });
}

/** Returns a label that starts with the state, because pod names are long and a narrow side bar cuts off the rest. */
function stateLabel(state: string, name: string): string {
  return l10n.t`${state}: ${name}`;
}

function placeSentence(runtimeClass: string, node: string | undefined): string {
  return node === undefined
    ? l10n.t`The pod uses runtime class ${runtimeClass} and isn't scheduled to a node yet.`
    : l10n.t`The pod uses runtime class ${runtimeClass} on ${node}.`;
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

function contextOf(seen: ClusterTreeInput, { controller }: KataPod): readonly string[] {
  return [
    'osc-pod',
    'osc-object',
    'osc-named',
    ...eventContext,
    ...permissionContext(seen, ['openTerminal', 'deletePod']),
    ...podWorkloadContext(seen, controller),
    ...(seen.console ? ['osc-console'] : []),
  ];
}
