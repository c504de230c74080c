/**
 * Describes how reliable the data on a resource kind is. "Unknown", "not collected", "not allowed", and "none" are
 * different values, and none of them means 0 or healthy.
 */
import type { WatchedKindId } from '../cluster/watchedKinds/index.ts';
import type { Snapshot } from '../cluster/snapshot.ts';

/** The state of the evidence. Only `fresh` is evidence for a healthy state. */
export type Evidence =
  /** The cluster currently reports objects. */
  | 'fresh'
  /** The cluster reported the data earlier. The data might be out of date. */
  | 'old'
  /** The cluster reports that no objects exist. */
  | 'none'
  /** The data hasn't been read yet. */
  | 'unknown'
  /** The must-gather doesn't contain the data. */
  | 'notCollected'
  /** The user doesn't have permission to read the data. */
  | 'notAllowed';

/** Returns the state of the evidence for a resource kind. */
export function evidenceOf(snapshot: Snapshot, id: WatchedKindId): Evidence {
  const { state, asOf, items } = snapshot[id];
  switch (state.kind) {
    case 'absent':
      return 'none';
    case 'forbidden':
      // Without permission to watch, the list is read every 30 seconds.
      return state.verb === 'watch' && asOf !== undefined ? freshOrNone(items) : 'notAllowed';
    case 'live':
      return freshOrNone(items);
    case 'idle':
      return asOf === undefined ? 'notCollected' : 'old';
    default:
      return asOf === undefined ? 'unknown' : 'old';
  }
}

function freshOrNone(items: ReadonlyMap<string, unknown>): Evidence {
  return items.size === 0 ? 'none' : 'fresh';
}
