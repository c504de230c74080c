import * as l10n from '@vscode/l10n';
import { constantRules } from '#server/policy/model/constantRules.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';

/** Engine messages about contradicting rules. */
const contradiction =
  /^(?:rule conflicts with|complete rules should not produce|rules must not produce|previous value is not)/;

export default definePolicyRule({
  id: 'rego-conflict',
  title: () => l10n.t`Conflicting rules`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`Two rules with the same name have different values, and both are true for every request. A rule can have only one value, so the engine reports an error, and every request that reaches these rules fails.

Keep only one of the rules. To set a value that other rules can override, use a default, such as \`default ExecProcessRequest := false\`.`,
  source: ['microsoft/regorus@cabd0866 src/interpreter.rs'],
  *check({ policy }) {
    const { module, rulesOf, isWhole, isAsked } = analyzePolicy(policy);
    if (!isWhole || !isAsked) return;
    const constants = constantRules(module, policy.text);
    for (const name of new Set(module.rules.flatMap((rule) => getRuleNameNode(rule)?.name ?? []))) {
      const own = rulesOf(name).filter(({ isDefault, head }) => !isDefault && head.parameters === undefined);
      if (own.length < 2) continue;
      const constant = own.filter((rule) => constants.isConstant(name, rule));
      if (constant.length < 2) continue;
      const error = constants.value(name, constant)?.error;
      if (error === undefined || !contradiction.test(error.message)) continue;
      const second = constant.find(({ start, end }) => start <= error.span.start && error.span.start < end);
      // The error can be in another rule that this one needs. That rule is checked separately.
      if (second === undefined) continue;
      const { start, end } = second.head;
      yield {
        start,
        end,
        message: l10n.t`${sanitizeQuote(name)} has a different value above, and both rules always apply, so requests that reach them fail. Keep only one rule, or make the first one a default.`,
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        'ExecProcessRequest := false\n\nExecProcessRequest := true\n# <-------------------------- want\n',
      ),
      prefer: policyWith('ExecProcessRequest := false\n'),
    },
  ],
});
