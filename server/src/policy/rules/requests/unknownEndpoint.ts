import * as l10n from '@vscode/l10n';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { findIntendedRequest, getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-unknown-endpoint',
  title: () => l10n.t`Unknown request`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The name of a rule in the policy resembles a request name but isn't one, for example because it's misspelled. The agent looks up rules by the exact name of the request, so it never evaluates this rule. If the rule was meant to allow a request, the request is denied. If the rule was meant to deny a request, other rules decide, and the request might be allowed.

Rename the rule to the exact name of the request.`,
  source: [kataUpstream('src/libs/protocols/protos/agent.proto'), kataUpstream('src/agent/policy/src/policy.rs')],
  *check({ policy }) {
    const { module, rulesOf, names, isAsked } = analyzePolicy(policy);
    if (!isAsked) return;
    for (const rule of module.rules) {
      const at = getRuleNameNode(rule);
      const meant = at === undefined ? undefined : findIntendedRequest(at.name);
      if (at === undefined || meant === undefined || rule.head.parameters !== undefined) continue;
      const named = names().rules.get(at.name);
      // If other rules use the name, the author defined it intentionally.
      if (named !== undefined && named.places.length > named.definitions.length) continue;
      yield {
        start: at.start,
        end: at.end,
        message: l10n.t`${sanitizeQuote(at.name)} isn't an agent request, so the agent never evaluates this rule. Did you mean ${meant.name}?`,
        fixes: [
          {
            title: l10n.t`Rename to ${meant.name}`,
            edits: [{ start: at.start, end: at.end, text: meant.name }],
            sure: meant.sure && rulesOf(meant.name).length === 0 && findEndpoint(meant.name)?.kind === 'request',
          },
        ],
      };
    }
  },
  examples: [
    {
      avoid: policyWith('default ExecProcesRequest := false\n#       ^^^^^^^^^^^^^^^^^ want\n'),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
    {
      avoid: policyWith('default SetPolicy := false\n#       ^^^^^^^^^ want\n'),
      prefer: policyWith('default SetPolicyRequest := false\n'),
    },
  ],
});
