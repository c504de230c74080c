/** Describes a chart: its queries, its explanation, and its evaluation. */
import type { FilterName, MetricsFilters } from '../filters.ts';
import type { Sample, SampledSeries } from '../samples.ts';
import type { MetricUnit } from './units.ts';
import type { Message } from '#core/text/message.ts';

export interface PanelQuery {
  readonly id: string;
  /** Returns the PromQL for the active filters. */
  readonly promql: (filters: MetricsFilters) => string;
  /** Legend of a series, in which `{{label}}` represents the value of a label. The view shortens long values. */
  readonly legend: Message;
}

/** An alternative view of a chart. */
export interface PanelReading {
  readonly id: string;
  readonly title: Message;
  readonly queries: readonly PanelQuery[];
}

export interface MetricsRemark {
  /**
   * `attention` marks a result that the user should check. `info` marks additional information. There is no error level
   * because a metric is only a hint.
   */
  readonly level: 'attention' | 'info';
  readonly text: string;
}

/** Additional facts about the cluster for the evaluation of a chart. */
export interface PanelFacts {
  /** Kata runtime classes with their pod overhead in bytes. Empty if unknown. */
  readonly overheads: readonly { readonly runtimeClass: string; readonly bytes: number }[];
  /** True if the KataConfig status shows that Kata is installed. Undefined if the cluster is unknown. */
  readonly isInstalled?: boolean;
}

/** Series by query ID. Failed queries are omitted. */
export type PanelAnswers = ReadonlyMap<string, readonly SampledSeries[]>;

export interface MetricsPanelDefinition {
  readonly id: string;
  readonly title: Message;
  /** The question that the chart answers and how to interpret the chart, in one or two sentences. */
  readonly answers: Message;
  readonly queries: readonly PanelQuery[];
  /** Available views, if there are several. The first one equals `queries`. */
  readonly readings?: readonly PanelReading[];
  readonly unit: MetricUnit;
  /** Filters that its series support. */
  readonly filters: readonly FilterName[];
  /** Possible reasons why there is no data. Missing data doesn't mean that the value is zero. */
  readonly empty: Message;
  /** Returns horizontal lines for comparison. */
  readonly references?: (facts: PanelFacts) => readonly Reference[];
  readonly judge?: (answers: PanelAnswers, facts: PanelFacts, asked: QueryWindow) => readonly MetricsRemark[];
  /** Source of the queries, units, and remarks. */
  readonly source: string;
}

/** End of the query range and distance between points, in milliseconds. */
export interface QueryWindow {
  readonly to: number;
  readonly step: number;
}

export interface Reference {
  readonly label: string;
  readonly value: number;
}

/**
 * Returns the queries of a panel.
 * @param reading ID of the selected view; if undefined, the first view is used
 */
export function listPanelQueries(
  { queries, readings = [] }: MetricsPanelDefinition,
  reading: string | undefined,
): readonly PanelQuery[] {
  return readings.find(({ id }) => id === reading)?.queries ?? queries;
}

/**
 * Number of query steps by which the newest sample of a current series can lag behind the end of the query range,
 * because collecting samples takes time.
 */
const late = 2;

/**
 * Returns the newest value of a series if it is at the end of the query range. Returns undefined if the series ended
 * earlier, because past values aren't evaluated.
 */
export function current({ samples }: SampledSeries, asked: QueryWindow): number | undefined {
  const newest = samples.findLast(({ value }) => Number.isFinite(value));
  return newest !== undefined && isCurrentSample(newest, asked) ? newest.value : undefined;
}

/** Returns whether the newest sample is at the end of the query range. */
export function isCurrentSample({ at }: Sample, { to, step }: QueryWindow): boolean {
  return at >= to - late * step;
}

/**
 * Returns whether a series has values over the last `length` milliseconds of the query range without gaps, so that a
 * statement about the entire time is valid.
 */
export function coversWindow({ samples }: SampledSeries, { to, step }: QueryWindow, length: number): boolean {
  const times = [...samples.map(({ at }) => at).filter((at) => at > to - length - late * step), to];
  return (
    (times[0] ?? to) <= to - length + step &&
    times.every((at, index) => index === 0 || at - (times[index - 1] ?? at) <= late * step)
  );
}

/**
 * Returns the current series that started last. After the exporter restarts, remaining data of the earlier series is
 * irrelevant.
 */
export function latest(series: readonly SampledSeries[], asked: QueryWindow): SampledSeries | undefined {
  const going = series.filter((one) => current(one, asked) !== undefined);
  const last = ({ samples }: SampledSeries) => samples.at(-1)?.at ?? 0;
  const first = ({ samples }: SampledSeries) => samples[0]?.at ?? 0;
  return going.toSorted((one, other) => last(other) - last(one) || first(other) - first(one))[0];
}
