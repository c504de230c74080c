/** Dependencies of the metrics commands. */
import type { Clock } from '../kubernetes/clock.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import type { ClustersFeature } from '../clusters/clustersFeature.ts';
import type { MetricsPanels } from './metricsPanels.ts';
import type { FeatureCommand } from '../commands/commandContribution.ts';

export interface MetricsContext extends Omit<FeatureDeps, 'clusters'> {
  readonly clusters: ClustersFeature;
  readonly clock: Clock;
  readonly panels: MetricsPanels;
}

/** A command of this feature. Each command has its own file in actions/. If it rejects, the user sees the error. */
export type MetricsCommand = FeatureCommand<MetricsContext>;
