/**
 * Series of the agent process in the guest. Sources: kata-containers docs/design/kata-2-0-metrics.md,
 * kata-containers@083facd5 src/agent/src/metrics.rs (kata_agent_threads isn't documented in a table).
 */
import { agentIo, agentStatus, growingStatus, processStat } from './procItems.ts';
import { item, sandboxLabels } from './labels.ts';
import { processHelp, processSeries } from './processSeries.ts';
import { gauge, type SeriesInfo } from './series.ts';

const labels = sandboxLabels;

export const agentSeries: readonly SeriesInfo[] = [
  ...processSeries('kata_agent', 'agent', labels).filter(({ name }) => !name.endsWith('_max_bytes')),
  {
    name: 'kata_agent_scrape_count',
    type: 'counter',
    labels,
    help: () => processHelp.scrapes('agent'),
    origin: 'agent',
  },
  gauge('agent', 'kata_agent_threads', () => processHelp.threads('agent'), { labels }),
  gauge('agent', 'kata_agent_total_time', () => processHelp.cpuTime('agent'), {
    unit: 'seconds',
    labels,
    grows: true,
  }),
  gauge('agent', 'kata_agent_total_vm', () => processHelp.virtualMemory('agent'), { unit: 'bytes', labels }),
  gauge('agent', 'kata_agent_total_rss', () => processHelp.residentMemory('agent'), { unit: 'bytes', labels }),
  gauge('agent', 'kata_agent_io_stat', () => processHelp.io('agent'), {
    labels: [item(agentIo), ...labels],
    grows: true,
  }),
  gauge('agent', 'kata_agent_proc_stat', () => processHelp.ticks('agent'), {
    labels: [item(processStat), ...labels],
    grows: true,
  }),
  gauge('agent', 'kata_agent_proc_status', () => processHelp.status('agent'), {
    labels: [item(agentStatus), ...labels],
    growingItems: growingStatus,
  }),
];
