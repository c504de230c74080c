/**
 * Determines from the data on the cluster whether a pod runs in a Kata sandbox. The kubelet passes the handler of the
 * runtime class to CRI-O. CRI-O starts a container only if that handler is configured. Therefore, that handler started
 * every container that has started. Sources: Kubernetes, "Runtime Class"; domain/01-kataconfig.md 1.8; OSC 1.12 §3.8
 * (verification).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { isWarning, newestWarning, warningsFirst, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { failedSandboxReason } from '#core/cluster/objects/failedSandbox.ts';
import type { PeerPod } from '#core/cluster/watchedKinds/peerPod.ts';
import type { ObservedPod } from './observedPod.ts';
import { describePodVm } from './podVm.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { isUpdate } from '../nodes/nodeGroups.ts';
import { findDenial, type DenialInMessage } from '../denials/explainDenial.ts';
import { sandboxFailure } from '../nodes/failedSandboxes.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { joinSentences, listSentence, selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import { isKnown, findItem, listItems, indexSnapshot } from '../snapshotIndex.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';

/**
 * `failed`: the kubelet can't create the sandbox; `denied`: the agent in the sandbox denies a request, so no container
 * starts; `unknown`: the result can't be determined, and the evidence shows why.
 */
export type SandboxVerdict = 'yes' | 'no' | 'failed' | 'denied' | 'unknown';

/** A piece of evidence. */
export interface EvidenceLine {
  readonly what: string;
  /** Description with names and values from the cluster. */
  readonly says: string;
  /** `for` if the evidence shows a sandbox, `against` if it shows that there is none. Undefined if it shows neither. */
  readonly speaks?: 'for' | 'against';
}

export interface SandboxEvidence {
  readonly verdict: SandboxVerdict;
  /** The result in a sentence. */
  readonly headline: string;
  readonly lines: readonly EvidenceLine[];
  /** How to find out more, with commands in backticks. */
  readonly todo?: string;
  /** Why the pod has no sandbox, such as `Failed to create pod sandbox: ... (FailedCreatePodSandBox, 3 times)`. */
  readonly failure?: string;
  /** Request that the agent policy denies, such as `CreateContainerRequest`. */
  readonly denied?: string;
  /** The Events of the pod, with warnings first. */
  readonly events: readonly ClusterEvent[];
}

/** Handlers that don't create a sandbox. Source: openshift/machine-config-operator templates (crio default_runtime). */
const ordinaryHandlers: ReadonlySet<string> = new Set(['runc', 'crun']);
const kataHandlers: ReadonlySet<string> = new Set(knownRuntimeClasses.flatMap(({ handlers }) => handlers));

/**
 * Evaluates one pod. Only a running container proves that the pod has a sandbox. For a finished pod, a container that
 * has run proves it.
 * @param events events of this and other pods; those of other pods are ignored
 */
export function sandboxEvidence(
  pod: ObservedPod,
  snapshot: Snapshot,
  events: readonly ClusterEvent[] = [],
): SandboxEvidence {
  const { runtimeClass, node } = pod;
  const own = warningsFirst(events.filter(({ kind, name }) => kind === 'Pod' && name === pod.name));
  if (runtimeClass === undefined) {
    const lines = [runtimeClassLine(undefined), ...aboutPod(pod)];
    return { verdict: 'no', headline: ordinaryWords(node), lines, events: own };
  }
  const handler = handlerLine(pod, runtimeClass, snapshot);
  const lines: EvidenceLine[] = [
    runtimeClassLine(runtimeClass),
    handler,
    nodeLine(pod, snapshot),
    ...vmLines(pod, handler, snapshot),
    ...aboutPod(pod),
  ];
  const all = { lines, events: own };
  if (handler.speaks === 'against')
    return { verdict: 'no', headline: l10n.t`No: runtime class ${runtimeClass} runs regular containers.`, ...all };
  if (handler.speaks === undefined) return { verdict: 'unknown', headline: l10n.t`Unknown: ${handler.says}.`, ...all };
  const ended = pod.phase === 'Succeeded' || pod.phase === 'Failed';
  if ((ended ? pod.terminated : pod.running) === 0) return { ...withoutContainers(pod, own, snapshot), ...all };
  const doubt = lines.find(({ speaks }) => speaks === 'against');
  if (doubt !== undefined)
    return { verdict: 'unknown', headline: l10n.t`Unknown: ${doubt.says}.`, todo: fromInside(pod), ...all };
  const headline = ended
    ? l10n.t`Yes: the pod ran in a sandbox and has finished.`
    : l10n.t`Yes: the pod is running in a sandbox.`;
  return { verdict: 'yes', headline, todo: fromInside(pod), ...all };
}

/** Evaluates a pod without running containers. Its Events show the reason. */
function withoutContainers(
  pod: ObservedPod,
  events: readonly ClusterEvent[],
  snapshot: Snapshot,
): Omit<SandboxEvidence, 'lines' | 'events'> {
  const { namespace, name, node } = pod;
  const newest = newestWarning(events);
  const failure = pod.hasSandbox ? undefined : sandboxFailureOf(pod, newest, snapshot);
  if (failure !== undefined) {
    const words = eventWords(failure);
    const logs = l10n.t`To read the CRI-O, runtime, and QEMU log messages, run "Show Sandbox Logs..." on the pod.`;
    return {
      verdict: 'failed',
      headline: l10n.t`No sandbox: ${words}.`,
      failure: words,
      todo: `${sandboxFailure(failure.message).todo}${getSentenceSeparator()}${logs}`,
    };
  }
  const denial = findDenialOf(pod, events);
  if (denial !== undefined) {
    const { headline, meaning, todo } = denial.explanation;
    return {
      verdict: 'denied',
      headline: joinSentences(listSentence([headline]), meaning),
      denied: denial.request,
      ...omitUndefined({ todo }),
    };
  }
  const why = newest === undefined ? '' : `${getSentenceSeparator()}${reasonWords(newest)}`;
  const started = pod.terminated > 0 || pod.waiting.some((reason) => !beforeStart.has(reason));
  const unknown = started
    ? l10n.t`Unknown: no containers are running in the pod.`
    : l10n.t`Unknown: no containers have started in the pod yet.`;
  if (newest === undefined || node !== undefined)
    return {
      verdict: 'unknown',
      headline: `${unknown}${why}`,
      todo: l10n.t('To find the cause, run `oc describe pod -n {0} {1}`.', namespace, name),
    };
  return {
    verdict: 'unknown',
    headline: `${unknown}${why}`,
    todo: l10n.t`Change the pod's node selector, tolerations, or resource requests, or free up resources on a node.`,
  };
}

/** Returns the denial that the state of a waiting container or, if none, a warning reports. */
function findDenialOf(
  { waitingMessages = [] }: ObservedPod,
  events: readonly ClusterEvent[],
): DenialInMessage | undefined {
  const messages = [...waitingMessages, ...events.filter(isWarning).map(({ message }) => message)];
  return messages.map(findDenial).find((denial) => denial !== undefined);
}

/**
 * Returns the latest Event about the sandbox, unless a later Event is about something else. Without Events, returns the
 * result of the cluster watch.
 */
function sandboxFailureOf(
  { uid }: ObservedPod,
  newest: ClusterEvent | undefined,
  snapshot: Snapshot,
): Pick<ClusterEvent, 'message' | 'reason' | 'count'> | undefined {
  if (newest !== undefined) return newest.reason === failedSandboxReason ? newest : undefined;
  const found = snapshot.failedSandboxes.items.get(uid);
  return found === undefined || found.isUnscheduled === true
    ? undefined
    : { message: found.message, reason: failedSandboxReason, count: found.count };
}

/** Waiting reasons of containers that have never run. */
const beforeStart: ReadonlySet<string> = new Set([
  'ContainerCreating',
  'PodInitializing',
  'ImagePullBackOff',
  'ErrImagePull',
  'CreateContainerConfigError',
  'CreateContainerError',
]);

/** Maximum length of an Event message in characters. */
const longestMessage = 400;

/** Formats an Event, such as `Failed to create pod sandbox: ... (FailedCreatePodSandBox, 3 times)`. */
function eventWords({ message, reason, count }: Pick<ClusterEvent, 'message' | 'reason' | 'count'>): string {
  const times = selectPlural(count, l10n.t`${count} time`, l10n.t`${count} times`);
  return l10n.t({
    message: '{0} ({1}, {2})',
    args: [sanitizeLine(message, longestMessage), sanitizeLine(reason, 60), times],
    comment: [
      'A Kubernetes event. {0} is its message, {1} is its reason, and {2} is how often it happened, such as "3 times".',
    ],
  });
}

/** Formats a reason and message, such as `FailedScheduling: 0/5 nodes are available: ...`. */
function reasonWords({ message, reason }: ClusterEvent): string {
  return `${sanitizeLine(reason, 60)}: ${sanitizeLine(message, longestMessage)}`;
}

/** Returns instructions to verify the sandbox from inside the pod. A guest has its own boot ID. */
function fromInside({ namespace, name, node }: ObservedPod): string {
  const inside = `\`oc exec -n ${namespace} ${name} -- cat /proc/sys/kernel/random/boot_id\``;
  if (node === undefined)
    return l10n.t`To verify from inside the pod, run ${inside}. In a sandbox, the boot ID differs from the node's boot ID. The agent policy might deny exec.`;
  const ofNode = `\`oc get node ${node} -o jsonpath='{.status.nodeInfo.bootID}'\``;
  return l10n.t`To verify from inside the pod, compare the output of ${inside} and ${ofNode}. In a sandbox, the boot IDs differ. The agent policy might deny exec.`;
}

function ordinaryWords(node: string | undefined): string {
  return node === undefined
    ? l10n.t`No: the pod has no runtime class, so it runs regular containers.`
    : l10n.t`No: the pod has no runtime class, so it runs regular containers on ${node}.`;
}

/** Describes the runtime class of a pod or a pod template. */
export function runtimeClassLine(runtimeClass: string | undefined): EvidenceLine {
  const what = l10n.t`Runtime class`;
  return runtimeClass === undefined
    ? {
        what,
        says: l10n.t({
          message: 'none',
          args: [],
          comment: ['Shown instead of the name of a runtime class: the pod has none.'],
        }),
        speaks: 'against',
      }
    : { what, says: runtimeClass };
}

/**
 * Describes the handler of a runtime class.
 * @param pod pod with its start time. A pod template has none
 */
export function handlerLine({ started }: Pick<ObservedPod, 'started'>, name: string, snapshot: Snapshot): EvidenceLine {
  const what = l10n.t({
    message: 'Handler',
    args: [],
    comment: ['A column heading or label: the field "handler" of a RuntimeClass.'],
  });
  const found = findItem(snapshot, 'runtimeClasses', name);
  if (found === undefined) {
    return {
      what,
      says: isKnown(snapshot, 'runtimeClasses')
        ? l10n.t`runtime class ${name} no longer exists`
        : l10n.t`can't list runtime classes`,
    };
  }
  const { handler, created } = found;
  if (created !== undefined && started !== undefined && created > started) {
    return {
      what,
      says: l10n.t`the runtime class ${name} was created after the pod, so the handler that the pod started with is unknown`,
    };
  }
  if (ordinaryHandlers.has(handler)) return { what, says: handler, speaks: 'against' };
  const ours = listItems(snapshot, 'kataConfigs').some(({ runtimeClasses: made }) => made.includes(name));
  return kataHandlers.has(handler) || ours
    ? { what, says: handler, speaks: 'for' }
    : { what, says: l10n.t`${handler} isn't a known Kata handler` };
}

function nodeLine({ node }: ObservedPod, snapshot: Snapshot): EvidenceLine {
  const what = l10n.t`Node`;
  if (node === undefined) return { what, says: l10n.t`none yet` };
  const { kataConfig, lists } = indexSnapshot(snapshot);
  if (kataConfig === undefined)
    return {
      what,
      says: isKnown(snapshot, 'kataConfigs')
        ? l10n.t`${node} (no KataConfig on the cluster)`
        : l10n.t`${node} (can't list KataConfigs)`,
    };
  const list = lists.get(node);
  const isUpdated = list !== undefined && isUpdate(list, node, kataConfig, snapshot);
  switch (list) {
    case 'installed':
      return { what, says: l10n.t`${node} (Kata installed)`, speaks: 'for' };
    case 'waitingToInstall':
    case 'installing':
    case 'failedToInstall':
      // A node on which Kata is installed is also in these lists while it gets a new machine config.
      if (isUpdated) return { what, says: l10n.t`${node} (Kata installed)`, speaks: 'for' };
      break;
    case 'waitingToUninstall':
      if (!isUpdated) return { what, says: l10n.t`${node} (waiting for Kata to be uninstalled)` };
      break;
    case 'uninstalling':
      if (!isUpdated) return { what, says: l10n.t`${node} (Kata is being uninstalled)` };
      break;
    case 'failedToUninstall':
      if (!isUpdated) return { what, says: l10n.t`${node} (Kata couldn't be uninstalled)` };
      break;
    default:
  }
  return {
    what,
    says: l10n.t`Kata isn't installed on ${node}, according to KataConfig ${kataConfig.name}`,
    speaks: 'against',
  };
}

/** Returns the evidence about the pod VM of a peer pod. */
function vmLines(pod: ObservedPod, handler: EvidenceLine, snapshot: Snapshot): readonly EvidenceLine[] {
  if (handler.says !== 'kata-remote') return [];
  const what = l10n.t`Pod VM`;
  const found = listItems(snapshot, 'peerPods').filter(
    (one: PeerPod) => one.namespace === pod.namespace && one.pod === pod.name,
  );
  if (found.length > 0) {
    return found.map(({ instance, provider, name }) => ({
      what,
      says: describePodVm({ instance, provider, name }),
      ...(instance === '' ? {} : { speaks: 'for' as const }),
    }));
  }
  if (!isKnown(snapshot, 'peerPods')) return [{ what, says: l10n.t`can't list PeerPod resources` }];
  const live = snapshot.peerPods.state.kind === 'live';
  // The pod VM is deleted when the pod completes.
  const expected = live && pod.phase === 'Running';
  return [
    {
      what,
      says: live ? l10n.t`no PeerPod found` : l10n.t`no PeerPod found (the data might be outdated)`,
      ...(expected ? { speaks: 'against' as const } : {}),
    },
  ];
}

/**
 * Shortens a container ID to the form that crictl prints and accepts. A complete ID would take too much space in a
 * table.
 */
function shortId(id: string): string {
  return id.replace(/([0-9a-f]{13})[0-9a-f]{20,}$/, '$1');
}

function aboutPod({ phase, containers, annotations, overhead }: ObservedPod): readonly EvidenceLine[] {
  const amounts = Object.entries(overhead).map(([name, amount]) => `${name} ${amount}`);
  return [
    { what: l10n.t({ message: 'Phase', args: [], comment: ['The phase of a pod, such as Running.'] }), says: phase },
    {
      what: l10n.t`Containers`,
      says: containers.length === 0 ? l10n.t`none started` : containers.map(shortId).join(', '),
    },
    ...(amounts.length === 0 ? [] : [{ what: l10n.t`Pod overhead`, says: amounts.join(', ') }]),
    ...(annotations.length === 0 ? [] : [{ what: l10n.t`Kata annotations`, says: annotations.join(', ') }]),
  ];
}
