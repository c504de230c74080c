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
};

type Row = readonly [name: string, type: 'gauge' | 'counter', unit: string, help: (who: string) => string];

const ofProcess: readonly Row[] = [
  ['process_cpu_seconds_total', 'counter', 'seconds', (who) => l10n.t`CPU time used by ${who}.`],
  ['process_max_fds', 'gauge', '', (who) => l10n.t`Maximum number of files that ${who} can open.`],
  ['process_open_fds', 'gauge', '', (who) => l10n.t`Number of files that ${who} has open.`],
  ['process_resident_memory_bytes', 'gauge', 'bytes', (who) => l10n.t`Resident memory of ${who}.`],
  ['process_start_time_seconds', 'gauge', 'seconds', (who) => l10n.t`Start time of ${who}, in seconds since 1970.`],
  ['process_virtual_memory_bytes', 'gauge', 'bytes', (who) => l10n.t`Virtual memory of ${who}.`],
  ['process_virtual_memory_max_bytes', 'gauge', 'bytes', (who) => l10n.t`Maximum virtual memory of ${who}.`],
];

const ofGo: readonly Row[] = [
  ['go_goroutines', 'gauge', '', (who) => l10n.t`Number of goroutines of ${who}.`],
  ['go_threads', 'gauge', '', (who) => l10n.t`Number of threads of ${who}.`],
  ['go_memstats_alloc_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap memory in use by ${who}.`],
  [
    'go_memstats_alloc_bytes_total',
    'counter',
    'bytes',
    (who) => l10n.t`Total heap memory allocated by ${who}, including freed memory.`,
  ],
  ['go_memstats_buck_hash_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`Memory used by ${who} for the profiler.`],
  ['go_memstats_frees_total', 'counter', '', (who) => l10n.t`Number of freed heap objects of ${who}.`],
  [
    'go_memstats_gc_cpu_fraction',
    'gauge',
    '',
    (who) => l10n.t`Fraction of the CPU time of ${who} that the garbage collector used, from 0 to 1.`,
  ],
  ['go_memstats_gc_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`Memory used by ${who} for the garbage collector.`],
  ['go_memstats_heap_alloc_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap memory in use by ${who}.`],
  ['go_memstats_heap_idle_bytes', 'gauge', 'bytes', (who) => l10n.t`Unused heap memory that ${who} retains.`],
  ['go_memstats_heap_inuse_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap memory in use by ${who} for spans.`],
  ['go_memstats_heap_objects', 'gauge', '', (who) => l10n.t`Number of heap objects of ${who}.`],
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
    (who) => l10n.t`Time of the last garbage collection of ${who}, in seconds since 1970.`,
  ],
  ['go_memstats_lookups_total', 'counter', '', (who) => l10n.t`Number of pointer lookups in ${who}.`],
  ['go_memstats_mallocs_total', 'counter', '', (who) => l10n.t`Total number of heap objects allocated by ${who}.`],
  ['go_memstats_mcache_inuse_bytes', 'gauge', 'bytes', (who) => l10n.t`Memory in use by ${who} for allocator caches.`],
  [
    'go_memstats_mcache_sys_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`Memory that ${who} obtained from the system for allocator caches.`,
  ],
  ['go_memstats_mspan_inuse_bytes', 'gauge', 'bytes', (who) => l10n.t`Memory in use by ${who} for span structures.`],
  [
    'go_memstats_mspan_sys_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`Memory that ${who} obtained from the system for span structures.`,
  ],
  [
    'go_memstats_next_gc_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`Heap size of ${who} that triggers the next garbage collection.`,
  ],
  [
    'go_memstats_other_sys_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`Memory used by ${who} for other parts of the Go runtime.`,
  ],
  ['go_memstats_stack_inuse_bytes', 'gauge', 'bytes', (who) => l10n.t`Memory in use by ${who} for stacks.`],
  [
    'go_memstats_stack_sys_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`Memory that ${who} obtained from the system for stacks.`,
  ],
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
    help: () => help(names[origin]?.() ?? origin),
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
  const whose = () => names[origin]?.() ?? origin;
  const all: readonly SeriesInfo[] = [
    ...ofGo.map((row) => named(row, prefix, origin, labels)),
    {
      name: `${prefix}_go_gc_duration_seconds`,
      type: 'summary',
      unit: 'seconds',
      labels: [...labels, quantileLabel],
      help: () => l10n.t`Duration of garbage collection pauses of ${whose()}.`,
      origin,
    },
    {
      name: `${prefix}_go_info`,
      type: 'gauge',
      labels: [{ name: 'version', help: () => l10n.t`Go version` }, ...labels],
      help: () => l10n.t`Go version that ${whose()} was built with. Always 1.`,
      origin,
    },
  ];
  return note === undefined ? all : all.map((one) => ({ ...one, note }));
}
