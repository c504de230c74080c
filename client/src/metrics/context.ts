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

/**
 * A command of this feature. Each command is a file in actions/. The user sees the error with which the command
 * rejects.
 */
export type MetricsCommand = FeatureCommand<MetricsContext>;
