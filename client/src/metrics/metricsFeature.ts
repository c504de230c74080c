/** Public interface of the feature that charts Kata metrics from Prometheus. */
import type { CommandFeature } from '../features/lazyFeature.ts';

export type MetricsFeature = CommandFeature;
