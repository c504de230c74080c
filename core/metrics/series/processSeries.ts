/**
 * Creates the series that the Prometheus client libraries export for every process and, additionally, for Go processes.
 * Source: kata-containers docs/design/kata-2-0-metrics.md.
 */
import * as l10n from '@vscode/l10n';
import { quantileLabel } from './labels.ts';
import type { SeriesInfo, SeriesLabel } from './series.ts';
import type { Message } from '#core/text/message.ts';

const names: Readonly<Partial<Record<SeriesInfo['origin'], Message>>> = {
  agent: () =>
    l10n.t({
      message: 'the agent',
      args: [],
      comment: ['Inserted into sentences such as "Threads of {0}." Use a form that fits.'],
    }),
  shim: () =>
    l10n.t({
      message: 'the shim',
      args: [],
      comment: ['Inserted into sentences such as "Threads of {0}." Use a form that fits.'],
    }),
  monitor: () => 'kata-monitor',
  hypervisor: () =>
    l10n.t({
      message: 'the hypervisor',
      args: [],
      comment: ['Put into sentences as "Threads of {0}.": a form that fits, such as a name.'],
    }),
};

/** Returns the name of a process for sentences such as "Threads of {0}.". */
function nameOf(origin: SeriesInfo['origin']): string {
  return names[origin]?.() ?? origin;
}

/** Descriptions that several processes share. */
export const processHelp = {
  threads: (origin: SeriesInfo['origin']) => l10n.t`Number of threads in ${nameOf(origin)}.`,
  openFiles: (origin: SeriesInfo['origin']) => l10n.t`Number of files held open by ${nameOf(origin)}.`,
  io: (origin: SeriesInfo['origin']) => l10n.t`I/O statistics for ${nameOf(origin)}.`,
  cpuTime: (origin: SeriesInfo['origin']) => l10n.t`CPU time used by ${nameOf(origin)}.`,
  ticks: (origin: SeriesInfo['origin']) =>
    l10n.t`CPU time used by ${nameOf(origin)} and its child processes, in ticks.`,
  status: (origin: SeriesInfo['origin']) => l10n.t`Memory and context switch statistics for ${nameOf(origin)}.`,
  virtualMemory: (origin: SeriesInfo['origin']) => l10n.t`Virtual memory used by ${nameOf(origin)}.`,
  residentMemory: (origin: SeriesInfo['origin']) => l10n.t`Resident memory used by ${nameOf(origin)}.`,
  scrapes: (origin: SeriesInfo['origin']) => l10n.t`Number of metrics requests to ${nameOf(origin)}.`,
};

/** Note for series that only the Go runtime has. Source: kata-containers@7c6ba40c shim_metrics.rs of runtime-rs. */
export const onlyGo: Message = () =>
  l10n.t`Only the Go runtime has this series. OSC uses it with Kata 3. Which runtime it uses with Kata 4 is unknown.`;

type Row = readonly [name: string, type: 'gauge' | 'counter', unit: string, help: (who: string) => string];

const ofProcess: readonly Row[] = [
  ['process_cpu_seconds_total', 'counter', 'seconds', (who) => l10n.t`CPU time used by ${who}.`],
  ['process_max_fds', 'gauge', '', (who) => l10n.t`Maximum number of files that ${who} can open.`],
  ['process_open_fds', 'gauge', '', (who) => l10n.t`Number of files held open by ${who}.`],
  ['process_resident_memory_bytes', 'gauge', 'bytes', (who) => l10n.t`Resident memory used by ${who}.`],
  ['process_start_time_seconds', 'gauge', 'seconds', (who) => l10n.t`Start time of ${who}, in seconds since 1970.`],
  ['process_virtual_memory_bytes', 'gauge', 'bytes', (who) => l10n.t`Virtual memory used by ${who}.`],
  ['process_virtual_memory_max_bytes', 'gauge', 'bytes', (who) => l10n.t`Maximum virtual memory available to ${who}.`],
];

const memStats = (field: string) => (who: string) =>
  l10n.t`${field} in the Go memory statistics (runtime.MemStats) for ${who}.`;

const ofGo: readonly Row[] = [
  ['go_goroutines', 'gauge', '', (who) => l10n.t`Number of goroutines in ${who}.`],
  ['go_threads', 'gauge', '', (who) => l10n.t`Number of threads in ${who}.`],
  ['go_memstats_alloc_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap memory in use by ${who}.`],
  [
    'go_memstats_alloc_bytes_total',
    'counter',
    'bytes',
    (who) => l10n.t`Total heap memory allocated by ${who}, including freed memory.`,
  ],
  ['go_memstats_buck_hash_sys_bytes', 'gauge', 'bytes', memStats('BuckHashSys')],
  ['go_memstats_frees_total', 'counter', '', (who) => l10n.t`Number of heap objects freed by ${who}.`],
  [
    'go_memstats_gc_cpu_fraction',
    'gauge',
    '',
    (who) => l10n.t`Fraction of CPU time in ${who} used by the garbage collector, from 0 to 1.`,
  ],
  ['go_memstats_gc_sys_bytes', 'gauge', 'bytes', memStats('GCSys')],
  ['go_memstats_heap_alloc_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap memory in use by ${who}.`],
  ['go_memstats_heap_idle_bytes', 'gauge', 'bytes', (who) => l10n.t`Unused heap memory retained by ${who}.`],
  ['go_memstats_heap_inuse_bytes', 'gauge', 'bytes', memStats('HeapInuse')],
  ['go_memstats_heap_objects', 'gauge', '', (who) => l10n.t`Number of heap objects in ${who}.`],
  [
    'go_memstats_heap_released_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`Heap memory that ${who} returned to the system.`,
  ],
  ['go_memstats_heap_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap memory that ${who} obtained from the system.`],
  [
    'go_memstats_last_gc_time_seconds',
    'gauge',
    'seconds',
    (who) => l10n.t`Time of the last garbage collection in ${who}, in seconds since 1970.`,
  ],
  ['go_memstats_lookups_total', 'counter', '', memStats('Lookups')],
  ['go_memstats_mallocs_total', 'counter', '', (who) => l10n.t`Total number of heap objects allocated by ${who}.`],
  ['go_memstats_mcache_inuse_bytes', 'gauge', 'bytes', memStats('MCacheInuse')],
  ['go_memstats_mcache_sys_bytes', 'gauge', 'bytes', memStats('MCacheSys')],
  ['go_memstats_mspan_inuse_bytes', 'gauge', 'bytes', memStats('MSpanInuse')],
  ['go_memstats_mspan_sys_bytes', 'gauge', 'bytes', memStats('MSpanSys')],
  [
    'go_memstats_next_gc_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`Heap size that triggers the next garbage collection in ${who}.`,
  ],
  ['go_memstats_other_sys_bytes', 'gauge', 'bytes', memStats('OtherSys')],
  ['go_memstats_stack_inuse_bytes', 'gauge', 'bytes', memStats('StackInuse')],
  ['go_memstats_stack_sys_bytes', 'gauge', 'bytes', memStats('StackSys')],
  ['go_memstats_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`Total memory that ${who} obtained from the system.`],
];

function named(
  [name, type, unit, help]: Row,
  prefix: string,
  origin: SeriesInfo['origin'],
  labels: readonly SeriesLabel[],
): SeriesInfo {
  return {
    name: `${prefix}_${name}`,
    type,
    ...(unit === '' ? {} : { unit }),
    labels,
    help: () => help(nameOf(origin)),
    origin,
  };
}

/** Creates the series of any process. */
export function processSeries(
  prefix: string,
  origin: SeriesInfo['origin'],
  labels: readonly SeriesLabel[],
): readonly SeriesInfo[] {
  return ofProcess.map((row) => named(row, prefix, origin, labels));
}

/** Creates the additional series of a Go process. */
export function goSeries(
  prefix: string,
  origin: SeriesInfo['origin'],
  labels: readonly SeriesLabel[],
  note?: Message,
): readonly SeriesInfo[] {
  const all: readonly SeriesInfo[] = [
    ...ofGo.map((row) => named(row, prefix, origin, labels)),
    {
      name: `${prefix}_go_gc_duration_seconds`,
      type: 'summary',
      unit: 'seconds',
      labels: [...labels, quantileLabel],
      help: () => l10n.t`Duration of garbage collection pauses in ${nameOf(origin)}.`,
      origin,
    },
    {
      name: `${prefix}_go_info`,
      type: 'gauge',
      labels: [{ name: 'version', help: () => l10n.t`Go version` }, ...labels],
      help: () => l10n.t`Go version used to build ${nameOf(origin)}. The value is always 1.`,
      origin,
    },
  ];
  return note === undefined ? all : all.map((one) => ({ ...one, note }));
}
