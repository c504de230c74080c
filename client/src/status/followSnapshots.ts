/**
 * Follows a cluster with watches for a command until the command has what it needs. Loaded on demand. Doesn't use VS
 * Code.
 */
import { isKindNeeded } from '#core/cluster/optionalKinds.ts';
import type { Snapshot, SnapshotPart } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { CommandConnection } from '#client/operations/preflight/checkCluster.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';

export interface FollowOptions {
  readonly clock: Clock;
  /** Stops following. */
  readonly stop: AbortSignal;
  /** Parts of the snapshot to follow. */
  readonly parts: readonly SnapshotPart[];
  /**
   * Time in milliseconds after which `onSnapshot` is called again if nothing changes, because some states depend on the
   * time. By default, it's only called after changes.
   */
  readonly interval?: number;
  /** If specified, pods without a sandbox are followed only in this namespace. */
  readonly sandboxNamespace?: string;
}

/**
 * Follows the cluster until `onSnapshot` returns true, or until the caller stops.
 * @param onSnapshot called when all parts were read for the first time, and after each change. Returns true to stop
 */
export async function followSnapshots(
  { connection, signal, withoutLimit }: CommandConnection,
  { clock, stop, parts, interval, sandboxNamespace }: FollowOptions,
  onSnapshot: (snapshot: Snapshot) => boolean,
): Promise<void> {
  const watcher = new ClusterWatcher({
    connection,
    clock,
    chance: Math.random,
    log: () => undefined,
    ...omitUndefined({ sandboxNamespace }),
  });
  try {
    await untilRead(watcher, parts, AbortSignal.any([signal, stop]));
    if (signal.aborted || stop.aborted || onSnapshot(watcher.snapshot)) return;
    // Small requests detect a server that doesn't respond, such as during a reboot.
    watcher.lookedAt(true);
    await withoutLimit(
      () =>
        new Promise<void>((resolve) => {
          let cancel = (): void => undefined;
          const end = (): void => {
            cancel();
            resolve();
          };
          const later = (): void => {
            cancel();
            if (interval !== undefined) cancel = clock.after(interval, () => pass(watcher.snapshot));
          };
          const pass = (snapshot: Snapshot): void => (onSnapshot(snapshot) ? end() : later());
          watcher.onChange(pass);
          later();
          stop.addEventListener('abort', end, { once: true });
          if (stop.aborted) end();
        }),
    );
  } finally {
    watcher.close();
  }
}

/** Starts to follow the parts. Resolves when each one was read, or can't be read. */
async function untilRead(watcher: ClusterWatcher, parts: readonly SnapshotPart[], signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const isRead = (snapshot: Snapshot): boolean =>
      parts.every(
        (part) =>
          (snapshot[part].state.kind !== 'syncing' && snapshot[part].state.kind !== 'idle') ||
          !isKindNeeded(part, snapshot),
      );
    signal.addEventListener('abort', () => resolve(), { once: true });
    watcher.onChange((snapshot) => {
      if (isRead(snapshot)) resolve();
    });
    watcher.follow(parts);
    if (signal.aborted) resolve();
  });
}
