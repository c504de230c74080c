/** Checks policies by their rules. */
import { getGuest } from '#core/agent/guests.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { policyRules } from '../rules/index.ts';
import type { PolicyLocation } from '../policyRule.ts';
import type { CheckEnvironment } from '#server/engine/findings/checkEnvironment.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { ruleSteps } from '#server/engine/findings/ruleSteps.ts';
import { dialectsOf, findEngineError } from './engineVerdict.ts';
import { getSymbolTable } from './names.ts';
import type { Policy } from './policy.ts';
import { openPolicySteps } from './policyOfFile.ts';
import { runToCompletion, inSlices, type YieldingTask } from '#server/engine/scheduling/steps.ts';

/** What the findings of policies and initdata depend on besides the text. */
export type PolicyEnvironment = Omit<CheckEnvironment, 'cluster' | 'yamlCheckedElsewhere'>;

/** Where a policy or initdata document is. */
export interface PolicyOrigin {
  readonly uri: string;
  readonly place: PolicyLocation;
}

/**
 * Checks an open Rego file. Lets other work run in between.
 * @returns undefined if `isStale` returned true, because then no one needs the findings
 */
export async function checkOpenPolicy(
  file: OpenFile,
  environment: PolicyEnvironment,
  isStale: () => boolean = () => false,
): Promise<FileFinding[] | undefined> {
  return inSlices(openFileSteps(file, environment), isStale);
}

function* openFileSteps(file: OpenFile, environment: PolicyEnvironment): YieldingTask<FileFinding[]> {
  const policy = yield* openPolicySteps(file);
  return policy === undefined ? [] : yield* policySteps(policy, { uri: file.uri, place: 'file' }, environment);
}

/** Checks a policy. Returns nothing for Rego that isn't for the agent. */
export function checkPolicy(policy: Policy, origin: PolicyOrigin, environment: PolicyEnvironment): FileFinding[] {
  return runToCompletion(policySteps(policy, origin, environment));
}

/** Checks a policy in steps. */
export function* policySteps(
  policy: Policy,
  origin: PolicyOrigin,
  environment: PolicyEnvironment,
): YieldingTask<FileFinding[]> {
  if (!policy.isForAgent) return [];
  yield;
  const { release, workspace } = environment;
  const context = { ...origin, policy, release, guest: getGuest(release), workspace };
  const { isLong } = policy;
  // What several rules need of it is worked out bit by bit before they ask.
  if (!isLong) {
    yield* getSymbolTable(policy.meant, policy.text).readSteps();
    for (const dialect of dialectsOf(context.guest)) {
      findEngineError(policy, dialect, context.guest);
      yield;
    }
  }
  const rules = isLong ? policyRules.filter(({ ofLong }) => ofLong !== false) : policyRules;
  return yield* ruleSteps(rules, (rule) => rule.check(context), policy.text, environment);
}
