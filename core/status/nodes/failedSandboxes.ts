/**
 * Evaluates pods without a sandbox for nodes, the KataConfig, and the cluster. The tree, status bar, detail pages, and
 * assistant results share this evaluation. All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import { failedSandboxReason, type FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { formatDuration } from '#core/text/durations.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Explanation } from '../explanation.ts';
import { listItems } from '../snapshotIndex.ts';
import { findDenial } from '../denials/explainDenial.ts';
import type { Message } from '#core/text/message.ts';

export interface FailedSandboxes {
  /**
   * `followed`: the pods are known, even if there are none. `notAllowed`: the user doesn't have permission to list
   * Events or to read the pods that they name. `unknown`: nothing was read, as in a must-gather without pods or before
   * the first list.
   */
  readonly knowledge: 'followed' | 'notAllowed' | 'unknown';
  /** Pods with a Kata runtime class, newest failure first. */
  readonly pods: readonly FailedSandbox[];
  readonly byNode: ReadonlyMap<string, readonly FailedSandbox[]>;
}

/** Caches results, because many rows need them. */
const cache = new WeakMap<
  object,
  { readonly classes: unknown; readonly configs: unknown; readonly state: unknown; readonly found: FailedSandboxes }
>();

/** Returns the pods with a Kata runtime class but without a sandbox. */
export function failedSandboxesOf(snapshot: Snapshot): FailedSandboxes {
  const { items, state } = snapshot.failedSandboxes;
  const [classes, configs] = [snapshot.runtimeClasses.items, snapshot.kataConfigs.items];
  const kept = cache.get(items);
  if (kept?.classes === classes && kept.configs === configs && kept.state === state.kind) return kept.found;
  const pods = [...items.values()]
    .filter(({ runtimeClass }) => isKataRuntimeClass(snapshot, runtimeClass))
    .toSorted((one, other) => (other.last ?? 0) - (one.last ?? 0));
  const byNode = new Map<string, FailedSandbox[]>();
  for (const pod of pods) {
    const { node = '' } = pod;
    const list = byNode.get(node);
    if (list === undefined) byNode.set(node, [pod]);
    else list.push(pod);
  }
  const found: FailedSandboxes = { knowledge: knowledgeOf(snapshot), pods, byNode };
  cache.set(items, { classes, configs, state: state.kind, found });
  return found;
}

function knowledgeOf({ failedSandboxes: { state, asOf } }: Snapshot): FailedSandboxes['knowledge'] {
  if (state.kind === 'forbidden') return 'notAllowed';
  return asOf === undefined ? 'unknown' : 'followed';
}

/**
 * Returns whether pods with this runtime class run in a Kata sandbox. Checks its name, the KataConfig that created it,
 * and its handler.
 */
export function isKataRuntimeClass(snapshot: Snapshot, name: string): boolean {
  if (runtimeClassNamed(name) !== undefined) return true;
  if (listItems(snapshot, 'kataConfigs').some(({ runtimeClasses }) => runtimeClasses.includes(name))) return true;
  return listItems(snapshot, 'runtimeClasses').some((one) => one.name === name && /^kata(?:-|$)/.test(one.handler));
}

/** Maximum number of node names in a row. */
const mostNodes = 2;

/** Returns text such as `1 pod without sandbox on worker-1`, or undefined if there are none. */
export function describePodsWithoutSandbox({
  pods,
  byNode,
}: Pick<FailedSandboxes, 'pods' | 'byNode'>): string | undefined {
  if (pods.length === 0) return undefined;
  const nodes = [...byNode.keys()].filter((name) => name !== '').toSorted();
  if (nodes.length === 0) return countWithoutSandbox(pods.length);
  const on = formatNames(nodes, mostNodes);
  const [one, many] = [
    l10n.t({
      message: '{0} pod without a sandbox on {1}',
      args: [pods.length, on],
      comment: ['{1} is one node, or a list of nodes.'],
    }),
    l10n.t({
      message: '{0} pods without a sandbox on {1}',
      args: [pods.length, on],
      comment: ['{1} is one node, or a list of nodes.'],
    }),
  ];
  return selectPlural(pods.length, one, many);
}

/** Returns text such as `1 pod without sandbox`. */
export function countWithoutSandbox(count: number): string {
  return selectPlural(count, l10n.t`${count} pod without a sandbox`, l10n.t`${count} pods without a sandbox`);
}

/**
 * Adds the failed sandboxes of the cluster to an explanation. Changes the health `ok` to `attention`. Returns an
 * explanation with any other health unchanged.
 */
export function withFailedSandboxes(explanation: Explanation, snapshot: Snapshot, now: number): Explanation {
  const failed = failedSandboxesOf(snapshot);
  const headline = describePodsWithoutSandbox(failed);
  if (headline === undefined || explanation.health !== 'ok') return explanation;
  const { docs: _docs, todo: _todo, next: _next, ...before } = explanation;
  const nodes = [...failed.byNode].slice(0, mostNodes).map(([node, pods]) => explainSandboxesOfNode(node, pods, now));
  const meaning = [`${before.headline}.`, ...nodes.map((one) => one.meaning)].join(getSentenceSeparator());
  const todos = new Set(nodes.map(({ todo }) => todo));
  return { health: 'attention', headline, meaning, todo: [...todos].join(getSentenceSeparator()) };
}

/**
 * Explains why pods on a node have no sandbox, and what to do.
 * @param now milliseconds since 1970
 */
export function explainSandboxesOfNode(
  node: string,
  pods: readonly FailedSandbox[],
  now: number,
): { readonly meaning: string; readonly todo: string } {
  const [newest] = pods;
  const { cause, todo } = sandboxFailure(newest?.message ?? '');
  if (newest?.isUnscheduled === true) return { meaning: describeUnscheduled(cause), todo };
  const times = formatTimes(
    pods.reduce((sum, { count }) => sum + count, 0),
    newest ?? {},
    now,
  );
  const meaning =
    node === ''
      ? l10n.t`Sandbox creation fails: ${cause} (${failedSandboxReason}, ${times}).`
      : l10n.t`Sandbox creation fails on ${node}: ${cause} (${failedSandboxReason}, ${times}).`;
  return { meaning, todo };
}

/** Describes a pod that has no node. @param cause message of the scheduler */
export function describeUnscheduled(cause: string): string {
  return l10n.t`The scheduler can't find a node for the pod: ${cause}.`;
}

/**
 * Returns text such as `15 times, last 3 min ago`, or `15 times, last 2026-11-20T10:41:00Z` for data from files.
 * @param now milliseconds since 1970
 */
export function formatTimes(
  count: number,
  { last, recorded }: Pick<FailedSandbox, 'last' | 'recorded'>,
  now: number,
): string {
  const times = selectPlural(count, l10n.t`${count} time`, l10n.t`${count} times`);
  if (last === undefined) return times;
  return recorded === true
    ? l10n.t({
        message: '{0}, last {1}',
        args: [times, formatTimestamp(last)],
        comment: ['{0} is "15 times", {1} is a time: "2026-11-20T10:41:00Z".'],
      })
    : l10n.t({
        message: '{0}, last {1} ago',
        args: [times, formatDuration(now - last)],
        comment: ['How often an event happened. {0} is "15 times". {1} is a duration, such as "3 min".'],
      });
}

/** Meaning of a kubelet message about a sandbox. */
export interface SandboxFailure {
  /** Innermost cause, as worded by the runtime. */
  readonly cause: string;
  /** Next step as a sentence with code in backticks. */
  readonly todo: string;
}

interface KnownFailure {
  /** Matches the cause. */
  readonly pattern: RegExp;
  readonly todo: Message;
}

/**
 * Known causes. Sources: kubernetes/kubernetes@f899a310e19fe200bd65d3b94205abcc7dd967b1
 * pkg/scheduler/framework/types.go (FitError); QEMU accel/kvm and softmmu/physmem.c; cri-o/cri-o server/runtime_handler
 * (`failed to find runtime handler`); kata-containers src/runtime/virtcontainers/remote.go.
 */
const knownFailures: readonly KnownFailure[] = [
  {
    // The scheduler adds details about preemption, which don't show the cause.
    pattern: /^\d+\/\d+ nodes are available: .*?(?=\. preemption:|\.?$)/,
    todo: () =>
      l10n.t`Change the pod's node selector, tolerations, or resource requests, or free up resources on a node.`,
  },
  {
    pattern: /Could not access KVM kernel module|failed to initialize kvm|\/dev\/kvm\b[^\n:]{0,80}/,
    todo: () =>
      l10n.t`Enable virtualization in the node's firmware. On cloud instances, use bare metal instances or peer pods.`,
  },
  {
    pattern: /failed to find runtime handler [\w-]{1,63}|no runtime for "[\w-]{1,63}" is configured/,
    todo: () =>
      l10n.t`Kata isn't installed on the node. Check that the KataConfig selects it and that the installation is finished.`,
  },
  {
    pattern: /[Cc]annot (?:set up guest memory|allocate memory)[^\n]{0,80}/,
    todo: () =>
      l10n.t`The node doesn't have enough memory for the VM. Move other pods to another node, or request less memory.`,
  },
  {
    pattern: /remote hypervisor call failed[^\n]{0,120}|hypervisor\.sock\b[^\n]{0,80}/,
    todo: () =>
      l10n.t`Check the osc-caa-ds DaemonSet pods on the node. They run cloud-api-adaptor, which creates pod VMs.`,
  },
];

/** Maximum length of a cause, in characters. */
const longestCause = 160;

/** Returns the cause at the end of a FailedCreatePodSandBox message, and the next step. */
export function sandboxFailure(message: string): SandboxFailure {
  const denial = findDenial(message);
  if (denial !== undefined)
    return { cause: sanitizeLine(denial.text, longestCause), todo: denial.explanation.todo ?? readSandboxLogs() };
  for (const { pattern, todo } of knownFailures) {
    const found = pattern.exec(message);
    if (found !== null) return { cause: sanitizeLine(found[0], longestCause), todo: todo() };
  }
  const inner = message
    .replace(/^Failed to create pod sandbox:\s*/i, '')
    .replace(/^rpc error: code = \w+ desc = /, '')
    .replace(/:\s*unknown$/, '');
  return {
    cause: sanitizeLine(inner, longestCause) || l10n.t`the kubelet reports no cause`,
    todo: readSandboxLogs(),
  };
}

function readSandboxLogs(): string {
  return l10n.t`To read the CRI-O, runtime, and QEMU log messages, run "Show Sandbox Logs..." on the pod.`;
}
