/** Lists all product series and finds a series by the name in a query. */
import { agentSeries } from './agentSeries.ts';
import { guestSeries } from './guestSeries.ts';
import { hypervisorSeries } from './hypervisorSeries.ts';
import { monitorSeries } from './monitorSeries.ts';
import { operatorSeries } from './operatorSeries.ts';
import { commonLabels } from './labels.ts';
import type { SeriesInfo, SeriesLabel } from './series.ts';
import { shimSeries } from './shimSeries.ts';

export const allSeries: readonly SeriesInfo[] = [
  ...operatorSeries,
  ...monitorSeries,
  ...guestSeries,
  ...shimSeries,
  ...hypervisorSeries,
  ...agentSeries,
];

export type SeriesPart = '_bucket' | '_sum' | '_count';

/** A series that was found by its name in Prometheus. */
export interface FoundSeries {
  readonly series: SeriesInfo;
  /** Part of a histogram or summary that the name identifies. */
  readonly part?: SeriesPart;
}

/** Returns the name suffixes under which Prometheus stores a series. A summary is also stored under its own name. */
export function partsOf({ type }: SeriesInfo): readonly SeriesPart[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'] : type === 'summary' ? ['_sum', '_count'] : [];
}

/** Returns the names that a query can use for a series. */
export function listSeriesNames(series: SeriesInfo): readonly string[] {
  const parts = partsOf(series).map((part) => series.name + part);
  return series.type === 'histogram' ? parts : [series.name, ...parts];
}

const byName: ReadonlyMap<string, FoundSeries> = new Map(
  allSeries.flatMap((series) => [
    [series.name, { series }] as const,
    ...partsOf(series).map((part) => [series.name + part, { series, part }] as const),
  ]),
);

/** Returns the series with this name. Also finds a histogram by its base name, which doesn't exist in Prometheus. */
export function findSeries(name: string): FoundSeries | undefined {
  return byName.get(name);
}

/** All names that a query can use for product series. */
export const seriesNames: readonly string[] = allSeries.flatMap(listSeriesNames);

/**
 * Returns the labels of a series, including those that the collector adds. A part of a histogram or summary doesn't
 * have all of them.
 */
export function labelsOf({ series, part }: FoundSeries): readonly SeriesLabel[] {
  const own = series.labels.filter(
    ({ name }) => (name !== 'le' || part === '_bucket') && (name !== 'quantile' || part === undefined),
  );
  return [...own, ...commonLabels];
}
