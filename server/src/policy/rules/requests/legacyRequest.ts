import * as l10n from '@vscode/l10n';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-legacy-request',
  title: () => l10n.t`Obsolete request`,
  severity: 'hint',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy has a rule for PullImageRequest, StartTracingRequest, or StopTracingRequest. No agent evaluates these requests anymore. The rule has no effect, but it's harmless.

You can remove the rule.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs')],
  *check({ policy }) {
    const { module, isAsked } = analyzePolicy(policy);
    if (!isAsked) return;
    for (const rule of module.rules) {
      const at = getRuleNameNode(rule);
      if (at === undefined || findEndpoint(at.name)?.kind !== 'legacy') continue;
      yield {
        start: at.start,
        end: at.end,
        message: l10n.t`${at.name} is obsolete because no agent evaluates it. You can remove it.`,
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith('default PullImageRequest := true\n#       ^^^^^^^^^^^^^^^^ want\n'),
      prefer: policyWith(''),
    },
  ],
});
