/** Model of the log page: filter, folds, positions, and visible rows. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { LogSource, StoredLogSource } from '../sources/logSource.ts';
import { errorsView } from './errorsView.ts';
import type { Folds } from './folds.ts';
import { filterOf } from './logFilter.ts';
import { mostRows, noFilter, type FilterView, type LogPageMessage, type LogView, type LogRowView } from './logView.ts';
import { rowView } from './rowView.ts';
import { VisibleFolds } from './visibleFolds.ts';
import { formatLineCount, statusView } from './statusView.ts';
import { describeCounts, describeEmptyLog, sandboxViews } from './surveyViews.ts';
import { takeLines } from './takeLines.ts';

export interface LogModelParts {
  readonly title: string;
  readonly from: string;
  readonly notes?: readonly string[];
  readonly source: StoredLogSource;
  readonly filter?: FilterView;
  readonly clock: Clock;
  readonly show: (view: LogView) => void;
  /**
   * Copies lines to the clipboard or opens them as a document. `cut` is true if more lines were requested than the
   * maximum.
   */
  readonly take: (how: 'copy' | 'document', lines: readonly string[], cut: boolean) => void;
  /** Copies the `oc` command that reads the same lines. Undefined if there is none. */
  readonly copyCommand?: () => Promise<void>;
  /** Called when a request of the user failed. */
  readonly failed: (error: unknown) => void;
  /** Reads the log again. Undefined if that isn't possible. */
  readonly retry?: () => StoredLogSource | Promise<StoredLogSource>;
}

/** Minimum time between two updates of the page, in milliseconds. */
const breath = 120;
/** Maximum number of lines to copy, and to open as a document. */
const mostCopied = 20_000;
const mostOpened = 200_000;

export class LogModel {
  readonly #parts: LogModelParts;
  #whole: StoredLogSource;
  #shown: LogSource;
  #filter: FilterView;
  #isFiltered = false;
  readonly #folded = new VisibleFolds();
  #window = { from: 0, count: 60 };
  #goTo: LogView['goTo'];
  /** Line of the whole log to scroll to as soon as its position in the view is known. */
  #pending: { readonly line: number; readonly kept: boolean } | undefined;
  #serial = 0;
  #begunAgain = 0;
  #notes: readonly string[];
  #asOf: number;
  #unfollow: (() => void)[] = [];
  #cancel: (() => void) | undefined;
  #busy = false;
  #again = false;
  #over = false;

  constructor(parts: LogModelParts) {
    this.#parts = parts;
    this.#whole = parts.source;
    this.#shown = parts.source;
    this.#filter = parts.filter ?? noFilter;
    this.#notes = parts.notes ?? [];
    this.#asOf = parts.clock.now();
    this.#follow();
    if (filterOf(this.#filter) !== undefined) this.#setFiltered(true);
    this.#refresh();
  }

  get filter(): FilterView {
    return this.#filter;
  }

  /** True if the view shows only lines that match the filter. */
  get isFiltered(): boolean {
    return this.#isFiltered;
  }

  /** Sets a filter programmatically. The page scrolls to the first line. */
  setFilter(filter: FilterView, notes: readonly string[] = this.#notes): void {
    this.#filter = filter;
    this.#notes = notes;
    this.#setFiltered(filterOf(filter) !== undefined);
    this.#refresh();
  }

  message(message: LogPageMessage): void {
    this.#handle(message).then(
      () => this.#refresh(),
      (error: unknown) => this.#parts.failed(error),
    );
  }

  dispose(): void {
    this.#over = true;
    this.#cancel?.();
    this.#leave();
    this.#whole.close();
  }

  async #handle(message: LogPageMessage): Promise<void> {
    switch (message.type) {
      case 'window':
        this.#window = { from: message.from, count: Math.min(message.count, mostRows) };
        return;
      case 'filter':
        return this.#keepPlace(message.row, () => {
          this.#filter = message.filter;
          this.#setFiltered(filterOf(message.filter) !== undefined);
        });
      case 'switch':
        return this.#keepPlace(message.row, () =>
          this.#setFiltered(!this.#isFiltered && filterOf(this.#filter) !== undefined),
        );
      case 'jump':
        this.#pending = { line: message.line - 1, kept: false };
        return;
      case 'fold':
        return this.#fold(message.row, this.#folded.now.toggled(this.#folded.now.placeOf(message.row)));
      case 'foldAll':
        return this.#fold(message.row, this.#folded.now.allSet(message.closed));
      case 'copy':
        return this.#take('copy', message.from, message.to + 1, mostCopied);
      case 'command':
        return this.#parts.copyCommand?.();
      case 'document':
        return this.#take('document', 0, this.#folded.now.rows(this.#shown.state.lines), mostOpened);
      case 'retry':
        return this.#retry();
    }
  }

  /** Changes the displayed lines and keeps the line of a row in view. */
  async #keepPlace(row: number, change: () => void): Promise<void> {
    const line = this.#shown.state.lines === 0 ? undefined : await this.#shown.toWhole(this.#folded.now.placeOf(row));
    change();
    if (line !== undefined) this.#pending = { line, kept: true };
  }

  #fold(row: number, folds: Folds): void {
    const place = this.#folded.now.placeOf(row);
    this.#folded.set(folds);
    this.#go(folds.rowOf(place), true);
  }

  #go(row: number, kept: boolean): void {
    this.#serial += 1;
    this.#goTo = { serial: this.#serial, row, kept };
  }

  #setFiltered(isFiltered: boolean): void {
    const filter = isFiltered ? filterOf(this.#filter) : undefined;
    this.#leave();
    this.#isFiltered = filter !== undefined;
    this.#shown = filter === undefined ? this.#whole : this.#whole.filtered(filter);
    this.#folded.reset();
    this.#window = { from: 0, count: this.#window.count };
    this.#follow();
  }

  #follow(): void {
    const changed = (): void => {
      this.#asOf = this.#parts.clock.now();
      this.#cancel ??= this.#parts.clock.after(breath, () => {
        this.#cancel = undefined;
        this.#refresh();
      });
    };
    const sources = new Set([this.#whole, this.#shown]);
    this.#unfollow = [...sources].map((source) => source.onChange(changed));
  }

  #leave(): void {
    for (const stop of this.#unfollow.splice(0)) stop();
    if (this.#shown !== this.#whole) this.#shown.close();
    this.#shown = this.#whole;
  }

  async #retry(): Promise<void> {
    const { retry } = this.#parts;
    if (retry === undefined) return;
    const anew = await retry();
    // The page was closed in the meantime.
    if (this.#over) return anew.close();
    this.#leave();
    this.#whole.close();
    this.#whole = anew;
    this.#shown = anew;
    this.#setFiltered(this.#isFiltered);
  }

  /** Updates the page. Runs one update at a time and repeats it if something changed in the meantime. */
  #refresh(): void {
    if (this.#over) return;
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    this.#refreshAll()
      .finally(() => {
        this.#busy = false;
        if (this.#again) this.#refresh();
      })
      .catch(this.#parts.failed);
  }

  async #refreshAll(): Promise<void> {
    this.#again = false;
    const shown = this.#shown;
    this.#noticeNewBeginning();
    let problem: string | undefined;
    let rows: readonly LogRowView[] = [];
    const { from, count } = this.#window;
    try {
      await this.#folded.find(shown, this.#isFiltered);
      if (shown === this.#shown) await this.#settle(shown);
      rows = await this.#rows(shown, from, count);
    } catch (error) {
      // Shown at the top of the page while the problem persists.
      problem = error instanceof Error && error.message !== '' ? error.message : l10n.t`Can't read the log.`;
    }
    // The view changed in the meantime. The next update sends its rows.
    if (this.#over || shown !== this.#shown) return;
    this.#parts.show(this.#view({ from, rows }, problem));
  }

  /** Scrolls to the pending line as soon as the search has reached it. */
  async #settle(shown: LogSource): Promise<void> {
    const pending = this.#pending;
    const { lines, done, total } = shown.state;
    if (pending === undefined || (lines === 0 && done < total)) return;
    if (lines > 0) {
      const isKnown = done >= total || (await shown.toWhole(lines - 1)) >= pending.line;
      if (!isKnown || this.#pending !== pending) return;
      const place = await shown.fromWhole(pending.line);
      // The target line must be visible, so the fold that hides it is opened.
      if (!pending.kept) this.#folded.openOver(place);
      this.#go(this.#folded.now.rowOf(place), pending.kept);
    }
    this.#pending = undefined;
  }

  async #rows(shown: LogSource, from: number, count: number): Promise<readonly LogRowView[]> {
    const folds = this.#folded.now;
    const rows: LogRowView[] = [];
    for (const segment of folds.segments(from, Math.max(0, Math.min(count, folds.rows(shown.state.lines) - from)))) {
      const lines = await shown.lines(segment.place, segment.count);
      lines.forEach((line, index) => {
        const fold = folds.at(segment.place + index);
        rows.push({
          ...rowView(line),
          ...(fold === undefined ? {} : { fold: { lines: fold.to - fold.from, closed: fold.closed } }),
        });
      });
    }
    return rows;
  }

  async #take(how: 'copy' | 'document', from: number, to: number, most: number): Promise<void> {
    const { texts, cut } = await takeLines(this.#shown, this.#folded.now, { from, to, most });
    this.#parts.take(how, texts, cut);
  }

  /** Discards the folds if the log restarted from its first line, because earlier positions are invalid. */
  #noticeNewBeginning(): void {
    const { begunAgain = 0 } = this.#whole.state;
    if (begunAgain === this.#begunAgain) return;
    this.#begunAgain = begunAgain;
    this.#folded.reset();
  }

  /**
   * Returns the data for the page.
   * @param problem why lines can't be read
   */
  #view(window: LogView['window'], problem: string | undefined): LogView {
    const { title, from, clock, retry, copyCommand } = this.#parts;
    const whole = this.#whole.state;
    const shown = this.#shown.state;
    const survey = this.#whole.survey();
    const { sandbox } = this.#filter;
    return {
      type: 'log',
      title,
      from,
      hasCommand: copyCommand !== undefined,
      status: statusView(
        problem === undefined ? whole : { ...whole, grows: true, problem },
        retry !== undefined,
        this.#asOf,
        clock.now(),
      ),
      notes: this.#notes,
      rows: this.#folded.now.rows(shown.lines),
      version: this.#folded.version,
      window,
      filter: this.#filter,
      isFiltered: this.#isFiltered,
      empty: describeEmptyLog(this.#isFiltered, shown, whole),
      counts: this.#isFiltered ? describeCounts(shown, whole.lines) : formatLineCount(whole.lines),
      sandboxes: sandboxViews(survey),
      errors: errorsView(survey, whole.lines, this.#isFiltered && sandbox !== '' ? sandbox : undefined),
      folds: this.#folded.now.all.length > 0,
      grows: whole.grows,
      ...omitUndefined({ goTo: this.#goTo }),
    };
  }
}
