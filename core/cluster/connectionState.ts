/** Combines the sync states of the kinds that every cluster needs into one connection state of the cluster. */
import { requiredKindIds } from './optionalKinds.ts';
import type { WatchedKindId } from './watchedKinds/index.ts';
import type { Snapshot } from './snapshot.ts';
import type { SyncState, SyncError } from './syncState.ts';

/** A kind that the user doesn't have permission to list or watch. */
export interface ForbiddenKind {
  readonly id: WatchedKindId;
  /** `list` or `watch`. If only watching is forbidden, the kind is listed periodically. */
  readonly verb: string;
  readonly trouble: SyncError;
}

export type ConnectionState =
  /** No data has been requested yet. */
  | { readonly kind: 'idle' }
  /**
   * Updates are paused because the view is hidden.
   * @property asOf time of the oldest displayed data, in milliseconds since 1970. Undefined if some data was never read
   */
  | { readonly kind: 'paused'; readonly asOf?: number }
  /** The API server rejects the credentials. */
  | { readonly kind: 'unauthorized'; readonly trouble: SyncError }
  /**
   * The server doesn't respond.
   * @property since time when the connection was lost, in milliseconds since 1970
   * @property asOf time of the oldest displayed data, in milliseconds since 1970. Undefined if some data was never read
   * @property next time of the next attempt, in milliseconds since 1970
   */
  | {
      readonly kind: 'unreachable';
      readonly trouble: SyncError;
      readonly since?: number;
      readonly asOf?: number;
      readonly next?: number;
    }
  /**
   * Some kinds are reconnecting, and their data might be out of date.
   * @property asOf time of their oldest data, in milliseconds since 1970. Undefined if one of them was never read
   */
  | {
      readonly kind: 'reconnecting';
      readonly kinds: readonly WatchedKindId[];
      readonly trouble: SyncError;
      readonly asOf?: number;
      readonly next?: number;
    }
  /** Some kinds are being read. */
  | { readonly kind: 'syncing'; readonly kinds: readonly WatchedKindId[] }
  /** Some kinds are forbidden. All others are live. */
  | { readonly kind: 'forbidden'; readonly refused: readonly ForbiddenKind[] }
  | { readonly kind: 'live' };

type Retrying = Extract<SyncState, { kind: 'retrying' }>;

/**
 * Returns the connection state. If the kinds differ, the most severe state applies: login required, unreachable,
 * reconnecting, syncing, forbidden, live.
 */
export function getConnectionState(snapshot: Snapshot): ConnectionState {
  const followed = requiredKindIds
    .map((id) => ({ id, state: snapshot[id].state, asOf: snapshot[id].asOf }))
    .filter(({ state }) => state.kind !== 'idle');
  if (followed.length === 0) return { kind: 'idle' };
  if (followed.some(({ state }) => state.kind === 'paused')) return { kind: 'paused', ...oldest(followed) };
  const retrying: { id: WatchedKindId; state: Retrying; asOf: number | undefined }[] = [];
  const syncing: WatchedKindId[] = [];
  const refused: ForbiddenKind[] = [];
  for (const { id, state, asOf } of followed) {
    if (state.kind === 'unauthorized') return { kind: 'unauthorized', trouble: state.trouble };
    if (state.kind === 'retrying') retrying.push({ id, state, asOf });
    if (state.kind === 'syncing') syncing.push(id);
    if (state.kind === 'forbidden') refused.push({ id, verb: state.verb, trouble: state.trouble });
  }
  const [first] = retrying;
  if (first !== undefined) {
    const { trouble } = first.state;
    const next = nextAttempt(retrying);
    // A live kind or an HTTP status shows that the server responds.
    const isUnreachable =
      retrying.every(({ state }) => state.trouble.status === undefined) &&
      followed.every(({ state }) => state.kind !== 'live');
    return isUnreachable
      ? { kind: 'unreachable', trouble, ...lost(retrying), ...oldest(retrying), ...next }
      : { kind: 'reconnecting', kinds: retrying.map(({ id }) => id), trouble, ...oldest(retrying), ...next };
  }
  if (syncing.length > 0) return { kind: 'syncing', kinds: syncing };
  return refused.length > 0 ? { kind: 'forbidden', refused } : { kind: 'live' };
}

/**
 * Returns the time of the most recent connection loss among the kinds. Until then, the server responded to at least one
 * of them.
 */
function lost(retrying: readonly { readonly state: Retrying }[]): { readonly since?: number } {
  const times = retrying.flatMap(({ state }) => state.since ?? []);
  return times.length === 0 ? {} : { since: Math.max(...times) };
}

function nextAttempt(retrying: readonly { readonly state: Retrying }[]): { readonly next?: number } {
  const times = retrying.flatMap(({ state }) => state.next ?? []);
  return times.length === 0 ? {} : { next: Math.min(...times) };
}

function oldest(kinds: readonly { readonly asOf: number | undefined }[]): { readonly asOf?: number } {
  const times = kinds.flatMap(({ asOf }) => asOf ?? []);
  return times.length === kinds.length ? { asOf: Math.min(...times) } : {};
}
