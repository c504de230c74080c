/**
 * Series of the shim process (containerd-shim-kata-v2) on the node, one per sandbox. Sources: kata-containers
 * docs/design/kata-2-0-metrics.md; series of runtime-rs, kata-containers@7c6ba40c
 * src/runtime-rs/crates/runtimes/src/shim_metrics.rs (all of its series).
 */
import * as l10n from '@vscode/l10n';
import { growingStatus, netdev, processIo, processStat, processStatus } from './procItems.ts';
import { bucketLabel, interfaceLabel, item, sandboxLabels } from './labels.ts';
import { goSeries, onlyGo, processHelp, processSeries } from './processSeries.ts';
import { agentActions, shimActions } from './rpcActions.ts';
import { gauge, type SeriesInfo } from './series.ts';

const labels = sandboxLabels;
export const shimSeries: readonly SeriesInfo[] = [
  {
    name: 'kata_shim_agent_rpc_durations_histogram_milliseconds',
    type: 'histogram',
    unit: 'milliseconds',
    labels: [
      { name: 'action', help: () => l10n.t`Request from the runtime to the agent`, values: agentActions },
      ...labels,
      bucketLabel,
    ],
    help: () => l10n.t`Response time of the agent in the guest.`,
    origin: 'shim',
    note: onlyGo,
  },
  {
    name: 'kata_shim_rpc_durations_histogram_milliseconds',
    type: 'histogram',
    unit: 'milliseconds',
    labels: [
      { name: 'action', help: () => l10n.t`Request from the container engine to the shim`, values: shimActions },
      ...labels,
      bucketLabel,
    ],
    help: () => l10n.t`Response time of the shim to the container engine.`,
    origin: 'shim',
    note: onlyGo,
  },
  gauge(
    'shim',
    'kata_shim_pod_overhead_cpu',
    () => l10n.t`CPU used by the sandbox on the node, excluding CPU used by the guest.`,
    {
      unit: 'percent',
      labels,
      note: onlyGo,
    },
  ),
  gauge(
    'shim',
    'kata_shim_pod_overhead_memory_in_bytes',
    () => l10n.t`Memory used by the sandbox on the node, excluding memory used by the guest.`,
    {
      unit: 'bytes',
      labels,
      note: onlyGo,
    },
  ),
  gauge('shim', 'kata_shim_fds', () => processHelp.openFiles('shim'), { labels }),
  gauge('shim', 'kata_shim_threads', () => processHelp.threads('shim'), { labels }),
  gauge('shim', 'kata_shim_io_stat', () => processHelp.io('shim'), {
    labels: [item(processIo), ...labels],
    grows: true,
  }),
  gauge(
    'shim',
    'kata_shim_netdev',
    () => l10n.t`Network statistics for the sandbox interfaces, measured on the node.`,
    {
      labels: [interfaceLabel, item(netdev), ...labels],
      grows: true,
      note: onlyGo,
    },
  ),
  gauge('shim', 'kata_shim_proc_stat', () => processHelp.ticks('shim'), {
    labels: [item(processStat), ...labels],
    grows: true,
  }),
  gauge('shim', 'kata_shim_proc_status', () => processHelp.status('shim'), {
    labels: [item(processStatus), ...labels],
    growingItems: growingStatus,
  }),
  ...processSeries('kata_shim', 'shim', labels),
  ...goSeries('kata_shim', 'shim', labels, onlyGo),
];
