import * as l10n from '@vscode/l10n';
import { joinSentences } from '#core/text/grammar.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { getBuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import type { Guest } from '#core/agent/guests.ts';
import { dialectsOf, findEngineError } from '#server/policy/model/engineVerdict.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import { getRefNames } from '#server/policy/rego/compile/functionArity.ts';
import type { Span } from '#server/engine/text/span.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { cutText, sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { formatV0Guest, formatV1Guest } from '../describeGuest.ts';
import { listMissingKeywordImports } from '../dialect/keywords.ts';
import { analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-load',
  title: () => l10n.t`Policy rejected by the guest's policy engine`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The guest's policy engine rejects this policy when loading it. Typical causes are a default value that isn't a literal, two functions with the same name but different numbers of arguments, and an assignment that has variables without a value on both sides. If the policy is in the annotation \`io.katacontainers.config.agent.policy\`, the sandbox isn't created. By then, the agent has already discarded its previous policy, so every later request fails.

The rule runs the same engine with each Rego version that the guest might use. If only one version rejects the policy, the severity is warning.

Correct the marked part.`,
  source: [
    kataUpstream('src/agent/policy/src/policy.rs'),
    'microsoft/regorus@cabd0866 src/scheduler.rs',
    'microsoft/regorus@cabd0866 src/utils.rs',
    'microsoft/regorus@cabd0866 src/parser.rs',
  ],
  *check({ policy, guest }) {
    const dialects = dialectsOf(guest);
    const refusals = dialects.map((dialect) => findEngineError(policy, dialect, guest));
    const always = !refusals.includes(undefined);
    const told = new Set<number>();
    for (const [index, dialect] of dialects.entries()) {
      const found = faultIn(policy, dialect, guest);
      if (found === undefined || told.has(found.start) || isToldElsewhere(policy, guest, found)) continue;
      told.add(found.start);
      const { start, end, message } = found;
      const same = refusals.every(
        (refusal) =>
          refusal?.message === refusals[index]?.message && refusal?.span.start === refusals[index]?.span.start,
      );
      const who = always && same ? undefined : dialect === 'v0' ? formatV0Guest(guest) : formatV1Guest(guest);
      const refuses = who === undefined ? l10n.t`The guest rejects this policy.` : l10n.t`${who} rejects this policy.`;
      yield { start, end, severity: always ? 'error' : 'warning', message: joinSentences(refuses, inWords(message)) };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        'default ExecProcessRequest := input.exec_id\n#                             ^^^^^^^^^^^^^ want\n',
      ),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
    {
      avoid: policyWith(
        'is_small(x) := x < 10\n\nis_small(x, y) := x + y < 10\n# <---------------------------- want\n',
      ),
      prefer: policyWith('is_small(x) := x < 10\n\nare_small(x, y) := x + y < 10\n'),
    },
  ],
});

type Fault = Span & { readonly message: string };

/** Returns the first problem that this dialect rejects and that no other rule reports. */
function faultIn(policy: Policy, dialect: Dialect, guest: Guest): Fault | undefined {
  const { problems } = policy.in(dialect);
  if (problems.length === 0) {
    const refusal = findEngineError(policy, dialect, guest);
    return refusal === undefined ? undefined : { ...refusal.span, message: refusal.message };
  }
  // Other rules report missing imports for v0 and syntax errors in both dialects, because they check the intended
  // dialect.
  const other = policy.in(dialect === 'v0' ? 'v1' : 'v0');
  if (policy.meant === policy.in(dialect) || other.problems.length > 0 || guest.dialect !== 'depends') return undefined;
  if (dialect === 'v0' && listMissingKeywordImports(policy).length > 0) return undefined;
  return problems.find(({ code }) => code === 'syntax');
}

/** Returns whether another rule reports a more specific finding at this position. */
function isToldElsewhere(policy: Policy, guest: Guest, { start, end, message }: Fault): boolean {
  const { isWhole, names } = analyzePolicy(policy);
  if (!isWhole) return false;
  const meets = (other: Span) => other.start <= end && start <= other.end;
  const variable = /^(?:use of undefined variable|var) `(.*?)`/.exec(message)?.[1];
  // If a variable is assigned twice, the engine reports one position and the other rule reports the other.
  const isIt = (other: Span & { readonly name: string }) => other.name === variable || meets(other);
  if (names().undefinedNames(guest).some(isIt) || names().unsafeVariables().some(isIt)) return true;
  // The engine doesn't know the result of a function that the guest doesn't have.
  return names().calls.some(
    ({ call, callee }) =>
      callee === undefined &&
      meets(call) &&
      getBuiltinAvailability(getRefNames(call.callee)?.join('.') ?? '', guest).state !== 'available',
  );
}

const words: readonly (readonly [pattern: RegExp, words: (given: string) => string])[] = [
  [
    /^invalid `.*` in default value$/,
    () => l10n.t`A default value must be a literal, not a variable, another rule, or a computed expression.`,
  ],
  [
    /was previously defined with (\d+) arguments\.$/,
    (given) =>
      l10n.t`A function with this name is already defined above, with a different number of arguments (${given}).`,
  ],
  [/^use of undefined variable `(.*)` is unsafe$/, (given) => l10n.t`${given} has no value here.`],
  [
    /^var `(.*)` used before definition below$/,
    (given) => l10n.t`Either ${given} is used before it has a value, or it's assigned twice.`,
  ],
  [
    /^incompatible destructuring patterns/,
    () =>
      l10n.t`Assign values to the variables on one side first, because both sides contain variables without a value.`,
  ],
  [/^multiple default rules/, () => l10n.t`This rule already has a default.`],
];

/** Translates an engine message into plain language. */
function inWords(message: string): string {
  for (const [pattern, say] of words) {
    const match = pattern.exec(message);
    if (match !== null) return say(sanitizeQuote(match[1] ?? '', 40));
  }
  const plain = message.replaceAll('`', '').replace(/\.$/, '');
  return plain.length > 110
    ? cutText(plain, 111)
    : `${message.startsWith('`') ? plain.charAt(0) : plain.charAt(0).toUpperCase()}${plain.slice(1)}.`;
}
