/** How much an evaluation may take, by who waits for it. */
import { defaultLimits, type EvaluationLimits } from '../rego/evaluate/limits.ts';

const now = () => performance.now();

/** While a table or the lenses above rules are made: they are asked for at every change. */
export const tableLimits: EvaluationLimits = {
  ...defaultLimits,
  steps: 200_000,
  allocation: 2_000_000,
  time: { now, milliseconds: 100 },
};

/** Limits in a thread for the editor. Other work shares the memory, and a user is waiting. */
export const editorLimits: EvaluationLimits = {
  ...defaultLimits,
  steps: 2_000_000,
  allocation: 10_000_000,
  time: { now, milliseconds: 1000 },
};

/** Limits in an editor without threads. Evaluation blocks all other requests. */
export const sliceLimits: EvaluationLimits = { ...editorLimits, time: { now, milliseconds: 300 } };

/** On the command line nobody else waits. */
export const commandLineLimits: EvaluationLimits = { ...defaultLimits, time: { now, milliseconds: 10_000 } };
