/**
 * Runs an evaluation for the editor in a thread that the server can stop, or in slices if the platform has no threads.
 */
import * as l10n from '@vscode/l10n';
import { threads } from '#platform/threads.ts';
import { TimeSlice } from '#server/engine/scheduling/timeSlice.ts';
import { editorLimits, sliceLimits } from './evaluationLimits.ts';
import {
  readEnd,
  readRun,
  readStep,
  runSteps,
  type EvaluationRun,
  type RunEnd,
  type RunStep,
} from './evaluationRun.ts';

/** Maximum time of a run, and of one step in a thread, in milliseconds. */
const longest = 60_000;
const longestStep = 5_000;

/** Callbacks that the caller provides. */
export interface EvaluationCallbacks {
  /** Returns whether the request was canceled. */
  readonly isCancelled: () => boolean;
  readonly take: (step: RunStep) => void;
}

/** Runs an evaluation. If it stops early, the results so far remain valid. */
export async function runEvaluation(run: EvaluationRun, waiting: EvaluationCallbacks): Promise<RunEnd> {
  return threads === undefined ? inSlices(run, waiting) : inThread(run, waiting, threads);
}

async function inThread(
  run: EvaluationRun,
  { isCancelled, take }: EvaluationCallbacks,
  { start }: NonNullable<typeof threads>,
): Promise<RunEnd> {
  let end: RunEnd | undefined;
  const fate = await start({
    program: 'policy/evaluationWorker/evaluationProgram',
    job: run,
    longestSilence: longestStep,
    isCancelled,
    take(sent) {
      const step = readStep(sent);
      if (step === undefined) end = readEnd(sent) ?? end;
      else take(step);
    },
  });
  if (end !== undefined) return end;
  switch (fate) {
    case 'cancelled':
      return { problem: l10n.t`Canceled.` };
    case 'silent':
      return {
        problem: l10n.t`The language server stopped the evaluation because one request took longer than ${longestStep / 1000} s.`,
      };
    default:
      return { problem: l10n.t`The evaluation stopped unexpectedly.` };
  }
}

/** Evaluates in slices, so that other work can run between them. */
async function inSlices(run: EvaluationRun, { isCancelled, take }: EvaluationCallbacks): Promise<RunEnd> {
  const slice = new TimeSlice();
  const steps = runSteps(run, sliceLimits, until(isCancelled));
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (step.value !== undefined) take(step.value);
    if (!slice.isOver) continue;
    await slice.pause();
    if (isCancelled()) return { problem: l10n.t`Canceled.` };
  }
}

/** Runs an evaluation in the worker thread. Sends a message for each step, and a last one at the end. */
export function serveRun(job: unknown, send: (message: object) => void): void {
  const run = readRun(job);
  if (run === undefined) return;
  // Reports that the code is loaded. From now on, the server limits the time of each step.
  send({});
  const steps = runSteps(
    run,
    editorLimits,
    until(() => false),
  );
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) send(step.value ?? {});
  send({ end: step.value });
}

function until(isCancelled: () => boolean): () => boolean {
  const end = performance.now() + longest;
  return () => !isCancelled() && performance.now() < end;
}
