import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import type { RegoRule, Term } from '#server/policy/rego/syntax/ast.ts';
import { walkNode } from '#server/policy/rego/syntax/walk.ts';
import { readRules } from '#server/policy/sharing/dataReads.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-ops-path',
  title: () => l10n.t`Policy changes data outside /pstate`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`A rule returns \`ops\` with a path outside \`/pstate\`. The policy engine applies \`ops\` to all of its data, not only to the state that the policy keeps in \`/pstate\`. A change under \`/agent_policy\` replaces rules in the policy itself. One request could therefore add a rule that allows requests that the original policy denies.

Use a path under \`/pstate\`.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs')],
  *check({ policy }) {
    const { module, isAsked } = analyzePolicy(policy);
    if (!isAsked) return;
    const paths = module.rules.flatMap((rule) =>
      readRules(
        [rule],
        () => 'ops',
        (rules) => rules.flatMap(listPaths),
        (found) => JSON.stringify(found.map(({ value }) => value)),
      ),
    );
    for (const { start, end, value } of paths) {
      if (typeof value !== 'string' || value === '/pstate' || value.startsWith('/pstate/')) continue;
      yield {
        start,
        end,
        message: l10n.t`This path is outside /pstate, so the change can replace rules in the policy. Keep state under /pstate.`,
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        'default SetGuestDateTimeRequest := false\n\nSetGuestDateTimeRequest := {"allowed": true, "ops": [{"op": "add", "path": "/agent_policy/seen", "value": true}]}\n#                                                                          ^^^^^^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: policyWith(
        'default SetGuestDateTimeRequest := false\n\nSetGuestDateTimeRequest := {"allowed": true, "ops": [{"op": "add", "path": "/pstate/seen", "value": true}]}\n',
      ),
    },
  ],
});

/** Returns the literal paths in the results of a rule. */
function listPaths(rule: RegoRule): readonly (Term & { readonly kind: 'scalar' })[] {
  const paths: (Term & { readonly kind: 'scalar' })[] = [];
  walkNode({ type: 'rule', node: rule }, ({ type, node }) => {
    if (type === 'term' && node.kind === 'object')
      for (const { key, value } of node.entries) if (isText(key, 'ops')) paths.push(...pathsIn(value));
    return true;
  });
  return paths;
}

function isText(term: Term, text: string): boolean {
  return term.kind === 'scalar' && term.value === text;
}

/** Returns the literal paths in a list of changes. */
function pathsIn(ops: Term): (Term & { readonly kind: 'scalar' })[] {
  if (ops.kind !== 'array') return [];
  return ops.items.flatMap((item) => {
    if (item.kind !== 'object') return [];
    return item.entries.flatMap(({ key, value }) =>
      value.kind === 'scalar' && (isText(key, 'path') || isText(key, 'from')) ? [value] : [],
    );
  });
}
