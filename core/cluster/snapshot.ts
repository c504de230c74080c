/** All that is known of a cluster at a moment, as a value. */
import type { FailedSandbox } from './objects/failedSandbox.ts';
import { watchedKindIds, type ItemOf, type WatchedKindId } from './watchedKinds/index.ts';
import { applyChange, noWatchedItems, type WatchChange, type WatchedItems } from './syncState.ts';

export type Snapshot = { readonly [Id in WatchedKindId]: WatchedItems<ItemOf<Id>> } & {
  /**
   * Pods whose sandbox can't be created, by UID. Found through Events and followed until they run or are deleted. Not a
   * watched kind.
   */
  readonly failedSandboxes: WatchedItems<FailedSandbox>;
};

/** A part of a snapshot that changes independently. */
export type SnapshotPart = keyof Snapshot;
/** The stored form of an object of that part. */
export type PartItem<Part extends SnapshotPart> = Part extends WatchedKindId ? ItemOf<Part> : FailedSandbox;

export const snapshotParts: readonly SnapshotPart[] = [...watchedKindIds, 'failedSandboxes'];

export const emptySnapshot: Snapshot = Object.fromEntries(
  snapshotParts.map((part) => [part, noWatchedItems]),
) as Record<SnapshotPart, WatchedItems<never>>;

export function updateSnapshot<Part extends SnapshotPart>(
  snapshot: Snapshot,
  part: Part,
  change: WatchChange<PartItem<Part>>,
): Snapshot {
  // TypeScript can't relate the types of both sides.
  const held = snapshot[part] as unknown as WatchedItems<PartItem<Part>>;
  return { ...snapshot, [part]: applyChange(held, change) };
}
