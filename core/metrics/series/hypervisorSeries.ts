/**
 * Series of the hypervisor process on the node, one per sandbox. Sources: kata-containers
 * docs/design/kata-2-0-metrics.md; series that are only documented, docs/design/kata-metrics-in-runtime-rs.md.
 */
import * as l10n from '@vscode/l10n';
import { firecrackerSeries } from './firecrackerSeries.ts';
import { growingStatus, netdev, processIo, processStat, processStatus } from './procItems.ts';
import { interfaceLabel, item, sandboxLabels } from './labels.ts';
import { onlyGo, processHelp } from './processSeries.ts';
import { gauge, type SeriesInfo } from './series.ts';

const labels = sandboxLabels;
const ofGo = { labels, note: onlyGo };
const onlyDocumented = {
  labels,
  note: () =>
    l10n.t`Kata's documentation lists this series for the Rust runtime (runtime-rs), but neither runtime has it in Kata 4.1.0.`,
};

export const hypervisorSeries: readonly SeriesInfo[] = [
  gauge('hypervisor', 'kata_hypervisor_fds', () => processHelp.openFiles('hypervisor'), ofGo),
  gauge('hypervisor', 'kata_hypervisor_threads', () => processHelp.threads('hypervisor'), ofGo),
  gauge('hypervisor', 'kata_hypervisor_io_stat', () => processHelp.io('hypervisor'), {
    note: onlyGo,
    labels: [item(processIo), ...labels],
    grows: true,
  }),
  gauge(
    'hypervisor',
    'kata_hypervisor_netdev',
    () => l10n.t`Statistics for the network interfaces visible to the hypervisor.`,
    {
      note: onlyGo,
      labels: [interfaceLabel, item(netdev), ...labels],
      grows: true,
    },
  ),
  gauge(
    'hypervisor',
    'kata_hypervisor_proc_stat',
    () => l10n.t('Hypervisor CPU time in ticks. `utime` is mostly guest CPU time.'),
    {
      note: onlyGo,
      labels: [item(processStat), ...labels],
      grows: true,
    },
  ),
  gauge(
    'hypervisor',
    'kata_hypervisor_proc_status',
    () => l10n.t`Hypervisor memory, including guest memory. \`vmrss\` is the physical memory used on the node.`,
    {
      note: onlyGo,
      labels: [item(processStatus), ...labels],
      growingItems: growingStatus,
    },
  ),
  gauge('hypervisor', 'kata_hypervisor_scrape_count', () => processHelp.scrapes('hypervisor'), {
    ...onlyDocumented,
    grows: true,
  }),
  gauge('hypervisor', 'kata_hypervisor_vcpu', () => l10n.t`Causes of vCPU exits from the guest.`, {
    ...onlyDocumented,
    labels: [item([]), ...labels],
    grows: true,
  }),
  gauge('hypervisor', 'kata_hypervisor_seccomp', () => l10n.t`Denied hypervisor system calls.`, {
    ...onlyDocumented,
    labels: [item([]), ...labels],
    grows: true,
  }),
  ...firecrackerSeries,
];
