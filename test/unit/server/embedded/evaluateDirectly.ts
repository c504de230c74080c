/** Evaluates policies without a thread, because starting a thread takes longer than the tests. */
import { editorLimits } from '#server/policy/evaluationWorker/evaluationLimits.ts';
import { runSteps } from '#server/policy/evaluationWorker/evaluationRun.ts';
import type { runEvaluation } from '#server/policy/evaluationWorker/evaluationThread.ts';
import { evaluatePolicy } from '#server/embedded/evaluatePolicy.ts';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import type { EvaluatedPolicy } from '#server/protocol/evaluatePolicy.ts';

const evaluateDirectly: typeof runEvaluation = (run, { take }) => {
  const steps = runSteps(run, editorLimits, () => true);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) if (step.value !== undefined) take(step.value);
  return Promise.resolve(step.value);
};

/** Handles the request that evaluates a policy. */
export function evaluatePolicyDirectly(params: unknown): Promise<EvaluatedPolicy> {
  // The handler doesn't use the context.
  const context = {} as LanguageContext; // oxlint-disable-line no-unsafe-type-assertion
  return evaluatePolicy(params, context, () => false, evaluateDirectly);
}
