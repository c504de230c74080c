/**
 * Explains an event whose message or reason is known: a KataConfig message, a denied request, a log message with a
 * known cause, a sandbox that can't be created, or an event of the scheduler, the kubelet, or a controller. Sources:
 * kubernetes/kubernetes@00bdb3fade pkg/kubelet/events/event.go (reasons), kubernetes/kubernetes@00a3928bde
 * pkg/kubelet/images/image_manager.go (messages of Failed and BackOff), kubernetes/kubernetes@83f7b41cf
 * pkg/kubelet/kuberuntime/kuberuntime_manager.go (`Failed to create pod sandbox: ...`, `Back-off restarting failed
 * container ... in pod ...`), kubernetes/kubernetes@4a37f009c pkg/scheduler/schedule_one.go (FailedScheduling, also for
 * a pod that is being deleted), kubernetes/kubernetes@1f8996f8c pkg/controller/controller_utils.go (FailedCreate);
 * openshift/machine-config-operator@04cb1e17 pkg/controller/drain/drain_controller.go (DrainThresholdExceeded,
 * DrainFailed) and openshift/machine-config-operator@011c4a9b pkg/daemon/drain.go (FailedToDrain, in older releases).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { failedSandboxReason } from '#core/cluster/objects/failedSandbox.ts';
import { findDenial } from '#core/status/denials/explainDenial.ts';
import type { Explanation } from '#core/status/explanation.ts';
import { logMessages } from '#core/status/logMessages/index.ts';
import { sandboxFailure } from '#core/status/nodes/failedSandboxes.ts';
import type { Message } from '#core/text/message.ts';
import { explainConditionAlone } from '../explainCondition.ts';
import { messagesIn } from '../kataMessages.ts';
import { explainContainerReason } from '../kubernetesWords.ts';
import { findKnownMessages } from '../messages/index.ts';

/** IDs of log messages whose pattern also matches harmless lines, so a single line doesn't show the problem. */
const needsContext: ReadonlySet<string> = new Set(['log-image-job', 'log-peer-pods-installer']);

/** Explains a line by a log message with a known cause. Returns undefined if none matches. */
export function explainLogMessage(line: string): Explanation | undefined {
  const found = logMessages.find(({ id, pattern }) => !needsContext.has(id) && pattern.test(line));
  if (found === undefined) return undefined;
  const { title, meaning, todo, docs } = found;
  return { health: 'attention', headline: title(), meaning: meaning(), todo: todo(), ...omitUndefined({ docs }) };
}

/** Explains an event. Returns undefined if neither its message nor its reason is known, as for most events. */
export function explainEvent({ reason, message }: Pick<ClusterEvent, 'reason' | 'message'>): Explanation | undefined {
  const [condition] = messagesIn(message);
  if (condition !== undefined) return explainConditionAlone(condition.condition);
  const denial = findDenial(message);
  if (denial !== undefined) return denial.explanation;
  const [known] = findKnownMessages(message);
  return known?.explanation ?? explainLogMessage(message) ?? explainReason(reason, message);
}

function explainReason(reason: string, message: string): Explanation | undefined {
  if (reason === failedSandboxReason) {
    const { cause, todo } = sandboxFailure(message);
    const meaning = l10n.t`The kubelet can't create the sandbox of the pod: ${cause}.`;
    return { health: 'attention', headline: reason, meaning, todo };
  }
  if (reason === 'FailedScheduling' && message.startsWith('skip schedule deleting pod: ')) return undefined;
  const word = containerWords.find(({ pattern }) => pattern.test(message))?.reason;
  if (word !== undefined && (reason === 'Failed' || reason === 'BackOff')) return explainContainerReason(word);
  const meaning = Object.hasOwn(meanings, reason) ? meanings[reason]?.() : undefined;
  // The state of a waiting container has the same form as an event.
  return meaning === undefined ? explainContainerReason(reason) : { health: 'attention', headline: reason, meaning };
}

/** Messages of the kubelet, and the reason of the waiting container that they belong to. */
const containerWords: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /^Back-off pulling image |^Failed to pull image |\bErrImagePull\b|\bImagePullBackOff\b/,
    reason: 'ImagePullBackOff',
  },
  { pattern: /^Back-off restarting failed container/, reason: 'CrashLoopBackOff' },
];

const drainFails: Message = () =>
  l10n.t`The Machine Config Operator can't drain the node because a pod can't be evicted. Often, a PodDisruptionBudget prevents the eviction.`;

const meanings: Readonly<Record<string, Message>> = {
  FailedScheduling: () =>
    l10n.t`The scheduler can't find a node for the pod. Its message lists why each node is unsuitable. A Kata runtime class allows only nodes with Kata.`,
  FailedMount: () =>
    l10n.t`The kubelet can't mount a volume of the pod. A ConfigMap, a Secret, or the storage is missing or unreachable.`,
  FailedCreate: () =>
    l10n.t`The controller can't create a pod. A quota, a security context constraint, or an admission webhook rejects the pod.`,
  DrainThresholdExceeded: drainFails,
  DrainFailed: drainFails,
  FailedToDrain: drainFails,
};
