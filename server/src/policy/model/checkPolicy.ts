/** Checks policies with the rules. */
import { getGuest } from '#core/agent/guests.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { policyRules } from '../rules/index.ts';
import syntaxRule, { findNonRego } from '../rules/syntax/syntax.ts';
import type { PolicyLocation } from '../policyRule.ts';
import type { CheckEnvironment } from '#server/engine/findings/checkEnvironment.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import { ruleSteps } from '#server/engine/findings/ruleSteps.ts';
import { dialectsOf, findEngineError } from './engineVerdict.ts';
import { getSymbolTable } from './names.ts';
import type { Policy } from './policy.ts';
import { openRegoSteps } from './policyOfFile.ts';
import { runToCompletion, inSlices, type YieldingTask } from '#server/engine/scheduling/steps.ts';

/** Data that the findings in policies and initdata depend on, in addition to the text. */
export type PolicyEnvironment = Omit<CheckEnvironment, 'cluster' | 'yamlCheckedElsewhere'>;

/** Location of a policy or an initdata document. */
export interface PolicyOrigin {
  readonly uri: string;
  readonly place: PolicyLocation;
  /** True if the pod is certainly confidential. */
  readonly isConfidential?: boolean;
  /** True if the policy is in initdata for a pod without attestation. The host then isn't an attacker. */
  readonly isWithoutAttestation?: boolean;
}

/**
 * Checks an open Rego file. Lets other work run during the check.
 * @returns undefined if `isStale` returned true, because then the findings aren't needed
 */
export async function checkOpenPolicy(
  file: OpenFile,
  environment: PolicyEnvironment,
  isStale: () => boolean = () => false,
): Promise<FileFinding[] | undefined> {
  return inSlices(openFileSteps(file, environment), isStale);
}

function* openFileSteps(file: OpenFile, environment: PolicyEnvironment): YieldingTask<FileFinding[]> {
  const policy = yield* openRegoSteps(file);
  return policy === undefined ? [] : yield* policySteps(policy, { uri: file.uri, place: 'file' }, environment);
}

/** Checks a policy. Returns no findings for Rego that isn't an agent policy. */
export function checkPolicy(policy: Policy, origin: PolicyOrigin, environment: PolicyEnvironment): FileFinding[] {
  return runToCompletion(policySteps(policy, origin, environment));
}

/** Checks a policy in steps. */
export function* policySteps(
  policy: Policy,
  origin: PolicyOrigin,
  environment: PolicyEnvironment,
): YieldingTask<FileFinding[]> {
  const isRego = policy.isForAgent;
  if (!isRego && (origin.place !== 'file' || findNonRego(policy) === undefined)) return [];
  yield;
  // A file with a merge conflict contains two versions. Other findings would mix them up.
  const onlySyntax = !isRego || findMergeConflict(policy.text) !== undefined;
  const { release, workspace } = environment;
  const isTest = origin.place === 'file' && policy.isTest(origin.uri);
  const context = { ...origin, policy, release, guest: getGuest(release), workspace, isTest };
  const { isLong } = policy;
  // Prepares data that several rules need in small steps, before the rules run.
  if (!isLong && !onlySyntax) {
    yield* getSymbolTable(policy.meant, policy.text).readSteps();
    for (const dialect of dialectsOf(context.guest)) {
      findEngineError(policy, dialect, context.guest);
      yield;
    }
  }
  const rules = onlySyntax
    ? [syntaxRule]
    : policyRules.filter(({ ofLong, ofTests }) => (!isLong || ofLong !== false) && (!isTest || ofTests === true));
  return yield* ruleSteps(rules, (rule) => rule.check(context), policy.text, environment);
}
