/** How long a node takes on this cluster, from nodes that were seen to be done. With no data there is no estimate. */
import type { ClusterHistory, Transition } from '#core/cluster/history.ts';
import type { NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { indexSnapshot } from '../snapshotIndex.ts';

export type Direction = 'install' | 'uninstall';

/** Milliseconds from the beginning of the work on a node until it is done. */
export interface DurationRange {
  readonly from: number;
  readonly to: number;
  /** How many nodes it was taken from. */
  readonly samples: number;
}

/** A node that takes longer than the longest by so much is late. */
export const lateness = 1.5;

/** The shortest and the longest time that nodes took; undefined: none was seen. */
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

/** Nodes that were seen to begin and to end. Where nobody looked for a while, a span is wider. */
function seenSpans({ transitions }: ClusterHistory, direction: Direction): readonly Bounds[] {
  const working: NodeList = direction === 'install' ? 'installing' : 'uninstalling';
  const begun = new Map<string, Transition>();
  const spans: Bounds[] = [];
  for (const transition of transitions) {
    const { about, name, what } = transition;
    if (about !== 'node' || what.kind !== 'list') continue;
    const begin = begun.get(name);
    if (what.to === working) {
      // After a failure it goes on: that is no time to judge others by.
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
 * Nodes that were done before anybody watched: where one is updated after the other, the time between two that became
 * ready is the time that one took. Only of nodes that became ready since the install began.
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
 * When a node will be done that has been at it since then; undefined: nothing is known to judge by. Milliseconds since
 * 1970.
 */
export function expectedEnd(
  span: DurationRange | undefined,
  begun: number | undefined,
  now: number,
): { readonly from: number; readonly to: number } | undefined {
  if (span === undefined || begun === undefined) return undefined;
  return { from: Math.max(now, begun + span.from), to: Math.max(now, begun + span.to) };
}
