/** Provides completion in PromQL: the product's series, their labels and values, functions, and durations. */
import * as l10n from '@vscode/l10n';
import { allSeries, findSeries, labelsOf, listSeriesNames, partsOf } from '#core/metrics/series/index.ts';
import { bucketLabel, commonLabels, quantileLabel, sandboxLabels } from '#core/metrics/series/labels.ts';
import type { SeriesInfo, SeriesLabel } from '#core/metrics/series/series.ts';
import type { PromqlCompletion } from '../protocol/promqlAssist.ts';
import type { Span } from '../engine/text/span.ts';
import { findPromqlCursor } from './promqlCursor.ts';
import { promqlAggregations, durations, promqlFunctions, keywords, type KnownFunction } from './functions.ts';
import { maxPromql } from './readPromql.ts';
import { tokenizePromql } from './tokens.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/**
 * Returns all completions at this offset, best first. Returns an empty list if there are none or the text is too long.
 */
export function completePromql(
  text: string,
  offset: number,
  records: Iterable<string> = [],
): readonly PromqlCompletion[] {
  if (text.length > maxPromql) return [];
  const around = findPromqlCursor(text, offset);
  const span = { start: around.start, end: around.end };
  switch (around.at) {
    case 'series':
      return [
        ...ofSeries(span, records),
        ...called(promqlAggregations, 'aggregation', span),
        ...called(promqlFunctions, 'function', span),
      ];
    case 'operator':
      return [...keywords].map(([word, help]) => ({
        label: word,
        kind: 'keyword',
        insertText: word,
        ...span,
        detail: 'keyword',
        help: help(),
      }));
    case 'matcher':
      return ofLabels(around.series === undefined ? allLabels() : labelsFor([around.series]), span);
    case 'grouping':
      return ofLabels(labelsFor(namesIn(text)), span);
    case 'match operator':
      return ['=', '!=', '=~', '!~'].map((operator) => ({
        label: operator,
        kind: 'keyword',
        insertText: operator,
        ...span,
        detail: 'matcher',
      }));
    case 'value': {
      const quote = (value: string) => (around.quoted ? value : `"${value}"`);
      const labels = around.series === undefined ? allLabels() : labelsFor([around.series]);
      const { values = [], name = '' } = labels.find((label) => label.name === around.label) ?? {};
      return values.map((value) => ({ label: value, kind: 'value', insertText: quote(value), ...span, detail: name }));
    }
    case 'duration':
      return durations.map((duration) => ({
        label: duration,
        kind: 'duration',
        insertText: duration,
        ...span,
        detail: 'duration',
      }));
    default:
      return [];
  }
}

function ofSeries(span: Span, records: Iterable<string>): PromqlCompletion[] {
  const own = allSeries.flatMap((series) =>
    listSeriesNames(series).map((name): PromqlCompletion => ({
      label: name,
      kind: 'series',
      insertText: name,
      ...span,
      detail: formatSeriesType(series),
      help: helpOf(series, name),
    })),
  );
  const recorded = [...records]
    .filter((name) => findSeries(name) === undefined)
    .map((name): PromqlCompletion => ({
      label: name,
      kind: 'series',
      insertText: name,
      ...span,
      detail: 'recorded',
      help: l10n.t`Recorded by a rule in this workspace.`,
    }));
  return [...recorded, ...own];
}

/** Formats the type and unit of a series. */
export function formatSeriesType({ type, unit }: SeriesInfo): string {
  return unit === undefined ? type : `${type}, ${unit}`;
}

const ends: Readonly<Record<string, Message>> = {
  _bucket: () => l10n.t('Number of observations less than or equal to `le`.'),
  _sum: () => l10n.t`Sum of all observations.`,
  _count: () => l10n.t`Number of observations.`,
};

/** Returns the help for a series. Includes the meaning of the suffix of the name in the query, such as `_sum`. */
export function helpOf(series: SeriesInfo, name: string): string {
  const part = partsOf(series).find((one) => series.name + one === name);
  return [series.help(), part === undefined ? undefined : ends[part]?.(), series.note?.()]
    .filter((one) => one !== undefined)
    .join(getSentenceSeparator());
}

function called(
  known: ReadonlyMap<string, KnownFunction>,
  kind: 'function' | 'aggregation',
  span: Span,
): PromqlCompletion[] {
  return [...known.values()].map(({ name, signature, help }) => ({
    label: name,
    kind,
    insertText: name,
    ...span,
    detail: signature,
    ...(help === undefined ? {} : { help: help() }),
  }));
}

function ofLabels(labels: readonly SeriesLabel[], span: Span): PromqlCompletion[] {
  return labels.map(({ name, help }) => ({
    label: name,
    kind: 'label',
    insertText: name,
    ...span,
    detail: 'label',
    help: help(),
  }));
}

/** Returns the names of known series in a text. */
function namesIn(text: string): readonly string[] {
  const names = [...tokenizePromql(text)].filter(({ kind }) => kind === 'name').map(({ text: name }) => name);
  return [...new Set(names)].filter((name) => findSeries(name) !== undefined);
}

/** Returns the labels of these series without duplicates. Returns all labels if no series is known. */
function labelsFor(names: readonly string[]): readonly SeriesLabel[] {
  const found = names.map(findSeries).filter((one) => one !== undefined);
  if (found.length === 0) return allLabels();
  const byName = new Map(found.flatMap((one) => labelsOf(one).map((label) => [label.name, label] as const)));
  return [...byName.values()];
}

function allLabels(): readonly SeriesLabel[] {
  const own = allSeries.flatMap(({ labels }) => labels.map(({ name, help }) => ({ name, help })));
  return [
    ...new Map(
      [...own, ...sandboxLabels, bucketLabel, quantileLabel, ...commonLabels].map(
        (label) => [label.name, label] as const,
      ),
    ).values(),
  ];
}
