/** The lines of a whole log, as texts: what files and streams have in common. */
import * as l10n from '@vscode/l10n';

/** What stands for a line that could not be kept. No filter finds it. */
export const lostLine = () => l10n.t`[This line is no longer available.]`;

export interface StoreState {
  /** Lines that can be read; the last of them may still become longer. */
  readonly count: number;
  /** Lines that have ended. */
  readonly ended: number;
  readonly done: number;
  readonly total: number;
  readonly grows: boolean;
  readonly problem: string | undefined;
  /** How often it began anew. */
  readonly begunAgain: number;
}

export interface LineStore {
  readonly state: StoreState;
  /** Milliseconds since 1970: nothing in it is later, as far as is known. */
  readonly latest: number;
  /**
   * Lines from a place on, each cut where it is very long, `lostLine` for those that could not be kept; fewer where
   * there are no more. Rejects when they cannot be read any more.
   */
  read(from: number, count: number): Promise<readonly string[]>;
  /** The last lines, though their places may not be known. */
  readLast(count: number): Promise<readonly string[]>;
  /** Calls back when the state has changed. @returns takes it back */
  onChange(listener: () => void): () => void;
  close(): void;
}
