/**
 * Draws the chart of one panel with uPlot: lines over time, with a cursor that follows the pointer and the keyboard.
 */
import uPlot from 'uplot';
import type { ChartView } from '#client/metrics/view/metricsView.ts';
import { formatChartTime } from './metricsTime.ts';
import { createElement } from '../dom.ts';
import { createChartOptions } from './metricsChartOptions.ts';

const height = 170;

/**
 * Called when the cursor moves.
 * @param index index of the time; undefined if the cursor is outside the chart
 * @param isKey whether a key moved it
 */
type OnMove = (index: number | undefined, isKey: boolean) => void;

export class Chart {
  readonly root: HTMLElement;
  readonly #canvas = createElement('div', { class: 'canvas' });
  readonly #onMove: OnMove;
  readonly #hidden = new Set<string>();
  #view: ChartView | undefined;
  #plot: uPlot | undefined;
  /** Index of the time to which a key moved the cursor. -1 if no key moved it. */
  #place = -1;
  /** True if a key is moving the cursor. The key handler reports the move itself. */
  #isKeyMove = false;

  constructor(title: string, onMove: OnMove) {
    this.#onMove = onMove;
    this.root = createElement(
      'div',
      {
        class: 'chart',
        role: 'slider',
        tabindex: '0',
        'aria-label': title,
        'aria-valuemin': '0',
        'aria-valuemax': '0',
        'aria-valuenow': '0',
      },
      this.#canvas,
    );
    this.root.addEventListener('keydown', (event) => this.#press(event));
    this.root.addEventListener('blur', () => this.#leave());
    new ResizeObserver(() => {
      if (this.#plot !== undefined && this.#plot.width !== this.#width)
        this.#plot.setSize({ width: this.#width, height });
    }).observe(this.root);
  }

  /** Names of the hidden lines. */
  get hidden(): ReadonlySet<string> {
    return this.#hidden;
  }

  /** Draws new data. */
  show(next: ChartView): void {
    const plot = this.#plot;
    const isSame = this.#view !== undefined && sameLines(this.#view, next);
    this.#view = next;
    if (this.#place >= next.at.length) this.#place = -1;
    // If the lines are the same, only their values are updated.
    if (isSame && plot !== undefined) {
      plot.batch(() => {
        plot.setData(dataOf(next), false);
        plot.setScale('x', { min: next.from, max: next.to });
      });
    } else this.redraw();
    this.#announce();
  }

  /** Draws the chart again, for example because the theme has changed. */
  redraw(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    const view = this.#view;
    if (view === undefined || view.series.length === 0) return;
    const onMove = (index: number | undefined): void => {
      if (!this.#isKeyMove) this.#onMove(index, false);
    };
    this.#plot = new uPlot(
      createChartOptions({ view, width: this.#width, height, hidden: this.#hidden, onMove }),
      dataOf(view),
      this.#canvas,
    );
  }

  /** Hides or shows a line. */
  toggle(name: string): void {
    if (!this.#hidden.delete(name)) this.#hidden.add(name);
    const index = this.#view?.series.findIndex((one) => one.name === name) ?? -1;
    if (index >= 0) this.#plot?.setSeries(index + 1, { show: !this.#hidden.has(name) });
  }

  get #width(): number {
    return Math.max(200, Math.floor(this.root.clientWidth));
  }

  #press(event: KeyboardEvent): void {
    const last = (this.#view?.at.length ?? 0) - 1;
    if (last < 0) return;
    const here = this.#place === -1 ? last + 1 : this.#place;
    const page = Math.max(1, Math.round(last / 10));
    const to = {
      ArrowLeft: here - 1,
      ArrowRight: here + 1,
      Home: 0,
      End: last,
      PageUp: here - page,
      PageDown: here + page,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#goTo(to);
  }

  #goTo(index: number): void {
    const view = this.#view;
    const plot = this.#plot;
    if (view === undefined || plot === undefined) return;
    this.#place = Math.max(0, Math.min(view.at.length - 1, index));
    this.#isKeyMove = true;
    plot.setCursor({ left: plot.valToPos(view.at[this.#place] ?? 0, 'x'), top: plot.over.clientHeight / 2 });
    allAlike(plot);
    this.#isKeyMove = false;
    this.#announce();
    this.#onMove(this.#place, true);
  }

  #leave(): void {
    this.#place = -1;
    if (this.#plot !== undefined) {
      this.#plot.setCursor({ left: -10, top: -10 });
      allAlike(this.#plot);
    }
    this.#onMove(undefined, false);
  }

  /** Announces the cursor position to screen readers. */
  #announce(): void {
    const view = this.#view;
    const place = this.#place;
    this.root.setAttribute('aria-valuemax', String(Math.max(0, (view?.at.length ?? 1) - 1)));
    this.root.setAttribute('aria-valuenow', String(Math.max(0, place)));
    this.root.setAttribute(
      'aria-valuetext',
      view === undefined ? '' : formatChartTime(view.at[place === -1 ? view.at.length - 1 : place] ?? view.to),
    );
  }
}

/**
 * Removes the highlight of a single line. The pointer highlights the nearest line by dimming the others, but keys apply
 * to all lines.
 */
function allAlike(plot: uPlot): void {
  plot.setSeries(null, { focus: true });
}

function sameLines(one: ChartView, other: ChartView): boolean {
  const names = (view: ChartView) => JSON.stringify([view.unit, view.series.map(({ name }) => name), view.references]);
  return names(one) === names(other);
}

function dataOf({ at, series }: ChartView): uPlot.AlignedData {
  return [[...at], ...series.map(({ values }) => [...values])];
}
