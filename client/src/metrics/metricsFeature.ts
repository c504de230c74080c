/** What this room offers to commands: what a Prometheus tells of kata, in charts. */
import type { ActionFeature } from '../features/lazyFeature.ts';
import type { MetricsAction } from './metricsCommands.ts';

export type MetricsRoom = ActionFeature<MetricsAction>;
