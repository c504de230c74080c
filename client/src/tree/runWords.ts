/** How far something is that is done on a cluster, in a few words. Pure. */
import { currentStep, type Step } from '../../../core/lifecycle/procedure.ts';

/** `5/8`: the step that counts; undefined before the first look. */
export function placeOf(steps: readonly Step[]): string | undefined {
  if (steps.length === 0) return undefined;
  const current = currentStep(steps);
  return `${current === undefined ? steps.length : steps.indexOf(current) + 1}/${steps.length}`;
}
