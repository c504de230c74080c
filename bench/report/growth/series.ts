/** Reads the measured points of the growth charts, and describes how they grow. */
import { getList, getNumber, getString, omitUndefined } from '#core/common/json.ts';
import type { Samples, Who } from '../samples.ts';
import { figures, type Figure } from './figures.ts';

/** A measured value, or why there is none. */
export type Point =
  | { readonly size: number; readonly value: number }
  | { readonly size: number; readonly problem: string };

/** The points of a figure. The JSON file contains these. */
export interface Growth {
  readonly id: string;
  readonly ours: readonly Point[];
  readonly peer: readonly Point[];
}

export interface GrowthResults {
  readonly machine: string;
  readonly growths: readonly Growth[];
}

/** Returns the row ID of a figure and size in the samples. */
export function growthRow(figure: string, size: number): string {
  return `growth-${figure}-${size}`;
}

/** Returns the points of the measured values. */
export function growthsOf(samples: Samples): Growth[] {
  return figures
    .map((figure) => ({
      id: figure.id,
      ours: pointsOf(samples, figure, 'ours'),
      peer: pointsOf(samples, figure, 'peer'),
    }))
    .filter(({ ours }) => ours.length > 0);
}

function pointsOf(samples: Samples, { id, sizes }: Figure, who: Who): Point[] {
  return sizes.flatMap((size): Point[] => {
    const value = samples.measured(growthRow(id, size), who)?.median;
    if (value !== undefined) return [{ size, value }];
    const problem = samples.problem(growthRow(id, size), who);
    return problem === undefined ? [] : [{ size, problem }];
  });
}

/** Reads the results from JSON. */
export function parseGrowthResults(text: string): GrowthResults {
  const parsed: unknown = JSON.parse(text);
  return {
    machine: getString(parsed, 'machine') ?? '',
    growths: getList(parsed, 'growths').map((growth) => ({
      id: getString(growth, 'id') ?? '',
      ours: getList(growth, 'ours').map(parsePoint),
      peer: getList(growth, 'peer').map(parsePoint),
    })),
  };
}

function parsePoint(point: unknown): Point {
  const size = getNumber(point, 'size') ?? Number.NaN;
  const value = getNumber(point, 'value');
  return value === undefined ? { size, problem: getString(point, 'problem') ?? '' } : { size, value };
}

/** A measured point. */
export interface Measurement {
  readonly size: number;
  readonly value: number;
}

/** Returns the points that were measured and that a logarithmic axis can show. */
export function measurementsOf(points: readonly Point[]): Measurement[] {
  return points.flatMap((point) => ('value' in point && point.value > 0 ? [point] : []));
}

/** How a series grows: its slope in a chart with logarithmic axes, before and after the knee if it has one. */
export interface Trend {
  readonly slope: number;
  readonly knee?: { readonly size: number; readonly slopeAfter: number };
}

/** Minimum increase of the slope at a knee. */
const kneeIncrease = 0.3;

/** Returns the trend of the points, or undefined for fewer than two points. */
export function trendOf(points: readonly Measurement[]): Trend | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return undefined;
  const increases = points.slice(1, -1).map((point, index) => {
    const [before, after] = [points[index], points[index + 2]];
    const increase =
      before === undefined || after === undefined ? 0 : slopeBetween(point, after) - slopeBetween(before, point);
    return { point, increase };
  });
  const [sharpest] = increases.toSorted((one, other) => other.increase - one.increase);
  if (sharpest === undefined || sharpest.increase < kneeIncrease) return { slope: slopeBetween(first, last) };
  const { point } = sharpest;
  return {
    slope: slopeBetween(first, point),
    knee: { size: point.size, slopeAfter: slopeBetween(point, last) },
  };
}

function slopeBetween(one: Measurement, other: Measurement): number {
  return Math.log(other.value / one.value) / Math.log(other.size / one.size);
}

/** Describes the growth of a series in one sentence, such as `Ours: nearly constant (slope 0.05).` */
export function describeGrowth(name: string, points: readonly Point[], over: Figure['over']): string {
  const trend = trendOf(measurementsOf(points));
  const missing = points.flatMap((point) =>
    'problem' in point ? [`Not measured with ${count(point.size, over)}: ${point.problem}.`] : [],
  );
  const sentences = omitUndefined({ trend: trend === undefined ? undefined : describeTrend(name, trend, over) });
  return [...(sentences.trend === undefined ? [] : [sentences.trend]), ...missing].join(' ');
}

function describeTrend(name: string, { slope, knee }: Trend, over: Figure['over']): string {
  if (knee === undefined) return `${name}: ${describeSlope(slope, over)}.`;
  return `${name}: ${describeSlope(slope, over)} up to the knee at ${count(knee.size, over)}, then ${describeSlope(knee.slopeAfter, over)}.`;
}

function describeSlope(slope: number, over: Figure['over']): string {
  const growth =
    slope < -0.15
      ? 'falls'
      : slope <= 0.15
        ? 'nearly constant'
        : slope < 0.85
          ? `grows more slowly than the number of ${over}`
          : slope <= 1.15
            ? `grows in proportion to the number of ${over}`
            : `grows faster than the number of ${over}`;
  return `${growth} (slope ${slope.toFixed(2).replace(/^-(?=0\.00$)/, '')})`;
}

function count(size: number, over: Figure['over']): string {
  return size === 1 ? `1 ${over.slice(0, -1)}` : `${formatNumber(size)} ${over}`;
}

/** Formats a number with at most three significant digits and thousands separators. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}
