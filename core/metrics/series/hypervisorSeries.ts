/**
 * Series of the hypervisor process on the node, one per sandbox. Sources: kata-containers
 * docs/design/kata-2-0-metrics.md; additional runtime-rs series, docs/design/kata-metrics-in-runtime-rs.md.
 */
import * as l10n from '@vscode/l10n';
import { firecrackerSeries } from './firecrackerSeries.ts';
import { growingStatus, netdev, processIo, processStat, processStatus } from './procItems.ts';
import { interfaceLabel, item, sandboxLabels } from './labels.ts';
import { processHelp } from './processSeries.ts';
import { gauge, type SeriesInfo } from './series.ts';

const labels = sandboxLabels;
const onlyRust = {
  labels,
  note: () => l10n.t`Available only in the Rust runtime (in development), not in the Go runtime included in OSC.`,
};

export const hypervisorSeries: readonly SeriesInfo[] = [
  gauge('hypervisor', 'kata_hypervisor_fds', () => processHelp.openFiles('hypervisor'), { labels }),
  gauge('hypervisor', 'kata_hypervisor_threads', () => processHelp.threads('hypervisor'), { labels }),
  gauge('hypervisor', 'kata_hypervisor_io_stat', () => processHelp.io('hypervisor'), {
    labels: [item(processIo), ...labels],
    grows: true,
  }),
  gauge(
    'hypervisor',
    'kata_hypervisor_netdev',
    () => l10n.t`Statistics for the network interfaces visible to the hypervisor.`,
    {
      labels: [interfaceLabel, item(netdev), ...labels],
      grows: true,
    },
  ),
  gauge(
    'hypervisor',
    'kata_hypervisor_proc_stat',
    () => l10n.t('Hypervisor CPU time in ticks. `utime` is mostly guest CPU time.'),
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
  gauge('hypervisor', 'kata_hypervisor_scrape_count', () => processHelp.scrapes('hypervisor'), {
    ...onlyRust,
    grows: true,
  }),
  gauge('hypervisor', 'kata_hypervisor_vcpu', () => l10n.t`Causes of vCPU exits from the guest.`, {
    ...onlyRust,
    labels: [item([]), ...labels],
    grows: true,
  }),
  gauge('hypervisor', 'kata_hypervisor_seccomp', () => l10n.t`Denied hypervisor system calls.`, {
    ...onlyRust,
    labels: [item([]), ...labels],
    grows: true,
  }),
  ...firecrackerSeries,
];
