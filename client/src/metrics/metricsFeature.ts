/** What this room offers to commands: what a Prometheus tells of kata, in charts. */
import type { ActionRoom } from '../features/lazyFeature.ts';
import type { MetricsAction } from './metricsCommands.ts';

export type MetricsRoom = ActionRoom<MetricsAction>;
