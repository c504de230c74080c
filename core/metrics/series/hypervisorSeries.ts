/**
 * The hypervisor of a sandbox, as a process of the node. Sources: kata-containers docs/design/kata-2-0-metrics.md; what
 * runtime-rs adds, docs/design/kata-metrics-in-runtime-rs.md.
 */
import * as l10n from '@vscode/l10n';
import { firecrackerSeries } from './firecrackerSeries.ts';
import { growingStatus, netdev, processIo, processStat, processStatus } from './procItems.ts';
import { interfaceLabel, item, sandboxLabels } from './labels.ts';
import { gauge, type SeriesInfo } from './series.ts';

const labels = sandboxLabels;
const onlyRust = {
  labels,
  note: () => l10n.t`Only the runtime in Rust has it (development); the runtime in Go, which OSC ships, does not.`,
};

export const hypervisorSeries: readonly SeriesInfo[] = [
  gauge('hypervisor', 'kata_hypervisor_fds', () => l10n.t`Open files of the hypervisor.`, { labels }),
  gauge('hypervisor', 'kata_hypervisor_threads', () => l10n.t`Threads of the hypervisor.`, { labels }),
  gauge('hypervisor', 'kata_hypervisor_io_stat', () => l10n.t`What the hypervisor has read and written.`, {
    labels: [item(processIo), ...labels],
    grows: true,
  }),
  gauge(
    'hypervisor',
    'kata_hypervisor_netdev',
    () => l10n.t`What went through the network interfaces that the hypervisor sees.`,
    {
      labels: [interfaceLabel, item(netdev), ...labels],
      grows: true,
    },
  ),
  gauge(
    'hypervisor',
    'kata_hypervisor_proc_stat',
    () => l10n.t`CPU time of the hypervisor, in ticks: \`utime\` is mostly that of the guest.`,
    {
      labels: [item(processStat), ...labels],
      grows: true,
    },
  ),
  gauge(
    'hypervisor',
    'kata_hypervisor_proc_status',
    () => l10n.t`Hypervisor memory, including guest memory. \`vmrss\` is the physical memory used on the node.`,
    {
      labels: [item(processStatus), ...labels],
      growingItems: growingStatus,
    },
  ),
  gauge(
    'hypervisor',
    'kata_hypervisor_scrape_count',
    () => l10n.t`How often the hypervisor was asked for its metrics.`,
    {
      ...onlyRust,
      grows: true,
    },
  ),
  gauge('hypervisor', 'kata_hypervisor_vcpu', () => l10n.t`What made the virtual CPUs leave the guest.`, {
    ...onlyRust,
    labels: [item([]), ...labels],
    grows: true,
  }),
  gauge('hypervisor', 'kata_hypervisor_seccomp', () => l10n.t`System calls of the hypervisor that were refused.`, {
    ...onlyRust,
    labels: [item([]), ...labels],
    grows: true,
  }),
  ...firecrackerSeries,
];
