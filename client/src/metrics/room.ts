/** What this room offers to commands: what a Prometheus tells of kata, in charts. */
import type { ActionRoom } from '../door.ts';
import type { MetricsAction } from './commandNames.ts';

export type MetricsRoom = ActionRoom<MetricsAction>;
