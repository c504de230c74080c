/** One panel: what it answers, the chart, its lines in words, and the table behind it. */
import * as l10n from '@vscode/l10n';
import { lookOf } from '#client/metrics/view/lineStyle.ts';
import type { ChartView, MetricsMessage, PanelView, ProblemView } from '#client/metrics/view/metricsView.ts';
import { element, link, sign } from '../dom.ts';
import { choose } from './metricsChoices.ts';
import { makeChart, type Chart } from './metricsChart.ts';
import { chartTables, wordsAt } from './metricsTable.ts';
import { momentWords } from './metricsTime.ts';

export interface PanelParts {
  readonly send: (message: MetricsMessage) => void;
  /** Whether its table was open, and that it now is or is not. */
  readonly table: { readonly open: boolean; readonly keep: (open: boolean) => void };
}

export interface PanelElement {
  readonly root: HTMLElement;
  show(view: PanelView): void;
  redraw(): void;
}

export function makePanel(id: string, title: string, { send, table }: PanelParts): PanelElement {
  const heading = element('h2', { id: `title-${id}` }, title);
  const answers = element('p', { class: id === 'ask' ? 'mono answers' : 'quiet answers' });
  const body = element('div', { class: 'body' });
  const text = element('p', { class: 'nothing' });
  const problem = element('div');
  const remarks = element('ul', { class: 'remarks' });
  const notes = element('ul', { class: 'notes quiet' });
  const legend = element('ul', { class: 'legend', 'aria-label': l10n.t`${title}: lines` });
  const moment = element('p', { class: 'moment quiet' });
  const spoken = element('p', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  const tables = element('div', { id: `tables-${id}` });
  const inConsole = link(l10n.t`Open in the console`, l10n.t`Open in the console: ${title}`, () => send({ type: 'console', panel: id }));
  const toggle = link(l10n.t`Show as table`, l10n.t`Show as table: ${title}`, () => openTable(!tableOpen));
  const copy = link(l10n.t`Copy PromQL`, l10n.t`Copy PromQL: ${title}`, () => send({ type: 'copy', panel: id }));
  const reading = element('select', { 'aria-label': l10n.t`Percentile of ${title}` });
  const readings = element('label', { class: 'reading' }, l10n.t`Percentile`, reading);
  reading.addEventListener('change', () => send({ type: 'reading', panel: id, id: reading.value }));
  const tools = element('div', { class: 'panel-tools' }, copy, inConsole, toggle);
  const root = element(
    'section',
    { class: 'panel', 'aria-labelledby': `title-${id}`, 'data-panel': id },
    heading,
    answers,
    readings,
    problem,
    remarks,
    body,
    tools,
    tables,
    notes,
  );
  toggle.setAttribute('aria-controls', `tables-${id}`);

  let tableOpen = table.open;
  let shown: ChartView | undefined;
  let version = -1;
  let chart: Chart | undefined;
  const values = new Map<string, HTMLElement>();

  const openTable = (open: boolean) => {
    tableOpen = open;
    table.keep(open);
    showTable();
  };
  const showTable = () => {
    const does = tableOpen ? l10n.t`Hide the table` : l10n.t`Show as table`;
    toggle.textContent = does;
    toggle.setAttribute('aria-label', `${does}: ${title}`);
    toggle.setAttribute('aria-expanded', String(tableOpen));
    tables.replaceChildren(...(tableOpen && shown !== undefined ? [chartTables(title, shown)] : []));
  };
  const moved = (index: number | undefined, speak: boolean) => {
    if (shown === undefined) return;
    const at = index === undefined ? undefined : shown.at[index];
    moment.textContent = at === undefined ? l10n.t`Newest values` : l10n.t`At ${momentWords(at)}`;
    for (const { name, values: all, newest } of shown.series) {
      const cell = values.get(name);
      if (cell !== undefined) cell.textContent = index === undefined ? newest : wordsAt(all[index], shown.unit);
    }
    if (speak && index !== undefined) spoken.textContent = sayAt(shown, index, chart?.hidden ?? new Set());
  };
  const showLegend = (view: ChartView) => {
    values.clear();
    const items = view.series.map(({ name, newest }, index) => {
      const value = element('span', { class: 'value' }, newest);
      values.set(name, value);
      const button = element(
        'button',
        { type: 'button', class: 'line', 'aria-pressed': String(chart?.hidden.has(name) !== true) },
        swatch(index),
        element('span', { class: 'name' }, name),
        value,
      );
      button.title = l10n.t`Hide the line, or show it again`;
      button.addEventListener('click', () => {
        chart?.toggle(name);
        button.setAttribute('aria-pressed', String(chart?.hidden.has(name) !== true));
      });
      return element('li', {}, button);
    });
    const fixed = view.references.map(({ label, value }) =>
      element(
        'li',
        { class: 'reference' },
        swatch(undefined),
        element('span', { class: 'name' }, label),
        element('span', { class: 'value' }, wordsAt(value, view.unit)),
      ),
    );
    const focused = focusedName(legend);
    legend.replaceChildren(...items, ...fixed);
    if (focused !== undefined) [...legend.querySelectorAll<HTMLElement>('button')].find((one) => one.querySelector('.name')?.textContent === focused)?.focus();
  };

  return {
    root,
    redraw: () => chart?.redraw(),
    show(view) {
      answers.textContent = view.answers;
      const other = view.version !== version || (view.chart === undefined) !== (shown === undefined);
      version = view.version;
      root.dataset['state'] = view.state;
      problem.replaceChildren(...(view.problem === undefined ? [] : [problemBox(view.problem, send)]));
      remarks.replaceChildren(
        ...view.remarks.map(({ level, text: said }) =>
          element('li', { class: level }, level === 'attention' ? sign('warning') : undefined, element('span', {}, said)),
        ),
      );
      notes.replaceChildren(...view.notes.map((note) => element('li', {}, note)));
      readings.hidden = view.readings === undefined;
      choose(reading, view.readings ?? []);
      inConsole.hidden = !view.console;
      toggle.hidden = view.chart === undefined;
      shown = view.chart;
      if (view.chart === undefined) {
        text.textContent = view.text ?? '';
        body.replaceChildren(...(view.text === undefined ? [] : [text]));
        showTable();
        return;
      }
      if (!other) return;
      chart ??= makeChart(title, moved);
      if (chart.root.parentElement === null) body.replaceChildren(chart.root, moment, legend, spoken);
      else if (chart.root.parentElement !== body) body.replaceChildren(chart.root, moment, legend, spoken);
      chart.show(view.chart);
      showLegend(view.chart);
      moved(undefined, false);
      showTable();
    },
  };
}

/** What is wrong, with the one thing to click. */
export function problemBox({ text, button }: ProblemView, send: (message: MetricsMessage) => void): HTMLElement {
  const made = button === undefined ? undefined : element('button', { type: 'button', class: 'does' }, button.title);
  if (made !== undefined && button !== undefined) made.addEventListener('click', () => send({ type: button.does }));
  return element('div', { class: 'notice', role: 'alert' }, sign('warning'), element('span', {}, text), made);
}

/** A moment of all lines that are seen, as it is spoken. */
function sayAt({ at, series, unit }: ChartView, index: number, hidden: ReadonlySet<string>): string {
  const parts = series.filter(({ name }) => !hidden.has(name)).map(({ name, values }) => `${name}: ${wordsAt(values[index], unit)}`);
  return `${momentWords(at[index] ?? 0)}. ${parts.join('; ')}`;
}

/** The line of a legend; without an index, that of a reference. */
function swatch(index: number | undefined): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const look = index === undefined ? { className: 'line-reference', dash: [4, 4] } : lookOf(index);
  svg.setAttribute('viewBox', '0 0 24 8');
  svg.setAttribute('class', `swatch ${look.className}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', 'M1 4h22');
  if (look.dash.length > 0) path.setAttribute('stroke-dasharray', look.dash.join(' '));
  svg.append(path);
  return svg;
}

function focusedName(within: HTMLElement): string | undefined {
  const focused = document.activeElement;
  return focused !== null && within.contains(focused) ? (focused.querySelector('.name')?.textContent ?? undefined) : undefined;
}
