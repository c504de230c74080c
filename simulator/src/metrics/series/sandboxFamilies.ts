/**
 * Creates the metrics of the shim, hypervisor, agent, and guest of each sandbox. For metrics with many items, includes
 * only those that are used. Source: kata-containers/kata-containers@main docs/design/kata-2-0-metrics.md; histogram
 * buckets: src/runtime/virtcontainers/sandbox_metrics.go.
 */
import { createSandboxId, type Life } from './lifetimes.ts';
import { adding, chance, swaying, type Family, type SimulatedSeries } from './simulatedSeries.ts';

const mebi = 1024 * 1024;
/** Upper bounds in milliseconds: 1 to 512, doubling. */
const bounds = Array.from({ length: 10 }, (_, at) => 2 ** at);

/** Number of calls per second and median duration in milliseconds, by request. */
const agentCalls: Readonly<Record<string, readonly [perSecond: number, half: number]>> = {
  'grpc.CheckRequest': [0.2, 0.6],
  'grpc.StatsContainerRequest': [0.1, 2.5],
  'grpc.GetMetricsRequest': [0.033, 9],
  'grpc.CreateContainerRequest': [0.002, 45],
  'grpc.StartContainerRequest': [0.002, 20],
};
const shimCalls: Readonly<Record<string, readonly [perSecond: number, half: number]>> = {
  state: [0.1, 0.8],
  stats: [0.1, 5],
  create: [0.001, 400],
  start: [0.002, 60],
};

type Value = (at: number) => number;

interface Sandbox {
  readonly life: Life;
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Creates the values of one sandbox. */
type CreateValue = (sandbox: Sandbox) => Value;

/** Creates a family with the series of all sandboxes. */
type CreateFamily = (sandboxes: readonly Sandbox[]) => Family;

/**
 * Creates the metric families of all sandboxes.
 * @param labels labels that the collector adds to the metrics from a node's kata-monitor
 */
export function sandboxFamilies(
  sandboxes: readonly { readonly life: Life; readonly labels: Readonly<Record<string, string>> }[],
): readonly Family[] {
  const all = sandboxes.map(({ life, labels }): Sandbox => {
    const id = createSandboxId(life);
    return {
      life,
      id,
      labels: { ...labels, sandbox_id: id, cri_uid: life.uid, cri_name: life.name, cri_namespace: life.namespace },
    };
  });
  return [...guestFamilies, ...agentFamilies, ...hypervisorFamilies, ...shimFamilies].map((create) => create(all));
}

const memTotal = 1_995 * mebi;
const available = sway('memory', 1_300 * mebi, 0.12);
const capped = map(available, (value) => Math.min(memTotal - 150 * mebi, value));
const net = {
  recv_bytes: add('received', 42_000),
  sent_bytes: add('sent', 18_000),
  recv_packets: add('packets in', 60),
  sent_packets: add('packets out', 45),
};

const guestFamilies: readonly CreateFamily[] = [
  items('kata_guest_meminfo', 'Statistics about memory usage on the system.', {
    mem_total: steady(memTotal),
    mem_available: capped,
    mem_free: map(capped, (value) => value - 90 * mebi),
    buffers: steady(4 * mebi),
    cached: sway('cached', 60 * mebi, 0.05),
  }),
  items(
    'kata_guest_cpu_time',
    'Guest CPU stat.',
    {
      user: add('user', 90),
      system: add('system', 40),
      irq: add('irq', 2),
      softirq: add('softirq', 3),
      idle: add('idle', 850),
      iowait: add('iowait', 4),
    },
    { cpu: 'total' },
  ),
  items('kata_guest_load', 'Guest system load.', {
    load1: hundredths('load1', 0.2),
    load5: hundredths('load5', 0.18),
    load15: hundredths('load15', 0.15),
  }),
  items('kata_guest_tasks', 'Guest system load.', { cur: sway('tasks', 70, 0.05), max: steady(15_000) }),
  items('kata_guest_netdev_stat', 'Guest net devices stats.', net, { interface: 'eth0' }),
  items('kata_guest_vm_stat', 'Guest virtual memory stat.', {
    pgfault: add('faults', 120),
    oom_kill: steady(0),
    nr_dirty: sway('dirty', 30, 0.4),
  }),
  items(
    'kata_guest_diskstat',
    'Disks stat in system.',
    { reads: add('reads', 1), writes: add('writes', 2) },
    { disk: 'vda' },
  ),
];

const agentFamilies: readonly CreateFamily[] = [
  plain('kata_agent_total_rss', 'gauge', 'Agent process total `rss` size', sway('agent rss', 11 * mebi, 0.03)),
  plain('kata_agent_total_vm', 'gauge', 'Agent process total `vm` size', steady(140 * mebi)),
  plain('kata_agent_scrape_count', 'counter', 'Metrics scrape count', add('scrapes', 0.033)),
];

const hypervisorFamilies: readonly CreateFamily[] = [
  plain('kata_hypervisor_threads', 'gauge', 'Hypervisor process threads.', steady(7)),
  plain('kata_hypervisor_fds', 'gauge', 'Open FDs for hypervisor.', steady(63)),
  items('kata_hypervisor_proc_status', 'Hypervisor process status.', {
    vmrss: sway('qemu rss', 245 * mebi, 0.08),
    vmsize: steady(2_900 * mebi),
  }),
  items('kata_hypervisor_io_stat', 'Process IO statistics.', {
    readbytes: add('read', 9_000),
    writebytes: add('written', 15_000),
  }),
];

const shimFamilies: readonly CreateFamily[] = [
  plain('kata_shim_threads', 'gauge', 'Kata containerd shim v2 process threads.', steady(12)),
  plain('kata_shim_fds', 'gauge', 'Kata containerd shim v2 open FDs.', steady(26)),
  plain(
    'kata_shim_process_resident_memory_bytes',
    'gauge',
    'Resident memory size in bytes.',
    sway('shim rss', 42 * mebi, 0.04),
  ),
  plain(
    'kata_shim_process_cpu_seconds_total',
    'counter',
    'Total user and system CPU time spent in seconds.',
    ({ id, life }) => adding(`${id} shim`, 0.004, life.since),
  ),
  plain(
    'kata_shim_pod_overhead_memory_in_bytes',
    'gauge',
    'Kata Pod overhead for memory resources(bytes).',
    sway('overhead', 285 * mebi, 0.06),
  ),
  plain(
    'kata_shim_pod_overhead_cpu',
    'gauge',
    'Kata Pod overhead for CPU resources(percent).',
    hundredths('overhead', 1.4),
  ),
  histogram('kata_shim_agent_rpc_durations_histogram_milliseconds', agentCalls),
  histogram('kata_shim_rpc_durations_histogram_milliseconds', shimCalls),
];

function createSource(
  name: string,
  { life, labels }: Sandbox,
  more: Readonly<Record<string, string>>,
  value: Value,
): SimulatedSeries {
  return {
    labels: { __name__: name, ...labels, ...more },
    since: life.since,
    ...(life.until === undefined ? {} : { until: life.until }),
    value,
  };
}

function plain(name: string, type: 'gauge' | 'counter', help: string, createValue: CreateValue): CreateFamily {
  return (sandboxes) => ({
    name,
    type,
    help,
    sources: sandboxes.map((sandbox) => createSource(name, sandbox, {}, createValue(sandbox))),
  });
}

function items(
  name: string,
  help: string,
  values: Readonly<Record<string, CreateValue>>,
  more: Readonly<Record<string, string>> = {},
): CreateFamily {
  return (sandboxes) => ({
    name,
    type: 'gauge',
    help,
    sources: sandboxes.flatMap((sandbox) =>
      Object.entries(values).map(([item, createValue]) =>
        createSource(name, sandbox, { ...more, item }, createValue(sandbox)),
      ),
    ),
  });
}

function histogram(name: string, calls: typeof agentCalls): CreateFamily {
  return (sandboxes) => ({
    name,
    type: 'histogram',
    help: 'RPC latency distributions.',
    sources: sandboxes.flatMap((sandbox) =>
      Object.entries(calls).flatMap(([action, [perSecond, half]]) => {
        const calledTimes = adding(`${sandbox.id} ${action}`, perSecond, sandbox.life.since);
        const count: Value = (at) => Math.floor(1 + calledTimes(at));
        const below =
          (bound: number): Value =>
          (at) =>
            Math.floor(count(at) * (1 - 0.5 ** ((bound / (half * (0.7 + 0.6 * chance(sandbox.id)))) ** 1.3)));
        return [
          ...bounds.map((bound) =>
            createSource(`${name}_bucket`, sandbox, { action, le: String(bound) }, below(bound)),
          ),
          createSource(`${name}_bucket`, sandbox, { action, le: '+Inf' }, count),
          createSource(`${name}_sum`, sandbox, { action }, (at) => count(at) * half * 1.2),
          createSource(`${name}_count`, sandbox, { action }, count),
        ];
      }),
    ),
  });
}

function steady(value: number): CreateValue {
  return () => () => value;
}

function sway(what: string, middle: number, part: number): CreateValue {
  return ({ id }) => {
    const value = swaying(`${id} ${what}`, middle * (0.7 + 0.6 * chance(`${id} ${what} size`)), part);
    return (at) => Math.round(value(at));
  };
}

function hundredths(what: string, middle: number): CreateValue {
  return ({ id }) => {
    const value = swaying(`${id} ${what}`, middle * (0.7 + 0.6 * chance(id)), 0.4);
    return (at) => Math.round(value(at) * 100) / 100;
  };
}

function add(what: string, perSecond: number): CreateValue {
  return ({ id, life }) => {
    const value = adding(`${id} ${what}`, perSecond * (0.4 + 1.2 * chance(`${id} ${what} size`)), life.since);
    return (at) => Math.floor(value(at));
  };
}

function map(createValue: CreateValue, change: (value: number) => number): CreateValue {
  return (sandbox) => {
    const value = createValue(sandbox);
    return (at) => change(value(at));
  };
}
