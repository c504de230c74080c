/** All that is known of a cluster at a moment, as a value. */
import type { FailedSandbox } from './objects/failedSandbox.ts';
import { liveKindIds, type ItemOf, type LiveKindId } from './resources/index.ts';
import { applyChange, nothingHeld, type Change, type Held } from './syncState.ts';

export type Snapshot = { readonly [Id in LiveKindId]: Held<ItemOf<Id>> } & {
  /** Pods whose sandbox can't be created, by UID. Found through Events and followed until they run or are deleted. Not a watched kind. */
  readonly failedSandboxes: Held<FailedSandbox>;
};

/** A part of a snapshot that changes independently. */
export type SnapshotPart = keyof Snapshot;
/** The stored form of an object of that part. */
export type PartItem<Part extends SnapshotPart> = Part extends LiveKindId ? ItemOf<Part> : FailedSandbox;

export const snapshotParts: readonly SnapshotPart[] = [...liveKindIds, 'failedSandboxes'];

export const emptySnapshot: Snapshot = Object.fromEntries(snapshotParts.map((part) => [part, nothingHeld])) as Record<SnapshotPart, Held<never>>;

export function changeSnapshot<Part extends SnapshotPart>(snapshot: Snapshot, part: Part, change: Change<PartItem<Part>>): Snapshot {
  // TypeScript can't relate the types of both sides.
  const held = snapshot[part] as unknown as Held<PartItem<Part>>;
  return { ...snapshot, [part]: applyChange(held, change) };
}
