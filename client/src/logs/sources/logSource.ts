/** Defines a log as the view reads it: lines by position, regardless of its length. Doesn't use VS Code. */
import type { LogFilter } from '#core/logs/logFilter.ts';
import type { LogLine } from '#core/logs/formats/logLine.ts';
import type { LogSurvey } from '#core/logs/logSurvey.ts';

export type { LogFilter } from '#core/logs/logFilter.ts';

export interface LogState {
  /** Number of known lines. For a filtered log, the number of matching lines so far. */
  readonly lines: number;
  /**
   * Progress in bytes: the number read so far, and the total. Both are 0 for a streamed log. For a filtered stream, the
   * progress is in lines instead: the number checked so far, and the total.
   */
  readonly done: number;
  readonly total: number;
  /** True if more lines can arrive. */
  readonly grows: boolean;
  /** Reason why the log ended early or can't be read, as text. */
  readonly problem?: string;
  /**
   * Number of times that the log restarted from its first line because its file was truncated or replaced. Earlier
   * positions are invalid after that.
   */
  readonly begunAgain?: number;
}

export interface LogSource {
  readonly state: LogState;
  /**
   * Returns lines, starting at a position, or fewer lines at the end of the log. Rejects if the lines can no longer be
   * read.
   */
  lines(from: number, count: number): Promise<readonly LogLine[]>;
  /** Converts positions between this log and the whole log. If a line is filtered out, returns the nearest position. */
  toWhole(place: number): Promise<number>;
  fromWhole(place: number): Promise<number>;
  /** Returns a filtered view of this log. The view is updated when the log grows. */
  filtered(filter: LogFilter): LogSource;
  /** Returns the sandboxes found so far, sorted by number of lines. */
  sandboxes(): readonly { readonly id: string; readonly lines: number; readonly errors: number }[];
  /**
   * Registers a listener for state changes.
   * @returns a function that removes the listener
   */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** A whole log that can also summarize its content. */
export interface StoredLogSource extends LogSource {
  /**
   * Returns the summary so far. The first call starts the analysis in the background, and `onChange` reports progress.
   */
  survey(): LogSurvey;
  /**
   * Returns the last lines immediately. Until all positions are known, the line numbers are negative (-1 is the last
   * line).
   */
  tail(count: number): Promise<readonly LogLine[]>;
}

/** A log that lines are appended to. */
export interface AppendableLog extends StoredLogSource {
  /** Appends complete lines, in order. */
  append(lines: readonly string[]): void;
  /**
   * Resolves when there is room for more lines or the log is closed. Returns undefined if there is room now. Never
   * rejects.
   */
  waitForSpace(): Promise<void> | undefined;
  /**
   * Ends the log.
   * @param problem why the log ended unexpectedly, as text
   */
  end(problem?: string): void;
}
