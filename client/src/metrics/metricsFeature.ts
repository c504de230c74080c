/** What this room offers to commands: what a Prometheus tells of kata, in charts. */
import type { CommandFeature } from '../features/lazyFeature.ts';

export type MetricsRoom = CommandFeature;
