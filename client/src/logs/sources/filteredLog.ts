/**
 * A filtered view of a log. The log is searched in the background from the first line, a few thousand lines per turn of
 * the event loop, and the search continues as the log grows. Only the positions of matching lines are kept. The
 * `number` of a line is its position in the whole log.
 */
import * as l10n from '@vscode/l10n';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isEverything, matches, mayMatch } from '#core/logs/logFilter.ts';
import type { LogLine } from '#core/logs/formats/logLine.ts';
import { readLine, type LogHint } from '#core/logs/readLine.ts';
import type { LogFilter, LogSource, LogState } from './logSource.ts';
import { lostLine, type LineStore } from './lineStore.ts';
import { Listeners } from './listeners.ts';
import { mostPlaces, LineNumberList } from './lineNumberList.ts';

/** Number of lines to check in one turn. Takes a few milliseconds. */
const batch = 2048;
/** Number of batches between two notifications of listeners. */
const often = 16;
/** Maximum number of lines between two wanted lines that are also read, so that one read returns both. */
const nearby = 64;

/** The log to filter. */
export interface Whole {
  readonly store: LineStore;
  readonly hint: () => LogHint;
  readonly sandboxes: LogSource['sandboxes'];
}

export class FilteredLog implements LogSource {
  readonly #whole: Whole;
  readonly #filters: readonly LogFilter[];
  readonly #may: readonly ((line: string) => boolean)[];
  readonly #listeners = new Listeners();
  readonly #places = new LineNumberList();
  readonly #stop: () => void;
  #looked = 0;
  #openLine = false;
  #begunAgain: number;
  #busy = false;
  #closed = false;
  #problem: string | undefined;

  /**
   * Starts the search.
   * @param filters a line must match all of them
   */
  constructor(whole: Whole, filters: readonly LogFilter[]) {
    this.#whole = whole;
    this.#filters = filters.filter((filter) => !isEverything(filter));
    this.#may = this.#filters.map((filter) => mayMatch(filter, whole.hint().origin));
    this.#begunAgain = whole.store.state.begunAgain;
    this.#stop = whole.store.onChange(() => this.#start());
    this.#start();
  }

  get state(): LogState {
    const { count, done, total, grows, problem, begunAgain } = this.#whole.store.state;
    const why = this.#problem ?? problem;
    const looked = this.#looked + (this.#openLine ? 1 : 0);
    // A streamed log has no size in bytes, so progress is measured in lines.
    const far =
      total === 0
        ? { done: Math.min(looked, count), total: count }
        : { done: count === 0 ? done : Math.floor(done * Math.min(1, looked / count)), total };
    return {
      lines: this.#places.length,
      ...far,
      grows,
      ...(why === undefined ? {} : { problem: why }),
      ...(begunAgain === 0 ? {} : { begunAgain }),
    };
  }

  async lines(from: number, count: number): Promise<readonly LogLine[]> {
    const wanted: number[] = [];
    for (let index = from; index < from + count; index += 1) {
      const place = this.#places.at(index);
      if (place === undefined) break;
      wanted.push(place);
    }
    const found: LogLine[] = [];
    for (const [first, last] of runs(wanted)) {
      const texts = await this.#whole.store.read(first, last - first + 1);
      for (const place of wanted) {
        const text = place < first || place > last ? undefined : texts[place - first];
        if (text !== undefined) found.push(readLine(text, place, this.#whole.hint()));
      }
    }
    return found;
  }

  toWhole(place: number): Promise<number> {
    return Promise.resolve(this.#places.at(Math.min(Math.max(0, place), this.#places.length - 1)) ?? 0);
  }

  fromWhole(place: number): Promise<number> {
    const after = this.#places.before(place);
    const next = this.#places.at(after);
    const previous = this.#places.at(after - 1);
    if (next === undefined) return Promise.resolve(Math.max(0, after - 1));
    return Promise.resolve(previous !== undefined && place - previous < next - place ? after - 1 : after);
  }

  filtered(filter: LogFilter): LogSource {
    return new FilteredLog(this.#whole, [...this.#filters, filter]);
  }

  sandboxes(): ReturnType<LogSource['sandboxes']> {
    return this.#whole.sandboxes();
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    this.#listeners.clear();
    this.#places.clear();
  }

  #start(): void {
    if (this.#busy || this.#closed || this.#problem !== undefined) return;
    this.#busy = true;
    this.#look()
      .catch((error: unknown) => {
        // A log that was replaced in the meantime is searched again.
        if (this.#whole.store.state.begunAgain === this.#begunAgain)
          this.#problem = error instanceof Error ? error.message : String(error);
      })
      .finally(() => {
        this.#busy = false;
        if (this.#closed) return;
        this.#listeners.tell();
        const { ended, begunAgain } = this.#whole.store.state;
        if (begunAgain !== this.#begunAgain || ended > this.#looked) this.#start();
      });
  }

  async #look(): Promise<void> {
    const { store } = this.#whole;
    for (let turn = 1; !this.#closed; turn += 1) {
      if (store.state.begunAgain !== this.#begunAgain) this.#forget();
      // If the last line was incomplete, checks it again.
      if (this.#openLine) {
        if (this.#places.at(this.#places.length - 1) === this.#looked) this.#places.pop();
        this.#openLine = false;
      }
      const { ended, count } = store.state;
      const atEnd = this.#looked >= ended;
      if (atEnd && count === ended) return;
      const from = this.#looked;
      const texts = await store.read(from, atEnd ? 1 : Math.min(batch, ended - from));
      if (this.#closed || store.state.begunAgain !== this.#begunAgain) continue;
      if (texts.length === 0) throw new Error(l10n.t`Can't read the log.`);
      if (!this.#keep(texts, from)) {
        this.#problem = l10n.t('More than {0} lines match. Showing only the first {0}.', mostPlaces);
        return;
      }
      if (atEnd) {
        this.#openLine = true;
        return;
      }
      this.#looked = from + texts.length;
      if (turn % often === 0) this.#listeners.tell();
      await nextTurn();
    }
  }

  #keep(texts: readonly string[], from: number): boolean {
    const hint = this.#whole.hint();
    for (const [index, text] of texts.entries()) {
      if (text === lostLine() || !this.#may.every((may) => may(text))) continue;
      const line = readLine(text, from + index, hint);
      if (this.#filters.every((filter) => matches(filter, line)) && !this.#places.push(from + index)) return false;
    }
    return true;
  }

  #forget(): void {
    this.#begunAgain = this.#whole.store.state.begunAgain;
    this.#places.clear();
    this.#looked = 0;
    this.#openLine = false;
  }
}

/** Groups positions that are close together into ranges. */
function runs(places: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const found: [number, number][] = [];
  for (const place of places) {
    const last = found.at(-1);
    if (last !== undefined && place - last[1] <= nearby) last[1] = place;
    else found.push([place, place]);
  }
  return found;
}
