/** What is behind the page of a log: filter, folds, places, and the rows that are in view. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { LogSource, StoredLogSource } from '../sources/logSource.ts';
import { errorsView } from './errorsView.ts';
import type { Folds } from './folds.ts';
import { filterOf } from './logFilter.ts';
import { mostRows, noFilter, type FilterView, type LogPageMessage, type LogView, type LogRowView } from './logView.ts';
import { rowView } from './rowView.ts';
import { ShownFolds } from './shownFolds.ts';
import { linesWords, statusView } from './statusView.ts';
import { countsWords, emptyWords, sandboxViews } from './surveyViews.ts';
import { takeLines } from './takeLines.ts';

export interface LogModelParts {
  readonly title: string;
  readonly from: string;
  readonly notes?: readonly string[];
  readonly source: StoredLogSource;
  readonly filter?: FilterView;
  readonly clock: Clock;
  readonly show: (view: LogView) => void;
  /** What is done with lines: into the clipboard, or as a text. `cut`: there would be more. */
  readonly take: (how: 'copy' | 'document', lines: readonly string[], cut: boolean) => void;
  /** Copies the `oc` command that reads the same lines. Undefined: there is none. */
  readonly copyCommand?: () => Promise<void>;
  /** Something that was asked for could not be done. */
  readonly failed: (error: unknown) => void;
  /** Reads it anew; undefined where it cannot be. */
  readonly retry?: () => StoredLogSource | Promise<StoredLogSource>;
}

/** Milliseconds between two states, however fast lines come in. */
const breath = 120;
/** Lines that are copied, or opened as a text, at most. */
const mostCopied = 20_000;
const mostOpened = 200_000;

export class LogModel {
  readonly #parts: LogModelParts;
  #whole: StoredLogSource;
  #shown: LogSource;
  #filter: FilterView;
  #isFiltered = false;
  readonly #folded = new ShownFolds();
  #window = { from: 0, count: 60 };
  #goTo: LogView['goTo'];
  /** The line of the whole log to which the view goes back as soon as it is known where that is. */
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

  /** Whether only what the filter lets through is shown now. */
  get isFiltered(): boolean {
    return this.#isFiltered;
  }

  /** Filters from outside; the page goes to the first line. */
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

  /** Changes what is shown, and stays at the line of a row. */
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
    // The page was closed meanwhile.
    if (this.#over) return anew.close();
    this.#leave();
    this.#whole.close();
    this.#whole = anew;
    this.#shown = anew;
    this.#setFiltered(this.#isFiltered);
  }

  /** One at a time; what changes meanwhile is looked at afterwards. */
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
      // Said at the top of the page, as long as it is so.
      problem = error instanceof Error && error.message !== '' ? error.message : l10n.t`Can't read the log.`;
    }
    // Of another view meanwhile: it is told next.
    if (this.#over || shown !== this.#shown) return;
    this.#parts.show(this.#view({ from, rows }, problem));
  }

  /** Goes to where it was, or is to go, as soon as the search has come so far. */
  async #settle(shown: LogSource): Promise<void> {
    const pending = this.#pending;
    const { lines, done, total } = shown.state;
    if (pending === undefined || (lines === 0 && done < total)) return;
    if (lines > 0) {
      const isKnown = done >= total || (await shown.toWhole(lines - 1)) >= pending.line;
      if (!isKnown || this.#pending !== pending) return;
      const place = await shown.fromWhole(pending.line);
      // What is jumped to is to be seen, and not behind a fold.
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

  /** What began again from its first line is another log: nothing that is known of its places counts. */
  #noticeNewBeginning(): void {
    const { begunAgain = 0 } = this.#whole.state;
    if (begunAgain === this.#begunAgain) return;
    this.#begunAgain = begunAgain;
    this.#folded.reset();
  }

  /** @param problem why its lines cannot be read */
  #view(window: LogView['window'], problem: string | undefined): LogView {
    const { title, from, clock, retry, copyCommand } = this.#parts;
    const whole = this.#whole.state;
    const shown = this.#shown.state;
    const survey = this.#whole.survey();
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
      empty: emptyWords(this.#isFiltered, shown, whole),
      counts: this.#isFiltered ? countsWords(shown, whole.lines) : linesWords(whole.lines),
      sandboxes: sandboxViews(survey),
      errors: errorsView(survey, whole.lines),
      folds: this.#folded.now.all.length > 0,
      grows: whole.grows,
      ...omitUndefined({ goTo: this.#goTo }),
    };
  }
}
