/** How what we show of a resource stands to what the cluster has. Shown to users: never stale without saying so. */

/** Why something could not be read, fit to be shown: no tokens, no headers. */
export interface SyncError {
  /** One line in words: `connection refused`, `the server answered 500: etcd leader changed`. */
  readonly message: string;
  /** As the server said it. */
  readonly status?: number;
}

export type SyncState =
  /** Nobody has asked for it yet. */
  | { readonly kind: 'idle' }
  /**
   * It is being read: the first list, what was missed while nobody looked, or all of it because the server has
   * forgotten what changed since `Held.asOf`.
   */
  | { readonly kind: 'syncing' }
  /** What is shown is what the cluster has. */
  | { readonly kind: 'live' }
  /**
   * The connection failed. The data is from `Held.asOf`, and the follower retries.
   * @property since milliseconds since 1970 of the failure; unchanged until the connection works again
   * @property next milliseconds since 1970 of the next attempt
   */
  | { readonly kind: 'retrying'; readonly trouble: SyncError; readonly since?: number; readonly next?: number }
  /** The credentials are not taken, also after they were read anew. */
  | { readonly kind: 'unauthorized'; readonly trouble: SyncError }
  /**
   * The user lacks a right. Asked again now and then.
   * @property verb `list`; or `watch`: then lists are read now and then, and what is shown is as of `Held.asOf`
   */
  | { readonly kind: 'forbidden'; readonly verb: string; readonly trouble: SyncError }
  /** The cluster has no such kind. Asked again now and then: operators bring it. */
  | { readonly kind: 'absent' }
  /** Nobody looks; what is shown is as of `Held.asOf`. */
  | { readonly kind: 'paused' };

/** The objects of one kind, and how old they are. */
export interface WatchedItems<T> {
  readonly state: SyncState;
  /** Milliseconds since 1970 at which the cluster last said that it is so; undefined before the first list. */
  readonly asOf?: number;
  /** By uid. */
  readonly items: ReadonlyMap<string, T>;
}

/** One change of one object. */
export type WatchItemChange<T> =
  | { readonly kind: 'put'; readonly item: T }
  | { readonly kind: 'delete'; readonly uid: string };

/** What a follower of a resource tells, in order. */
export type WatchChange<T> =
  | { readonly kind: 'state'; readonly state: SyncState }
  /** A whole list: what is not in it is gone. */
  | { readonly kind: 'replace'; readonly items: ReadonlyMap<string, T>; readonly asOf: number }
  | { readonly kind: 'items'; readonly changes: readonly WatchItemChange<T>[]; readonly asOf: number }
  /** Nothing changed until then: a bookmark. */
  | { readonly kind: 'confirmed'; readonly asOf: number };

export const noWatchedItems: WatchedItems<never> = { state: { kind: 'idle' }, items: new Map<string, never>() };

/** State is a value: what is held after the change. */
export function applyChange<T extends { readonly uid: string }>(
  held: WatchedItems<T>,
  change: WatchChange<T>,
): WatchedItems<T> {
  switch (change.kind) {
    case 'state':
      return { ...held, state: change.state };
    case 'replace':
      return { state: { kind: 'live' }, items: change.items, asOf: change.asOf };
    case 'items': {
      const items = new Map(held.items);
      for (const one of change.changes) {
        if (one.kind === 'put') items.set(one.item.uid, one.item);
        else items.delete(one.uid);
      }
      return { ...held, items, asOf: change.asOf };
    }
    default:
      return { ...held, asOf: change.asOf };
  }
}
