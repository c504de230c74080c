/** Creates the values that stay in memory while the rest of a must-gather is read. */
import { serialize } from 'node:v8';
import type { CleanTexts } from './textRedactor.ts';
import type { MustGatherBudget } from '../limits/budget.ts';

/**
 * Returns a counted copy without credentials. A substring keeps the whole text in memory, which can be a whole file; a
 * copy doesn't. Throws `BudgetSpent`.
 */
export function kept<T>(value: T, budget: MustGatherBudget, texts: CleanTexts): T {
  budget.use('keptBytes', serialize(value).length);
  return structuredClone(texts.value(value));
}
