/**
 * Functions, aggregations and other words of PromQL, each with a line of help.
 * Sources: prometheus docs/querying/functions.md and docs/querying/operators.md; which there are, @prometheus-io/lezer-promql 0.315.
 */

export interface KnownFunction {
  readonly name: string;
  /** How it is called: `rate(range)`. */
  readonly signature: string;
  readonly help: string;
}

type Row = readonly [signature: string, help: string];

function byName(rows: readonly Row[]): ReadonlyMap<string, KnownFunction> {
  return new Map(
    rows.map(([signature, help]) => [signature.slice(0, signature.indexOf('(')), { name: signature.slice(0, signature.indexOf('(')), signature, help }]),
  );
}

export const functions: ReadonlyMap<string, KnownFunction> = byName([
  ['rate(range)', 'How much a counter grows in a second, on average over the range; resets are allowed for.'],
  ['irate(range)', 'How much a counter grows in a second, by its last two samples.'],
  ['increase(range)', 'How much a counter has grown over the range; resets are allowed for.'],
  ['delta(range)', 'The difference between first and last value of a gauge over the range.'],
  ['idelta(range)', 'The difference between the last two samples of a gauge.'],
  ['deriv(range)', 'How fast a gauge changes in a second, by linear regression.'],
  ['predict_linear(range, seconds)', 'What a gauge will be in so many seconds, by linear regression.'],
  ['resets(range)', 'How often a counter went back to the beginning.'],
  ['changes(range)', 'How often the value changed.'],
  ['histogram_quantile(quantile, buckets)', 'A quantile, 0 to 1, of a histogram: mostly of sum by (le) (rate(..._bucket[5m])).'],
  ['histogram_quantiles(buckets, label, quantiles...)', 'Several quantiles of a histogram, told apart by a label. Of newer releases.'],
  ['histogram_avg(v)', 'The average of the values in a native histogram.'],
  ['histogram_count(v)', 'How many values a native histogram holds.'],
  ['histogram_sum(v)', 'The sum of the values in a native histogram.'],
  ['histogram_fraction(lower, upper, v)', 'Which part of the values of a histogram lies between two bounds.'],
  ['histogram_stddev(v)', 'The estimated standard deviation of a native histogram.'],
  ['histogram_stdvar(v)', 'The estimated variance of a native histogram.'],
  ['avg_over_time(range)', 'The average of the values over the range.'],
  ['min_over_time(range)', 'The least of the values over the range.'],
  ['max_over_time(range)', 'The greatest of the values over the range.'],
  ['sum_over_time(range)', 'The sum of the values over the range.'],
  ['count_over_time(range)', 'How many samples there are in the range.'],
  ['quantile_over_time(quantile, range)', 'A quantile, 0 to 1, of the values over the range.'],
  ['stddev_over_time(range)', 'The standard deviation of the values over the range.'],
  ['stdvar_over_time(range)', 'The variance of the values over the range.'],
  ['mad_over_time(range)', 'The median absolute deviation over the range; experimental.'],
  ['first_over_time(range)', 'The first value of the range. Of newer releases.'],
  ['last_over_time(range)', 'The last value of the range.'],
  ['present_over_time(range)', '1 for each series that has a sample in the range.'],
  ['absent_over_time(range)', '1 where nothing was collected over the range.'],
  ['ts_of_first_over_time(range)', 'When the first sample of the range was; experimental.'],
  ['ts_of_last_over_time(range)', 'When the last sample of the range was; experimental.'],
  ['ts_of_max_over_time(range)', 'When the greatest value of the range was; experimental.'],
  ['ts_of_min_over_time(range)', 'When the least value of the range was; experimental.'],
  ['absent(v)', '1 where there is no such series: for alerts on what is missing.'],
  ['label_replace(v, to, replacement, from, regex)', 'Writes a label from the parts of another one.'],
  ['label_join(v, to, separator, from...)', 'Writes a label from several others.'],
  ['info(v, selector)', 'Adds labels of info series; experimental.'],
  ['sort(v)', 'In rising order of the values.'],
  ['sort_desc(v)', 'In falling order of the values.'],
  ['sort_by_label(v, labels...)', 'In the order of labels; experimental.'],
  ['sort_by_label_desc(v, labels...)', 'In the opposite order of labels; experimental.'],
  ['double_exponential_smoothing(range, sf, tf)', 'A smoothed value of a gauge; holt_winters before Prometheus 3.'],
  ['scalar(v)', 'The value of the only series as a number; NaN where there is not just one.'],
  ['vector(number)', 'A number as a series without labels.'],
  ['time()', 'The time of the query in seconds since 1970.'],
  ['timestamp(v)', 'When the samples were collected, in seconds since 1970.'],
  ['start_timestamp(v)', 'When the series of the samples began. Of newer releases.'],
  ['minute(v)', 'The minute of a time, 0 to 59, in UTC.'],
  ['hour(v)', 'The hour of a time, 0 to 23, in UTC.'],
  ['day_of_week(v)', 'The day of the week of a time: 0 is Sunday.'],
  ['day_of_month(v)', 'The day of the month of a time, 1 to 31.'],
  ['day_of_year(v)', 'The day of the year of a time, 1 to 366.'],
  ['days_in_month(v)', 'How many days the month of a time has.'],
  ['month(v)', 'The month of a time, 1 to 12.'],
  ['year(v)', 'The year of a time, in UTC.'],
  ['abs(v)', 'Values without their sign.'],
  ['ceil(v)', 'Rounded up.'],
  ['floor(v)', 'Rounded down.'],
  ['round(v, to)', 'Rounded to the nearest whole number, or multiple of `to`.'],
  ['clamp(v, min, max)', 'Values within two bounds.'],
  ['clamp_max(v, max)', 'Values with an upper bound.'],
  ['clamp_min(v, min)', 'Values with a lower bound.'],
  ['sgn(v)', 'The sign of values: 1, 0 or -1.'],
  ['sqrt(v)', 'The square root.'],
  ['exp(v)', 'e to the power of the value.'],
  ['ln(v)', 'The natural logarithm.'],
  ['log2(v)', 'The binary logarithm.'],
  ['log10(v)', 'The decimal logarithm.'],
  ['sin(v)', 'The sine.'],
  ['cos(v)', 'The cosine.'],
  ['tan(v)', 'The tangent.'],
  ['asin(v)', 'The arc sine.'],
  ['acos(v)', 'The arc cosine.'],
  ['atan(v)', 'The arc tangent.'],
  ['sinh(v)', 'The hyperbolic sine.'],
  ['cosh(v)', 'The hyperbolic cosine.'],
  ['tanh(v)', 'The hyperbolic tangent.'],
  ['asinh(v)', 'The inverse hyperbolic sine.'],
  ['acosh(v)', 'The inverse hyperbolic cosine.'],
  ['atanh(v)', 'The inverse hyperbolic tangent.'],
  ['deg(v)', 'Radians as degrees.'],
  ['rad(v)', 'Degrees as radians.'],
  ['pi()', 'The number pi.'],
]);

export const aggregations: ReadonlyMap<string, KnownFunction> = byName([
  ['sum(v)', 'The sum of all series, or of each group: sum by (sandbox_id) (...).'],
  ['avg(v)', 'The average of all series, or of each group.'],
  ['min(v)', 'The least value of all series, or of each group.'],
  ['max(v)', 'The greatest value of all series, or of each group.'],
  ['count(v)', 'How many series there are, in all or in each group.'],
  ['group(v)', '1 for each group of series.'],
  ['topk(k, v)', 'The k greatest.'],
  ['bottomk(k, v)', 'The k least.'],
  ['quantile(quantile, v)', 'A quantile, 0 to 1, over series.'],
  ['count_values(label, v)', 'How many series have each value; the value becomes a label.'],
  ['stddev(v)', 'The standard deviation over series.'],
  ['stdvar(v)', 'The variance over series.'],
  ['limitk(k, v)', 'Any k of the series; experimental.'],
  ['limit_ratio(ratio, v)', 'A part of the series; experimental.'],
]);

/** Words that may stand behind a series or a bracket. */
export const keywords: ReadonlyMap<string, string> = new Map([
  ['by', 'Groups by these labels alone.'],
  ['without', 'Groups by all labels but these.'],
  ['on', 'Matches both sides by these labels alone.'],
  ['ignoring', 'Matches both sides by all labels but these.'],
  ['group_left', 'Many series on the left for one on the right; brings these labels of the right.'],
  ['group_right', 'Many series on the right for one on the left; brings these labels of the left.'],
  ['and', 'What is on the left, where the right has the same labels.'],
  ['or', 'What is on the left, and of the right what the left does not have.'],
  ['unless', 'What is on the left, where the right has nothing of the same labels.'],
  ['offset', 'As it was so long ago: offset 1h.'],
  ['bool', 'A comparison gives 0 or 1 instead of leaving out.'],
]);

/** Usual stretches of time, short ones first; a range under four times the interval of 30 s may miss samples. */
export const durations: readonly string[] = ['2m', '5m', '10m', '15m', '30m', '1h', '6h', '12h', '1d', '7d'];
