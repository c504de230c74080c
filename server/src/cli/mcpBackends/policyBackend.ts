/** Implements the policy tools for assistants with the code of the CLI commands. */
import { verdictOf } from '#core/agent/verdicts.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import type { DenialPolicy } from '#core/assistants/results/explainDenial.ts';
import type { PolicyComparison } from '#core/assistants/results/policyDiff.ts';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Release } from '#core/product/releases.ts';
import type { NamedText, PolicyInput } from '#server/mcp/toolBackends.ts';
import { describeChange } from '#server/policy/diff/describeChange.ts';
import { diffPolicies } from '#server/policy/diff/diffPolicies.ts';
import { commandLineLimits } from '#server/policy/evaluationWorker/evaluationLimits.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { replay } from '#server/policy/replay/replay.ts';
import { readLog } from '#server/policy/replay/replayLog.ts';
import { createGuestDialect } from '#server/policy/replay/replaySession.ts';
import { baseNamed, describePolicyProblem } from '#server/policy/table/table.ts';
import { findPolicyText } from '../io/policySource.ts';
import { getLineAndColumn } from '../io/policyInputs.ts';

/** Time limit of the evaluation of denial messages, in milliseconds. */
const longest = 20_000;

/** Evaluates the requests of a denial message with a policy. The error describes why the text isn't a policy. */
export function evaluateDenials(message: string, policy: NamedText, release: Release): Result<DenialPolicy, string> {
  const rego = findPolicyText(policy.text);
  if (rego === undefined) return fail(`${policy.name} isn't an agent policy.`);
  const end = performance.now() + longest;
  const { entries, problem } = replay(new Policy(rego), readLog(message).requests, {
    reading: createGuestDialect(release),
    limits: commandLineLimits,
    mayGoOn: () => performance.now() < end,
  });
  return succeed({
    name: policy.name,
    release: release.id,
    ...omitUndefined({ problem }),
    requests: entries.map((entry) => ({
      request: entry.endpoint,
      verdict: verdictOf(entry),
      failures: entry.failures.map((failure) => ({
        line: getLineAndColumn(rego, failure.start).line,
        message: failure.message,
      })),
    })),
  });
}

/** Compares two policies. The error describes why a text isn't a policy. */
export function comparePolicies(
  before: PolicyInput,
  after: PolicyInput,
  release: Release,
): Result<PolicyComparison, string> {
  const [old, now] = [readPolicy(before), readPolicy(after)];
  if (!old.ok) return old;
  if (!now.ok) return now;
  const problems = [
    [before.name, old.value],
    [after.name, now.value],
  ] as const;
  return succeed({
    before: before.name,
    after: after.name,
    release: release.id,
    problems: problems.flatMap(([name, policy]) => {
      const problem = describePolicyProblem(policy, release);
      return problem === undefined ? [] : [`${name}: ${problem}`];
    }),
    requests: diffPolicies(old.value, now.value, release).map((change) => ({
      request: change.endpoint,
      before: change.before,
      after: change.after,
      effect: change.effect,
      changes: describeChange(change).map(({ sign, text, line }) =>
        [sign, line === undefined ? '' : `line ${line}:`, text].filter((part) => part !== '').join(' '),
      ),
    })),
  });
}

/** Returns whether a text is the ID of a default policy, such as `osc-1.12`. */
export function isDefaultPolicy(text: string): boolean {
  return baseNamed(text) !== undefined;
}

function readPolicy({ name, text }: PolicyInput): Result<Policy, string> {
  const id = text === undefined ? baseNamed(name) : undefined;
  const source = id === undefined ? text : renderDefaultPolicy(id);
  if (source === undefined) return fail(`The rules of ${name} depend on the pod. Specify a generated policy.`);
  const rego = findPolicyText(source);
  if (rego === undefined)
    return fail(`${name} isn't an agent policy, initdata with a policy, or an encoded value of either.`);
  const policy = new Policy(rego);
  const problem = policy.meant.problems.find(({ code }) => code === 'syntax' || code === 'too large');
  return problem === undefined ? succeed(policy) : fail(`Can't read ${name}: ${problem.message}`);
}
