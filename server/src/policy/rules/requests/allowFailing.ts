import * as l10n from '@vscode/l10n';
import { allowFailingName } from '#core/agent/endpoints/endpoints.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { createDenyFixes } from './denialFixes.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { findPrimaryRule, getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-allow-failing',
  title: () => l10n.t`Policy enforcement turned off`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy sets AllowRequestsFailingPolicy to true. The agent evaluates this rule once, when it loads the policy. It then allows every request and only logs those that the policy denies, so the policy provides no protection.

Set it to false, or remove the line. Use true only for debugging.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs'), kataUpstream('src/tools/genpolicy/rules.rego')],
  *check({ policy }) {
    const reading = analyzePolicy(policy);
    const rule = findPrimaryRule(reading.rulesOf(allowFailingName));
    const at = rule === undefined ? undefined : getRuleNameNode(rule);
    if (at === undefined || reading.verdict(allowFailingName).verdict !== 'allowed') return;
    yield {
      start: at.start,
      end: at.end,
      message: l10n.t`${allowFailingName} turns off enforcement, so the agent allows requests that the policy denies. Set it to false or remove it.`,
      fixes: createDenyFixes(reading, allowFailingName),
    };
  },
  examples: () => [
    {
      avoid: policyWith('default AllowRequestsFailingPolicy := true\n#       ^^^^^^^^^^^^^^^^^^^^^^^^^^ want\n'),
      prefer: policyWith('default AllowRequestsFailingPolicy := false\n'),
    },
  ],
});
