/** What stays in memory while the rest of a must-gather is read. */
import { serialize } from 'node:v8';
import type { CleanTexts } from '../cleanTexts.ts';
import type { Budget } from './budget.ts';

/** Returns a copy that is counted, and without credentials. A part of a text holds on to all of the text, which can be the whole file; a copy doesn't. Throws `BudgetSpent`. */
export function kept<T>(value: T, budget: Budget, texts: CleanTexts): T {
  budget.use('keptBytes', serialize(value).length);
  return structuredClone(texts.value(value));
}
