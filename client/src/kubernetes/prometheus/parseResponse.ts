/**
 * What a Prometheus answers -> values, field by field and bounded. Source: prometheus/prometheus@v2.53.0
 * docs/querying/api.md, sections "Format overview" and "Expression query result formats".
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getList, getString, getStringMap, getStrings, getValue } from '#core/common/json.ts';
import type { RaisedAlert, Sample, Sampled, SampledSeries } from '#core/metrics/samples.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { cleaned } from './prometheusErrors.ts';

/** More than anybody can tell apart in a chart. */
export const maxSeries = 500;
/** In all series together. */
const maxSamples = 500_000;
const maxWarnings = 20;
const maxAlerts = 500;

/** The `data` of a success, and what is said besides; undefined: that is no Prometheus. */
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
 * A matrix, a vector or a scalar, in the order of their labels: servers have none. The error says what came instead;
 * undefined: nothing that can be read.
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
    // Of a series that has histograms alone, there is nothing to draw.
    if (known.length > 0 || each.histograms === 0) series.push({ labels: each.labels, samples: known });
  }
  // Nothing of it can be read: it is not what we think it is.
  if (unread > 0 && samples === 0) return fail(undefined);
  const notes = [
    ...(histograms > 0 ? [l10n.t`Native histograms are omitted. Only plain samples are shown.`] : []),
    ...(unread > 0 ? [l10n.t`${unread} values couldn't be read and are omitted.`] : []),
  ];
  return succeed({ series, warnings, ...(notes.length > 0 ? { notes } : {}), ...(cut ? { cut } : {}) });
}

/** Seconds since 1970 that a Date can hold: beyond, whoever says when it was would throw. */
const latest = 8_640_000_000_000;

/** `[seconds, "value"]`; undefined when it is none. */
function readSample(pair: unknown): Sample | undefined {
  if (!Array.isArray(pair)) return undefined;
  const [seconds, text]: readonly unknown[] = pair;
  const value = typeof text === 'string' ? readNumber(text) : undefined;
  if (typeof seconds !== 'number' || Math.abs(seconds) > latest || value === undefined) return undefined;
  return { at: Math.round(seconds * 1000), value };
}

/** Characters; Go writes any float in some 330 at most. */
const longestNumber = 400;

/** As Go writes numbers. */
function readNumber(text: string): number | undefined {
  if (text === 'NaN') return NaN;
  if (text === '+Inf' || text === 'Inf') return Infinity;
  if (text === '-Inf') return -Infinity;
  // Longer ones nobody writes: to look for the end of millions of digits would take minutes.
  return text.length <= longestNumber && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
    ? Number(text)
    : undefined;
}

/** The same for the same labels, whatever order they came in. */
function labelKey(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/**
 * Alerts of `/api/v1/alerts`, or of the groups of `/api/v1/rules`; those of the product alone. Undefined: neither is
 * there, which is not the same as none.
 */
export function readAlerts(data: unknown, isOurs: (alert: RaisedAlert) => boolean): readonly RaisedAlert[] | undefined {
  // An empty list of Go may come as null.
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
      // Not in the comparison: there may be hundreds of thousands.
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
