/** Converts series to chart data: values on one common time grid, with gaps where no data was collected. */
import * as l10n from '@vscode/l10n';
import type { Sample, SampledSeries } from '#core/metrics/samples.ts';
import { formatMetricValue, type MetricUnit } from '#core/metrics/panels/units.ts';
import type { ChartView, SeriesView } from './metricsView.ts';

/** Maximum number of lines, because more can't be distinguished. */
export const mostDrawn = 20;
/** Maximum number of points. No server returns more. */
const mostPoints = 11_001;

export interface NamedSeries extends SampledSeries {
  readonly name: string;
}

export interface ChartRange {
  /** `from` and `to` are in milliseconds since 1970, and `step` is in milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export interface ChartData extends Omit<ChartView, 'references'> {
  /** Number of values that aren't finite numbers. The chart shows them as gaps. */
  readonly noNumbers: number;
}

/** Returns the chart data. Selects the series with the largest latest values and sorts them by name. */
export function chartData(all: readonly NamedSeries[], unit: MetricUnit, stretch: ChartRange): ChartData {
  const drawn = largest(all).toSorted((one, other) => compare(one.name, other.name));
  const grid = gridOf(drawn, stretch);
  let noNumbers = 0;
  const series = drawn.map(({ name, samples }): SeriesView => {
    const values = Array.from({ length: grid.times.length }, (): number | null => null);
    for (const { at, value } of samples) {
      if (!Number.isFinite(value)) noNumbers++;
      const index = grid.indexOf(at);
      if (index !== undefined && Number.isFinite(value)) values[index] = value;
    }
    return { name, values, ...wordsOf(samples, unit) };
  });
  return {
    unit,
    from: stretch.from / 1000,
    to: stretch.to / 1000,
    at: grid.times.map((time) => time / 1000),
    series,
    more: all.length - drawn.length,
    noNumbers,
  };
}

function largest(all: readonly NamedSeries[]): readonly NamedSeries[] {
  if (all.length <= mostDrawn) return all;
  const newest = (samples: readonly Sample[]) =>
    samples.findLast(({ value }) => Number.isFinite(value))?.value ?? Number.NEGATIVE_INFINITY;
  return all
    .map((one) => ({ one, value: newest(one.samples) }))
    .toSorted((a, b) => (a.value === b.value ? 0 : b.value - a.value))
    .slice(0, mostDrawn)
    .map(({ one }) => one);
}

interface Grid {
  readonly times: readonly number[];
  indexOf(at: number): number | undefined;
}

/**
 * Returns a grid with all times between the first and the last sample, including times without samples. Otherwise, the
 * chart would draw a line across the gap.
 */
function gridOf(series: readonly NamedSeries[], { step }: ChartRange): Grid {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { samples } of series) {
    first = Math.min(first, samples[0]?.at ?? first);
    last = Math.max(last, samples.at(-1)?.at ?? last);
  }
  if (first > last) return { times: [], indexOf: () => undefined };
  const count = step > 0 ? Math.round((last - first) / step) + 1 : 1;
  if (count > mostPoints) return gridOfSamples(series);
  return {
    times: Array.from({ length: count }, (_, index) => first + index * step),
    indexOf(at) {
      const index = step > 0 ? Math.round((at - first) / step) : 0;
      return index >= 0 && index < count ? index : undefined;
    },
  };
}

/** Returns a grid of the existing sample times, for ranges that have too many steps to draw. */
function gridOfSamples(series: readonly NamedSeries[]): Grid {
  const times = [...new Set(series.flatMap(({ samples }) => samples.map(({ at }) => at)))]
    .toSorted((one, other) => one - other)
    .slice(-mostPoints);
  const places = new Map(times.map((time, index) => [time, index]));
  return { times, indexOf: (at) => places.get(at) };
}

function wordsOf(samples: readonly Sample[], unit: MetricUnit): Pick<SeriesView, 'newest' | 'lowest' | 'highest'> {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { value } of samples) {
    if (!Number.isFinite(value)) continue;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  const newest = samples.at(-1)?.value;
  const isNone = lowest > highest;
  const none = l10n.t`no value`;
  return {
    newest: newest === undefined ? none : formatMetricValue(newest, unit),
    lowest: isNone ? none : formatMetricValue(lowest, unit),
    highest: isNone ? none : formatMetricValue(highest, unit),
  };
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
