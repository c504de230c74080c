/** Defines how the lines of a log are read as text, regardless of whether they come from a file or a stream. */
import * as l10n from '@vscode/l10n';

/** Placeholder for a line that couldn't be stored. No filter matches it. */
export const lostLine = () => l10n.t`[This line is no longer available.]`;

export interface StoreState {
  /** Number of readable lines. The last one might still grow. */
  readonly count: number;
  /** Number of complete lines. */
  readonly ended: number;
  readonly done: number;
  readonly total: number;
  readonly grows: boolean;
  readonly problem: string | undefined;
  /** Number of times that the log restarted from its first line. */
  readonly begunAgain: number;
}

export interface LineStore {
  readonly state: StoreState;
  /** Upper bound for timestamps in the log, as far as known, in milliseconds since 1970. */
  readonly latest: number;
  /**
   * Returns lines, starting at a position, or fewer lines at the end of the log. Very long lines are truncated, and
   * lines that couldn't be stored are `lostLine`. Rejects if the lines can no longer be read.
   */
  read(from: number, count: number): Promise<readonly string[]>;
  /** Returns the last lines, even if their positions aren't known yet. */
  readLast(count: number): Promise<readonly string[]>;
  /**
   * Registers a listener for state changes.
   * @returns a function that removes the listener
   */
  onChange(listener: () => void): () => void;
  close(): void;
}
