/**
 * Series about the guest, reported by the agent. For most series, the agent code names each item individually, so that
 * no other items can occur. Sources: kata-containers@083facd5 src/agent/src/metrics.rs;
 * kata-containers@5a00053b src/agent/src/metrics.rs (file systems).
 */
import * as l10n from '@vscode/l10n';
import { joinSentences } from '#core/text/grammar.ts';
import { cpuTime, diskstats, load, memory, netdev, tasks, vmstat } from './procItems.ts';
import { interfaceLabel, item, sandboxLabels } from './labels.ts';
import { gauge, type SeriesInfo } from './series.ts';

const fixed = { fixed: true } as const;
const note = () => l10n.t`Reported by the agent. Not available if a peer pod's policy doesn't allow GetMetricsRequest.`;
const cpu = {
  name: 'cpu',
  help: () => l10n.t('Guest CPU number, or `total`'),
  values: ['total', '0', '1'],
};
/** The agent reports each device once, and only writable file systems of some types, such as `ext4`. */
const fileSystem = {
  labels: [
    { name: 'mount', help: () => l10n.t`Mount point in the guest` },
    { name: 'device', help: () => l10n.t`Device that contains the file system` },
    item(['total', 'used', 'available'], fixed),
    ...sandboxLabels,
  ],
  note: () => joinSentences(l10n.t`Available in Kata 3.32 and later.`, note()),
};
const disk = { name: 'disk', help: () => l10n.t`Kernel device name of a guest disk` };

export const guestSeries: readonly SeriesInfo[] = [
  gauge('guest', 'kata_guest_load', () => l10n.t`Guest load averages over 1, 5, and 15 minutes.`, {
    labels: [item(load, fixed), ...sandboxLabels],
    note,
  }),
  gauge('guest', 'kata_guest_tasks', () => l10n.t`Number of guest processes: runnable and total.`, {
    labels: [item(tasks, fixed), ...sandboxLabels],
    note,
  }),
  gauge('guest', 'kata_guest_cpu_time', () => l10n.t`Guest CPU time since the guest started, by usage type.`, {
    // The agent uses user_ms() and similar functions.
    unit: 'milliseconds',
    labels: [cpu, item(cpuTime, fixed), ...sandboxLabels],
    grows: true,
    note,
  }),
  gauge(
    'guest',
    'kata_guest_meminfo',
    () =>
      l10n.t('Guest memory as reported by the guest kernel. `mem_total` is less than the memory assigned to the VM.'),
    {
      unit: 'bytes',
      labels: [item(memory, fixed), ...sandboxLabels],
      note,
    },
  ),
  gauge('guest', 'kata_guest_netdev_stat', () => l10n.t`Network interface statistics for the guest since it started.`, {
    labels: [interfaceLabel, item(netdev, fixed), ...sandboxLabels],
    grows: true,
    note,
  }),
  gauge(
    'guest',
    'kata_guest_diskstat',
    () =>
      l10n.t`Disk I/O statistics since the guest started. \`in_progress\` is the number of operations currently in progress.`,
    {
      labels: [disk, item(diskstats, fixed), ...sandboxLabels],
      grows: true,
      note,
    },
  ),
  gauge(
    'guest',
    'kata_guest_vm_stat',
    () => l10n.t`Virtual memory statistics for the guest. The available items depend on the guest kernel.`,
    {
      labels: [item(vmstat), ...sandboxLabels],
      grows: true,
      note,
    },
  ),
  gauge('guest', 'kata_guest_filesystem_bytes', () => l10n.t`Size of the writable file systems in the guest.`, {
    ...fileSystem,
    unit: 'bytes',
  }),
  gauge(
    'guest',
    'kata_guest_filesystem_inodes',
    () => l10n.t`Number of inodes of the writable file systems in the guest.`,
    fileSystem,
  ),
];
