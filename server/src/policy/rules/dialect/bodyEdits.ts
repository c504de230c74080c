/** Creates edits that make v0 rules equivalent in both dialects. */
import type { Policy } from '#server/policy/model/policy.ts';
import type { FutureKeyword, Module, RegoProblem, RegoRule } from '#server/policy/rego/syntax/ast.ts';
import { getHeadForm } from '#server/policy/rego/compile/compileRule.ts';
import type { PolicyContext } from '#server/policy/policyRule.ts';
import type { Edit, Finding, Fix } from '#server/engine/findings/rule.ts';
import { formatEveryGuest, formatV1Guest, v1Severity } from '../describeGuest.ts';
import { importEdits, listMissingKeywordImports } from './keywords.ts';

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

/** Messages and fix titles if one finding reports several problems. */
export interface SeveralProblemsTexts extends ProblemTexts {
  readonly ofSeveral: (guest: string, count: number) => string;
  /** Title of the fix if the policy needs no import. */
  readonly fixOfSeveral: string;
}

/** Returns the problems with this code that the policy has when it is parsed as v1. */
export function problemsInV1(policy: Policy, code: RegoProblem['code']): readonly RegoProblem[] {
  return policy.in('v1').problems.filter((problem) => problem.code === code);
}

/** Returns these problems as findings. After their fixes, both dialects interpret the policy in the same way. */
export function* refusedByV1(
  context: PolicyContext,
  code: RegoProblem['code'],
  words: ProblemTexts,
): Generator<Finding> {
  for (const problem of problemsInV1(context.policy, code)) yield createV1Finding(context, problem, [problem], words);
}

/** Returns all these problems as one finding, which is located at the first problem. */
export function* allRefusedByV1(
  context: PolicyContext,
  code: RegoProblem['code'],
  words: SeveralProblemsTexts,
): Generator<Finding> {
  const problems = problemsInV1(context.policy, code);
  const [first] = problems;
  if (first === undefined) return;
  yield createV1Finding(
    context,
    first,
    problems,
    problems.length === 1
      ? words
      : { ...words, ofV1: (guest) => words.ofSeveral(guest, problems.length), fix: words.fixOfSeveral },
  );
}

function createV1Finding(
  { policy, guest }: PolicyContext,
  { start, end }: RegoProblem,
  problems: readonly RegoProblem[],
  words: ProblemTexts,
): Finding {
  const always = problems.some((problem) => isRefusedByV0(policy, problem));
  return {
    start,
    end,
    severity: v1Severity(guest, always),
    message: words.ofV1(always ? formatEveryGuest() : formatV1Guest(guest)),
    fixes: portableFixes(policy, problems, words.fix, words.fixOfAll),
  };
}

/** Returns whether v0 also reports this problem of v1, as it does with `import rego.v1`. */
export function isRefusedByV0(policy: Policy, { code, start }: RegoProblem): boolean {
  return policy.in('v0').problems.some((problem) => problem.code === code && problem.start === start);
}

/**
 * Creates the fix for these problems. If it requires an import, fixes all problems at once and adds all missing
 * imports, because a keyword without its import is worse than none.
 */
function portableFixes(policy: Policy, problems: readonly RegoProblem[], title: string, titleOfAll: string): Fix[] {
  const v1 = policy.in('v1');
  const own = problems.map((problem) => changeOf(policy, v1, problem));
  const words = own.flatMap((change) => change.words);
  if (importEdits(policy, words).length === 0) {
    const edits = own.flatMap((change) => change.edits).toSorted((a, b) => a.start - b.start);
    const needed = words.filter((word) => !policy.in('v0').keywords.has(word));
    return edits.length === 0 || needed.length > 0 ? [] : [{ title, edits, sure: true }];
  }
  const changes = v1.problems.map((each) => changeOf(policy, v1, each));
  const imports = importEdits(policy, [
    ...changes.flatMap((change) => change.words),
    ...listMissingKeywordImports(policy).map(({ word }) => word),
  ]);
  const edits = [...imports, ...changes.flatMap((change) => change.edits)].toSorted((a, b) => a.start - b.start);
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
