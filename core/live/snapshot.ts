/** All that is known of a cluster at a moment, as a value. */
import { liveKindIds, type ItemOf, type LiveKindId } from './kinds/index.ts';
import { applyChange, nothingHeld, type Change, type Held } from './syncState.ts';

export type Snapshot = { readonly [Id in LiveKindId]: Held<ItemOf<Id>> };

export const emptySnapshot: Snapshot = Object.fromEntries(liveKindIds.map((id) => [id, nothingHeld])) as Record<LiveKindId, Held<never>>;

export function changeSnapshot<Id extends LiveKindId>(snapshot: Snapshot, id: Id, change: Change<ItemOf<Id>>): Snapshot {
  // The compiler does not follow one id through both sides.
  const held = snapshot[id] as unknown as Held<ItemOf<Id>>;
  return { ...snapshot, [id]: applyChange(held, change) };
}
