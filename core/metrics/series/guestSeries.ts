/**
 * What the agent tells of the guest. It writes most items out one by one, so that there can be no others.
 * Source: kata-containers@083facd5 src/agent/src/metrics.rs.
 */
import * as l10n from '@vscode/l10n';
import { cpuTime, diskstats, load, memory, netdev, tasks, vmstat } from './procItems.ts';
import { interfaceLabel, item, sandboxLabels } from './labels.ts';
import { gauge, type SeriesInfo } from './series.ts';

const fixed = { fixed: true } as const;
const note = () =>
  l10n.t`Comes from the agent: nothing where the policy of a peer pod does not allow GetMetricsRequest.`;
const cpu = {
  name: 'cpu',
  help: () => l10n.t`The number of a CPU of the guest, or \`total\``,
  values: ['total', '0', '1'],
};
const disk = { name: 'disk', help: () => l10n.t`A disk of the guest, by its name in the kernel` };

export const guestSeries: readonly SeriesInfo[] = [
  gauge('guest', 'kata_guest_load', () => l10n.t`Load averages of the guest over 1, 5 and 15 minutes.`, {
    labels: [item(load, fixed), ...sandboxLabels],
    note,
  }),
  gauge('guest', 'kata_guest_tasks', () => l10n.t`Processes of the guest: those that can run now, and all.`, {
    labels: [item(tasks, fixed), ...sandboxLabels],
    note,
  }),
  gauge(
    'guest',
    'kata_guest_cpu_time',
    () => l10n.t`Time that the CPUs of the guest have spent since it started, by what they did.`,
    {
      // user_ms() and the like.
      unit: 'milliseconds',
      labels: [cpu, item(cpuTime, fixed), ...sandboxLabels],
      grows: true,
      note,
    },
  ),
  gauge(
    'guest',
    'kata_guest_meminfo',
    () =>
      l10n.t`Memory of the guest, as its kernel tells it. \`mem_total\` is less than what the virtual machine was given.`,
    {
      unit: 'bytes',
      labels: [item(memory, fixed), ...sandboxLabels],
      note,
    },
  ),
  gauge(
    'guest',
    'kata_guest_netdev_stat',
    () => l10n.t`What went through the network interfaces of the guest since it started.`,
    {
      labels: [interfaceLabel, item(netdev, fixed), ...sandboxLabels],
      grows: true,
      note,
    },
  ),
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
    () => l10n.t`Figures of the virtual memory of the guest; which there are depends on its kernel.`,
    {
      labels: [item(vmstat), ...sandboxLabels],
      grows: true,
      note,
    },
  ),
];
