import * as l10n from '@vscode/l10n';
import { getBuiltinAvailability, type BuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { getRefNames } from '#server/policy/rego/compile/functionArity.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import type { Severity } from '#core/common/severity.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { RegoRule } from '#server/policy/rego/syntax/ast.ts';
import type { Span } from '#server/engine/text/span.ts';
import { findConditionalParts, startsInPart } from '../bodyConditions.ts';
import { analyzePolicy, getRuleNameNode, type PolicyAnalysis } from '../policyAnalysis.ts';
import { findReachableRules, findUnconditionalRules, isUnconditional } from '../ruleGraph.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

const exec = (condition: string) => `default ExecProcessRequest := false\n\nExecProcessRequest if {\n${condition}}\n`;

export default definePolicyRule({
  id: 'rego-builtin',
  title: () => l10n.t`Function not available in the guest`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The policy calls a Rego built-in function that the guest doesn't support. A request that reaches the call fails ("could not find function"). The guest's policy engine is regorus, not OPA, and supports only some of the built-in functions. For example, \`time.*\`, \`http.send\`, \`glob.*\`, \`net.*\`, \`crypto.*\`, and \`io.jwt.*\` aren't available. \`base64.*\` requires Kata 3.28 or later in the guest.\n\nThe finding is a warning if only some guests support the function, or if each path from a request to the call contains a condition before it, in the rule of the call or in a rule that uses it. It's information if no request reaches the call, either because the agent's requests don't use the rule, or because a condition before the call is always false.\n\nUse another function, or compare the value directly.`,
  source: [kataUpstream('src/agent/policy/Cargo.toml'), 'microsoft/regorus@cabd0866 src/builtins/mod.rs'],
  *check({ policy, guest }) {
    const analysis = analyzePolicy(policy);
    if (!analysis.isWhole) return;
    for (const { call, rule, callee } of analysis.names().calls) {
      if (callee !== undefined) continue;
      const name = getRefNames(call.callee)?.join('.') ?? '';
      const availability = getBuiltinAvailability(name, guest);
      if (availability.state === 'available' || availability.state === 'unknown') continue;
      const { start, end } = call.callee;
      const reach = reachOf(call.callee, rule, analysis);
      const severity = reach === 'always' && availability.state === 'depends' ? 'warning' : severities[reach];
      const parts = describe(sanitizeQuote(name), availability, reach !== 'never', guest);
      yield { start, end, severity, message: parts.join(getSentenceSeparator()).replaceAll('`', '').trimEnd() };
    }
  },
  examples: () => [
    {
      avoid: policyWith(exec('    glob.match("a*", [], input.process.Cwd)\n#   ^^^^^^^^^^ want\n')),
      prefer: policyWith(exec('    regex.match("^a[^/]*$", input.process.Cwd)\n')),
    },
    {
      release: '1.11',
      avoid: policyWith(exec('    base64.decode(input.process.Cwd) == "/"\n#   ^^^^^^^^^^^^^ want\n')),
      prefer: policyWith(exec('    input.process.Cwd == "/"\n')),
    },
    {
      release: '1.10',
      avoid: policyWith(
        exec('    some i\n    decode(input.process.Args[i])\n') +
          '\ndecode(value) if {\n    startswith(value, "layer=")\n    base64.decode(trim_prefix(value, "layer=")) == "x"\n#   ^^^^^^^^^^^^^ want\n}\n',
      ),
      prefer: policyWith(
        exec('    some i\n    decode(input.process.Args[i])\n') +
          '\ndecode(value) if {\n    value == "layer=eA=="\n}\n',
      ),
    },
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nhelper if {\n    opa.runtime()\n#   ^^^^^^^^^^^ want\n}\n',
      ),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
  ],
});

/**
 * How a request reaches a call: `always` if no condition precedes it on a path from a request, `maybe` if a condition
 * precedes it on each path, and `never` if no request uses the rule or a condition before the call is always false.
 */
type Reach = 'always' | 'maybe' | 'never';

const severities: Readonly<Record<Reach, Severity>> = { always: 'error', maybe: 'warning', never: 'info' };

function reachOf(call: Span, rule: RegoRule, analysis: PolicyAnalysis): Reach {
  const name = getRuleNameNode(rule)?.name;
  const isReached = name === undefined || findReachableRules(analysis).has(name);
  if (!isReached || startsInPart(findConditionalParts(rule).never, call)) return 'never';
  const isCertain = name === undefined || findUnconditionalRules(analysis).has(name);
  return isCertain && isUnconditional(rule, call) ? 'always' : 'maybe';
}

type Unavailable = Exclude<BuiltinAvailability, { readonly state: 'available' | 'unknown' }>;

/** Returns the sentences of the message. */
function describe(name: string, availability: Unavailable, isReached: boolean, { release }: Guest): string[] {
  const why = availability.state === 'missing' ? (availability.family.instead?.() ?? '') : availability.why;
  if (!isReached)
    return [describeAvailability(name, availability.state, release), l10n.t`No request reaches this call.`];
  switch (availability.state) {
    case 'missing':
      return [l10n.t`No guest supports ${name}, so a request that reaches this call fails.`, why];
    case 'later':
      return [
        l10n.t`The OSC ${release} guest doesn't support ${name}, so a request that reaches this call fails.`,
        why,
      ];
    default:
      return [
        l10n.t`The OSC ${release} guest might not support ${name}, so a request that reaches this call might fail.`,
        why,
      ];
  }
}

function describeAvailability(name: string, state: Unavailable['state'], release: string): string {
  if (state === 'missing') return l10n.t`No guest supports ${name}.`;
  return state === 'later'
    ? l10n.t`The OSC ${release} guest doesn't support ${name}.`
    : l10n.t`The OSC ${release} guest might not support ${name}.`;
}
