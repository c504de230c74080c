/**
 * What the client libraries of Prometheus tell of every process, under a prefix; and of one in Go besides.
 * Source: kata-containers docs/design/kata-2-0-metrics.md.
 */
import { quantileLabel } from './labels.ts';
import type { Series, SeriesLabel } from './series.ts';

const who: Readonly<Partial<Record<Series['origin'], string>>> = { agent: 'the agent', shim: 'the shim', monitor: 'kata-monitor' };

type Row = readonly [name: string, type: 'gauge' | 'counter', unit: string, help: string];

const ofProcess: readonly Row[] = [
  ['process_cpu_seconds_total', 'counter', 'seconds', 'CPU time that {} has taken.'],
  ['process_max_fds', 'gauge', '', 'How many files {} may open.'],
  ['process_open_fds', 'gauge', '', 'Open files of {}.'],
  ['process_resident_memory_bytes', 'gauge', 'bytes', 'Memory of {} that is in use.'],
  ['process_start_time_seconds', 'gauge', 'seconds', 'When {} started, in seconds since 1970.'],
  ['process_virtual_memory_bytes', 'gauge', 'bytes', 'Virtual memory of {}.'],
  ['process_virtual_memory_max_bytes', 'gauge', 'bytes', 'How much virtual memory {} may have.'],
];

const ofGo: readonly Row[] = [
  ['go_goroutines', 'gauge', '', 'Goroutines of {}.'],
  ['go_threads', 'gauge', '', 'Threads of {}.'],
  ['go_memstats_alloc_bytes', 'gauge', 'bytes', 'Heap of {}: in use.'],
  ['go_memstats_alloc_bytes_total', 'counter', 'bytes', 'Heap of {}: ever allocated, what was freed included.'],
  ['go_memstats_buck_hash_sys_bytes', 'gauge', 'bytes', 'Memory of {} for the profiler.'],
  ['go_memstats_frees_total', 'counter', '', 'Objects on the heap of {} that were freed.'],
  ['go_memstats_gc_cpu_fraction', 'gauge', '', 'The part of the CPU time of {} that the garbage collector took, from 0 to 1.'],
  ['go_memstats_gc_sys_bytes', 'gauge', 'bytes', 'Memory of {} for the garbage collector.'],
  ['go_memstats_heap_alloc_bytes', 'gauge', 'bytes', 'Heap of {}: in use.'],
  ['go_memstats_heap_idle_bytes', 'gauge', 'bytes', 'Heap of {}: kept, and not in use.'],
  ['go_memstats_heap_inuse_bytes', 'gauge', 'bytes', 'Heap of {}: spans in use.'],
  ['go_memstats_heap_objects', 'gauge', '', 'Objects on the heap of {}.'],
  ['go_memstats_heap_released_bytes', 'gauge', 'bytes', 'Heap of {}: given back to the system.'],
  ['go_memstats_heap_sys_bytes', 'gauge', 'bytes', 'Heap of {}: taken of the system.'],
  ['go_memstats_last_gc_time_seconds', 'gauge', 'seconds', 'When garbage of {} was last collected, in seconds since 1970.'],
  ['go_memstats_lookups_total', 'counter', '', 'Pointers that were looked up in {}.'],
  ['go_memstats_mallocs_total', 'counter', '', 'Objects on the heap of {} that were ever allocated.'],
  ['go_memstats_mcache_inuse_bytes', 'gauge', 'bytes', 'Caches of the allocator of {}: in use.'],
  ['go_memstats_mcache_sys_bytes', 'gauge', 'bytes', 'Caches of the allocator of {}: taken of the system.'],
  ['go_memstats_mspan_inuse_bytes', 'gauge', 'bytes', 'Span structures of {}: in use.'],
  ['go_memstats_mspan_sys_bytes', 'gauge', 'bytes', 'Span structures of {}: taken of the system.'],
  ['go_memstats_next_gc_bytes', 'gauge', 'bytes', 'The size of the heap of {} at which garbage is collected next.'],
  ['go_memstats_other_sys_bytes', 'gauge', 'bytes', 'Memory of {} for other parts of the Go runtime.'],
  ['go_memstats_stack_inuse_bytes', 'gauge', 'bytes', 'Stacks of {}: in use.'],
  ['go_memstats_stack_sys_bytes', 'gauge', 'bytes', 'Stacks of {}: taken of the system.'],
  ['go_memstats_sys_bytes', 'gauge', 'bytes', 'All memory that {} took of the system.'],
];

function named([name, type, unit, help]: Row, prefix: string, origin: Series['origin'], labels: readonly SeriesLabel[]): Series {
  const words = help.replace('{}', who[origin] ?? origin);
  return { name: `${prefix}_${name}`, type, ...(unit === '' ? {} : { unit }), labels, help: words, origin };
}

/** What is told of any process. */
export function processSeries(prefix: string, origin: Series['origin'], labels: readonly SeriesLabel[]): readonly Series[] {
  return ofProcess.map((row) => named(row, prefix, origin, labels));
}

/** What is told of a process in Go. */
export function goSeries(prefix: string, origin: Series['origin'], labels: readonly SeriesLabel[], note?: string): readonly Series[] {
  const whose = who[origin] ?? origin;
  const all: readonly Series[] = [
    ...ofGo.map((row) => named(row, prefix, origin, labels)),
    {
      name: `${prefix}_go_gc_duration_seconds`,
      type: 'summary',
      unit: 'seconds',
      labels: [...labels, quantileLabel],
      help: `How long the garbage collector of ${whose} held it up.`,
      origin,
    },
    {
      name: `${prefix}_go_info`,
      type: 'gauge',
      labels: [{ name: 'version', help: 'The version of Go' }, ...labels],
      help: `The Go that ${whose} was built with; always 1.`,
      origin,
    },
  ];
  return note === undefined ? all : all.map((one) => ({ ...one, note }));
}
