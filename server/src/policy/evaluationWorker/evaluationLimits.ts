/** Defines the limits of an evaluation for each use. */
import { defaultLimits, type EvaluationLimits } from '../rego/evaluate/limits.ts';

const now = () => performance.now();

/** Limits for the policy table and CodeLens, which are updated after every change. */
export const tableLimits: EvaluationLimits = {
  ...defaultLimits,
  steps: 200_000,
  allocation: 2_000_000,
  time: { now, milliseconds: 100 },
};

/** Limits for a thread of the editor. Other work shares the memory, and the user is waiting. */
export const editorLimits: EvaluationLimits = {
  ...defaultLimits,
  steps: 2_000_000,
  allocation: 10_000_000,
  time: { now, milliseconds: 1000 },
};

/** Limits for an editor without threads, where an evaluation blocks all other requests. */
export const sliceLimits: EvaluationLimits = { ...editorLimits, time: { now, milliseconds: 300 } };

/** Limits for the command line, where an evaluation blocks nothing else. */
export const commandLineLimits: EvaluationLimits = { ...defaultLimits, time: { now, milliseconds: 10_000 } };
