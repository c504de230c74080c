import { turns as platformTurns } from '#platform/turns.ts';

/**
 * Work that nobody waits for gives way to requests. An edit is often followed at once by a request for completion or
 * hover: some turns of the event loop later that has been read and answered. Where nothing has arrived, a turn takes
 * microseconds.
 */
export function runAfterTurns(turns: number, work: () => void): void {
  if (turns === 0) work();
  else platformTurns.nextTurn(() => runAfterTurns(turns - 1, work));
}

/**
 * Turns until the index of the workspace looks at an edited file, and until its check begins: first the one, then the
 * other.
 */
export const turnsToIndex = 2;
export const turnsBeforeCheck = 3;
