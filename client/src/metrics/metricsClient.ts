/** The room of what a Prometheus tells of kata, in charts. Bundled apart (dist/metrics.js): loaded with the first command. */
import { realClock } from '../cluster/time.ts';
import type { RoomParts } from '../door.ts';
import { actions } from './actions/index.ts';
import { MetricsPanels } from './metricsPanels.ts';
import type { MetricsRoom } from './room.ts';
import type { Tools } from './tools.ts';

export async function createMetricsRoom(parts: RoomParts): Promise<MetricsRoom> {
  const panels = new MetricsPanels();
  const tools: Tools = { ...parts, clusters: await parts.clusters(), clock: realClock, panels };
  return {
    run: async (action, given) => actions[action](tools, given),
    dispose: () => panels.dispose(),
  };
}
