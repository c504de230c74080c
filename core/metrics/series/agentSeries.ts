/**
 * Series of the agent process in the guest. Sources: kata-containers docs/design/kata-2-0-metrics.md,
 * kata-containers@083facd5 src/agent/src/metrics.rs (kata_agent_threads isn't documented in a table).
 */
import * as l10n from '@vscode/l10n';
import { agentIo, agentStatus, growingStatus, processStat } from './procItems.ts';
import { item, sandboxLabels } from './labels.ts';
import { processSeries } from './processSeries.ts';
import { gauge, type SeriesInfo } from './series.ts';

const labels = sandboxLabels;

export const agentSeries: readonly SeriesInfo[] = [
  ...processSeries('kata_agent', 'agent', labels).filter(({ name }) => !name.endsWith('_max_bytes')),
  {
    name: 'kata_agent_scrape_count',
    type: 'counter',
    labels,
    help: () => l10n.t`Number of metrics requests to the agent.`,
    origin: 'agent',
  },
  gauge('agent', 'kata_agent_threads', () => l10n.t`Number of agent threads.`, { labels }),
  gauge('agent', 'kata_agent_total_time', () => l10n.t`CPU time used by the agent since it started.`, {
    unit: 'seconds',
    labels,
    grows: true,
  }),
  gauge('agent', 'kata_agent_total_vm', () => l10n.t`Virtual memory of the agent.`, { unit: 'bytes', labels }),
  gauge('agent', 'kata_agent_total_rss', () => l10n.t`Resident memory of the agent.`, { unit: 'bytes', labels }),
  gauge('agent', 'kata_agent_io_stat', () => l10n.t`I/O statistics of the agent.`, {
    labels: [item(agentIo), ...labels],
    grows: true,
  }),
  gauge('agent', 'kata_agent_proc_stat', () => l10n.t`CPU time of the agent and its children, in ticks.`, {
    labels: [item(processStat), ...labels],
    grows: true,
  }),
  gauge('agent', 'kata_agent_proc_status', () => l10n.t`Memory and context switches of the agent.`, {
    labels: [item(agentStatus), ...labels],
    growingItems: growingStatus,
  }),
];
