import * as l10n from '@vscode/l10n';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { defaultLine } from '#core/agent/defaultPolicyTexts.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { RegoRule, Term } from '#server/policy/rego/syntax/ast.ts';
import { detectLineEnding, getLineStart } from '#server/engine/findings/edits.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';

const rule = `ExecProcessRequest if {\n    input.process.Args == ["ls"]\n}\n`;

export default definePolicyRule({
  id: 'rego-no-default',
  title: () => l10n.t`Request with a condition but no default`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy allows a request only if a condition is met, and has no \`default\` for the request. If the condition isn't met, the rule is undefined, and the agent denies the request with an internal error ("unexpected eval_query result") instead of "is blocked by policy". The error omits any \`print\` output, so the cause is hard to find.

Add a default that denies the request, such as \`default ExecProcessRequest := false\`.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs'), 'OSC 1.12 §3.5'],
  *check({ policy }) {
    const { module, rulesOf, isAsked, isWhole } = analyzePolicy(policy);
    if (!isAsked || !isWhole) return;
    const seen = new Set<string>();
    for (const at of module.rules.map(getRuleNameNode)) {
      if (at === undefined || seen.has(at.name) || findEndpoint(at.name)?.kind !== 'request') continue;
      seen.add(at.name);
      const rules = rulesOf(at.name);
      const [first] = rules;
      // A rule that returns false shows that the author handled the other case.
      if (
        first === undefined ||
        rules.some(({ isDefault }) => isDefault) ||
        rules.some(decidesElse) ||
        !rules.every(hasCondition)
      )
        continue;
      const start = getLineStart(policy.text, first.start);
      const clear = policy.text.slice(start, first.start).trim() === '';
      yield {
        start: at.start,
        end: at.end,
        message: l10n.t`${at.name} has no default, so it's undefined if no rule matches. The request then fails with an internal error instead of "is blocked by policy".`,
        fixes: clear
          ? [
              {
                title: l10n.t`Deny the request`,
                edits: [
                  {
                    start,
                    end: start,
                    text: `${defaultLine(at.name, false)}${detectLineEnding(policy.text).repeat(2)}`,
                  },
                ],
                sure: true,
              },
            ]
          : [],
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(rule.replace('\n', '\n# <------------------ want\n')),
      prefer: policyWith(`default ExecProcessRequest := false\n\n${rule}`),
    },
  ],
});

function hasCondition({ bodies, head }: RegoRule): boolean {
  return (
    bodies.length > 0 &&
    head.parameters === undefined &&
    head.contains === undefined &&
    head.ref.kind === 'variable' &&
    bodies.every(({ query }) => query !== undefined)
  );
}

function decidesElse({ head, bodies }: RegoRule): boolean {
  return [head.value, ...bodies.map(({ value }) => value)].some(saysFalse);
}

/**
 * Returns whether a value is `false` or `{"allowed": false}`. Also returns true for a computed value, because it might
 * be one of these.
 */
function saysFalse(value: Term | undefined): boolean {
  if (value === undefined) return false;
  if (value.kind === 'scalar') return value.value === false;
  return value.kind !== 'object' || value.entries.some(({ value: inner }) => saysFalse(inner));
}
