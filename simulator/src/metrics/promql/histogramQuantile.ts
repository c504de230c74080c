/**
 * Calculates quantiles from histogram buckets. Source: prometheus/prometheus@v2.53.0 promql/quantile.go
 * (bucketQuantile).
 */
import { getLabelsKey, omitLabels, type Labels, type SeriesValues } from './promqlValues.ts';

interface Bucket {
  readonly bound: number;
  readonly count: number;
}

const left = new Set(['le', '__name__']);

export function histogramQuantile(
  quantile: (index: number) => number,
  series: readonly SeriesValues[],
): readonly SeriesValues[] {
  const groups = new Map<
    string,
    { readonly labels: Labels; readonly buckets: { readonly bound: number; readonly series: SeriesValues }[] }
  >();
  for (const one of series) {
    const le = one.labels['le'] ?? '';
    const bound = le === '+Inf' ? Infinity : le === '' ? Number.NaN : Number(le);
    if (Number.isNaN(bound)) continue;
    const labels = omitLabels(one.labels, left);
    const key = getLabelsKey(labels);
    const group = groups.get(key) ?? { labels, buckets: [] };
    group.buckets.push({ bound, series: one });
    groups.set(key, group);
  }
  return [...groups.values()].map(({ labels, buckets }) => ({
    labels,
    values: Array.from({ length: buckets[0]?.series.values.length ?? 0 }, (_, at) => {
      const counted = buckets.flatMap(({ bound, series: { values } }) => {
        const count = values[at];
        return count === undefined ? [] : [{ bound, count }];
      });
      return counted.length === 0 ? undefined : bucketQuantile(quantile(at), counted);
    }),
  }));
}

function bucketQuantile(quantile: number, unsorted: readonly Bucket[]): number {
  if (Number.isNaN(quantile)) return Number.NaN;
  if (quantile < 0) return -Infinity;
  if (quantile > 1) return Infinity;
  const buckets = monotonic(unsorted.toSorted((one, other) => one.bound - other.bound));
  const last = buckets.at(-1);
  if (last?.bound !== Infinity || buckets.length < 2 || last.count === 0) return Number.NaN;
  const rank = quantile * last.count;
  const index = buckets.slice(0, -1).findIndex(({ count }) => count >= rank);
  if (index < 0) return buckets.at(-2)?.bound ?? Number.NaN;
  const { bound = 0, count = 0 } = buckets[index] ?? {};
  if (index === 0 && bound <= 0) return bound;
  const { bound: start, count: below } = buckets[index - 1] ?? { bound: 0, count: 0 };
  return start + (bound - start) * ((rank - below) / (count - below));
}

/** Makes the bucket counts monotonic. Calculated rates of buckets can decrease slightly, although they must not. */
function monotonic(buckets: readonly Bucket[]): readonly Bucket[] {
  let most = -Infinity;
  return buckets.map(({ bound, count }) => {
    most = Math.max(most, count);
    return { bound, count: most };
  });
}
