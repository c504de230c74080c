/**
 * Creates the two tiles at the start of the metrics page, which show whether the installation succeeded and whether
 * peer pods fail. Source of the threshold: the alert in `alerts.ts`.
 */
import * as l10n from '@vscode/l10n';
import { formatDuration } from '#core/text/durations.ts';
import { failureAlert } from './alerts.ts';
import { current, isCurrentSample, latest, type PanelFacts, type QueryWindow } from './panels/panel.ts';
import { formatMetricValue, type MetricUnit } from './panels/units.ts';
import type { RaisedAlert, Sample, SampledSeries } from './samples.ts';

/** Results of the queries for the tiles. A query that wasn't read or failed has no entry. */
export interface TileInput {
  readonly window: QueryWindow;
  /** Series of `kata_config_installation_success`. */
  readonly installation?: readonly SampledSeries[];
  /** Series of `kata_remote_workload_failure_ratio`. */
  readonly failures?: readonly SampledSeries[];
  /** Series of `kata_total_remote_pods` and `kata_failed_remote_pods`. */
  readonly pods?: { readonly all: readonly SampledSeries[]; readonly failed: readonly SampledSeries[] };
  /** Pending and firing alerts of the product. */
  readonly alerts: readonly RaisedAlert[];
  readonly facts: PanelFacts;
  /**
   * Formats a time.
   * @param at milliseconds since 1970
   */
  readonly time: (at: number) => string;
}

export interface HealthTile {
  readonly id: 'installation' | 'failures';
  /**
   * `attention` marks a value above the threshold. `info` marks a value that doesn't show whether there is a problem.
   * `missing` means that Prometheus has no current value, which differs from 0, and `unread` that no result is
   * available.
   */
  readonly state: 'ok' | 'attention' | 'info' | 'missing' | 'unread';
  /** The current value, such as `50%`, or the reason why there is none. */
  readonly value: string;
  /** Lines below the value: since when, trend, and additional information. */
  readonly lines: readonly string[];
  /** The threshold of the alert, or a statement that there is no alert. */
  readonly threshold: string;
  /** The series whose trend the tile draws. */
  readonly series?: SampledSeries;
}

/** Creates the tile for the installation. No alert of the product checks this metric. */
export function installationTile({ installation, window, facts, time }: TileInput): HealthTile {
  const threshold = l10n.t`No alert checks this value.`;
  const alone = { id: 'installation', threshold } as const;
  const unusable = unusableValue(installation, window);
  if (unusable !== undefined)
    return { ...alone, state: 'info', value: formatMetricValue(unusable, 'yesNo'), lines: [] };
  const series = installation === undefined ? undefined : latest(installation, window);
  if (series === undefined)
    return { ...alone, ...withoutValue(installation, 'yesNo', time), ...lastSeries(installation) };
  const value = current(series, window);
  const trend = describeTrend(series, window, 'yesNo', time);
  const shown = { ...alone, series };
  if (value === 1) return { ...shown, state: 'ok', value: l10n.t`Installed`, lines: trend };
  if (value !== 0)
    return { ...shown, state: 'info', value: formatMetricValue(value ?? Number.NaN, 'yesNo'), lines: trend };
  // The metric is wrong since OSC 1.8, so the KataConfig decides if it's known.
  if (facts.isInstalled === true)
    return {
      ...shown,
      state: 'ok',
      value: l10n.t`Installed`,
      lines: [
        l10n.t`The metric is 0, but the KataConfig status shows that Kata is installed. The operator in OSC 1.8 and later reads the wrong fields for this metric.`,
      ],
    };
  return {
    ...shown,
    state: 'info',
    value: l10n.t`Not installed`,
    lines: [...trend, describeWrongMetric()],
  };
}

/** Describes why the installation metric can be 0 although Kata is installed. */
export function describeWrongMetric(): string {
  return l10n.t`The operator in OSC 1.8 and later reads the wrong fields for this metric, so the metric can be wrong. Check the KataConfig status in the Clusters view instead.`;
}

/** Creates the tile for failing peer pods. */
export function failuresTile({ failures, pods, alerts, window, time }: TileInput): HealthTile {
  const { name, percentage, duration } = failureAlert;
  const threshold = l10n.t`Alert threshold: more than ${formatMetricValue(percentage, 'percent')} for ${formatDuration(duration)}`;
  const alone = { id: 'failures', threshold } as const;
  const named = alerts.filter((one) => one.name === name);
  const alert = named.find(({ state }) => state === 'firing') ?? named[0];
  const raised = alert === undefined ? [] : [describeAlert(alert, time)];
  const unusable = unusableValue(failures, window);
  if (unusable !== undefined) {
    // The condition of the alert is true for infinity, and false for NaN.
    const state = unusable > percentage ? 'attention' : 'info';
    return { ...alone, state, value: formatMetricValue(unusable, 'percent'), lines: raised };
  }
  const series = failures === undefined ? undefined : latest(failures, window);
  const value = series === undefined ? undefined : current(series, window);
  if (series === undefined || value === undefined) {
    const { lines, ...missing } = withoutValue(failures, 'percent', time);
    return { ...alone, ...missing, lines: [...raised, ...lines], ...lastSeries(failures) };
  }
  const isAbove = value > percentage;
  const run = runOf(series, window, (one) => one > percentage === isAbove);
  return {
    ...alone,
    series,
    state: isAbove ? 'attention' : 'ok',
    value: formatMetricValue(value, 'percent'),
    lines: [
      ...describeCounts(pods, window),
      ...(isAbove ? (raised.length > 0 ? raised : [describeExcess(run, time)]) : raised),
      ...describeTrend(series, window, 'percent', time),
    ],
  };
}

/** Describes the state of an alert. */
function describeAlert({ state, since }: RaisedAlert, time: TileInput['time']): string {
  if (since === undefined) return state === 'firing' ? l10n.t`The alert is firing.` : l10n.t`The alert is pending.`;
  return state === 'firing'
    ? l10n.t`The alert has been firing since ${time(since)}.`
    : l10n.t`The alert has been pending since ${time(since)}.`;
}

function describeExcess({ since, isWhole }: Run, time: TileInput['time']): string {
  return isWhole
    ? l10n.t`Above the threshold since ${time(since)} or earlier`
    : l10n.t`Above the threshold since ${time(since)}`;
}

function describeCounts(pods: TileInput['pods'], window: QueryWindow): readonly string[] {
  const count = (all: readonly SampledSeries[] | undefined): number | undefined => {
    const series = latest(all ?? [], window);
    return series === undefined ? undefined : current(series, window);
  };
  const [all, failed] = [count(pods?.all), count(pods?.failed)];
  if (all === undefined || failed === undefined) return [];
  return all === 0
    ? [l10n.t`The cluster has no peer pods.`]
    : [l10n.t`Peer pods that are neither running nor completed: ${failed} of ${all}`];
}

/**
 * Returns the current value if it's NaN or infinite. Returns undefined if it's a number, or if there is none. NaN isn't
 * a missing value, because Prometheus collected it.
 */
function unusableValue(found: readonly SampledSeries[] | undefined, window: QueryWindow): number | undefined {
  const newest = (found ?? [])
    .flatMap(({ samples }) => samples.at(-1) ?? [])
    .filter((sample) => isCurrentSample(sample, window))
    .toSorted((one, other) => other.at - one.at);
  const [first] = newest;
  const isNumber = newest.some(({ at, value }) => at === first?.at && Number.isFinite(value));
  return isNumber ? undefined : first?.value;
}

/** Returns the text of a tile for which Prometheus has no current value. */
function withoutValue(
  found: readonly SampledSeries[] | undefined,
  unit: MetricUnit,
  time: TileInput['time'],
): Pick<HealthTile, 'state' | 'value' | 'lines'> {
  if (found === undefined) return { state: 'unread', value: l10n.t`Unknown`, lines: [] };
  const newest = newestSample(found);
  return {
    state: 'missing',
    value: l10n.t`Not collected`,
    lines:
      newest === undefined ? [] : [l10n.t`Last value: ${formatMetricValue(newest.value, unit)}, ${time(newest.at)}`],
  };
}

function lastSeries(found: readonly SampledSeries[] | undefined): Pick<HealthTile, 'series'> {
  const newest = newestSample(found ?? []);
  const series = found?.find(({ samples }) => newest !== undefined && samples.includes(newest));
  return series === undefined ? {} : { series };
}

function newestSample(found: readonly SampledSeries[]): Sample | undefined {
  return found
    .flatMap(({ samples }) => samples.findLast(({ value }) => Number.isFinite(value)) ?? [])
    .toSorted((one, other) => other.at - one.at)[0];
}

/** The time at the end of the range in which a condition is true without a gap. */
interface Run {
  /** Milliseconds since 1970. */
  readonly since: number;
  /** True if the condition is true from the first sample on, so it can be older. */
  readonly isWhole: boolean;
}

function runOf({ samples }: SampledSeries, { step }: QueryWindow, holds: (value: number) => boolean): Run {
  const last = samples.length - 1;
  let first = last;
  while (first > 0) {
    const [before, next] = [samples[first - 1], samples[first]];
    if (before === undefined || next === undefined || !holds(before.value)) break;
    if (!isCurrentSample(before, { to: next.at, step })) break;
    first -= 1;
  }
  return { since: samples[first]?.at ?? 0, isWhole: first === 0 };
}

/** Compares the current value with the first one of the range, and tells since when the value is unchanged. */
function describeTrend(
  series: SampledSeries,
  window: QueryWindow,
  unit: MetricUnit,
  time: TileInput['time'],
): readonly string[] {
  const value = current(series, window);
  const first = series.samples.find((one) => Number.isFinite(one.value));
  if (value === undefined || first === undefined || series.samples.length < 2) return [];
  const run = runOf(series, window, (one) => one === value);
  if (run.isWhole) return [l10n.t`Unchanged since ${time(run.since)} or earlier`];
  const [was, at] = [formatMetricValue(first.value, unit), time(first.at)];
  const words =
    unit === 'yesNo' || value === first.value
      ? l10n.t`Unchanged since ${time(run.since)}`
      : value > first.value
        ? l10n.t`Up from ${was} at ${at}`
        : l10n.t`Down from ${was} at ${at}`;
  return [words];
}
