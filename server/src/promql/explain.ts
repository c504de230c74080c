/** Explains the PromQL token at an offset: a series, label, value, or function. */
import * as l10n from '@vscode/l10n';
import { knownAlerts } from '#core/metrics/alerts.ts';
import { allSeries, findSeries, labelsOf } from '#core/metrics/series/index.ts';
import { commonLabels } from '#core/metrics/series/labels.ts';
import type { SeriesInfo, SeriesLabel } from '#core/metrics/series/series.ts';
import type { PromqlHover } from '../protocol/promqlAssist.ts';
import { findPromqlCursor } from './promqlCursor.ts';
import { helpOf, formatSeriesType } from './complete.ts';
import { promqlAggregations, promqlFunctions, keywords } from './functions.ts';
import { maxPromql } from './readPromql.ts';
import { tokenizePromql, type PromqlToken } from './tokens.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/** Returns the token at this offset with an explanation in Markdown. Returns undefined if nothing is known about it. */
export function explainPromql(text: string, offset: number): PromqlHover | undefined {
  if (text.length > maxPromql) return undefined;
  let here: PromqlToken | undefined;
  let next: PromqlToken | undefined;
  for (const token of tokenizePromql(text)) {
    if (here !== undefined) {
      next = token;
      break;
    }
    if (token.start > offset) break;
    if (token.start <= offset && offset <= token.end && (token.kind === 'name' || token.kind === 'string'))
      here = token;
  }
  if (here === undefined) return undefined;
  const markdown = here.kind === 'name' ? ofName(text, here, next) : ofString(text, here);
  return markdown === undefined ? undefined : { start: here.start, end: here.end, markdown };
}

function ofName(text: string, here: PromqlToken, next: PromqlToken | undefined): string | undefined {
  const around = findPromqlCursor(text, here.end);
  if (around.at === 'matcher') return ofLabel(here.text, around.series);
  if (around.at === 'grouping') return ofLabel(here.text, undefined);
  const known =
    next?.text === '(' || /^(?:by|without)$/i.test(next?.text ?? '')
      ? (promqlFunctions.get(here.text) ?? promqlAggregations.get(here.text.toLowerCase()))
      : undefined;
  if (known !== undefined)
    return [`\`${known.signature}\``, ...(known.help === undefined ? [] : [known.help()])].join('\n\n');
  const found = findSeries(here.text);
  if (found !== undefined) return ofSeries(found.series, here.text);
  const word = keywords.get(here.text.toLowerCase());
  return word === undefined ? undefined : `\`${here.text.toLowerCase()}\`\n\n${word()}`;
}

const origins: Readonly<Record<SeriesInfo['origin'], Message>> = {
  operator: () => l10n.t`Reported by the operator.`,
  monitor: () => l10n.t`Reported by kata-monitor on each node.`,
  shim: () => l10n.t`Reported by each sandbox's shim.`,
  hypervisor: () => l10n.t`Reported for each sandbox's hypervisor.`,
  agent: () => l10n.t`Reported by the agent in each sandbox's guest.`,
  guest: () => l10n.t`Reported by the agent in each sandbox's guest.`,
  recorded: () => l10n.t`Recorded by one of the operator's rules.`,
  alert: () => l10n.t`Defined in the operator's rules.`,
};

/** Describes a series in Markdown. */
function ofSeries(series: SeriesInfo, name: string): string {
  const labels = labelsOf(findSeries(name) ?? { series }).filter((label) => !commonLabels.includes(label));
  const alerts = knownAlerts.filter(({ name: alert, expr }) => alert === name || expr.split(/[^\w:]/).includes(name));
  return [
    `**${name}** (${formatSeriesType(series)})`,
    [helpOf(series, name), origins[series.origin]()].join(getSentenceSeparator()),
    ...(series.type === 'histogram' && name === series.name
      ? [l10n.t('Prometheus stores this metric as series with the suffixes `_bucket`, `_sum`, and `_count`.')]
      : []),
    ...(labels.length === 0
      ? []
      : [labels.map(({ name: label, help, values }) => `- \`${label}\`: ${help()}${sampleOf(values)}`).join('\n')]),
    ...alerts.map(
      ({ name: alert, means, todo }) =>
        `${l10n.t`Alert ${alert}`}: ${[means(), todo?.()].filter((part) => part !== undefined).join(getSentenceSeparator())}`,
    ),
  ].join('\n\n');
}

function sampleOf(values: readonly string[] = []): string {
  if (values.length === 0) return '';
  return values.length <= 12
    ? ` (${values.map((value) => `\`${value}\``).join(', ')})`
    : ` ${l10n.t`(${values.length} known values)`}`;
}

function ofLabel(name: string, series: string | undefined): string | undefined {
  const label = labelNamed(name, series);
  return label === undefined ? undefined : `**${name}**\n\n${label.help()}${sampleOf(label.values)}`;
}

function labelNamed(name: string, series: string | undefined): SeriesLabel | undefined {
  const found = series === undefined ? undefined : findSeries(series);
  const labels =
    found === undefined
      ? [
          ...commonLabels,
          ...allSeries.flatMap((one) => one.labels.map((label) => ({ name: label.name, help: label.help }))),
        ]
      : labelsOf(found);
  return labels.find((label) => label.name === name);
}

/**
 * Describes the label whose value is the string at this token. Returns undefined if the string isn't the value of a
 * label.
 */
function ofString(text: string, here: PromqlToken): string | undefined {
  const around = findPromqlCursor(text, Math.max(here.start + 1, here.end - 1));
  return around.at === 'value' ? ofLabel(around.label, around.series) : undefined;
}
