/** Summarizes Kata pods by owner, as lines of text and as a value. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatList, measureTextWidth, padded } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { formatReady } from './formatReady.ts';
import { groupByOwner, isIncomplete, type OwnedPods, type PodOwners } from './ownedPods.ts';
import { ownerWarning, podWarning, warningText, type WarningsByObject } from './workloadWarning.ts';

/** An owner of Kata pods, or a pod without an owner. */
export interface WorkloadSummary {
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  /** State, such as `1 of 3 ready`. */
  readonly state: string;
  readonly runtimeClasses: readonly string[];
  readonly ready: number;
  /** Number of pods that must be ready. Undefined if unknown or if the pods end. */
  readonly wanted?: number;
  /** Reason why nothing but the name of the owner is known. */
  readonly problem?: 'deleted' | 'forbidden';
  /** Newest warning, if pods are missing or not ready. */
  readonly warning?: WarningSummary;
  readonly pods: readonly PodSummary[];
}

interface WarningSummary {
  readonly reason: string;
  readonly message: string;
  /** Number of occurrences. */
  readonly count: number;
  /** Time of the last occurrence, such as `2026-11-22T07:00:00Z`. */
  readonly lastSeen?: string;
}

interface PodSummary {
  readonly name: string;
  readonly phase: string;
  readonly ready: boolean;
  readonly runtimeClass: string;
  readonly node?: string;
  /** True if the pod is being deleted. `kubectl get pods` then shows `Terminating` instead of the phase. */
  readonly terminating?: true;
}

/** Returns the workloads, sorted by namespace, and by name in each namespace. Pods without an owner come last. */
export function summarizeWorkloads(
  pods: readonly KataPod[],
  owners: PodOwners,
  warnings: WarningsByObject = new Map(),
): readonly WorkloadSummary[] {
  const { owned, bare } = groupByOwner(pods, owners);
  return [
    ...owned.map((one) => ofOwner(one, ownerWarning(one, warnings))),
    ...bare.map((pod) => ofPod(pod, podWarning(pod, warnings))),
  ].toSorted((one, other) => (one.namespace === other.namespace ? 0 : one.namespace < other.namespace ? -1 : 1));
}

/** Returns the namespaces with an owner or a pod that might have a warning, in alphabetical order. */
export function namespacesWithProblems(pods: readonly KataPod[], owners: PodOwners): readonly string[] {
  const { owned, bare } = groupByOwner(pods, owners);
  const found = [...owned.filter(isIncomplete), ...bare.filter(({ phase }) => phase === 'Pending')];
  return [...new Set(found.map(({ namespace }) => namespace))].toSorted();
}

/** Adds pods to the number of pods per runtime class. */
export function countClasses(
  pods: readonly Pick<KataPod, 'runtimeClass'>[],
  classes = new Map<string, number>(),
): Map<string, number> {
  for (const { runtimeClass } of pods) classes.set(runtimeClass, (classes.get(runtimeClass) ?? 0) + 1);
  return classes;
}

/** Returns the number of pods per runtime class, such as `kata 2, kata-remote 1`, or the name of the only class. */
export function classCountWords(classes: ReadonlyMap<string, number>): readonly string[] {
  const [only] = classes.keys();
  if (classes.size < 2) return only === undefined ? [] : [only];
  const counts = [...classes].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [counts.map(([name, count]) => `${name} ${count}`).join(', ')];
}

/** Describes the workloads that can't be listed. Returns nothing if all can be listed. */
export function unlistedWords({ unlisted = [] }: PodOwners): readonly string[] {
  return unlisted.length === 0 ? [] : [l10n.t`No permission to list: ${formatList(unlisted)}.`];
}

/** Returns the state of an owner, such as `1 of 3 ready`. */
export function ownerState({ pods, ready, workload, problem }: OwnedPods): string {
  if (problem === 'forbidden') return l10n.t`Details not permitted`;
  if (problem === 'deleted') return l10n.t`No longer exists`;
  if (pods.length === 0 && workload?.isSuspended === true)
    return l10n.t({ message: 'Suspended', args: [], comment: ['The state of a Job.'] });
  const wanted = workload?.wanted;
  // Pods can exist longer than they are requested.
  if (wanted === undefined || (wanted === 0 && pods.length > 0)) return formatCount(pods.length, 'pod');
  return wanted === 0 ? l10n.t`Scaled to 0` : formatReady(Math.min(ready, wanted), wanted);
}

/** Maximum number of workloads and of pods per workload in a text. */
const mostLines = 500;
const mostPods = 10;
/** Maximum length of a column. Names have up to 253 characters, and those of namespaces up to 63. */
const longestCell = 320;

/** Returns one line per workload and per pod. Control characters are escaped. */
export function workloadLines(workloads: readonly WorkloadSummary[]): readonly string[] {
  const shown = workloads.slice(0, mostLines);
  const rows = shown.flatMap((one) => [
    { indent: '', cells: [`${one.namespace}/${one.name}`, one.kind, one.state, ...placeOf(one)] },
    ...(one.warning === undefined ? [] : [{ indent: '  ', cells: [warningText(one.warning)] }]),
    ...(isBare(one) ? [] : podRows(one.pods)),
  ]);
  const texts = rows.map(({ indent, cells }) =>
    cells.map((cell, column) => `${column === 0 ? indent : ''}${sanitizeLine(cell, longestCell)}`),
  );
  const columns = texts.filter((row) => row.length > 1);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(0, ...columns.map((row) => measureTextWidth(row[column] ?? ''))),
  );
  const rest = workloads.length - shown.length;
  return [
    ...texts.map((row) =>
      row
        .map((text, column) => padded(text, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    ...(rest > 0 ? [l10n.t`${rest} not shown`] : []),
  ];
}

interface Row {
  readonly indent: string;
  readonly cells: readonly string[];
}

/** Returns whether a pod without an owner is meant, which has no rows below it. */
function isBare({ kind, name, pods }: WorkloadSummary): boolean {
  return kind === 'Pod' && pods.length === 1 && pods[0]?.name === name;
}

/** Returns the runtime classes, and the node of a pod without an owner. */
function placeOf(one: WorkloadSummary): readonly string[] {
  return [one.runtimeClasses.join(', '), (isBare(one) ? one.pods[0]?.node : undefined) ?? ''];
}

function podRows(pods: readonly PodSummary[]): readonly Row[] {
  const rest = pods.length - mostPods;
  return [
    ...pods.slice(0, mostPods).map(({ name, phase, terminating, node = '' }) => ({
      indent: '  ',
      cells: [name, 'Pod', terminating === true ? terminatingWord() : phase, node],
    })),
    ...(rest > 0 ? [{ indent: '  ', cells: [l10n.t`${rest} not shown`] }] : []),
  ];
}

function terminatingWord(): string {
  return l10n.t`Terminating`;
}

function ofOwner(owned: OwnedPods, warning: ClusterEvent | undefined): WorkloadSummary {
  const { namespace, kind, name, pods, runtimeClasses, ready, workload, problem } = owned;
  return {
    namespace,
    kind,
    name,
    state: ownerState(owned),
    runtimeClasses,
    ready,
    ...omitUndefined({ wanted: workload?.wanted, problem, warning: summarizeWarning(warning) }),
    pods: pods.map(podSummary),
  };
}

function summarizeWarning(warning: ClusterEvent | undefined): WarningSummary | undefined {
  if (warning === undefined) return undefined;
  const { reason, message, count, at } = warning;
  return { reason, message, count, ...(at === undefined ? {} : { lastSeen: formatTimestamp(at) }) };
}

function ofPod(pod: KataPod, warning: ClusterEvent | undefined): WorkloadSummary {
  const { namespace, name, phase, runtimeClass, isReady } = pod;
  return {
    namespace,
    kind: 'Pod',
    name,
    state: pod.deleting === undefined ? phase : terminatingWord(),
    runtimeClasses: [runtimeClass],
    ready: isReady === true ? 1 : 0,
    ...omitUndefined({ warning: summarizeWarning(warning) }),
    pods: [podSummary(pod)],
  };
}

function podSummary({ name, phase, isReady, runtimeClass, node, deleting }: KataPod): PodSummary {
  return {
    name,
    phase,
    ready: isReady === true,
    runtimeClass,
    ...omitUndefined({ node }),
    ...(deleting === undefined ? {} : { terminating: true }),
  };
}
