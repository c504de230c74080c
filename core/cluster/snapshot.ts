/** Everything that is known about a cluster at one time. Immutable. */
import type { FailedSandbox } from './objects/failedSandbox.ts';
import { watchedKindIds, type ItemOf, type WatchedKindId } from './watchedKinds/index.ts';
import { applyChange, noWatchedItems, type WatchChange, type WatchedItems } from './syncState.ts';

export type Snapshot = { readonly [Id in WatchedKindId]: WatchedItems<ItemOf<Id>> } & {
  /**
   * Pods whose sandbox can't be created, by UID. They're found through Events and followed until they run or are
   * deleted. This isn't a watched kind.
   */
  readonly failedSandboxes: WatchedItems<FailedSandbox>;
};

/** Part of a snapshot that changes independently of the others. */
export type SnapshotPart = keyof Snapshot;
/** Type of the stored objects of a part. */
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
  // TypeScript can't infer that the types of both sides match.
  const held = snapshot[part] as unknown as WatchedItems<PartItem<Part>>;
  return { ...snapshot, [part]: applyChange(held, change) };
}
