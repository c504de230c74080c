/** A step that says of itself only what is not usual. */
import * as l10n from '@vscode/l10n';
import type { FactId } from '../lookupList.ts';
import { isSettledStep, type Step } from '../procedure.ts';
import { factOf, type Situation } from '../observedCluster.ts';
import { unread, type Told } from './stepStatus.ts';

export type StepParts = Omit<Step, 'evidence' | 'changes' | 'until'> & Partial<Pick<Step, 'evidence' | 'changes' | 'until'>>;

export function plainStep(parts: StepParts): Step {
  return { evidence: [], changes: [], until: [], ...parts };
}

/** What a step says of a fact that is not known. @param what `the pods of cloud-api-adaptor` */
export function missingFact(situation: Situation, id: FactId, what: string): Told {
  const fact = factOf(situation, id);
  return unread(what, fact.kind === 'unknown' ? fact.problem : { why: 'notAsked', message: '' });
}

/** In order, where a step that looks done would not be so once those before it have changed something: it comes later. */
export function oneAfterAnother(steps: readonly Step[]): readonly Step[] {
  const first = steps.findIndex((step) => !isSettledStep(step));
  return steps.map((step, index) => (first >= 0 && index > first ? { ...step, state: 'later', headline: l10n.t`Not started` } : step));
}
