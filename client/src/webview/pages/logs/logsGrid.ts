/**
 * Draws the lines of a log. Only visible lines exist as elements, however long the log is. The grid is a tree, because
 * some lines can be expanded.
 */
import * as l10n from '@vscode/l10n';
import {
  contentHeight,
  lastTop,
  offsetOf,
  rowAt,
  scrollAt,
  topAt,
  topToShow,
  topWithout,
  type Extent,
  type HigherRow,
} from '#client/logs/view/scaledScroll.ts';
import { mostRows, type LogView, type LogRowView } from '#client/logs/view/logView.ts';
import { createElement, createIcon } from '../dom.ts';
import { formatNumber } from '#core/text/grammar.ts';

/** Height of a row in pixels, as in the style. Only the selected row can be higher, because its text wraps. */
const rowHeight = 20;
/** Number of rows that are requested above and below the visible ones. */
const margin = 60;

export interface GridParts {
  /** Requests rows. */
  readonly want: (from: number, count: number) => void;
  readonly onFold: (row: number) => void;
  readonly onCopy: (from: number, to: number) => void;
  /** Called when another row is selected. The row is undefined if it isn't loaded yet. */
  readonly onChoose: (row: LogRowView | undefined) => void;
  /** Called when the user wants to see the full text of the selected row. */
  readonly onOpen: () => void;
  /** Called when the user moves away from the end of the log. */
  readonly onLeaveEnd: () => void;
}

export class Grid {
  readonly #parts: GridParts;
  readonly #layer = createElement('div', { class: 'layer', role: 'presentation' });
  readonly #sizer = createElement('div', { class: 'sizer', role: 'presentation' });
  readonly #scroller = createElement(
    'div',
    {
      class: 'grid',
      role: 'treegrid',
      tabindex: '0',
      'aria-label': l10n.t`Log lines`,
      'aria-multiselectable': 'true',
      'aria-colcount': '4',
    },
    this.#layer,
    this.#sizer,
  );
  #known = new Map<number, LogRowView>();
  #version = 0;
  #rows = 0;
  /** Offset at the top of the view, in rows of normal height. A fraction of a row can be above the view. */
  #top = 0;
  #chosen = 0;
  /** Additional height of the selected row in rows, because its text wraps. Known after the row is drawn. */
  #extra = 0;
  /** True to reveal the whole selected row as soon as its height is known. */
  #reveals = false;
  /** True if the view is at the end of the log and hasn't been scrolled since. */
  #isAtEnd = false;
  /** Row where the selection of several rows started. */
  #anchor = 0;
  /** The scroll position that the grid set. The scroll event for this position isn't an action of the user. */
  #put = -1;
  #asked: string | undefined;
  #frame = 0;
  /** True if the user moved since the extension last changed the rows. */
  #moved = false;

  constructor(parts: GridParts) {
    this.#parts = parts;
    const scroller = this.#scroller;
    scroller.addEventListener('scroll', () => {
      if (Math.abs(scroller.scrollTop - this.#put) < 1.5) return;
      this.#moveTo(topAt(scroller.scrollTop, this.#extent), false);
    });
    scroller.addEventListener(
      'wheel',
      (event) => {
        if (event.ctrlKey || event.deltaY === 0) return;
        // One wheel step moves by some lines, even if the log is much longer than the scrollbar.
        event.preventDefault();
        const rows = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / rowHeight;
        this.#moveTo(this.#top + rows, true);
      },
      { passive: false },
    );
    scroller.addEventListener('keydown', (event) => this.#key(event));
    this.#layer.addEventListener('mousedown', (event) => this.#press(event));
    this.#layer.addEventListener('dblclick', () => this.#parts.onOpen());
    new ResizeObserver(() => this.#draw()).observe(scroller);
  }

  get root(): HTMLElement {
    return this.#scroller;
  }

  get chosen(): number {
    return this.#chosen;
  }

  get chosenRow(): LogRowView | undefined {
    return this.#known.get(this.#chosen);
  }

  /**
   * Shows the current log.
   * @param follows whether to show the end of the log
   */
  show({ rows, version, window }: LogView, follows: boolean): void {
    if (version !== this.#version) {
      this.#known = new Map();
      this.#version = version;
      this.#moved = false;
    }
    // Limits the memory. Distant rows are requested again when they are needed.
    if (this.#known.size > 20 * mostRows) this.#known = new Map();
    window.rows.forEach((row, index) => this.#known.set(window.from + index, row));
    this.#asked = undefined;
    this.#rows = rows;
    this.#setChosen(this.#chosen);
    this.#anchor = Math.max(0, Math.min(this.#anchor, rows - 1));
    this.#isAtEnd = follows;
    if (follows) this.#top = lastTop(this.#extent);
    this.#draw();
    this.#parts.onChoose(this.chosenRow);
  }

  /**
   * Selects a row and shows it. If it isn't visible, centers it.
   * @param kept true to keep the position if the user has moved in the meantime
   */
  goTo(row: number, kept: boolean): void {
    if (kept && this.#moved) return;
    const seen = this.#extent.height / rowHeight;
    this.#isAtEnd = false;
    this.#setChosen(row);
    if (row < this.#top || row + 1 > this.#top + seen)
      this.#top = Math.max(0, Math.min(lastTop(this.#extent), row - Math.floor(seen / 2)));
    this.#choose(row, false);
    this.#moved = false;
  }

  focus(): void {
    this.#scroller.focus();
  }

  get #extent(): Extent {
    return { rows: this.#rows + this.#extra, rowHeight, height: Math.max(rowHeight, this.#scroller.clientHeight) };
  }

  get #higher(): HigherRow {
    return { row: this.#chosen, extra: this.#extra };
  }

  /**
   * Selects a row. The height of the row is unknown until the row is drawn. The previously selected row returns to the
   * normal height.
   */
  #setChosen(row: number): void {
    const wanted = Math.max(0, Math.min(row, this.#rows - 1));
    if (wanted === this.#chosen) return;
    this.#top = topWithout(this.#top, this.#higher);
    this.#extra = 0;
    this.#chosen = wanted;
  }

  #moveTo(top: number, placesBar: boolean): void {
    const wanted = Math.max(0, Math.min(lastTop(this.#extent), top));
    if (wanted < this.#top) this.#parts.onLeaveEnd();
    this.#top = wanted;
    this.#moved = true;
    this.#isAtEnd = false;
    this.#reveals = false;
    if (!placesBar) this.#put = this.#scroller.scrollTop;
    this.#draw(placesBar);
  }

  #choose(row: number, extend: boolean): void {
    this.#isAtEnd = false;
    this.#setChosen(row);
    if (!extend) this.#anchor = this.#chosen;
    this.#reveals = true;
    const top = topToShow(this.#chosen, this.#top, this.#extent, 1 + this.#extra);
    // This also applies if the previously selected row is the first one, as in a log that was followed from the start.
    if (top < this.#top) this.#parts.onLeaveEnd();
    this.#top = top;
    this.#moved = true;
    this.#draw();
    this.#parts.onChoose(this.chosenRow);
  }

  #key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.#extent.height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: this.#chosen - 1,
      ArrowDown: this.#chosen + 1,
      PageUp: this.#chosen - page,
      PageDown: this.#chosen + page,
      Home: 0,
      End: this.#rows - 1,
    };
    const [from, to] = this.#selected;
    const fold = this.chosenRow?.fold;
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step !== undefined && !event.altKey) {
      if (step < this.#chosen) this.#parts.onLeaveEnd();
      this.#choose(step, event.shiftKey);
    } else if (event.key === 'Enter') this.#parts.onOpen();
    else if (event.key === 'ArrowLeft' && fold?.closed === false) this.#parts.onFold(this.#chosen);
    else if (event.key === 'ArrowRight' && fold?.closed === true) this.#parts.onFold(this.#chosen);
    else if (event.key === ' ' && fold !== undefined) this.#parts.onFold(this.#chosen);
    else if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey)) {
      // The browser copies text that the user selected.
      if (window.getSelection()?.isCollapsed === false) return;
      this.#parts.onCopy(from, to);
    } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      this.#anchor = 0;
      this.#setChosen(this.#rows - 1);
      this.#draw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  get #selected(): readonly [from: number, to: number] {
    return [Math.min(this.#anchor, this.#chosen), Math.max(this.#anchor, this.#chosen)];
  }

  #press(event: MouseEvent): void {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const row = Number(event.target.closest('[data-row]')?.getAttribute('data-row') ?? 'NaN');
    if (Number.isNaN(row)) return;
    if (event.target.closest('.fold') !== null) {
      this.#choose(row, false);
      this.#parts.onFold(row);
      event.preventDefault();
    } else this.#choose(row, event.shiftKey);
    this.#scroller.focus();
  }

  /** Schedules drawing, at most once per animation frame. */
  #draw(placesBar = true): void {
    if (placesBar) this.#placeBar();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#drawNow());
  }

  #placeBar(): void {
    const extent = this.#extent;
    this.#top = Math.min(this.#top, lastTop(extent));
    this.#sizer.style.height = `${contentHeight(extent) - extent.height}px`;
    this.#layer.style.height = `${extent.height}px`;
    this.#scroller.scrollTop = scrollAt(this.#top, extent);
    this.#put = this.#scroller.scrollTop;
  }

  #drawNow(): void {
    const drawn = this.#drawRows();
    if (drawn === undefined || !this.#measure(drawn)) return;
    // The rows below the selected one move before the browser paints.
    this.#placeBar();
    this.#drawRows();
  }

  /**
   * Measures the selected row.
   * @returns true if its height or the position of the view changed
   */
  #measure(drawn: HTMLElement): boolean {
    const [extra, top] = [Math.max(0, drawn.offsetHeight / rowHeight - 1), this.#top];
    const hasChanged = Math.abs(extra - this.#extra) > 0.01;
    if (hasChanged) this.#extra = extra;
    if (this.#isAtEnd && hasChanged) this.#top = lastTop(this.#extent);
    else if (this.#reveals) this.#top = topToShow(this.#chosen, this.#top, this.#extent, 1 + this.#extra);
    this.#reveals = false;
    return hasChanged || this.#top !== top;
  }

  /**
   * Draws the visible rows.
   * @returns the selected row if it is visible and loaded
   */
  #drawRows(): HTMLElement | undefined {
    const { height } = this.#extent;
    const first = rowAt(this.#top, this.#higher);
    const last = Math.min(this.#rows, rowAt(this.#top + height / rowHeight, this.#higher) + 1);
    const [from, to] = this.#selected;
    const made: HTMLElement[] = [];
    let missing = false;
    let chosen: HTMLElement | undefined;
    for (let row = first; row < last; row += 1) {
      const known = this.#known.get(row);
      missing ||= known === undefined;
      const drawn = rowElement(row, known, row === this.#chosen, from <= row && row <= to);
      drawn.style.transform = `translateY(${Math.round((offsetOf(row, this.#higher) - this.#top) * rowHeight)}px)`;
      if (row === this.#chosen) {
        // A row that is higher than the view couldn't be read completely. The details show the full text.
        drawn.style.maxHeight = `${Math.max(3, Math.floor(height / rowHeight / 2)) * rowHeight}px`;
        if (known !== undefined) chosen = drawn;
      }
      made.push(drawn);
    }
    this.#layer.replaceChildren(...made);
    this.#scroller.setAttribute('aria-rowcount', String(this.#rows));
    const isChosenSeen = first <= this.#chosen && this.#chosen < last;
    if (isChosenSeen) this.#scroller.setAttribute('aria-activedescendant', `row-${this.#chosen}`);
    else this.#scroller.removeAttribute('aria-activedescendant');
    if (missing) this.#ask(first, last);
    return chosen;
  }

  #ask(first: number, last: number): void {
    const from = Math.max(0, first - margin);
    const count = Math.min(mostRows, last - from + margin);
    const wish = `${this.#version}/${from}/${count}`;
    if (this.#asked === wish) return;
    this.#asked = wish;
    this.#parts.want(from, count);
  }
}

const signs = { error: 'cross', warning: 'warning' } as const;

function rowElement(row: number, known: LogRowView | undefined, chosen: boolean, selected: boolean): HTMLElement {
  const attributes = {
    id: `row-${row}`,
    role: 'row',
    'data-row': String(row),
    'aria-rowindex': String(row + 1),
    'aria-selected': String(selected),
  };
  const isNote = known?.isNote === true;
  const classes = ['row', known?.level ?? '', isNote ? 'note' : '', chosen ? 'chosen' : '', selected ? 'selected' : '']
    .filter((name) => name !== '')
    .join(' ');
  if (known === undefined)
    return createElement(
      'div',
      { ...attributes, class: classes, 'aria-busy': 'true' },
      createElement('span', { role: 'gridcell' }, '…'),
    );
  const { time, moment, origin, level, levelWord, text, fold } = known;
  const mark = level === 'error' || level === 'warning' ? createIcon(signs[level]) : undefined;
  return createElement(
    'div',
    { ...attributes, class: classes, ...(fold === undefined ? {} : { 'aria-expanded': String(!fold.closed) }) },
    createElement('span', { role: 'gridcell', class: 'time', title: moment }, time),
    createElement('span', { role: 'gridcell', class: 'origin' }, origin),
    createElement(
      'span',
      { role: 'gridcell', class: 'level' },
      mark,
      createElement('span', { class: 'word' }, levelWord),
    ),
    createElement(
      'span',
      { role: 'gridcell', class: 'text' },
      fold === undefined
        ? undefined
        : createElement('span', { class: 'fold', 'aria-hidden': 'true' }, fold.closed ? '▸' : '▾'),
      fold?.closed === true
        ? createElement('span', { class: 'hidden' }, `${l10n.t`${formatNumber(fold.lines)} lines folded`}  `)
        : undefined,
      // Only the selected line has room for line breaks.
      chosen ? text : text.replaceAll('\n', ' ↵ '),
    ),
  );
}
