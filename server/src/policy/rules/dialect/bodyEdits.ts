/** Creates edits that make v0 rules equivalent in both dialects. */
import type { Policy } from '#server/policy/model/policy.ts';
import type { FutureKeyword, Module, RegoProblem, RegoRule } from '#server/policy/rego/syntax/ast.ts';
import { getHeadForm } from '#server/policy/rego/compile/compileRule.ts';
import type { PolicyContext } from '#server/policy/policyRule.ts';
import type { Edit, Finding, Fix } from '#server/engine/findings/rule.ts';
import { formatEveryGuest, formatV1Guest, v1Severity } from '../describeGuest.ts';
import { importEdit } from './keywords.ts';

interface Change {
  readonly edits: readonly Edit[];
  readonly words: readonly FutureKeyword[];
}

/** Returns the rule at an offset. */
function ruleAt({ rules }: Module, offset: number): RegoRule | undefined {
  return rules.find(({ start, end }) => start <= offset && offset < end);
}

/** Messages and fix titles for a problem in v1. */
export interface ProblemTexts {
  /** Returns the message if only v1 guests reject the policy. */
  readonly ofV1: (guest: string) => string;
  readonly fix: string;
  readonly fixOfAll: string;
}

/** Messages and fix titles for all problems of the same kind in a policy. */
export interface TextsOfAll extends ProblemTexts {
  /** Returns the message for several problems if only v1 guests reject the policy. */
  readonly ofSeveral: (guest: string, count: number) => string;
  /** Title of the fix for several problems if the policy needs no import. */
  readonly fixOfSeveral: string;
}

/** Returns the problems of a policy in v1 with this code. */
export function problemsInV1(policy: Policy, code: RegoProblem['code']): readonly RegoProblem[] {
  return policy.in('v1').problems.filter((problem) => problem.code === code);
}

/** Returns these problems as findings. After their fixes, both dialects interpret the policy in the same way. */
export function* refusedByV1(
  { policy, guest }: PolicyContext,
  code: RegoProblem['code'],
  words: ProblemTexts,
): Generator<Finding> {
  for (const problem of problemsInV1(policy, code)) {
    const always = isRefusedByV0(policy, problem);
    yield {
      start: problem.start,
      end: problem.end,
      severity: v1Severity(guest, always),
      message: words.ofV1(always ? formatEveryGuest() : formatV1Guest(guest)),
      fixes: portableFixes(policy, [problem], words.fix, words.fixOfAll),
    };
  }
}

/** Returns all these problems as one finding at the first of them. */
export function* allRefusedByV1(
  { policy, guest }: PolicyContext,
  code: RegoProblem['code'],
  words: TextsOfAll,
): Generator<Finding> {
  const problems = problemsInV1(policy, code);
  const [first] = problems;
  if (first === undefined) return;
  const always = problems.some((problem) => isRefusedByV0(policy, problem));
  const who = always ? formatEveryGuest() : formatV1Guest(guest);
  yield {
    start: first.start,
    end: first.end,
    severity: v1Severity(guest, always),
    message: problems.length === 1 ? words.ofV1(who) : words.ofSeveral(who, problems.length),
    fixes: portableFixes(policy, problems, problems.length === 1 ? words.fix : words.fixOfSeveral, words.fixOfAll),
  };
}

/** Returns whether v0 also reports this problem of v1, as it does with `import rego.v1`. */
export function isRefusedByV0(policy: Policy, { code, start }: RegoProblem): boolean {
  return policy.in('v0').problems.some((problem) => problem.code === code && problem.start === start);
}

/**
 * Creates the fix for these problems. If it requires an import, fixes all problems at once, because an `if`
 * without its import is worse than none.
 */
function portableFixes(policy: Policy, problems: readonly RegoProblem[], title: string, titleOfAll: string): Fix[] {
  const v1 = policy.in('v1');
  const own = problems.map((problem) => changeOf(policy, v1, problem));
  const words = own.flatMap((change) => change.words);
  if (importEdit(policy, words) === undefined) {
    const edits = own.flatMap((change) => change.edits).toSorted((a, b) => a.start - b.start);
    const needed = words.filter((word) => !policy.in('v0').keywords.has(word));
    return edits.length === 0 || needed.length > 0 ? [] : [{ title, edits, sure: true }];
  }
  const changes = v1.problems.map((each) => changeOf(policy, v1, each));
  const imports = importEdit(
    policy,
    changes.flatMap((change) => change.words),
  );
  if (imports === undefined) return [];
  const edits = [imports, ...changes.flatMap((change) => change.edits)].toSorted((a, b) => a.start - b.start);
  return [{ title: titleOfAll, edits, sure: true }];
}

function changeOf(policy: Policy, v1: Module, problem: RegoProblem): Change {
  const rule = ruleAt(v1, problem.start);
  if (rule === undefined) return { edits: [], words: [] };
  if (problem.code === 'contains required') return { edits: setEdits(policy, rule), words: ['contains'] };
  if (problem.code !== 'if required') return { edits: [], words: [] };
  // The range of the problem starts at `else`, if there is one, and ends after the brace.
  const at = problem.end - 1;
  const edits: Edit[] = [{ start: at, end: at, text: 'if ' }];
  const first = rule.bodies[0];
  // With `if`, `p[x]` isn't a set anymore.
  if (first?.start !== at || getHeadForm(rule).kind !== 'set') return { edits, words: ['if'] };
  return { edits: [...setEdits(policy, rule), ...edits], words: ['contains', 'if'] };
}

/** Rewrites `p[x]` as `p contains x`. */
function setEdits(policy: Policy, { head: { ref } }: RegoRule): Edit[] {
  const part = ref.kind === 'ref' ? ref.path[0] : undefined;
  if (part === undefined || ref.kind !== 'ref') return [];
  const { key, dotted } = part;
  const member = dotted && key.kind === 'scalar' ? JSON.stringify(key.value) : policy.text.slice(key.start, key.end);
  return [{ start: ref.base.end, end: ref.end, text: ` contains ${member}` }];
}
