/**
 * Describes how the stored objects of a resource relate to the cluster. The state is shown to users, so that outdated
 * data is always marked.
 */

/** Reason why data couldn't be read, safe to display: without tokens and headers. */
export interface SyncError {
  /** One line of text, such as `connection refused` or `the server answered 500: etcd leader changed`. */
  readonly message: string;
  /** HTTP status from the server. */
  readonly status?: number;
}

export type SyncState =
  /** The resource hasn't been requested yet. */
  | { readonly kind: 'idle' }
  /**
   * The resource is being read: the first list, the changes during a pause, or everything because the server no longer
   * has the changes since `WatchedItems.asOf`.
   */
  | { readonly kind: 'syncing' }
  /** The data matches the cluster. */
  | { readonly kind: 'live' }
  /**
   * The connection failed. The data is from `WatchedItems.asOf`, and the follower retries.
   * @property since time of the failure, in milliseconds since 1970. Doesn't change until the connection works again
   * @property next time of the next attempt, in milliseconds since 1970
   */
  | { readonly kind: 'retrying'; readonly trouble: SyncError; readonly since?: number; readonly next?: number }
  /** The server rejects the credentials, even after they were read again. */
  | { readonly kind: 'unauthorized'; readonly trouble: SyncError }
  /**
   * The user doesn't have permission. The follower retries periodically.
   * @property verb `list`, or `watch`. If only `watch` is forbidden, lists are read periodically, and the data is from
   * `WatchedItems.asOf`
   */
  | { readonly kind: 'forbidden'; readonly verb: string; readonly trouble: SyncError }
  /** The cluster doesn't have this kind. The follower retries periodically, because an operator might add it. */
  | { readonly kind: 'absent' }
  /** Updates are paused while the view is hidden. The data is from `WatchedItems.asOf`. */
  | { readonly kind: 'paused' };

/** Objects of one kind with their sync state and age. */
export interface WatchedItems<T> {
  readonly state: SyncState;
  /** Time when the cluster last confirmed the data, in milliseconds since 1970. Undefined before the first list. */
  readonly asOf?: number;
  /** The objects, by UID. */
  readonly items: ReadonlyMap<string, T>;
}

/** A change to one object. */
export type WatchItemChange<T> =
  | { readonly kind: 'put'; readonly item: T }
  | { readonly kind: 'delete'; readonly uid: string };

/** Changes that a follower reports, in order. */
export type WatchChange<T> =
  | { readonly kind: 'state'; readonly state: SyncState }
  /** A complete list. Objects that it doesn't contain no longer exist. */
  | { readonly kind: 'replace'; readonly items: ReadonlyMap<string, T>; readonly asOf: number }
  | { readonly kind: 'items'; readonly changes: readonly WatchItemChange<T>[]; readonly asOf: number }
  /** A bookmark: nothing changed until `asOf`. */
  | { readonly kind: 'confirmed'; readonly asOf: number };

export const noWatchedItems: WatchedItems<never> = { state: { kind: 'idle' }, items: new Map<string, never>() };

/** Returns the items after a change, without modifying the original. */
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
