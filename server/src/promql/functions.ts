/**
 * Functions, aggregations, and keywords of PromQL, each with a line of help. Sources: prometheus
 * docs/querying/functions.md and docs/querying/operators.md. The list of names is from @prometheus-io/lezer-promql
 * 0.315.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

export interface KnownFunction {
  readonly name: string;
  /** Call signature, such as `rate(range)`. */
  readonly signature: string;
  readonly help: Message;
}

type Row = readonly [signature: string, help: Message];

function byName(rows: readonly Row[]): ReadonlyMap<string, KnownFunction> {
  return new Map(
    rows.map(([signature, help]) => [
      signature.slice(0, signature.indexOf('(')),
      { name: signature.slice(0, signature.indexOf('(')), signature, help },
    ]),
  );
}

export const promqlFunctions: ReadonlyMap<string, KnownFunction> = byName([
  ['rate(range)', () => l10n.t`The average per-second increase of a counter over the range, adjusted for resets.`],
  ['irate(range)', () => l10n.t`The per-second increase of a counter, from the last 2 samples.`],
  ['increase(range)', () => l10n.t`The increase of a counter over the range, adjusted for resets.`],
  ['delta(range)', () => l10n.t`The difference between the first and last value of a gauge over the range.`],
  ['idelta(range)', () => l10n.t`The difference between the last two samples of a gauge.`],
  ['deriv(range)', () => l10n.t`The per-second change of a gauge, by linear regression.`],
  [
    'predict_linear(range, seconds)',
    () => l10n.t`The predicted value of a gauge after the given number of seconds, by linear regression.`,
  ],
  ['resets(range)', () => l10n.t`The number of counter resets.`],
  ['changes(range)', () => l10n.t`The number of value changes.`],
  [
    'histogram_quantile(quantile, buckets)',
    () => l10n.t`A quantile (0 to 1) of a histogram, usually of sum by (le) (rate(..._bucket[5m])).`,
  ],
  [
    'histogram_quantiles(buckets, label, quantiles...)',
    () => l10n.t`Several quantiles of a histogram, distinguished by a label. Requires a newer Prometheus.`,
  ],
  ['histogram_avg(v)', () => l10n.t`The average of the values in a native histogram.`],
  ['histogram_count(v)', () => l10n.t`The number of values in a native histogram.`],
  ['histogram_sum(v)', () => l10n.t`The sum of the values in a native histogram.`],
  ['histogram_fraction(lower, upper, v)', () => l10n.t`The fraction of histogram values between two bounds.`],
  ['histogram_stddev(v)', () => l10n.t`The estimated standard deviation of a native histogram.`],
  ['histogram_stdvar(v)', () => l10n.t`The estimated variance of a native histogram.`],
  ['avg_over_time(range)', () => l10n.t`The average of the values over the range.`],
  ['min_over_time(range)', () => l10n.t`The minimum value over the range.`],
  ['max_over_time(range)', () => l10n.t`The maximum value over the range.`],
  ['sum_over_time(range)', () => l10n.t`The sum of the values over the range.`],
  ['count_over_time(range)', () => l10n.t`The number of samples in the range.`],
  ['quantile_over_time(quantile, range)', () => l10n.t`A quantile (0 to 1) of the values over the range.`],
  ['stddev_over_time(range)', () => l10n.t`The standard deviation of the values over the range.`],
  ['stdvar_over_time(range)', () => l10n.t`The variance of the values over the range.`],
  ['mad_over_time(range)', () => l10n.t`The median absolute deviation over the range. Experimental.`],
  ['first_over_time(range)', () => l10n.t`The first value in the range. Requires a newer Prometheus.`],
  ['last_over_time(range)', () => l10n.t`The last value in the range.`],
  ['present_over_time(range)', () => l10n.t`1 for each series that has a sample in the range.`],
  ['absent_over_time(range)', () => l10n.t`1 if no samples were collected over the range.`],
  ['ts_of_first_over_time(range)', () => l10n.t`The time of the first sample in the range. Experimental.`],
  ['ts_of_last_over_time(range)', () => l10n.t`The time of the last sample in the range. Experimental.`],
  ['ts_of_max_over_time(range)', () => l10n.t`The time of the maximum value in the range. Experimental.`],
  ['ts_of_min_over_time(range)', () => l10n.t`The time of the minimum value in the range. Experimental.`],
  ['absent(v)', () => l10n.t`1 if no matching series exists. Use it to alert on missing series.`],
  ['label_replace(v, to, replacement, from, regex)', () => l10n.t`Sets a label from parts of another label.`],
  ['label_join(v, to, separator, from...)', () => l10n.t`Sets a label by joining other labels.`],
  ['info(v, selector)', () => l10n.t`Adds labels from info series. Experimental.`],
  ['sort(v)', () => l10n.t`Sorts series by value, ascending.`],
  ['sort_desc(v)', () => l10n.t`Sorts series by value, descending.`],
  ['sort_by_label(v, labels...)', () => l10n.t`Sorts series by label, ascending. Experimental.`],
  ['sort_by_label_desc(v, labels...)', () => l10n.t`Sorts series by label, descending. Experimental.`],
  [
    'double_exponential_smoothing(range, sf, tf)',
    () => l10n.t`A smoothed value of a gauge. Called holt_winters before Prometheus 3.`,
  ],
  ['scalar(v)', () => l10n.t`The value of a single series as a number. NaN if the input isn't exactly one series.`],
  ['vector(number)', () => l10n.t`A number as a series without labels.`],
  ['time()', () => l10n.t`The query time, in seconds since 1970.`],
  ['timestamp(v)', () => l10n.t`The time when the samples were collected, in seconds since 1970.`],
  ['start_timestamp(v)', () => l10n.t`The start time of the series. Requires a newer Prometheus.`],
  ['minute(v)', () => l10n.t`The minute of a time, 0 to 59, in UTC.`],
  ['hour(v)', () => l10n.t`The hour of a time, 0 to 23, in UTC.`],
  ['day_of_week(v)', () => l10n.t`The day of the week of a time, where 0 is Sunday.`],
  ['day_of_month(v)', () => l10n.t`The day of the month of a time, 1 to 31.`],
  ['day_of_year(v)', () => l10n.t`The day of the year of a time, 1 to 366.`],
  ['days_in_month(v)', () => l10n.t`The number of days in the month of a time.`],
  ['month(v)', () => l10n.t`The month of a time, 1 to 12.`],
  ['year(v)', () => l10n.t`The year of a time, in UTC.`],
  ['abs(v)', () => l10n.t`The absolute value.`],
  ['ceil(v)', () => l10n.t`The value rounded up to an integer.`],
  ['floor(v)', () => l10n.t`The value rounded down to an integer.`],
  ['round(v, to)', () => l10n.t('The value rounded to the nearest integer or multiple of `to`.')],
  ['clamp(v, min, max)', () => l10n.t`The value, limited by two bounds.`],
  ['clamp_max(v, max)', () => l10n.t`The value, limited by an upper bound.`],
  ['clamp_min(v, min)', () => l10n.t`The value, limited by a lower bound.`],
  ['sgn(v)', () => l10n.t`The sign of the value: 1, 0, or -1.`],
  ['sqrt(v)', () => l10n.t`The square root.`],
  ['exp(v)', () => l10n.t`e to the power of the value.`],
  ['ln(v)', () => l10n.t`The natural logarithm.`],
  ['log2(v)', () => l10n.t`The binary logarithm.`],
  ['log10(v)', () => l10n.t`The decimal logarithm.`],
  ['sin(v)', () => l10n.t`The sine.`],
  ['cos(v)', () => l10n.t`The cosine.`],
  ['tan(v)', () => l10n.t`The tangent.`],
  ['asin(v)', () => l10n.t`The arc sine.`],
  ['acos(v)', () => l10n.t`The arc cosine.`],
  ['atan(v)', () => l10n.t`The arc tangent.`],
  ['sinh(v)', () => l10n.t`The hyperbolic sine.`],
  ['cosh(v)', () => l10n.t`The hyperbolic cosine.`],
  ['tanh(v)', () => l10n.t`The hyperbolic tangent.`],
  ['asinh(v)', () => l10n.t`The inverse hyperbolic sine.`],
  ['acosh(v)', () => l10n.t`The inverse hyperbolic cosine.`],
  ['atanh(v)', () => l10n.t`The inverse hyperbolic tangent.`],
  ['deg(v)', () => l10n.t`Converts radians to degrees.`],
  ['rad(v)', () => l10n.t`Converts degrees to radians.`],
  ['pi()', () => l10n.t`The number pi.`],
]);

export const promqlAggregations: ReadonlyMap<string, KnownFunction> = byName([
  ['sum(v)', () => l10n.t`The sum of all series, or of each group: sum by (sandbox_id) (...).`],
  ['avg(v)', () => l10n.t`The average of all series, or of each group.`],
  ['min(v)', () => l10n.t`The minimum of all series, or of each group.`],
  ['max(v)', () => l10n.t`The maximum of all series, or of each group.`],
  ['count(v)', () => l10n.t`The number of series, in total or in each group.`],
  ['group(v)', () => l10n.t`1 for each group of series.`],
  ['topk(k, v)', () => l10n.t`The k series with the largest values.`],
  ['bottomk(k, v)', () => l10n.t`The k series with the smallest values.`],
  ['quantile(quantile, v)', () => l10n.t`A quantile (0 to 1) across series.`],
  ['count_values(label, v)', () => l10n.t`The number of series with each value. The value becomes a label.`],
  ['stddev(v)', () => l10n.t`The standard deviation across series.`],
  ['stdvar(v)', () => l10n.t`The variance across series.`],
  ['limitk(k, v)', () => l10n.t`Any k series. Experimental.`],
  ['limit_ratio(ratio, v)', () => l10n.t`A fraction of the series. Experimental.`],
]);

/** Keywords that can follow a series or a bracket. */
export const keywords: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['by', () => l10n.t`Groups only by these labels.`],
  ['without', () => l10n.t`Groups by all labels except these.`],
  ['on', () => l10n.t`Matches both sides only by these labels.`],
  ['ignoring', () => l10n.t`Matches both sides by all labels except these.`],
  [
    'group_left',
    () => l10n.t`Matches many series on the left with one series on the right. Adds these labels from the right.`,
  ],
  [
    'group_right',
    () => l10n.t`Matches many series on the right with one series on the left. Adds these labels from the left.`,
  ],
  ['and', () => l10n.t`Left-side series whose labels match a right-side series.`],
  ['or', () => l10n.t`All left-side series, and right-side series whose labels match no left-side series.`],
  ['unless', () => l10n.t`Left-side series whose labels match no right-side series.`],
  ['offset', () => l10n.t`The value at an earlier time, such as offset 1h.`],
  ['bool', () => l10n.t`Makes a comparison return 0 or 1 instead of filtering.`],
]);

/** Common durations, shortest first. A range shorter than four times the scrape interval of 30 s can miss samples. */
export const durations: readonly string[] = ['2m', '5m', '10m', '15m', '30m', '1h', '6h', '12h', '1d', '7d'];
