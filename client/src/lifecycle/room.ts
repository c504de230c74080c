/** What this room offers to commands: all of it is behind one door, because it is loaded when first needed. */
import type { ActionRoom, RoomParts } from '../door.ts';
import type { ActionName } from './commandNames.ts';

export type LifecycleParts = RoomParts;
export type LifecycleRoom = ActionRoom<ActionName>;
