import * as l10n from '@vscode/l10n';
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import type { RegoRule, Term } from '#server/policy/rego/syntax/ast.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { hasCondition } from '../bodyConditions.ts';
import { getRuleNameNode, analyzePolicy, type PolicyAnalysis } from '../policyAnalysis.ts';

/** Request that another rule reports if it's allowed without a condition. */
const reportedElsewhere = 'ExecProcessRequest';

const rule = 'WriteStreamRequest if {\n    input.exec_id == "web"\n}\n';

export default definePolicyRule({
  id: 'rego-default-true',
  title: () => l10n.t`Default that makes a condition ineffective`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy allows a request by default, and another rule allows it under a condition. If the condition isn't true, the default applies and allows the request too. The condition therefore has no effect.

A default isn't reported if another rule for the request can return \`false\` or an object, because that rule can deny the request.

Set the default to false, as in \`default WriteStreamRequest := false\`.`,
  source: [
    'openshift/cloud-api-adaptor@44bb97f1 podvm-payload/osc-agent-policy.rego',
    'microsoft/regorus@cabd0866 src/interpreter.rs',
    'OSC 1.12 §3.5',
  ],
  *check({ policy }) {
    const reading = analyzePolicy(policy);
    if (!reading.isWhole) return;
    for (const { name } of requestEndpoints) {
      const byDefault = name === reportedElsewhere ? undefined : findIneffectiveDefault(reading, name);
      const at = byDefault === undefined ? undefined : getRuleNameNode(byDefault);
      const value = byDefault?.head.value;
      if (at === undefined || value === undefined) continue;
      yield {
        start: at.start,
        end: at.end,
        message: l10n.t`${name} is true by default, so the conditions in its other rules have no effect. Set the default to false.`,
        fixes: [
          {
            title: l10n.t`Set the default to false`,
            edits: [{ start: value.start, end: value.end, text: 'false' }],
            sure: false,
          },
        ],
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(`default WriteStreamRequest := true\n#       ^^^^^^^^^^^^^^^^^^ want\n\n${rule}`),
      prefer: policyWith(`default WriteStreamRequest := false\n\n${rule}`),
    },
  ],
});

/**
 * Returns the default that allows a request regardless of the conditions in its other rules. Returns undefined if
 * these rules have no condition, or if one of them can deny the request.
 */
export function findIneffectiveDefault({ rulesOf, verdict }: PolicyAnalysis, name: string): RegoRule | undefined {
  if (verdict(name).verdict !== 'allowed') return undefined;
  const rules = rulesOf(name);
  const byDefault = rules.find(({ isDefault }) => isDefault);
  const others = rules.filter(({ isDefault }) => !isDefault);
  return byDefault !== undefined &&
    isTrue(byDefault.head.value) &&
    others.every(onlyAllows) &&
    // A rule without a condition might only print the request.
    others.some(({ bodies }) => bodies.some(({ query }) => hasCondition(query)))
    ? byDefault
    : undefined;
}

/** Returns whether a rule has a body and can only be true or undefined. */
function onlyAllows({ head, bodies }: RegoRule): boolean {
  return (
    head.ref.kind === 'variable' &&
    head.parameters === undefined &&
    head.contains === undefined &&
    bodies.length > 0 &&
    [head.value, ...bodies.map(({ value }) => value)].every((value) => value === undefined || isTrue(value)) &&
    bodies.every(({ query }) => query !== undefined)
  );
}

function isTrue(value: Term | undefined): boolean {
  return value?.kind === 'scalar' && value.value === true;
}
