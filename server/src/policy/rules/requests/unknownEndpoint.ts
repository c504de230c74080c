import * as l10n from '@vscode/l10n';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { removeLines } from '#server/engine/findings/edits.ts';
import type { Finding } from '#server/engine/findings/rule.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import { findIntendedRequest, getRuleNameNode, analyzePolicy, type PolicyAnalysis } from '../policyAnalysis.ts';
import { computesRuleNames } from '../ruleGraph.ts';

export default definePolicyRule({
  id: 'rego-unknown-endpoint',
  title: () => l10n.t`Unknown request`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The name of a rule in the policy resembles a request name but isn't one, for example because it's misspelled. The agent looks up rules by the exact name of the request, so it never evaluates this rule. If the rule was meant to allow a request, the request is denied. If the rule was meant to deny a request, other rules decide, and the request might be allowed.

A default for \`allow\`, which is common in policies for other engines, is reported as information if no rule uses it.

Rename the rule to the exact name of the request.`,
  source: [
    kataUpstream('src/libs/protocols/protos/agent.proto'),
    kataUpstream('src/agent/policy/src/policy.rs'),
    'OSC 1.12 §3.5',
  ],
  *check({ policy }) {
    const analysis = analyzePolicy(policy);
    const { module, rulesOf, isAsked } = analysis;
    if (!isAsked) return;
    yield* unusedAllow(policy, analysis);
    const misnamed = module.rules.flatMap((rule) => {
      const at = getRuleNameNode(rule);
      const meant = at === undefined ? undefined : findIntendedRequest(at.name);
      if (at === undefined || meant === undefined || rule.head.parameters !== undefined) return [];
      // If other rules use the name, the author defined it intentionally.
      return isUsed(at.name, analysis) ? [] : [{ at, meant }];
    });
    const spellings = new Map<string, Set<string>>();
    for (const { at, meant } of misnamed)
      spellings.set(meant.name, (spellings.get(meant.name) ?? new Set()).add(at.name));
    for (const { at, meant } of misnamed) {
      // Rules with different names might contradict each other under the same name.
      const isFree = spellings.get(meant.name)?.size === 1 && rulesOf(meant.name).length === 0;
      yield {
        start: at.start,
        end: at.end,
        message: l10n.t`${sanitizeQuote(at.name)} isn't an agent request, so the agent never evaluates this rule. Did you mean ${meant.name}?`,
        fixes: [
          {
            title: l10n.t`Rename to ${meant.name}`,
            edits: [{ start: at.start, end: at.end, text: meant.name }],
            sure: meant.sure && isFree && findEndpoint(meant.name)?.kind === 'request',
          },
        ],
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith('default ExecProcesRequest := false\n#       ^^^^^^^^^^^^^^^^^ want\n'),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
    {
      avoid: policyWith('default SetPolicy := false\n#       ^^^^^^^^^ want\n'),
      prefer: policyWith('default SetPolicyRequest := false\n'),
    },
    {
      avoid: policyWith('default allow := true\n#       ^^^^^ want\ndefault ExecProcessRequest := false\n'),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
  ],
});

/** The usual name of the decision in policies for other engines. */
const decisionName = 'allow';

/** Yields defaults for `allow` that no rule uses. */
function* unusedAllow(policy: Policy, analysis: PolicyAnalysis): Generator<Finding> {
  if (!analysis.isWhole) return;
  const defaults = analysis.rulesOf(decisionName).filter(({ isDefault }) => isDefault);
  if (defaults.length === 0 || isUsed(decisionName, analysis)) return;
  for (const rule of defaults) {
    const at = getRuleNameNode(rule);
    if (at === undefined) continue;
    const edit = removeLines(policy.text, rule);
    yield {
      start: at.start,
      end: at.end,
      severity: 'info',
      message: l10n.t`The agent evaluates only rules that are named after requests, so this default for ${at.name} has no effect.`,
      fixes: edit === undefined ? [] : [{ title: l10n.t`Remove the default`, edits: [edit], sure: false }],
    };
  }
}

/** Returns whether other rules use a name, or might use it. */
function isUsed(name: string, { module, names }: PolicyAnalysis): boolean {
  const named = names().rules.get(name);
  return (named !== undefined && named.places.length > named.definitions.length) || computesRuleNames(module);
}
