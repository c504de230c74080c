import * as l10n from '@vscode/l10n';
import type { NamedSymbol } from '#server/policy/model/namedSymbol.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';
import { circlesIn, ruleGraph } from '../ruleGraph.ts';

export default definePolicyRule({
  id: 'rego-recursion',
  title: () => l10n.t`Recursive rule`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`A rule depends on its own value, directly or through other rules. The guest can't evaluate such a rule, so every request that reaches it fails ("recursion detected when evaluating rule").

Change one of the rules so that it no longer depends on the others.`,
  source: ['microsoft/regorus@cabd0866 src/interpreter.rs'],
  *check({ policy }) {
    const reading = analyzePolicy(policy);
    if (!reading.isWhole) return;
    const { rules } = reading.names();
    const told = new Set<string>();
    for (const circle of circlesIn(ruleGraph(reading), (name) => isPlain(rules.get(name)))) {
      const [first] = circle;
      const at = first === undefined ? undefined : rules.get(first)?.definitions[0];
      if (first === undefined || at === undefined || circle.some((name) => told.has(name))) continue;
      for (const name of circle) told.add(name);
      const way = sanitizeQuote([...circle, first].join(' → '), 80);
      const message = l10n.t`${sanitizeQuote(first)} depends on its own value (${way}). Requests that reach this rule fail.`;
      yield { start: at.start, end: at.end, message };
    }
  },
  examples: () => [
    {
      avoid: policyWith('first := second\n# <----- want\n\nsecond := first\n'),
      prefer: policyWith('first := second\n\nsecond := 1\n'),
    },
  ],
});

/**
 * Returns whether the rule has a single value. Parts of sets and objects can depend on each other, and functions can
 * call themselves.
 */
function isPlain(named: NamedSymbol | undefined): boolean {
  return (
    named?.kind === 'rule' &&
    named.rules.every(({ head }) => head.ref.kind === 'variable' && head.contains === undefined)
  );
}
