/** Implements a whole log on top of a line store. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogLine } from '#core/logs/formats/logLine.ts';
import { Surveyor, type LogSurvey } from '#core/logs/logSurvey.ts';
import { readLine, readWhole, type LogHint, type ParsedLogLine } from '#core/logs/readLine.ts';
import type { LogFilter, LogSource, LogState, StoredLogSource } from './logSource.ts';
import { FilteredLog } from './filteredLog.ts';
import type { LineStore } from './lineStore.ts';
import { Listeners } from './listeners.ts';

const batch = 1024;
/** Number of batches between two notifications of listeners. */
const often = 64;

export class StoredLog implements StoredLogSource {
  readonly #store: LineStore;
  readonly #hint: () => LogHint;
  readonly #listeners = new Listeners();
  readonly #ended: () => void;
  #surveyor: Surveyor | undefined;
  #surveyedOf = 0;
  /** The unfinished last line as it was when the survey reached it. */
  #open: { readonly text: string; readonly line: ParsedLogLine } | undefined;
  #surveying = false;
  #closed = false;

  /**
   * Creates a log.
   * @param hint data for lines that don't contain it, such as their origin
   * @param ended called when the log is closed
   */
  constructor(store: LineStore, hint: Omit<LogHint, 'latest'>, ended: () => void) {
    this.#store = store;
    this.#hint = () => ({ ...hint, latest: store.latest });
    this.#ended = ended;
    store.onChange(() => {
      this.#listeners.tell();
      if (this.#surveyor !== undefined) this.#startSurvey();
    });
  }

  get state(): LogState {
    const { count, done, total, grows, problem, begunAgain } = this.#store.state;
    return {
      lines: count,
      done,
      total,
      grows,
      ...(problem === undefined ? {} : { problem }),
      ...(begunAgain === 0 ? {} : { begunAgain }),
    };
  }

  async lines(from: number, count: number): Promise<readonly LogLine[]> {
    const first = Math.max(0, from);
    const texts = await this.#store.read(first, count);
    return texts.map((text, index) => readLine(text, first + index, this.#hint()));
  }

  async tail(count: number): Promise<readonly LogLine[]> {
    const { done, total, count: known } = this.#store.state;
    if (done >= total) return this.lines(known - count, count);
    const texts = await this.#store.readLast(count);
    return texts.map((text, index) => readLine(text, index - texts.length, this.#hint()));
  }

  toWhole(place: number): Promise<number> {
    return Promise.resolve(Math.max(0, Math.min(place, this.#store.state.count - 1)));
  }

  fromWhole(place: number): Promise<number> {
    return this.toWhole(place);
  }

  filtered(filter: LogFilter): LogSource {
    return new FilteredLog({ store: this.#store, hint: this.#hint, sandboxes: () => this.sandboxes() }, [filter]);
  }

  sandboxes(): ReturnType<LogSource['sandboxes']> {
    return this.survey().sandboxes;
  }

  survey(): LogSurvey {
    if (this.#surveyor === undefined) this.#startSurvey();
    const surveyor = (this.#surveyor ??= new Surveyor());
    return surveyor.survey(this.#open?.line.number === surveyor.lines ? this.#open.line : undefined);
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#listeners.clear();
    this.#store.close();
    this.#ended();
  }

  #startSurvey(): void {
    if (this.#surveying || this.#closed) return;
    this.#surveying = true;
    // A line that can't be read is reported when it's requested. The survey stops there.
    this.#look()
      .catch(() => false)
      .then((more) => {
        this.#surveying = false;
        if (this.#closed) return;
        if (more) this.#listeners.tell();
        const { ended, begunAgain } = this.#store.state;
        if (more && (begunAgain !== this.#surveyedOf || ended > (this.#surveyor?.lines ?? 0))) this.#startSurvey();
      })
      .catch(() => undefined);
  }

  /**
   * Analyzes new lines.
   * @returns whether there were new lines
   */
  async #look(): Promise<boolean> {
    let any = false;
    for (let turn = 1; !this.#closed; turn += 1) {
      const { begunAgain, ended } = this.#store.state;
      if (begunAgain !== this.#surveyedOf) {
        this.#surveyedOf = begunAgain;
        this.#surveyor = new Surveyor();
      }
      const surveyor = (this.#surveyor ??= new Surveyor());
      const from = surveyor.lines;
      if (from >= ended) return (await this.#lookAtOpen()) || any;
      const texts = await this.#store.read(from, Math.min(batch, ended - from));
      if (this.#closed || texts.length === 0) return any;
      if (this.#store.state.begunAgain !== begunAgain) continue;
      const hint = this.#hint();
      for (const [index, text] of texts.entries()) surveyor.lookAt(text, from + index, hint);
      any = true;
      if (turn % often === 0) this.#listeners.tell();
      await nextTurn();
    }
    return any;
  }

  /**
   * Analyzes the unfinished last line, because a file might not end with a line break.
   * @returns whether the line is new or changed
   */
  async #lookAtOpen(): Promise<boolean> {
    const { begunAgain, count, ended } = this.#store.state;
    const [text] = count > ended ? await this.#store.read(ended, 1) : [];
    if (
      this.#closed ||
      this.#store.state.begunAgain !== begunAgain ||
      (text === this.#open?.text && (text === undefined || this.#open?.line.number === ended))
    )
      return false;
    this.#open = text === undefined ? undefined : { text, line: readWhole(text, ended, this.#hint()) };
    return true;
  }
}
