/** All series of the product, and how one is found by the name that a query asks for. */
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

/** A series by a name that Prometheus knows. */
export interface FoundSeries {
  readonly series: SeriesInfo;
  /** Of a histogram or summary, the part that the name asks for. */
  readonly part?: SeriesPart;
}

/** The parts that a series is kept in, as ends of its name; of a summary, one of them is the name itself. */
export function partsOf({ type }: SeriesInfo): readonly SeriesPart[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'] : type === 'summary' ? ['_sum', '_count'] : [];
}

/** The names by which a series can be asked for. */
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

/** The series of this name; a histogram is found by its own name too, under which Prometheus has nothing. */
export function findSeries(name: string): FoundSeries | undefined {
  return byName.get(name);
}

/** Every name by which one of the product's series can be asked for. */
export const seriesNames: readonly string[] = allSeries.flatMap(listSeriesNames);

/**
 * The labels that a series can have, those that the collector adds included. A part of a histogram or summary has not
 * all of them.
 */
export function labelsOf({ series, part }: FoundSeries): readonly SeriesLabel[] {
  const own = series.labels.filter(
    ({ name }) => (name !== 'le' || part === '_bucket') && (name !== 'quantile' || part === undefined),
  );
  return [...own, ...commonLabels];
}
