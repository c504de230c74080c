/**
 * Parses Prometheus responses field by field and within limits. Source: prometheus/prometheus@v2.53.0
 * docs/querying/api.md, sections "Format overview" and "Expression query result formats".
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getList, getString, getStringMap, getStrings, getValue } from '#core/common/json.ts';
import type { RaisedAlert, Sample, Sampled, SampledSeries } from '#core/metrics/samples.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { cleaned } from './prometheusErrors.ts';

/** Maximum number of series. A chart with more isn't readable. */
export const maxSeries = 500;
/** Maximum number of samples in all series together. */
const maxSamples = 500_000;
const maxWarnings = 20;
const maxAlerts = 500;

/**
 * Returns the `data` and the warnings of a successful response. Returns undefined if the response isn't from
 * Prometheus.
 */
export function readSuccess(
  body: string,
): { readonly data: unknown; readonly warnings: readonly string[] } | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (getString(value, 'status') !== 'success' || getValue(value, 'data') === undefined) return undefined;
    const said = [...getStrings(value, 'warnings'), ...getStrings(value, 'infos')];
    const shown = [...new Set(said.slice(0, 1000).map((each) => cleaned(each)))];
    return { data: getValue(value, 'data'), warnings: shown.slice(0, maxWarnings) };
  } catch {
    return undefined;
  }
}

/**
 * Reads a matrix, a vector, or a scalar. Sorts the series by label, because servers return them in no particular order.
 * The error describes the unsupported result type, or is undefined if the result can't be read.
 */
export function readSampled(data: unknown, warnings: readonly string[]): Result<Sampled, string | undefined> {
  const type = getString(data, 'resultType');
  const result = getValue(data, 'result');
  if (type === 'scalar') return readAll([{ labels: {}, values: [result], histograms: 0 }], warnings);
  if (type === 'string') return fail(l10n.t`The query returns a string, which can't be shown in a chart.`);
  if ((type !== 'matrix' && type !== 'vector') || !Array.isArray(result) || !result.every(isJsonObject))
    return fail(undefined);
  const raw = result.map((series) => ({
    labels: getStringMap(series, 'metric'),
    values: type === 'matrix' ? getList(series, 'values') : 'value' in series ? [series['value']] : [],
    histograms: type === 'matrix' ? getList(series, 'histograms').length : 'histogram' in series ? 1 : 0,
  }));
  return readAll(raw, warnings);
}

interface Raw {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: readonly unknown[];
  readonly histograms: number;
}

function readAll(raw: readonly Raw[], warnings: readonly string[]): Result<Sampled, undefined> {
  const sorted = raw
    .map((each) => ({ each, key: labelKey(each.labels) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const series: SampledSeries[] = [];
  let samples = 0;
  let unread = 0;
  let histograms = 0;
  let cut = sorted.length > maxSeries;
  for (const { each } of sorted.slice(0, maxSeries)) {
    histograms += each.histograms;
    if (samples + each.values.length > maxSamples) {
      cut = true;
      break;
    }
    const read = each.values.map(readSample);
    const known = read.filter((sample) => sample !== undefined);
    unread += read.length - known.length;
    samples += known.length;
    // A series that has only histograms can't be drawn.
    if (known.length > 0 || each.histograms === 0) series.push({ labels: each.labels, samples: known });
  }
  // If no value can be read, the response isn't a valid result.
  if (unread > 0 && samples === 0) return fail(undefined);
  const notes = [
    ...(histograms > 0 ? [l10n.t`Native histograms are omitted. Only plain samples are shown.`] : []),
    ...(unread > 0 ? [l10n.t`Values omitted because they couldn't be read: ${unread}.`] : []),
  ];
  return succeed({ series, warnings, ...(notes.length > 0 ? { notes } : {}), ...(cut ? { cut } : {}) });
}

/** Maximum time in seconds since 1970 that a `Date` can hold. Formatting a later time would throw. */
const latest = 8_640_000_000_000;

/** Reads a sample `[seconds, "value"]`. Returns undefined if it's invalid. */
function readSample(pair: unknown): Sample | undefined {
  if (!Array.isArray(pair)) return undefined;
  const [seconds, text]: readonly unknown[] = pair;
  const value = typeof text === 'string' ? readNumber(text) : undefined;
  if (typeof seconds !== 'number' || Math.abs(seconds) > latest || value === undefined) return undefined;
  return { at: Math.round(seconds * 1000), value };
}

/** Maximum length of a number in characters. Go writes any float in at most about 330. */
const longestNumber = 400;

/** Parses a number in Go notation. */
function readNumber(text: string): number | undefined {
  if (text === 'NaN') return NaN;
  if (text === '+Inf' || text === 'Inf') return Infinity;
  if (text === '-Inf') return -Infinity;
  // Matching a string of millions of digits would take minutes, so longer strings are rejected first.
  return text.length <= longestNumber && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
    ? Number(text)
    : undefined;
}

/** Returns a key that is equal for equal labels, regardless of their order. */
function labelKey(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/**
 * Returns the product alerts from `/api/v1/alerts` or from the groups of `/api/v1/rules`. Returns an empty list if the
 * data contains no product alerts, and undefined if the data has neither `alerts` nor `groups`.
 */
export function readAlerts(data: unknown, isOurs: (alert: RaisedAlert) => boolean): readonly RaisedAlert[] | undefined {
  // Go can serialize an empty list as null.
  if (!['alerts', 'groups'].map((name) => getValue(data, name)).some((value) => value === null || Array.isArray(value)))
    return undefined;
  const ofRules = getList(data, 'groups')
    .flatMap((group) => getList(group, 'rules'))
    .flatMap((rule) => getList(rule, 'alerts'));
  return (
    [...getList(data, 'alerts'), ...ofRules]
      .map(readAlert)
      .filter((alert) => alert !== undefined)
      .filter(isOurs)
      // Keys are created before sorting, because there can be hundreds of thousands of alerts.
      .map((alert) => ({ alert, key: labelKey(alert.labels) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, maxAlerts)
      .map(({ alert }) => alert)
  );
}

function readAlert(value: unknown): RaisedAlert | undefined {
  const labels = getStringMap(value, 'labels');
  const name = labels['alertname'];
  const state = getString(value, 'state');
  if (name === undefined || (state !== 'pending' && state !== 'firing')) return undefined;
  const since = Date.parse(getString(value, 'activeAt')?.slice(0, 40) ?? '');
  return {
    name,
    state,
    labels,
    annotations: getStringMap(value, 'annotations'),
    ...(Number.isNaN(since) ? {} : { since }),
  };
}
