/**
 * The charts of kata: what is asked of Prometheus, and how the answer reads. Sources: domain/06-metrics.md (6.1 the
 * operator, 6.3 the dashboard of the operator, whose queries are kept to the letter, 6.4 kata's own table).
 */
import * as l10n from '@vscode/l10n';
import { all, document112, operator18, operatorDev } from '#core/product/sources.ts';
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
/** What kata measures, with the bounds of its histograms: 1 to 512 ms, doubling. */
const kataMetrics =
  'kata-containers/kata-containers docs/design/kata-2-0-metrics.md, src/runtime/virtcontainers/sandbox_metrics.go';

const ofSandboxes: readonly FilterName[] = ['node', 'sandbox', 'namespace'];
const ofNodes: readonly FilterName[] = ['node'];

export const panels: readonly MetricsPanelDefinition[] = [
  {
    id: 'sandboxes',
    title: () => l10n.t`Sandboxes running per node`,
    answers: () =>
      l10n.t`How many sandboxes kata-monitor finds on each node. Peer pods count on the node of their shim.`,
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
      l10n.t`Nothing is exported when kata-monitor does not run, or when Prometheus does not collect from its namespace. That is not zero sandboxes.`,
    source: all(operator18('config/kata-monitor/kata-monitor-prometheus-rules.yaml'), kataMetrics),
  },
  {
    id: 'guests',
    title: () => l10n.t`Sandboxes whose guest reports`,
    answers: () =>
      l10n.t`How many virtual machines hand out their own figures. Fewer than run: some guests do not answer, or their policy does not allow it.`,
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
    empty: () =>
      l10n.t`Nothing is exported when no sandbox runs, or when no guest may answer: a policy must allow GetMetricsRequest.`,
    source: all(dashboard, document112('6.1')),
  },
  {
    id: 'guestMemory',
    title: () => l10n.t`Memory used in each guest`,
    answers: () => l10n.t`How much of its memory each virtual machine uses, its page cache included.`,
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
    empty: () =>
      l10n.t`Nothing is exported when no sandbox runs, or when no guest may answer: a policy must allow GetMetricsRequest.`,
    source: dashboard,
  },
  {
    id: 'overhead',
    title: () => l10n.t`Memory besides the containers`,
    answers: () =>
      l10n.t`Memory that each sandbox uses on its node in addition to its containers, compared with the pod overhead of its runtime class.`,
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
      l10n.t`Nothing is exported when no sandbox runs, or when the shim is of the Rust runtime, which does not have this series yet.`,
    references: ({ overheads }) =>
      overheads.map(({ runtimeClass, bytes }) => ({ label: l10n.t`set aside by ${runtimeClass}`, value: bytes })),
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
    empty: () =>
      l10n.t`Nothing is exported when no sandbox runs, or when no guest may answer: a policy must allow GetMetricsRequest.`,
    // The agent writes user_ms() and the like.
    source: all(
      dashboard,
      'kata-containers/kata-containers@083facd5 src/agent/src/metrics.rs (set_gauge_vec_cpu_time)',
    ),
  },
  {
    id: 'agentRpc',
    title: () => l10n.t`Latency of requests to the agent`,
    answers: () =>
      l10n.t`How long requests to the agent in the guest take: 50, 95 or 99 of 100 are quicker. Requests that wait for a process to end are left out.`,
    ...latencies(
      'kata_shim_agent_rpc_durations_histogram_milliseconds_bucket',
      'action!="grpc.WaitProcessRequest"',
      ofSandboxes,
    ),
    unit: 'latency',
    filters: ofSandboxes,
    empty: () =>
      l10n.t`Nothing is exported when no requests were made in five minutes, or when the shim is of the Rust runtime, which does not have this series yet.`,
    source: kataMetrics,
  },
  {
    id: 'shimRpc',
    title: () => l10n.t`Latency of requests to the shim`,
    answers: () =>
      l10n.t`How long requests of CRI-O to the shim take: 50, 95 or 99 of 100 are quicker. Requests that wait for a process to end are left out.`,
    ...latencies('kata_shim_rpc_durations_histogram_milliseconds_bucket', 'action!="wait"', ofSandboxes),
    unit: 'latency',
    filters: ofSandboxes,
    empty: () => l10n.t`Nothing is exported when no requests were made in five minutes.`,
    source: kataMetrics,
  },
  {
    id: 'failures',
    title: () => l10n.t`Failed peer pods`,
    answers: () =>
      l10n.t`Which part of the pods with the class kata-remote neither run nor have succeeded, as the operator counts: those that start are among them.`,
    queries: [
      {
        id: 'ratio',
        promql: () => 'kata_remote_workload_failure_ratio',
        legend: () => l10n.t`neither run nor succeeded`,
      },
    ],
    unit: 'percent',
    filters: [],
    empty: () =>
      l10n.t`Nothing is exported when the operator does not run, or when Prometheus does not collect from its namespace.`,
    references: () => [
      {
        label: l10n.t({
          message: 'alert {0}',
          args: ['KataRemoteWorkloadFailureHigh'],
          comment: ['{0}: the name of an alert.'],
        }),
        value: 25,
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
      l10n.t`How many pods with the class kata-remote there are, and how many of them neither run nor have succeeded: those that start are among them.`,
    queries: [
      {
        id: 'all',
        promql: () => 'kata_total_remote_pods',
        legend: () => l10n.t({ message: 'all', args: [], comment: ['A line of a chart: all peer pods.'] }),
      },
      { id: 'failed', promql: () => 'kata_failed_remote_pods', legend: () => l10n.t`neither run nor succeeded` },
    ],
    unit: 'count',
    filters: [],
    empty: () =>
      l10n.t`Nothing is exported when the operator does not run, or when Prometheus does not collect from its namespace.`,
    source: operatorGauges,
  },
  {
    id: 'installation',
    title: () => l10n.t`Installation, as the operator exports it`,
    answers: () =>
      l10n.t`Shows whether the operator reports a successful installation and whether the kata-remote runtime class exists.`,
    queries: [
      { id: 'installed', promql: () => 'kata_config_installation_success', legend: () => l10n.t`KataConfig installed` },
      {
        id: 'remoteClass',
        promql: () => 'kata_remote_runtimeclass_available',
        legend: () => l10n.t`kata-remote available`,
      },
    ],
    unit: 'yesNo',
    filters: [],
    empty: () =>
      l10n.t`Nothing is exported when the operator does not run, or when Prometheus does not collect from its namespace.`,
    judge: judgeInstallation,
    source: operatorGauges,
  },
];

/** Of which class a sandbox is, no label says: only what is above all of them is told. */
function judgeOverhead(answers: PanelAnswers, { overheads }: PanelFacts, asked: QueryWindow): readonly MetricsRemark[] {
  const taken = (answers.get('overhead') ?? [])
    .map((one) => current(one, asked))
    .filter((value) => value !== undefined);
  if (taken.length === 0) return [];
  if (overheads.length === 0)
    return [
      {
        level: 'info',
        text: l10n.t`What the runtime classes set aside is not known here, so that nothing is compared.`,
      },
    ];
  const most = Math.max(...overheads.map(({ bytes }) => bytes));
  const above = taken.filter((value) => value > most).length;
  if (above === 0) return [];
  const [count, size] = [taken.length, formatMetricValue(most, 'bytes')];
  const which = overheads.length === 1 ? (overheads[0]?.runtimeClass ?? '') : l10n.t`every kata runtime class here`;
  return [
    {
      level: 'attention',
      text: selectPlural(
        count,
        l10n.t`${above} of ${count} sandbox takes more than ${which} sets aside (${size}): the node may run out of memory before the scheduler knows. Changing the overhead of the class is not supported.`,
        l10n.t`${above} of ${count} sandboxes take more than ${which} sets aside (${size}): the node may run out of memory before the scheduler knows. Changing the overhead of the class is not supported.`,
      ),
    },
  ];
}

/** As the alert of the product: so many percent, for so long. */
const tooMany = 25;
const tooLong = 1_800_000;

function judgeFailures(answers: PanelAnswers, _facts: PanelFacts, asked: QueryWindow): readonly MetricsRemark[] {
  const series = latest(answers.get('ratio') ?? [], asked);
  if (series === undefined || (current(series, asked) ?? 0) <= tooMany) return [];

  const lasts =
    coversWindow(series, asked, tooLong) &&
    series.samples.every(({ at, value }) => at < asked.to - tooLong || value > tooMany);
  if (!lasts)
    return [
      {
        level: 'info',
        text: l10n.t`More than a quarter of the peer pods neither run nor have succeeded; those that start are among them. That it has lasted for half an hour, as for the alert, is not seen here.`,
      },
    ];
  return [
    {
      level: 'attention',
      text: l10n.t`More than a quarter of the peer pods neither run nor have succeeded, for half an hour or more. Look at the pods of the class kata-remote that are not running, and at their events.`,
    },
  ];
}

/** It reads fields that the status does not have (operator 1.8): a `no` proves nothing. */
function judgeInstallation(answers: PanelAnswers, _facts: PanelFacts, asked: QueryWindow): readonly MetricsRemark[] {
  const installed = latest(answers.get('installed') ?? [], asked);
  if (installed === undefined || current(installed, asked) !== 0) return [];
  return [
    {
      level: 'info',
      text: l10n.t`Operators as of 1.8 read the wrong fields for this gauge: trust the status of the KataConfig in the tree.`,
    },
  ];
}
