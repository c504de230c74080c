/**
 * What is known about the objects of a kind. "Unknown", "not collected", "not allowed", and "none" are different
 * values, and none of them is 0 or healthy.
 */
import type { WatchedKindId } from '../cluster/watchedKinds/index.ts';
import type { Snapshot } from '../cluster/snapshot.ts';

/** The state of the evidence. Only `fresh` is evidence for a healthy state. */
export type Evidence =
  /** The cluster reports it now. */
  | 'fresh'
  /** The cluster reported it before. It might be outdated. */
  | 'old'
  /** The cluster reports that there is none. */
  | 'none'
  /** It has not been read yet. */
  | 'unknown'
  /** It wasn't collected in the must-gather. */
  | 'notCollected'
  /** The user has no permission to read it. */
  | 'notAllowed';

/** Returns what is known about the objects of a kind. */
export function evidenceOf(snapshot: Snapshot, id: WatchedKindId): Evidence {
  const { state, asOf, items } = snapshot[id];
  switch (state.kind) {
    case 'absent':
      return 'none';
    case 'forbidden':
      // Without the permission to watch, the list is read every half minute.
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
