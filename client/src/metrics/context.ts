/** What actions work with. */
import type { Clock } from '../kubernetes/clock.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import type { ClusterRoom } from '../clusters/clustersFeature.ts';
import type { MetricsPanels } from './metricsPanels.ts';

export interface MetricsContext extends Omit<FeatureDeps, 'clusters'> {
  readonly clusters: ClusterRoom;
  readonly clock: Clock;
  readonly panels: MetricsPanels;
}

/** One action is one file in actions/. What it rejects with is shown. @param given what VS Code hands to a command */
export type MetricsActionHandler = (tools: MetricsContext, given: unknown) => Promise<void>;
