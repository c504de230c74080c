import * as l10n from '@vscode/l10n';
import { allowFailingName } from '#core/agent/endpoints/endpoints.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { denialFixes } from './denialFixes.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { firstOf, nameOf, readingOf } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-allow-failing',
  title: l10n.t`The policy lets through what it denies`,
  severity: 'error',
  appliesTo: [l10n.t`Agent policy`],
  language: 'rego',
  why: l10n.t`AllowRequestsFailingPolicy is asked once, when the policy is loaded. Where it is true, the agent does whatever it is asked for, and only writes to its log what the policy would have denied. It is for debugging.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs'), kataUpstream('src/tools/genpolicy/rules.rego')],
  *check({ policy }) {
    const reading = readingOf(policy);
    const rule = firstOf(reading.rulesOf(allowFailingName));
    const at = rule === undefined ? undefined : nameOf(rule);
    if (at === undefined || reading.verdict(allowFailingName).verdict !== 'allowed') return;
    yield {
      start: at.start,
      end: at.end,
      message: l10n.t`${allowFailingName} switches the policy off: what it denies is done all the same. Deny it, or leave it out.`,
      fixes: denialFixes(reading, allowFailingName, l10n.t`Let the policy count`),
    };
  },
  examples: [
    {
      avoid: policyWith('default AllowRequestsFailingPolicy := true\n#       ^^^^^^^^^^^^^^^^^^^^^^^^^^ want\n'),
      prefer: policyWith('default AllowRequestsFailingPolicy := false\n'),
    },
  ],
});
