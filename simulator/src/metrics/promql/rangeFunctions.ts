/** Implements functions of values over a time range. Source: prometheus/prometheus@v2.53.0 promql/functions.go. */

interface Moment {
  readonly at: number;
  readonly value: number;
}

/** Time range in milliseconds since 1970. */
interface RangeWindow {
  readonly from: number;
  readonly to: number;
}

type RangeFunction = (moments: readonly Moment[], stretch: RangeWindow) => number | undefined;

const over =
  (of: (values: readonly number[]) => number): RangeFunction =>
  (moments) =>
    moments.length === 0 ? undefined : of(moments.map(({ value }) => value));
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Functions by name. */
export const rangeFunctions: Readonly<Record<string, RangeFunction>> = {
  rate: (moments, stretch) => extrapolated(moments, stretch, true, true),
  increase: (moments, stretch) => extrapolated(moments, stretch, true, false),
  delta: (moments, stretch) => extrapolated(moments, stretch, false, false),
  irate: (moments) => {
    const [before, last] = moments.slice(-2);
    if (before === undefined || last === undefined) return undefined;
    return (last.value < before.value ? last.value : last.value - before.value) / ((last.at - before.at) / 1000);
  },
  last_over_time: over((values) => values.at(-1) ?? Number.NaN),
  avg_over_time: over((values) => sum(values) / values.length),
  sum_over_time: over(sum),
  count_over_time: over((values) => values.length),
  min_over_time: over((values) => Math.min(...values)),
  max_over_time: over((values) => Math.max(...values)),
};

/**
 * Implements `extrapolatedRate`: extrapolates to the ends of the range. If the range starts or ends without a value,
 * extrapolates by at most half of the average distance between values.
 */
function extrapolated(
  moments: readonly Moment[],
  { from, to }: RangeWindow,
  isCounter: boolean,
  isRate: boolean,
): number | undefined {
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined || moments.length < 2) return undefined;
  let result = last.value - first.value;
  if (isCounter)
    for (const [index, { value }] of moments.entries()) {
      const before = moments[index - 1];
      if (before !== undefined && value < before.value) result += before.value;
    }
  const sampled = (last.at - first.at) / 1000;
  const average = sampled / (moments.length - 1);
  let toStart = (first.at - from) / 1000;
  let toEnd = (to - last.at) / 1000;
  if (toStart >= average * 1.1) toStart = average / 2;
  if (isCounter && result > 0 && first.value >= 0) toStart = Math.min(toStart, sampled * (first.value / result));
  if (toEnd >= average * 1.1) toEnd = average / 2;
  const factor = (sampled + toStart + toEnd) / sampled;
  return result * (isRate ? factor / ((to - from) / 1000) : factor);
}
