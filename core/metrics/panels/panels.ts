/**
 * Defines the Kata charts with their Prometheus queries and explanations. Sources: domain/06-metrics.md (6.1 the
 * operator, 6.3 the dashboard of the operator, whose queries are used unchanged, 6.4 the table in the Kata
 * documentation).
 */
import * as l10n from '@vscode/l10n';
import { all, document112, operator18, operatorDev } from '#core/product/sources.ts';
import { failureAlert } from '../alerts.ts';
import { describeWrongMetric } from '../healthTiles.ts';
import { createSelector, type FilterName } from '../filters.ts';
import { latencies } from './latency.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { sandboxLegend } from './legend.ts';
import {
  coversWindow,
  current,
  latest,
  type QueryWindow,
  type MetricsPanelDefinition,
  type PanelAnswers,
  type PanelFacts,
  type MetricsRemark,
} from './panel.ts';
import { formatMetricValue } from './units.ts';

const dashboard = operator18('config/kata-monitor/osc-dashboard.yaml');
const operatorGauges = operator18('cmd/metrics/metrics.go');
/** Source of the Kata metrics. The upper bounds of their histogram buckets double from 1 to 512 ms. */
const kataMetrics =
  'kata-containers/kata-containers docs/design/kata-2-0-metrics.md, src/runtime/virtcontainers/sandbox_metrics.go';

const ofSandboxes: readonly FilterName[] = ['node', 'sandbox', 'namespace'];
const ofNodes: readonly FilterName[] = ['node'];

export const panels: readonly MetricsPanelDefinition[] = [
  {
    id: 'sandboxes',
    title: () => l10n.t`Running sandboxes per node`,
    answers: () =>
      l10n.t`Number of sandboxes that kata-monitor finds on each node. A peer pod is counted on the node where its shim runs.`,
    queries: [
      {
        id: 'running',
        promql: (filters) =>
          `sum by (node, instance) (${createSelector('kata_monitor_running_shim_count', '', filters, ofNodes)})`,
        legend: () => '{{node}} {{instance}}',
      },
    ],
    unit: 'count',
    filters: ofNodes,
    empty: () =>
      l10n.t`No data is available if kata-monitor isn't running or if Prometheus doesn't collect metrics from the operator namespace. Missing data doesn't mean that no sandboxes are running.`,
    source: all(operator18('config/kata-monitor/kata-monitor-prometheus-rules.yaml'), kataMetrics),
  },
  {
    id: 'guests',
    title: () => l10n.t`Sandboxes with guest metrics`,
    answers: () =>
      l10n.t`Number of VMs that report guest metrics. Lower than the number of running VMs if guests don't respond or if their policies don't allow GetMetricsRequest.`,
    queries: [
      {
        id: 'guests',
        promql: (filters) =>
          `sum(count by(instance) (${createSelector('kata_guest_load', 'item="load1"', filters, ofSandboxes)}))`,
        legend: () => l10n.t`number of VMs`,
      },
    ],
    unit: 'count',
    filters: ofSandboxes,
    empty: () => l10n.t`No data is available if no sandbox is running or if no guest policy allows GetMetricsRequest.`,
    source: all(dashboard, document112('6.1')),
  },
  {
    id: 'guestMemory',
    title: () => l10n.t`Memory used per guest`,
    answers: () => l10n.t`Memory used in each VM, including the page cache.`,
    queries: [
      {
        id: 'used',
        promql: (filters) =>
          `(${createSelector('kata_guest_meminfo', 'item="mem_total"', filters, ofSandboxes)} - on(sandbox_id) ${createSelector('kata_guest_meminfo', 'item="mem_free"', filters, ofSandboxes)})`,
        legend: sandboxLegend,
      },
    ],
    unit: 'bytes',
    filters: ofSandboxes,
    empty: () => l10n.t`No data is available if no sandbox is running or if no guest policy allows GetMetricsRequest.`,
    source: dashboard,
  },
  {
    id: 'overhead',
    title: () => l10n.t`Memory overhead per sandbox`,
    answers: () =>
      l10n.t`Memory that each sandbox uses on the node in addition to the memory of its containers. For comparison, the chart also shows the pod overhead of the runtime classes.`,
    queries: [
      {
        id: 'overhead',
        promql: (filters) => createSelector('kata_shim_pod_overhead_memory_in_bytes', '', filters, ofSandboxes),
        legend: sandboxLegend,
      },
    ],
    unit: 'bytes',
    filters: ofSandboxes,
    empty: () =>
      l10n.t`No data is available if no sandbox is running. The Rust runtime of Kata (runtime-rs) has no such series.`,
    references: ({ overheads }) =>
      overheads.map(({ runtimeClass, bytes }) => ({ label: l10n.t`pod overhead for ${runtimeClass}`, value: bytes })),
    judge: judgeOverhead,
    source: all(kataMetrics, 'OSC 1.5 §2.1.1'),
  },
  {
    id: 'guestCpu',
    title: () => l10n.t`CPU time per guest`,
    answers: () => l10n.t`Number of busy CPUs per VM. 1 CPU means that one vCPU is busy all the time.`,
    queries: [
      {
        id: 'busy',
        promql: (filters) =>
          `sum by (sandbox_id) (irate(${createSelector('kata_guest_cpu_time', 'cpu="total",  item=~"irq|softirq|system|user"', filters, ofSandboxes)}[5m]))`,
        legend: sandboxLegend,
      },
    ],
    unit: 'msPerSecond',
    filters: ofSandboxes,
    empty: () => l10n.t`No data is available if no sandbox is running or if no guest policy allows GetMetricsRequest.`,
    // The agent uses user_ms() and similar functions.
    source: all(
      dashboard,
      'kata-containers/kata-containers@083facd5 src/agent/src/metrics.rs (set_gauge_vec_cpu_time)',
    ),
  },
  {
    id: 'agentRpc',
    title: () => l10n.t`Agent request latency`,
    answers: () =>
      l10n.t`Duration of requests to the agent in the guest. The lines show the 50th, 95th, and 99th percentiles. Excludes requests that wait for a process to end.`,
    ...latencies(
      'kata_shim_agent_rpc_durations_histogram_milliseconds_bucket',
      'action!="grpc.WaitProcessRequest"',
      ofSandboxes,
    ),
    unit: 'latency',
    filters: ofSandboxes,
    empty: () =>
      l10n.t`No data is available if no requests were made in the last 5 minutes. The Rust runtime of Kata (runtime-rs) has no such series.`,
    source: kataMetrics,
  },
  {
    id: 'shimRpc',
    title: () => l10n.t`Shim request latency`,
    answers: () =>
      l10n.t`Duration of CRI-O requests to the shim. The lines show the 50th, 95th, and 99th percentiles. Excludes requests that wait for a process to end.`,
    ...latencies('kata_shim_rpc_durations_histogram_milliseconds_bucket', 'action!="wait"', ofSandboxes),
    unit: 'latency',
    filters: ofSandboxes,
    empty: () =>
      l10n.t`No data is available if no requests were made in the last 5 minutes. The Rust runtime of Kata (runtime-rs) has no such series.`,
    source: kataMetrics,
  },
  {
    id: 'failures',
    title: () => l10n.t`Failed peer pods`,
    answers: () =>
      l10n.t`Percentage of kata-remote pods that are neither running nor completed, as counted by the operator. Includes pods that are starting.`,
    queries: [
      {
        id: 'ratio',
        promql: () => 'kata_remote_workload_failure_ratio',
        legend: () => l10n.t`neither running nor completed`,
      },
    ],
    unit: 'percent',
    filters: [],
    empty: () =>
      l10n.t`No data is available if the operator isn't running or if Prometheus doesn't collect metrics from the operator namespace.`,
    references: () => [
      {
        label: l10n.t({
          message: 'alert {0}',
          args: [failureAlert.name],
          comment: ['The label of a line in a chart. {0} is the name of an alert.'],
        }),
        value: failureAlert.percentage,
      },
    ],
    judge: judgeFailures,
    source: all(
      operatorGauges,
      operatorDev('d12dc7cd', 'bundle/manifests/osc-alerts_monitoring.coreos.com_v1_prometheusrule.yaml'),
    ),
  },
  {
    id: 'remotePods',
    title: () => l10n.t`Peer pods`,
    answers: () =>
      l10n.t`Number of kata-remote pods, and how many of them are neither running nor completed. Includes pods that are starting.`,
    queries: [
      {
        id: 'all',
        promql: () => 'kata_total_remote_pods',
        legend: () =>
          l10n.t({
            message: 'all',
            args: [],
            comment: ['The label of a line in a chart: the number of all peer pods.'],
          }),
      },
      { id: 'failed', promql: () => 'kata_failed_remote_pods', legend: () => l10n.t`neither running nor completed` },
    ],
    unit: 'count',
    filters: [],
    empty: () =>
      l10n.t`No data is available if the operator isn't running or if Prometheus doesn't collect metrics from the operator namespace.`,
    source: operatorGauges,
  },
  {
    id: 'installation',
    title: () => l10n.t`Installation status reported by the operator`,
    answers: () =>
      l10n.t`Shows whether the operator reports a successful installation and whether the kata-remote runtime class exists.`,
    queries: [
      { id: 'installed', promql: () => 'kata_config_installation_success', legend: () => l10n.t`Kata installed` },
      {
        id: 'remoteClass',
        promql: () => 'kata_remote_runtimeclass_available',
        legend: () => l10n.t`kata-remote available`,
      },
    ],
    unit: 'yesNo',
    filters: [],
    empty: () =>
      l10n.t`No data is available if the operator isn't running or if Prometheus doesn't collect metrics from the operator namespace.`,
    judge: judgeInstallation,
    source: operatorGauges,
  },
];

/**
 * Evaluates the pod overhead. No label contains the runtime class of a sandbox, so only values above the overhead of
 * every class are reported.
 */
function judgeOverhead(answers: PanelAnswers, { overheads }: PanelFacts, asked: QueryWindow): readonly MetricsRemark[] {
  const taken = (answers.get('overhead') ?? [])
    .map((one) => current(one, asked))
    .filter((value) => value !== undefined);
  if (taken.length === 0) return [];
  if (overheads.length === 0)
    return [
      {
        level: 'info',
        text: l10n.t`The pod overhead of the runtime classes is unknown, so memory use can't be compared with it.`,
      },
    ];
  const most = Math.max(...overheads.map(({ bytes }) => bytes));
  const above = taken.filter((value) => value > most).length;
  if (above === 0) return [];
  const [count, size] = [taken.length, formatMetricValue(most, 'bytes')];
  const which =
    overheads.length === 1 ? (overheads[0]?.runtimeClass ?? '') : l10n.t`every Kata runtime class in this cluster`;
  return [
    {
      level: 'attention',
      text: selectPlural(
        count,
        l10n.t`In ${above} of ${count} sandbox, the memory overhead exceeds the pod overhead of ${which} (${size}). The scheduler doesn't account for the excess, so the node might run out of memory. Changing the overhead of the runtime class isn't supported.`,
        l10n.t`In ${above} of ${count} sandboxes, the memory overhead exceeds the pod overhead of ${which} (${size}). The scheduler doesn't account for the excess, so the node might run out of memory. Changing the overhead of the runtime class isn't supported.`,
      ),
    },
  ];
}

function judgeFailures(answers: PanelAnswers, _facts: PanelFacts, asked: QueryWindow): readonly MetricsRemark[] {
  const series = latest(answers.get('ratio') ?? [], asked);
  if (series === undefined || (current(series, asked) ?? 0) <= failureAlert.percentage) return [];

  const lasts =
    coversWindow(series, asked, failureAlert.duration) &&
    series.samples.every(({ at, value }) => at < asked.to - failureAlert.duration || value > failureAlert.percentage);
  if (!lasts)
    return [
      {
        level: 'info',
        text: l10n.t`More than 25% of the peer pods, including pods that are starting, are neither running nor completed. The alert fires only after 30 minutes in this state. The data doesn't show whether the state has lasted that long.`,
      },
    ];
  return [
    {
      level: 'attention',
      text: l10n.t`More than 25% of the peer pods have been neither running nor completed for at least 30 minutes. Check the kata-remote pods that aren't running and their events.`,
    },
  ];
}

/**
 * Evaluates the installation gauge. Since OSC 1.8, the operator reads status fields that don't exist, so a value of 0
 * doesn't mean that no node has Kata.
 */
function judgeInstallation(answers: PanelAnswers, _facts: PanelFacts, asked: QueryWindow): readonly MetricsRemark[] {
  const installed = latest(answers.get('installed') ?? [], asked);
  if (installed === undefined || current(installed, asked) !== 0) return [];
  return [
    {
      level: 'info',
      text: describeWrongMetric(),
    },
  ];
}
