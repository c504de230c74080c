import { turns as platformTurns } from '#platform/turns.ts';

/**
 * Delays background work in favor of requests. An edit is often followed by a completion or hover request, which is
 * handled within a few turns of the event loop. If nothing is pending, a turn takes microseconds.
 */
export function runAfterTurns(turns: number, work: () => void): void {
  if (turns === 0) work();
  else platformTurns.nextTurn(() => runAfterTurns(turns - 1, work));
}

/**
 * Number of turns to wait after an edit until the workspace index reads the file, and number of turns to wait after
 * that until the file is checked.
 */
export const turnsToIndex = 2;
export const turnsBeforeCheck = 3;
