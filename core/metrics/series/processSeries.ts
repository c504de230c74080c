/**
 * What the client libraries of Prometheus tell of every process, under a prefix; and of one in Go besides.
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
      comment: ['Put into sentences as "Threads of {0}.": a form that fits, such as a name.'],
    }),
  shim: () =>
    l10n.t({
      message: 'the shim',
      args: [],
      comment: ['Put into sentences as "Threads of {0}.": a form that fits, such as a name.'],
    }),
  monitor: () => 'kata-monitor',
};

type Row = readonly [name: string, type: 'gauge' | 'counter', unit: string, help: (who: string) => string];

const ofProcess: readonly Row[] = [
  ['process_cpu_seconds_total', 'counter', 'seconds', (who) => l10n.t`CPU time that ${who} has taken.`],
  ['process_max_fds', 'gauge', '', (who) => l10n.t`How many files ${who} may open.`],
  ['process_open_fds', 'gauge', '', (who) => l10n.t`Open files of ${who}.`],
  ['process_resident_memory_bytes', 'gauge', 'bytes', (who) => l10n.t`Memory of ${who} that is in use.`],
  ['process_start_time_seconds', 'gauge', 'seconds', (who) => l10n.t`When ${who} started, in seconds since 1970.`],
  ['process_virtual_memory_bytes', 'gauge', 'bytes', (who) => l10n.t`Virtual memory of ${who}.`],
  ['process_virtual_memory_max_bytes', 'gauge', 'bytes', (who) => l10n.t`How much virtual memory ${who} may have.`],
];

const ofGo: readonly Row[] = [
  ['go_goroutines', 'gauge', '', (who) => l10n.t`Goroutines of ${who}.`],
  ['go_threads', 'gauge', '', (who) => l10n.t`Threads of ${who}.`],
  ['go_memstats_alloc_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap of ${who}: in use.`],
  [
    'go_memstats_alloc_bytes_total',
    'counter',
    'bytes',
    (who) => l10n.t`Heap of ${who}: ever allocated, what was freed included.`,
  ],
  ['go_memstats_buck_hash_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`Memory of ${who} for the profiler.`],
  ['go_memstats_frees_total', 'counter', '', (who) => l10n.t`Objects on the heap of ${who} that were freed.`],
  [
    'go_memstats_gc_cpu_fraction',
    'gauge',
    '',
    (who) => l10n.t`The part of the CPU time of ${who} that the garbage collector took, from 0 to 1.`,
  ],
  ['go_memstats_gc_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`Memory of ${who} for the garbage collector.`],
  ['go_memstats_heap_alloc_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap of ${who}: in use.`],
  ['go_memstats_heap_idle_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap of ${who}: kept, and not in use.`],
  ['go_memstats_heap_inuse_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap of ${who}: spans in use.`],
  ['go_memstats_heap_objects', 'gauge', '', (who) => l10n.t`Objects on the heap of ${who}.`],
  ['go_memstats_heap_released_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap of ${who}: given back to the system.`],
  ['go_memstats_heap_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`Heap of ${who}: taken of the system.`],
  [
    'go_memstats_last_gc_time_seconds',
    'gauge',
    'seconds',
    (who) => l10n.t`When garbage of ${who} was last collected, in seconds since 1970.`,
  ],
  ['go_memstats_lookups_total', 'counter', '', (who) => l10n.t`Pointers that were looked up in ${who}.`],
  [
    'go_memstats_mallocs_total',
    'counter',
    '',
    (who) => l10n.t`Objects on the heap of ${who} that were ever allocated.`,
  ],
  ['go_memstats_mcache_inuse_bytes', 'gauge', 'bytes', (who) => l10n.t`Caches of the allocator of ${who}: in use.`],
  [
    'go_memstats_mcache_sys_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`Caches of the allocator of ${who}: taken of the system.`,
  ],
  ['go_memstats_mspan_inuse_bytes', 'gauge', 'bytes', (who) => l10n.t`Span structures of ${who}: in use.`],
  ['go_memstats_mspan_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`Span structures of ${who}: taken of the system.`],
  [
    'go_memstats_next_gc_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`The size of the heap of ${who} at which garbage is collected next.`,
  ],
  [
    'go_memstats_other_sys_bytes',
    'gauge',
    'bytes',
    (who) => l10n.t`Memory of ${who} for other parts of the Go runtime.`,
  ],
  ['go_memstats_stack_inuse_bytes', 'gauge', 'bytes', (who) => l10n.t`Stacks of ${who}: in use.`],
  ['go_memstats_stack_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`Stacks of ${who}: taken of the system.`],
  ['go_memstats_sys_bytes', 'gauge', 'bytes', (who) => l10n.t`All memory that ${who} took of the system.`],
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

/** What is told of any process. */
export function processSeries(
  prefix: string,
  origin: SeriesInfo['origin'],
  labels: readonly SeriesLabel[],
): readonly SeriesInfo[] {
  return ofProcess.map((row) => named(row, prefix, origin, labels));
}

/** What is told of a process in Go. */
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
      help: () => l10n.t`How long the garbage collector of ${whose()} held it up.`,
      origin,
    },
    {
      name: `${prefix}_go_info`,
      type: 'gauge',
      labels: [{ name: 'version', help: () => l10n.t`The version of Go` }, ...labels],
      help: () => l10n.t`The Go that ${whose()} was built with; always 1.`,
      origin,
    },
  ];
  return note === undefined ? all : all.map((one) => ({ ...one, note }));
}
