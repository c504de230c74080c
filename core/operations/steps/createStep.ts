/** The fields of a step. Fields with common defaults are optional. */
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

/**
 * Describes data that is unknown.
 * @param what noun phrase such as `the cloud-api-adaptor pods`
 */
export function describeUnknownLookup(situation: ObservedCluster, id: LookupId, what: string): StepStatus {
  const fact = getLookupResult(situation, id);
  return describeFailedLookup(what, fact.kind === 'unknown' ? fact.problem : { why: 'notAsked', message: '' });
}

/**
 * Orders steps strictly: after the first unfinished step, all steps are set to not started, because earlier changes can
 * affect a step that looks done.
 */
export function sequenceStepsStrictly(steps: readonly ProcedureStep[]): readonly ProcedureStep[] {
  const first = steps.findIndex((step) => !isSettledStep(step));
  return steps.map((step, index) =>
    first >= 0 && index > first ? { ...step, state: 'later', headline: l10n.t`Not started` } : step,
  );
}
