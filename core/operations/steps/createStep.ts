/** A step that says of itself only what is not usual. */
import * as l10n from '@vscode/l10n';
import type { LookupId } from '../lookupList.ts';
import { isSettledStep, type ProcedureStep } from '../procedure.ts';
import { getLookupResult, type ObservedCluster } from '../observedCluster.ts';
import { describeFailedLookup, type StepStatus } from './stepStatus.ts';

export type StepOptions = Omit<ProcedureStep, 'evidence' | 'changes' | 'until'> &
  Partial<Pick<ProcedureStep, 'evidence' | 'changes' | 'until'>>;

export function createStepWithDefaults(parts: StepOptions): ProcedureStep {
  return { evidence: [], changes: [], until: [], ...parts };
}

/** What a step says of a fact that is not known. @param what `the pods of cloud-api-adaptor` */
export function describeUnknownLookup(situation: ObservedCluster, id: LookupId, what: string): StepStatus {
  const fact = getLookupResult(situation, id);
  return describeFailedLookup(what, fact.kind === 'unknown' ? fact.problem : { why: 'notAsked', message: '' });
}

/**
 * In order, where a step that looks done would not be so once those before it have changed something: it comes later.
 */
export function sequenceStepsStrictly(steps: readonly ProcedureStep[]): readonly ProcedureStep[] {
  const first = steps.findIndex((step) => !isSettledStep(step));
  return steps.map((step, index) =>
    first >= 0 && index > first ? { ...step, state: 'later', headline: l10n.t`Not started` } : step,
  );
}
