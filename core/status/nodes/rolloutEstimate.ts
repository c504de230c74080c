/**
 * Estimates how long the update of a node takes on this cluster, based on observed nodes. Without data, there is no
 * estimate.
 */
import type { ClusterHistory, Transition } from '#core/cluster/history.ts';
import type { NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { indexSnapshot } from '../snapshotIndex.ts';

export type Direction = 'install' | 'uninstall';

/** Shortest and longest time from the start of a node's update to its completion, in milliseconds. */
export interface DurationRange {
  readonly from: number;
  readonly to: number;
  /** Number of nodes that the range is based on. */
  readonly samples: number;
}

/** Factor by which a node must exceed the longest observed time to be considered late. */
export const lateness = 1.5;

/** Returns the shortest and longest observed time per node, or undefined if there is none. */
export function estimateTimePerNode(
  history: ClusterHistory,
  snapshot: Snapshot,
  direction: Direction,
): DurationRange | undefined {
  const seen = seenSpans(history, direction);
  const spans = seen.length > 0 || direction === 'uninstall' ? seen : spansOfReboots(snapshot);
  if (spans.length === 0) return undefined;
  return {
    from: Math.min(...spans.map(([from]) => from)),
    to: Math.max(...spans.map(([, to]) => to)),
    samples: spans.length,
  };
}

type Bounds = readonly [from: number, to: number];

/** Returns the time ranges of nodes whose start and end were observed. A gap in the observation widens the range. */
function seenSpans({ transitions }: ClusterHistory, direction: Direction): readonly Bounds[] {
  const working: NodeList = direction === 'install' ? 'installing' : 'uninstalling';
  const begun = new Map<string, Transition>();
  const spans: Bounds[] = [];
  for (const transition of transitions) {
    const { about, name, what } = transition;
    if (about !== 'node' || what.kind !== 'list') continue;
    const begin = begun.get(name);
    if (what.to === working) {
      // The duration of a retry after a failure isn't representative.
      if (what.from !== 'failedToInstall' && what.from !== 'failedToUninstall') begun.set(name, transition);
      continue;
    }
    begun.delete(name);
    const isDone = direction === 'install' ? what.to === 'installed' : what.to === undefined;
    if (begin === undefined || what.from !== working || !isDone) continue;
    spans.push([(transition.earliest ?? transition.at) - begin.at, transition.at - (begin.earliest ?? begin.at)]);
  }
  return spans.map(([from, to]) => [Math.max(0, from), to] as const);
}

/**
 * Estimates the time per node for nodes that were complete before recording started. If nodes are updated one at a
 * time, the interval between the times when two nodes became ready is the time for one node. Uses only nodes that
 * became ready after the installation started.
 */
function spansOfReboots(snapshot: Snapshot): readonly Bounds[] {
  const { kataConfig, converged, nodes, pools, lists } = indexSnapshot(snapshot);
  const pool = pools.get(converged ? 'master' : 'kata-oc');
  const condition = kataConfig?.inProgress;
  const updating = pool === undefined ? undefined : findStatusCondition(pool.conditions, 'Updating');
  if (condition?.reason.toLowerCase() !== 'installing' || condition.since === undefined || pool === undefined)
    return [];
  if (pool.maxUnavailable !== undefined && pool.maxUnavailable !== '1') return [];
  const begun = Math.max(condition.since, updating?.status === 'True' ? (updating.since ?? 0) : 0);
  const ready = [...nodes.values()]
    .filter(({ name }) => lists.get(name) === 'installed')
    .flatMap(({ readySince, ready: status }) =>
      readySince !== undefined && status === 'True' && readySince > begun ? [readySince] : [],
    )
    .toSorted((one, other) => one - other);
  return ready.slice(1).map((time, index) => {
    const span = time - (ready[index] ?? time);
    return [span, span] as const;
  });
}

/**
 * Returns when a node that started at `begun` is expected to be complete, in milliseconds since 1970. Returns undefined
 * without data.
 */
export function expectedEnd(
  span: DurationRange | undefined,
  begun: number | undefined,
  now: number,
): { readonly from: number; readonly to: number } | undefined {
  if (span === undefined || begun === undefined) return undefined;
  return { from: Math.max(now, begun + span.from), to: Math.max(now, begun + span.to) };
}
