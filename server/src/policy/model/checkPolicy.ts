/** Checks policies with the rules. */
import { getGuest } from '#core/agent/guests.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { policyRules } from '../rules/index.ts';
import syntaxRule, { findNonRego } from '../rules/syntax/syntax.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import { ruleSteps } from '#server/engine/findings/ruleSteps.ts';
import { dialectsOf, findEngineError } from './engineVerdict.ts';
import { getSymbolTable } from './names.ts';
import type { Policy } from './policy.ts';
import { openRegoSteps } from './policyOfFile.ts';
import type { PolicyEnvironment, PolicyOrigin } from './policyEnvironment.ts';
import type { SharedPolicies } from '../sharing/sharedPolicies.ts';
import { runToCompletion, inSlices, type YieldingTask } from '#server/engine/scheduling/steps.ts';

/** Results that the files of a run share. */
const runs = new WeakMap<object, SharedPolicies>();

/**
 * Checks an open Rego file. Lets other work run during the check.
 * @returns undefined if `isStale` returned true, because then the findings aren't needed
 */
export async function checkOpenPolicy(
  file: OpenFile,
  environment: PolicyEnvironment,
  isStale: () => boolean = () => false,
): Promise<FileFinding[] | undefined> {
  const { run } = environment;
  const origin: PolicyOrigin = { uri: file.uri, place: 'file' };
  if (run === undefined || file.language !== 'rego') return inSlices(openFileSteps(file, origin, environment), isStale);
  const shared = runs.get(run) ?? (await startRun(environment));
  runs.set(run, shared);
  const text = file.text.getText();
  const steps = shared.steps(text, origin, environment, (policy, own) => wholeSteps(policy, origin, own));
  return inSlices(steps, isStale);
}

/** Loads the code only here, because the language server has no runs. */
async function startRun(environment: PolicyEnvironment): Promise<SharedPolicies> {
  const { SharedPolicies: Shared } = await import('../sharing/sharedPolicies.ts');
  return new Shared(environment);
}

function* openFileSteps(
  file: OpenFile,
  origin: PolicyOrigin,
  environment: PolicyEnvironment,
): YieldingTask<FileFinding[]> {
  const policy = yield* openRegoSteps(file);
  return policy === undefined ? [] : yield* policySteps(policy, origin, environment);
}

function* wholeSteps(
  policy: Policy,
  origin: PolicyOrigin,
  environment: PolicyEnvironment,
): YieldingTask<FileFinding[]> {
  yield* policy.readSteps();
  return yield* policySteps(policy, origin, environment);
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
