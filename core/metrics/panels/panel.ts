/** The shape of a chart: what is asked, what it answers, and how it is judged. */
import type { FilterName, MetricsFilters } from '../filters.ts';
import type { Sample, SampledSeries } from '../samples.ts';
import type { MetricUnit } from './units.ts';
import type { Message } from '#core/text/message.ts';

export interface PanelQuery {
  readonly id: string;
  /** The PromQL for what is chosen. */
  readonly promql: (filters: MetricsFilters) => string;
  /**
   * What a series is called; `{{label}}` stands for the value of a label. A short form of what is long is made by
   * whoever shows it.
   */
  readonly legend: Message;
}

/** Another way to look at what a chart answers. */
export interface PanelReading {
  readonly id: string;
  readonly title: Message;
  readonly queries: readonly PanelQuery[];
}

export interface MetricsRemark {
  /** `attention`: somebody should look. `info`: worth knowing. Never more: a metric is a hint. */
  readonly level: 'attention' | 'info';
  readonly text: string;
}

/** What else is known of the cluster when a chart is judged. */
export interface PanelFacts {
  /** The runtime classes of kata and what they set aside for a pod, in bytes; empty where they are not known. */
  readonly overheads: readonly { readonly runtimeClass: string; readonly bytes: number }[];
}

/** The series that each query brought, by its id. One that failed is not in it. */
export type PanelAnswers = ReadonlyMap<string, readonly SampledSeries[]>;

export interface MetricsPanelDefinition {
  readonly id: string;
  readonly title: Message;
  /** The question that it answers, and what to keep in mind, in a sentence or two. */
  readonly answers: Message;
  readonly queries: readonly PanelQuery[];
  /** Ways to look at it that can be chosen, where there are several; the first is `queries`. */
  readonly readings?: readonly PanelReading[];
  readonly unit: MetricUnit;
  /** Which filters its series can be narrowed by. */
  readonly filters: readonly FilterName[];
  /** Why there may be nothing: absence is not zero. */
  readonly empty: Message;
  /** Lines across the chart to compare with. */
  readonly references?: (facts: PanelFacts) => readonly Reference[];
  readonly judge?: (answers: PanelAnswers, facts: PanelFacts, asked: QueryWindow) => readonly MetricsRemark[];
  /** Of what the queries, units and remarks are known. */
  readonly source: string;
}

/** What was asked for, in milliseconds: until when, and how far apart points are. */
export interface QueryWindow {
  readonly to: number;
  readonly step: number;
}

export interface Reference {
  readonly label: string;
  readonly value: number;
}

/** What is asked for a panel. @param reading the id of the one that is chosen; the first where none is */
export function listPanelQueries(
  { queries, readings = [] }: MetricsPanelDefinition,
  reading: string | undefined,
): readonly PanelQuery[] {
  return readings.find(({ id }) => id === reading)?.queries ?? queries;
}

/** So many points may be missing at the end of a series that goes on: what is collected comes a little late. */
const late = 2;

/**
 * The newest number of a series, when it is of the end of what was asked; undefined when the series has ended before:
 * the past is not judged.
 */
export function current({ samples }: SampledSeries, asked: QueryWindow): number | undefined {
  const newest = samples.findLast(({ value }) => Number.isFinite(value));
  return newest !== undefined && isCurrentSample(newest, asked) ? newest.value : undefined;
}

/** Whether a newest sample is of the end of what was asked. */
export function isCurrentSample({ at }: Sample, { to, step }: QueryWindow): boolean {
  return at >= to - late * step;
}

/**
 * Whether there is a number at the end of what was asked, another so long before it, and between them no gap: what is
 * in between is told of all that time.
 */
export function coversWindow({ samples }: SampledSeries, { to, step }: QueryWindow, length: number): boolean {
  const times = [...samples.map(({ at }) => at).filter((at) => at > to - length - late * step), to];
  return (
    (times[0] ?? to) <= to - length + step &&
    times.every((at, index) => index === 0 || at - (times[index - 1] ?? at) <= late * step)
  );
}

/**
 * Of several that go on, the one that began last: who exports it was started anew, and what is left of the one before
 * says nothing.
 */
export function latest(series: readonly SampledSeries[], asked: QueryWindow): SampledSeries | undefined {
  const going = series.filter((one) => current(one, asked) !== undefined);
  const last = ({ samples }: SampledSeries) => samples.at(-1)?.at ?? 0;
  const first = ({ samples }: SampledSeries) => samples[0]?.at ?? 0;
  return going.toSorted((one, other) => last(other) - last(one) || first(other) - first(one))[0];
}
