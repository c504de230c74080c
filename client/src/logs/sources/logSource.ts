/** A log as the view asks for it: lines by their place, however long it is. Without VS Code. */
import type { LogFilter } from '#core/logs/logFilter.ts';
import type { LogLine } from '#core/logs/formats/logLine.ts';
import type { LogSurvey } from '#core/logs/logSurvey.ts';

export type { LogFilter } from '#core/logs/logFilter.ts';

export interface LogState {
  /** Lines that are known so far; of a filtered log, those that match so far. */
  readonly lines: number;
  /**
   * How far it was read, of how many bytes; 0 of 0: it comes in as it is written. Of such a log, filtered: how many of
   * its lines were looked at.
   */
  readonly done: number;
  readonly total: number;
  /** More may come. */
  readonly grows: boolean;
  /** Why it ended or broke off, in words. */
  readonly problem?: string;
  /**
   * How often it began again from its first line, because its file was cut off or replaced: places from before mean
   * nothing then.
   */
  readonly begunAgain?: number;
}

export interface LogSource {
  readonly state: LogState;
  /** The lines from one place on; fewer where there are no more. Rejects when it cannot be read any more. */
  lines(from: number, count: number): Promise<readonly LogLine[]>;
  /** Where a place of this log is in the whole one, and back; the nearest where it was filtered out. */
  toWhole(place: number): Promise<number>;
  fromWhole(place: number): Promise<number>;
  /** The same log, filtered; it goes on with it. */
  filtered(filter: LogFilter): LogSource;
  /** Sandboxes that were seen so far, by how many lines are about each. */
  sandboxes(): readonly { readonly id: string; readonly lines: number; readonly errors: number }[];
  /** Calls back when the state has changed. @returns takes it back */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** A whole log, which can be asked what it is about. */
export interface StoredLogSource extends LogSource {
  /** What was seen so far; the first question begins to look, in the background, and `onChange` tells of more. */
  survey(): LogSurvey;
  /** The last lines, at once: before all places are known, their numbers are below 0 (-1 is the last). */
  tail(count: number): Promise<readonly LogLine[]>;
}

/** A log whose lines come in. */
export interface AppendableLog extends StoredLogSource {
  /** Whole lines, in order. */
  append(lines: readonly string[]): void;
  /** Resolves when there is room for more, or nobody wants it; undefined: there is. Never rejects. */
  room(): Promise<void> | undefined;
  /** No more come. @param problem why, in words, where that was not to be expected */
  end(problem?: string): void;
}
