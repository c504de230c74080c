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
    l10n.t`The policy has a rule whose name looks like a request but isn't one, such as a misspelled name. The agent looks up rules by the exact name of the request, so it never evaluates this rule. A request that the rule was meant to allow is denied. A request that it was meant to deny is decided by other rules and might be allowed.

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
        message: l10n.t`The agent has no request ${sanitizeQuote(at.name)}, so it never evaluates this rule. Did you mean ${meant.name}?`,
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
