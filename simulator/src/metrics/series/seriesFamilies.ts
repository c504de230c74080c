/** Provides all Kata series that the simulated cluster exports, with the labels that the OpenShift collectors add. */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { monitorName } from '#simulator/controllers/kata/operatorObjects.ts';
import type { CollectionPeriods } from './collectionPeriods.ts';
import type { Life, Lives } from './lifetimes.ts';
import { gaugeHelp, type GaugeHistory, type Gauges } from './operatorGauges.ts';
import { sandboxFamilies } from './sandboxFamilies.ts';
import { adding, swaying, type Family, type SimulatedSeries } from './simulatedSeries.ts';

export class Families {
  readonly #lives: Lives;
  readonly #gauges: GaugeHistory;
  readonly #collection: CollectionPeriods;
  #made: { readonly version: number; readonly families: readonly Family[] } | undefined;

  constructor(lives: Lives, gauges: GaugeHistory, collection: CollectionPeriods) {
    this.#lives = lives;
    this.#gauges = gauges;
    this.#collection = collection;
  }

  /** All families that Prometheus collects. */
  get all(): readonly Family[] {
    const { changes } = this.#collection;
    return changes === 0 ? this.#exported : this.#exported.map((family) => this.#collection.limit(family));
  }

  /** All families. Recreated when pods have started or stopped. */
  get #exported(): readonly Family[] {
    const { version } = this.#lives;
    if (this.#made?.version !== version) this.#made = { version, families: this.#make(this.#lives.all) };
    return this.#made.families;
  }

  #make(lives: readonly Life[]): readonly Family[] {
    const sandboxes = lives.filter(({ kind }) => kind === 'sandbox');
    const monitors = lives.filter(({ kind }) => kind === 'monitor');
    // kata-monitor exports the metrics of the sandboxes on its node. Without it, they aren't exported.
    const told = sandboxes.flatMap((life) => {
      const monitor = monitors.findLast(
        ({ node, since, until = Infinity }) =>
          node === life.node && until > life.since && since < (life.until ?? Infinity),
      );
      if (monitor === undefined) return [];
      const until = earlier(life.until, monitor.until);
      return [
        {
          life: { ...life, since: Math.max(life.since, monitor.since), ...(until === undefined ? {} : { until }) },
          labels: monitorLabels(monitor),
        },
      ];
    });
    return [
      ...monitorFamilies(monitors, sandboxes),
      ...sandboxFamilies(told),
      ...this.#operator(lives.filter(({ kind }) => kind === 'operator')),
      recorded(monitors, sandboxes),
    ];
  }

  #operator(operators: readonly Life[]): readonly Family[] {
    const names = Object.keys(gaugeHelp) as (keyof Gauges)[];
    return names.map((name) => ({
      name,
      type: 'gauge',
      help: gaugeHelp[name],
      sources: operators.map((life) => source(name, life, operatorLabels(life), (at) => this.#gauges.at(at)[name])),
    }));
  }
}

function source(
  name: string,
  { since, until }: Life,
  labels: Readonly<Record<string, string>>,
  value: SimulatedSeries['value'],
): SimulatedSeries {
  return { labels: { __name__: name, ...labels }, since, ...(until === undefined ? {} : { until }), value };
}

function monitorLabels({ node, name, podAddress }: Life): Readonly<Record<string, string>> {
  const job = monitorName;
  return {
    container: 'kata-monitor',
    endpoint: 'metrics',
    instance: `${podAddress}:8090`,
    job,
    namespace: operatorNamespace,
    node,
    pod: name,
    service: job,
  };
}

function operatorLabels({ name, podAddress }: Life): Readonly<Record<string, string>> {
  const service = 'operator-metrics-service';
  return {
    container: 'metrics-server',
    endpoint: 'metrics',
    instance: `${podAddress}:8091`,
    job: service,
    namespace: operatorNamespace,
    pod: name,
    service,
  };
}

function monitorFamilies(monitors: readonly Life[], sandboxes: readonly Life[]): readonly Family[] {
  const family = (
    name: string,
    type: 'gauge' | 'counter',
    help: string,
    value: (life: Life) => SimulatedSeries['value'],
  ): Family => ({
    name,
    type,
    help,
    sources: monitors.map((life) => source(name, life, monitorLabels(life), value(life))),
  });
  return [
    family(
      'kata_monitor_running_shim_count',
      'gauge',
      'Running shim count(running sandboxes).',
      ({ node }) =>
        (at) =>
          runningAt(sandboxes, at, node),
    ),
    family(
      'kata_monitor_scrape_count',
      'counter',
      'Scape count.',
      ({ since }) =>
        (at) =>
          Math.floor((at - since) / 30_000) + 1,
    ),
    family('kata_monitor_scrape_failed_count', 'counter', 'Failed scape count.', () => () => 0),
    family('kata_monitor_process_resident_memory_bytes', 'gauge', 'Resident memory size in bytes.', ({ uid }) => {
      const value = swaying(uid, 31_000_000, 0.05);
      return (at) => Math.round(value(at));
    }),
    family(
      'kata_monitor_process_cpu_seconds_total',
      'counter',
      'Total user and system CPU time spent in seconds.',
      ({ uid, since }) => adding(uid, 0.01, since),
    ),
  ];
}

/**
 * Creates the series of the operator's recording rule. Source: openshift/sandboxed-containers-operator@v1.8.0
 * config/kata-monitor/kata-monitor-prometheus-rules.yaml.
 */
function recorded(monitors: readonly Life[], sandboxes: readonly Life[]): Family {
  const name = 'cluster:kata_monitor_running_shim_count:sum';
  const since = Math.min(...monitors.map((life) => life.since));
  const until = monitors.every((life) => life.until !== undefined)
    ? Math.max(...monitors.map((life) => life.until ?? 0))
    : undefined;
  const watched = (at: number): number =>
    monitors
      .filter((life) => life.since <= at && at < (life.until ?? Infinity))
      .reduce((sum, { node }) => sum + runningAt(sandboxes, at, node), 0);
  const sources =
    monitors.length === 0
      ? []
      : [{ labels: { __name__: name }, since, ...(until === undefined ? {} : { until }), value: watched }];
  return { name, type: 'gauge', help: 'Recorded: sum(kata_monitor_running_shim_count)', sources };
}

function runningAt(sandboxes: readonly Life[], at: number, on: string): number {
  return sandboxes.filter(({ node, since, until = Infinity }) => node === on && since <= at && at < until).length;
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}
