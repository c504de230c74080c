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
  /** Undefined if the signature is self-explanatory. */
  readonly help?: Message;
}

type Row = readonly [signature: string, help?: Message];

function byName(rows: readonly Row[]): ReadonlyMap<string, KnownFunction> {
  return new Map(
    rows.map(([signature, help]) => [
      signature.slice(0, signature.indexOf('(')),
      {
        name: signature.slice(0, signature.indexOf('(')),
        signature,
        ...(help === undefined ? {} : { help }),
      },
    ]),
  );
}

const ofNativeHistogram = () => l10n.t`Only for native histograms.`;
const newerOnly = () => l10n.t`Requires a newer Prometheus.`;
const experimental = () => l10n.t`Experimental.`;
const experimentalTime = () => l10n.t`A time in seconds since 1970. Experimental.`;
const inUtc = () => l10n.t`In UTC.`;
const fromZeroToOne = () => l10n.t`The quantile is between 0 and 1.`;

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
  ['resets(range)'],
  ['changes(range)'],
  [
    'histogram_quantile(quantile, buckets)',
    () => l10n.t`A quantile (0 to 1) of a histogram, usually of sum by (le) (rate(..._bucket[5m])).`,
  ],
  ['histogram_quantiles(buckets, label, quantiles...)', newerOnly],
  ['histogram_avg(v)', ofNativeHistogram],
  ['histogram_count(v)', ofNativeHistogram],
  ['histogram_sum(v)', ofNativeHistogram],
  ['histogram_fraction(lower, upper, v)', ofNativeHistogram],
  ['histogram_stddev(v)', ofNativeHistogram],
  ['histogram_stdvar(v)', ofNativeHistogram],
  ['avg_over_time(range)'],
  ['min_over_time(range)'],
  ['max_over_time(range)'],
  ['sum_over_time(range)'],
  ['count_over_time(range)'],
  ['quantile_over_time(quantile, range)', fromZeroToOne],
  ['stddev_over_time(range)'],
  ['stdvar_over_time(range)'],
  ['mad_over_time(range)', () => l10n.t`The median absolute deviation over the range. Experimental.`],
  ['first_over_time(range)', newerOnly],
  ['last_over_time(range)'],
  ['present_over_time(range)', () => l10n.t`1 for each series that has a sample in the range.`],
  ['absent_over_time(range)', () => l10n.t`1 if no samples were collected in the range.`],
  ['ts_of_first_over_time(range)', experimentalTime],
  ['ts_of_last_over_time(range)', experimentalTime],
  ['ts_of_max_over_time(range)', experimentalTime],
  ['ts_of_min_over_time(range)', experimentalTime],
  ['absent(v)', () => l10n.t`1 if no matching series exists. Use it to alert on missing series.`],
  ['label_replace(v, to, replacement, from, regex)', () => l10n.t`Sets a label from parts of another label.`],
  ['label_join(v, to, separator, from...)', () => l10n.t`Sets a label by joining other labels.`],
  ['info(v, selector)', () => l10n.t`Adds labels from info series. Experimental.`],
  ['sort(v)'],
  ['sort_desc(v)'],
  ['sort_by_label(v, labels...)', experimental],
  ['sort_by_label_desc(v, labels...)', experimental],
  [
    'double_exponential_smoothing(range, sf, tf)',
    () => l10n.t`A smoothed value of a gauge. Called holt_winters before Prometheus 3.`,
  ],
  ['scalar(v)', () => l10n.t`The value of a single series as a number. NaN if the input isn't exactly one series.`],
  ['vector(number)', () => l10n.t`A number as a series without labels.`],
  ['time()', () => l10n.t`The query time, in seconds since 1970.`],
  ['timestamp(v)', () => l10n.t`The time when the samples were collected, in seconds since 1970.`],
  ['start_timestamp(v)', newerOnly],
  ['minute(v)', inUtc],
  ['hour(v)', inUtc],
  ['day_of_week(v)', () => l10n.t`The day of the week of a time, where 0 is Sunday.`],
  ['day_of_month(v)', inUtc],
  ['day_of_year(v)', inUtc],
  ['days_in_month(v)', inUtc],
  ['month(v)', inUtc],
  ['year(v)', inUtc],
  ['abs(v)'],
  ['ceil(v)'],
  ['floor(v)'],
  ['round(v, to)', () => l10n.t('The value rounded to the nearest integer or multiple of `to`.')],
  ['clamp(v, min, max)'],
  ['clamp_max(v, max)'],
  ['clamp_min(v, min)'],
  ['sgn(v)', () => l10n.t`The sign of the value: 1, 0, or -1.`],
  ['sqrt(v)'],
  ['exp(v)'],
  ['ln(v)'],
  ['log2(v)'],
  ['log10(v)'],
  ['sin(v)'],
  ['cos(v)'],
  ['tan(v)'],
  ['asin(v)'],
  ['acos(v)'],
  ['atan(v)'],
  ['sinh(v)'],
  ['cosh(v)'],
  ['tanh(v)'],
  ['asinh(v)'],
  ['acosh(v)'],
  ['atanh(v)'],
  ['deg(v)', () => l10n.t`Converts radians to degrees.`],
  ['rad(v)', () => l10n.t`Converts degrees to radians.`],
  ['pi()'],
]);

export const promqlAggregations: ReadonlyMap<string, KnownFunction> = byName([
  ['sum(v)', () => l10n.t`The sum of all series, or of each group: sum by (sandbox_id) (...).`],
  ['avg(v)'],
  ['min(v)'],
  ['max(v)'],
  ['count(v)', () => l10n.t`The number of series, in total or in each group.`],
  ['group(v)', () => l10n.t`1 for each group of series.`],
  ['topk(k, v)', () => l10n.t`The k series with the largest values.`],
  ['bottomk(k, v)', () => l10n.t`The k series with the smallest values.`],
  ['quantile(quantile, v)', fromZeroToOne],
  ['count_values(label, v)', () => l10n.t`The number of series with each value. The value becomes a label.`],
  ['stddev(v)'],
  ['stdvar(v)'],
  ['limitk(k, v)', () => l10n.t`Any k series. Experimental.`],
  ['limit_ratio(ratio, v)', () => l10n.t`A fraction of the series. Experimental.`],
]);

/** Keywords that can follow a series or a bracket. */
export const keywords: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['by', () => l10n.t`Groups only by these labels.`],
  ['without', () => l10n.t`Groups by all labels except these.`],
  ['on', () => l10n.t`Matches the two sides using only these labels.`],
  ['ignoring', () => l10n.t`Matches the two sides using all labels except these.`],
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
