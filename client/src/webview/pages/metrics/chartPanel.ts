/** A metrics panel with a description, a chart, its legend, and a table. */
import * as l10n from '@vscode/l10n';
import { getLineStyle } from '#client/metrics/view/lineStyle.ts';
import type { ChartView, MetricsMessage, PanelView, ProblemView } from '#client/metrics/view/metricsView.ts';
import { createElement, createLinkButton, createIcon } from '../dom.ts';
import { choose } from './metricsChoices.ts';
import { Chart } from './metricsChart.ts';
import { chartTables, wordsAt } from './metricsTable.ts';
import { formatChartTime } from './metricsTime.ts';

export interface PanelParts {
  readonly send: (message: MetricsMessage) => void;
  /** State of the table: true if it's open, and a function that stores this. */
  readonly table: { readonly open: boolean; readonly keep: (open: boolean) => void };
}

export class ChartPanel {
  readonly root: HTMLElement;
  readonly #title: string;
  readonly #parts: PanelParts;
  readonly #elements: PanelElements;
  /** The elements that show the value of each line, by line name. */
  readonly #values = new Map<string, HTMLElement>();
  #isTableOpen: boolean;
  #shown: ChartView | undefined;
  #version = -1;
  #chart: Chart | undefined;

  constructor(id: string, title: string, parts: PanelParts) {
    this.#title = title;
    this.#parts = parts;
    this.#isTableOpen = parts.table.open;
    const elements = createElements(id, title, parts.send, () => this.#toggleTable());
    const { heading, answers, readings, problem, remarks, body, tools, tables, notes } = elements;
    this.#elements = elements;
    this.root = createElement(
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
  }

  redraw(): void {
    this.#chart?.redraw();
  }

  show(view: PanelView): void {
    const { text, body, toggle } = this.#elements;
    const isOther = view.version !== this.#version || (view.chart === undefined) !== (this.#shown === undefined);
    this.#version = view.version;
    this.#showTexts(view);
    toggle.hidden = view.chart === undefined;
    this.#shown = view.chart;
    if (view.chart === undefined) {
      text.textContent = view.text ?? '';
      body.replaceChildren(...(view.text === undefined ? [] : [text]));
      this.#showTable();
    } else if (isOther) this.#showChart(view.chart);
  }

  #showTexts(view: PanelView): void {
    const { answers, problem, remarks, notes, reading, readings, inConsole } = this.#elements;
    answers.textContent = view.answers;
    this.root.dataset['state'] = view.state;
    problem.replaceChildren(...(view.problem === undefined ? [] : [problemBox(view.problem, this.#parts.send)]));
    remarks.replaceChildren(
      ...view.remarks.map(({ level, text: said }) =>
        createElement(
          'li',
          { class: level },
          level === 'attention' ? createIcon('warning') : undefined,
          createElement('span', {}, said),
        ),
      ),
    );
    notes.replaceChildren(...view.notes.map((note) => createElement('li', {}, note)));
    readings.hidden = view.readings === undefined;
    choose(reading, view.readings ?? []);
    inConsole.hidden = !view.console;
  }

  #showChart(view: ChartView): void {
    const { body, moment, legend, spoken } = this.#elements;
    const chart = (this.#chart ??= new Chart(this.#title, (index, isKey) => this.#moved(index, isKey)));
    if (chart.root.parentElement !== body) body.replaceChildren(chart.root, moment, legend, spoken);
    chart.show(view);
    this.#showLegend(view);
    this.#moved(undefined, false);
    this.#showTable();
  }

  #toggleTable(): void {
    this.#isTableOpen = !this.#isTableOpen;
    this.#parts.table.keep(this.#isTableOpen);
    this.#showTable();
  }

  #showTable(): void {
    const { toggle, tables } = this.#elements;
    const does = this.#isTableOpen ? l10n.t`Hide table` : l10n.t`Show as table`;
    toggle.textContent = does;
    toggle.setAttribute('aria-label', `${does}: ${this.#title}`);
    toggle.setAttribute('aria-expanded', String(this.#isTableOpen));
    tables.replaceChildren(
      ...(this.#isTableOpen && this.#shown !== undefined ? [chartTables(this.#title, this.#shown)] : []),
    );
  }

  /** Updates the values after the chart cursor moved. */
  #moved(index: number | undefined, speak: boolean): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const { moment, spoken } = this.#elements;
    const at = index === undefined ? undefined : shown.at[index];
    moment.textContent = at === undefined ? l10n.t`Latest values` : l10n.t`At ${formatChartTime(at)}`;
    for (const { name, values, newest } of shown.series) {
      const cell = this.#values.get(name);
      if (cell !== undefined) cell.textContent = index === undefined ? newest : wordsAt(values[index], shown.unit);
    }
    if (speak && index !== undefined) spoken.textContent = sayAt(shown, index, this.#chart?.hidden ?? new Set());
  }

  #showLegend({ series, references, unit }: ChartView): void {
    const { legend } = this.#elements;
    this.#values.clear();
    const lines = series.map(({ name, newest }, index) => this.#createLegendLine(name, newest, index));
    const fixed = references.map(({ label, value }) =>
      createElement(
        'li',
        { class: 'reference' },
        swatch(undefined),
        createElement('span', { class: 'name' }, label),
        createElement('span', { class: 'value' }, wordsAt(value, unit)),
      ),
    );
    const focused = focusedName(legend);
    legend.replaceChildren(...lines, ...fixed);
    if (focused !== undefined)
      [...legend.querySelectorAll<HTMLElement>('button')]
        .find((one) => one.querySelector('.name')?.textContent === focused)
        ?.focus();
  }

  #createLegendLine(name: string, newest: string, index: number): HTMLElement {
    const value = createElement('span', { class: 'value' }, newest);
    this.#values.set(name, value);
    const isShown = (): string => String(this.#chart?.hidden.has(name) !== true);
    const button = createElement(
      'button',
      { type: 'button', class: 'line', 'aria-pressed': isShown() },
      swatch(index),
      createElement('span', { class: 'name' }, name),
      value,
    );
    button.title = l10n.t`Show or hide the line`;
    button.addEventListener('click', () => {
      this.#chart?.toggle(name);
      button.setAttribute('aria-pressed', isShown());
    });
    return createElement('li', {}, button);
  }
}

type PanelElements = ReturnType<typeof createElements>;

/** Creates a link whose name for screen readers also contains the chart. */
function namedLink(text: string, title: string, onClick: () => void): HTMLButtonElement {
  return createLinkButton(text, `${text}: ${title}`, onClick);
}

function createElements(id: string, title: string, send: PanelParts['send'], toggleTable: () => void) {
  const inConsole = namedLink(l10n.t`Open in Web Console`, title, () => send({ type: 'console', panel: id }));
  const toggle = namedLink(l10n.t`Show as table`, title, toggleTable);
  const copy = namedLink(l10n.t`Copy PromQL`, title, () => send({ type: 'copy', panel: id }));
  const reading = createElement('select', { 'aria-label': `${l10n.t`Percentile`}: ${title}` });
  reading.addEventListener('change', () => send({ type: 'reading', panel: id, id: reading.value }));
  toggle.setAttribute('aria-controls', `tables-${id}`);
  return {
    heading: createElement('h2', { id: `title-${id}` }, title),
    answers: createElement('p', { class: id === 'ask' ? 'mono answers' : 'quiet answers' }),
    body: createElement('div', { class: 'body' }),
    text: createElement('p', { class: 'nothing' }),
    problem: createElement('div'),
    remarks: createElement('ul', { class: 'remarks' }),
    notes: createElement('ul', { class: 'notes quiet' }),
    legend: createElement('ul', { class: 'legend', 'aria-label': title }),
    moment: createElement('p', { class: 'moment quiet' }),
    spoken: createElement('p', { class: 'spoken', role: 'status', 'aria-live': 'polite' }),
    tables: createElement('div', { id: `tables-${id}` }),
    tools: createElement('div', { class: 'panel-tools' }, copy, inConsole, toggle),
    inConsole,
    toggle,
    reading,
    readings: createElement('label', { class: 'reading' }, l10n.t`Percentile`, reading),
  };
}

/** Creates a box that describes a problem, with a button for the solution. */
export function problemBox({ text, button }: ProblemView, send: (message: MetricsMessage) => void): HTMLElement {
  const made =
    button === undefined ? undefined : createElement('button', { type: 'button', class: 'does' }, button.title);
  if (made !== undefined && button !== undefined) made.addEventListener('click', () => send({ type: button.does }));
  return createElement(
    'div',
    { class: 'notice', role: 'alert' },
    createIcon('warning'),
    createElement('span', {}, text),
    made,
  );
}

/** Describes the values of all visible lines at one time for screen readers. */
function sayAt({ at, series, unit }: ChartView, index: number, hidden: ReadonlySet<string>): string {
  const parts = series
    .filter(({ name }) => !hidden.has(name))
    .map(({ name, values }) => `${name}: ${wordsAt(values[index], unit)}`);
  return `${formatChartTime(at[index] ?? 0)}. ${parts.join('; ')}`;
}

/** Creates the line sample of a legend entry. Without an index, creates the sample of a reference line. */
function swatch(index: number | undefined): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const look = index === undefined ? { className: 'line-reference', dash: [4, 4] } : getLineStyle(index);
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
  return focused !== null && within.contains(focused)
    ? (focused.querySelector('.name')?.textContent ?? undefined)
    : undefined;
}
