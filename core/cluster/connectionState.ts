/** How a whole cluster stands, out of how its kinds stand: one line for whoever looks. */
import { watchedKindIds, type WatchedKindId } from './watchedKinds/index.ts';
import type { Snapshot } from './snapshot.ts';
import type { SyncState, SyncError } from './syncState.ts';

/** A kind that the user may not list, or not watch. */
export interface ForbiddenKind {
  readonly id: WatchedKindId;
  /** `list` or `watch`; where only watching is refused, lists are read now and then. */
  readonly verb: string;
  readonly trouble: SyncError;
}

export type ConnectionState =
  /** Nobody has asked for anything. */
  | { readonly kind: 'idle' }
  /**
   * Nobody looks.
   * @property asOf milliseconds since 1970, of the oldest that is shown; undefined where something was never read
   */
  | { readonly kind: 'paused'; readonly asOf?: number }
  /** The credentials are not taken. */
  | { readonly kind: 'unauthorized'; readonly trouble: SyncError }
  /**
   * The server doesn't respond.
   * @property since milliseconds since 1970 at which it was lost
   * @property asOf milliseconds since 1970 of the oldest displayed data; undefined if some data was never read
   * @property next milliseconds since 1970 of the next attempt
   */
  | {
      readonly kind: 'unreachable';
      readonly trouble: SyncError;
      readonly since?: number;
      readonly asOf?: number;
      readonly next?: number;
    }
  /**
   * Of these kinds, what is shown is as of then.
   * @property asOf of the oldest of them; undefined where one was never read
   */
  | {
      readonly kind: 'reconnecting';
      readonly kinds: readonly WatchedKindId[];
      readonly trouble: SyncError;
      readonly asOf?: number;
      readonly next?: number;
    }
  /** These kinds are being read. */
  | { readonly kind: 'syncing'; readonly kinds: readonly WatchedKindId[] }
  /** All else is live. */
  | { readonly kind: 'forbidden'; readonly refused: readonly ForbiddenKind[] }
  | { readonly kind: 'live' };

type Retrying = Extract<SyncState, { kind: 'retrying' }>;

/** The worst comes first: logged out, unreachable, reconnecting, syncing, forbidden, live. */
export function getConnectionState(snapshot: Snapshot): ConnectionState {
  const followed = watchedKindIds
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

/** Returns when the last connection broke. Until then, the server responded. */
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
