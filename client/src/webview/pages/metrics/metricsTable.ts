/** Shows the data of a chart as tables: a summary of each line, and the values over time. */
import * as l10n from '@vscode/l10n';
import { formatMetricValue } from '#core/metrics/panels/units.ts';
import type { ChartView } from '#client/metrics/view/metricsView.ts';
import { createElement } from '../dom.ts';
import { formatChartTime } from './metricsTime.ts';

/**
 * Maximum number of time rows. If there are more data points, the table shows evenly spaced ones, and a note explains
 * this.
 */
const mostRows = 60;

/** Creates the tables of a chart. */
export function chartTables(title: string, view: ChartView): HTMLElement {
  return createElement('div', { class: 'tables' }, summary(title, view), overTime(title, view));
}

function summary(title: string, { series, references, unit }: ChartView): HTMLElement {
  const head = [
    l10n.t({ message: 'Series', args: [], comment: ['A column heading in a table of metrics: the series.'] }),
    l10n.t`Latest`,
    l10n.t`Lowest`,
    l10n.t`Highest`,
  ].map((name) => createElement('th', { scope: 'col' }, name));
  const rows = series.map(({ name, newest, lowest, highest }) =>
    createElement(
      'tr',
      {},
      createElement('th', { scope: 'row' }, name),
      ...[newest, lowest, highest].map((text) => createElement('td', {}, text)),
    ),
  );
  const fixed = references.map(({ label, value }) =>
    createElement(
      'tr',
      {},
      createElement('th', { scope: 'row' }, label),
      createElement('td', { colspan: '3' }, formatMetricValue(value, unit)),
    ),
  );
  return createElement(
    'table',
    {},
    createElement('caption', {}, l10n.t`${title}: summary by series`),
    createElement('thead', {}, createElement('tr', {}, ...head)),
    createElement('tbody', {}, ...rows, ...fixed),
  );
}

function overTime(title: string, { at, series, unit }: ChartView): HTMLElement {
  const every = Math.max(1, Math.ceil(at.length / mostRows));
  // The newest data point comes first and is always included.
  const places = at
    .map((_, index) => index)
    .filter((index) => (at.length - 1 - index) % every === 0)
    .toReversed();
  const head = [
    l10n.t({ message: 'Time', args: [], comment: ['A column heading: when it happened or was measured.'] }),
    ...series.map(({ name }) => name),
  ].map((name) => createElement('th', { scope: 'col' }, name));
  const rows = places.map((index) =>
    createElement(
      'tr',
      {},
      createElement('th', { scope: 'row' }, formatChartTime(at[index] ?? 0)),
      ...series.map(({ values }) => createElement('td', {}, wordsAt(values[index], unit))),
    ),
  );
  const caption = l10n.t`${title}: values over time, newest first`;
  return createElement(
    'div',
    { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': caption },
    ...(every === 1 ? [] : [createElement('p', { class: 'quiet' }, l10n.t`Showing 1 of every ${every} samples.`)]),
    createElement(
      'table',
      {},
      createElement('caption', {}, caption),
      createElement('thead', {}, createElement('tr', {}, ...head)),
      createElement('tbody', {}, ...rows),
    ),
  );
}

/** Returns the text for the value of a line at one time. */
export function wordsAt(value: number | null | undefined, unit: ChartView['unit']): string {
  return value === null || value === undefined ? l10n.t`no value` : formatMetricValue(value, unit);
}
