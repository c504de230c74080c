/** What actions work with. */
import type { Clock } from '../cluster/time.ts';
import type { RoomParts } from '../door.ts';
import type { ClusterRoom } from '../tree/room.ts';
import type { MetricsPanels } from './metricsPanels.ts';

export interface Tools extends Omit<RoomParts, 'clusters'> {
  readonly clusters: ClusterRoom;
  readonly clock: Clock;
  readonly panels: MetricsPanels;
}

/** One action is one file in actions/. What it rejects with is shown. @param given what VS Code hands to a command */
export type Action = (tools: Tools, given: unknown) => Promise<void>;
