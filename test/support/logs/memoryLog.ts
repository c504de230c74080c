/** Provides an in-memory log for the log view. The test adds its lines. */
import type { LogLevel, LogLine, LogOrigin } from '#core/logs/formats/logLine.ts';
import { Surveyor, type LogSurvey } from '#core/logs/logSurvey.ts';
import type { AppendableLog, LogFilter, LogSource, LogState } from '#client/logs/sources/logSource.ts';

const ranks: Readonly<Record<LogLevel, number>> = { error: 4, warning: 3, info: 2, debug: 1, unknown: 0 };

export interface MemoryLine {
  readonly text: string;
  readonly origin?: LogOrigin;
  readonly level?: LogLevel;
  readonly sandbox?: string;
  readonly pid?: number;
  readonly at?: number;
}

export class MemoryLog implements AppendableLog {
  readonly #all: LogLine[] = [];
  readonly #listeners = new Set<() => void>();
  readonly open = new Set<LogSource>();
  #state: Omit<LogState, 'lines'>;
  closed = false;
  /** Error that makes reads reject. */
  broken: Error | undefined;

  constructor(lines: readonly MemoryLine[] = [], state: Partial<LogState> = {}) {
    this.#state = { done: 0, total: 0, grows: false, ...state };
    this.write(...lines);
  }

  get state(): LogState {
    return { ...this.#state, lines: this.#all.length };
  }

  write(...lines: readonly MemoryLine[]): void {
    for (const { text, origin = 'other', level = 'unknown', ...rest } of lines)
      this.#all.push({ number: this.#all.length, text, origin, level, ...rest });
    for (const listener of this.#listeners) listener();
  }

  become(state: Partial<Omit<LogState, 'lines'>>): void {
    this.#state = { ...this.#state, ...state };
    for (const listener of this.#listeners) listener();
  }

  async lines(from: number, count: number): Promise<readonly LogLine[]> {
    if (this.broken !== undefined) throw this.broken;
    return Promise.resolve(this.#all.slice(from, from + count));
  }

  toWhole(place: number): Promise<number> {
    return Promise.resolve(place);
  }

  fromWhole(place: number): Promise<number> {
    return Promise.resolve(place);
  }

  filtered(filter: LogFilter): LogSource {
    const matching = (): readonly LogLine[] => this.#all.filter((line) => matches(filter, line));
    const state = (): LogState => ({ ...this.#state, lines: matching().length });
    const source: LogSource = {
      get state() {
        return state();
      },
      lines: (from, count) => Promise.resolve(matching().slice(from, from + count)),
      toWhole: (place) => Promise.resolve(matching()[place]?.number ?? 0),
      fromWhole: (place) =>
        Promise.resolve(
          Math.max(0, Math.min(matching().length - 1, matching().filter(({ number }) => number < place).length)),
        ),
      filtered: (other) => this.filtered({ ...filter, ...other }),
      sandboxes: () => this.sandboxes(),
      onChange: (listener) => this.onChange(listener),
      close: () => void this.open.delete(source),
    };
    this.open.add(source);
    return source;
  }

  sandboxes(): readonly { readonly id: string; readonly lines: number; readonly errors: number }[] {
    const ids = new Set(this.#all.flatMap(({ sandbox }) => sandbox ?? []));
    const of = (id: string): readonly LogLine[] => this.#all.filter(({ sandbox }) => sandbox === id);
    return [...ids].map((id) => ({
      id,
      lines: of(id).length,
      errors: of(id).filter(({ level }) => level === 'error').length,
    }));
  }

  survey(): LogSurvey {
    const surveyor = new Surveyor();
    for (const line of this.#all) surveyor.look({ ...line, message: line.text });
    return surveyor.survey();
  }

  tail(count: number): Promise<readonly LogLine[]> {
    return this.lines(Math.max(0, this.#all.length - count), count);
  }

  append(lines: readonly string[]): void {
    this.write(...lines.map((text) => ({ text })));
  }

  waitForSpace(): undefined {
    return undefined;
  }

  end(problem?: string): void {
    this.become({ grows: false, ...(problem === undefined ? {} : { problem }) });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.closed = true;
  }
}

function matches({ origins, level, sandbox, pid, text }: LogFilter, line: LogLine): boolean {
  return (
    (origins === undefined || origins.includes(line.origin)) &&
    (level === undefined || ranks[line.level] >= ranks[level]) &&
    (sandbox === undefined || line.sandbox === sandbox) &&
    (pid === undefined || line.pid === pid) &&
    (text === undefined || line.text.toLowerCase().includes(text.toLowerCase()))
  );
}
