/** What this room offers to commands: all of it is behind one door, because it is loaded when first needed. */
import type { Answer } from '#core/assistants/answer.ts';
import type { ActionRoom, RoomParts } from '../door.ts';
import type { OpenCluster } from '../tree/openCluster.ts';
import type { ActionName } from './commandNames.ts';

export type LifecycleParts = RoomParts;

export interface LifecycleRoom extends ActionRoom<ActionName> {
  /** What assistants are told of an open cluster. Rejects when it does not answer. */
  readonly assist: {
    installStatus(cluster: OpenCluster, signal: AbortSignal): Promise<Answer>;
    preflight(cluster: OpenCluster, signal: AbortSignal): Promise<Answer>;
  };
}
