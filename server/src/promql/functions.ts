/**
 * Functions, aggregations and other words of PromQL, each with a line of help. Sources: prometheus
 * docs/querying/functions.md and docs/querying/operators.md; which there are, @prometheus-io/lezer-promql 0.315.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

export interface KnownFunction {
  readonly name: string;
  /** How it is called: `rate(range)`. */
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
  [
    'rate(range)',
    () => l10n.t`How much a counter grows in a second, on average over the range; resets are allowed for.`,
  ],
  ['irate(range)', () => l10n.t`How much a counter grows in a second, by its last two samples.`],
  ['increase(range)', () => l10n.t`How much a counter has grown over the range; resets are allowed for.`],
  ['delta(range)', () => l10n.t`The difference between first and last value of a gauge over the range.`],
  ['idelta(range)', () => l10n.t`The difference between the last two samples of a gauge.`],
  ['deriv(range)', () => l10n.t`How fast a gauge changes in a second, by linear regression.`],
  ['predict_linear(range, seconds)', () => l10n.t`What a gauge will be in so many seconds, by linear regression.`],
  ['resets(range)', () => l10n.t`How often a counter went back to the beginning.`],
  ['changes(range)', () => l10n.t`How often the value changed.`],
  [
    'histogram_quantile(quantile, buckets)',
    () => l10n.t`A quantile, 0 to 1, of a histogram: mostly of sum by (le) (rate(..._bucket[5m])).`,
  ],
  [
    'histogram_quantiles(buckets, label, quantiles...)',
    () => l10n.t`Several quantiles of a histogram, told apart by a label. Of newer releases.`,
  ],
  ['histogram_avg(v)', () => l10n.t`The average of the values in a native histogram.`],
  ['histogram_count(v)', () => l10n.t`How many values a native histogram holds.`],
  ['histogram_sum(v)', () => l10n.t`The sum of the values in a native histogram.`],
  [
    'histogram_fraction(lower, upper, v)',
    () => l10n.t`Which part of the values of a histogram lies between two bounds.`,
  ],
  ['histogram_stddev(v)', () => l10n.t`The estimated standard deviation of a native histogram.`],
  ['histogram_stdvar(v)', () => l10n.t`The estimated variance of a native histogram.`],
  ['avg_over_time(range)', () => l10n.t`The average of the values over the range.`],
  ['min_over_time(range)', () => l10n.t`The least of the values over the range.`],
  ['max_over_time(range)', () => l10n.t`The greatest of the values over the range.`],
  ['sum_over_time(range)', () => l10n.t`The sum of the values over the range.`],
  ['count_over_time(range)', () => l10n.t`How many samples there are in the range.`],
  ['quantile_over_time(quantile, range)', () => l10n.t`A quantile, 0 to 1, of the values over the range.`],
  ['stddev_over_time(range)', () => l10n.t`The standard deviation of the values over the range.`],
  ['stdvar_over_time(range)', () => l10n.t`The variance of the values over the range.`],
  ['mad_over_time(range)', () => l10n.t`The median absolute deviation over the range; experimental.`],
  ['first_over_time(range)', () => l10n.t`The first value of the range. Of newer releases.`],
  ['last_over_time(range)', () => l10n.t`The last value of the range.`],
  ['present_over_time(range)', () => l10n.t`1 for each series that has a sample in the range.`],
  ['absent_over_time(range)', () => l10n.t`1 where nothing was collected over the range.`],
  ['ts_of_first_over_time(range)', () => l10n.t`When the first sample of the range was; experimental.`],
  ['ts_of_last_over_time(range)', () => l10n.t`When the last sample of the range was; experimental.`],
  ['ts_of_max_over_time(range)', () => l10n.t`When the greatest value of the range was; experimental.`],
  ['ts_of_min_over_time(range)', () => l10n.t`When the least value of the range was; experimental.`],
  ['absent(v)', () => l10n.t`1 if no matching series exists. Use it to alert on missing series.`],
  ['label_replace(v, to, replacement, from, regex)', () => l10n.t`Writes a label from the parts of another one.`],
  ['label_join(v, to, separator, from...)', () => l10n.t`Writes a label from several others.`],
  ['info(v, selector)', () => l10n.t`Adds labels of info series; experimental.`],
  ['sort(v)', () => l10n.t`In rising order of the values.`],
  ['sort_desc(v)', () => l10n.t`In falling order of the values.`],
  ['sort_by_label(v, labels...)', () => l10n.t`In the order of labels; experimental.`],
  ['sort_by_label_desc(v, labels...)', () => l10n.t`In the opposite order of labels; experimental.`],
  [
    'double_exponential_smoothing(range, sf, tf)',
    () => l10n.t`A smoothed value of a gauge; holt_winters before Prometheus 3.`,
  ],
  ['scalar(v)', () => l10n.t`The value of the only series as a number; NaN where there is not just one.`],
  ['vector(number)', () => l10n.t`A number as a series without labels.`],
  ['time()', () => l10n.t`The time of the query in seconds since 1970.`],
  ['timestamp(v)', () => l10n.t`When the samples were collected, in seconds since 1970.`],
  ['start_timestamp(v)', () => l10n.t`When the series of the samples began. Of newer releases.`],
  ['minute(v)', () => l10n.t`The minute of a time, 0 to 59, in UTC.`],
  ['hour(v)', () => l10n.t`The hour of a time, 0 to 23, in UTC.`],
  ['day_of_week(v)', () => l10n.t`The day of the week of a time: 0 is Sunday.`],
  ['day_of_month(v)', () => l10n.t`The day of the month of a time, 1 to 31.`],
  ['day_of_year(v)', () => l10n.t`The day of the year of a time, 1 to 366.`],
  ['days_in_month(v)', () => l10n.t`How many days the month of a time has.`],
  ['month(v)', () => l10n.t`The month of a time, 1 to 12.`],
  ['year(v)', () => l10n.t`The year of a time, in UTC.`],
  ['abs(v)', () => l10n.t`Values without their sign.`],
  ['ceil(v)', () => l10n.t`Rounded up.`],
  ['floor(v)', () => l10n.t`Rounded down.`],
  ['round(v, to)', () => l10n.t`Rounded to the nearest whole number, or multiple of \`to\`.`],
  ['clamp(v, min, max)', () => l10n.t`Values within two bounds.`],
  ['clamp_max(v, max)', () => l10n.t`Values with an upper bound.`],
  ['clamp_min(v, min)', () => l10n.t`Values with a lower bound.`],
  ['sgn(v)', () => l10n.t`The sign of values: 1, 0 or -1.`],
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
  ['deg(v)', () => l10n.t`Radians as degrees.`],
  ['rad(v)', () => l10n.t`Degrees as radians.`],
  ['pi()', () => l10n.t`The number pi.`],
]);

export const promqlAggregations: ReadonlyMap<string, KnownFunction> = byName([
  ['sum(v)', () => l10n.t`The sum of all series, or of each group: sum by (sandbox_id) (...).`],
  ['avg(v)', () => l10n.t`The average of all series, or of each group.`],
  ['min(v)', () => l10n.t`The least value of all series, or of each group.`],
  ['max(v)', () => l10n.t`The greatest value of all series, or of each group.`],
  ['count(v)', () => l10n.t`How many series there are, in all or in each group.`],
  ['group(v)', () => l10n.t`1 for each group of series.`],
  ['topk(k, v)', () => l10n.t`The k greatest.`],
  ['bottomk(k, v)', () => l10n.t`The k least.`],
  ['quantile(quantile, v)', () => l10n.t`A quantile, 0 to 1, over series.`],
  ['count_values(label, v)', () => l10n.t`How many series have each value; the value becomes a label.`],
  ['stddev(v)', () => l10n.t`The standard deviation over series.`],
  ['stdvar(v)', () => l10n.t`The variance over series.`],
  ['limitk(k, v)', () => l10n.t`Any k of the series; experimental.`],
  ['limit_ratio(ratio, v)', () => l10n.t`A part of the series; experimental.`],
]);

/** Words that may stand behind a series or a bracket. */
export const keywords: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['by', () => l10n.t`Groups by these labels alone.`],
  ['without', () => l10n.t`Groups by all labels but these.`],
  ['on', () => l10n.t`Matches both sides by these labels alone.`],
  ['ignoring', () => l10n.t`Matches both sides by all labels but these.`],
  ['group_left', () => l10n.t`Many series on the left for one on the right; brings these labels of the right.`],
  ['group_right', () => l10n.t`Many series on the right for one on the left; brings these labels of the left.`],
  ['and', () => l10n.t`What is on the left, where the right has the same labels.`],
  ['or', () => l10n.t`All left-side series, and right-side series whose labels match no left-side series.`],
  ['unless', () => l10n.t`What is on the left, where the right has nothing of the same labels.`],
  ['offset', () => l10n.t`As it was so long ago: offset 1h.`],
  ['bool', () => l10n.t`A comparison gives 0 or 1 instead of leaving out.`],
]);

/** Usual stretches of time, short ones first; a range under four times the interval of 30 s may miss samples. */
export const durations: readonly string[] = ['2m', '5m', '10m', '15m', '30m', '1h', '6h', '12h', '1d', '7d'];
