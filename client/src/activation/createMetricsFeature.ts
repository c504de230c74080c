/** Creates the metrics feature, which charts Kata metrics from Prometheus. Loaded when its first command runs. */
import { realClock } from '../kubernetes/clock.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import { runFeatureCommand } from '../commands/runFeatureCommand.ts';
import { metricsCommands } from '../metrics/actions/index.ts';
import { MetricsPanels } from '../metrics/metricsPanels.ts';
import type { MetricsFeature } from '../metrics/metricsFeature.ts';
import type { MetricsContext } from '../metrics/context.ts';

export async function createMetricsFeature(parts: FeatureDeps): Promise<MetricsFeature> {
  const panels = new MetricsPanels();
  const tools: MetricsContext = { ...parts, clusters: await parts.clusters(), clock: realClock, panels };
  return {
    run: (id, given) => runFeatureCommand(metricsCommands, id, tools, given),
    dispose: () => panels.dispose(),
  };
}
