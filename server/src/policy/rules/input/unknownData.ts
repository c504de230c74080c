import * as l10n from '@vscode/l10n';
import { policyPackage } from '#core/agent/endpoints/endpoints.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { Module } from '#server/policy/rego/syntax/ast.ts';
import { walkModuleUses } from '#server/policy/rego/syntax/walk.ts';
import type { Span } from '#server/engine/text/span.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { testText } from '#server/policy/sharing/dataReads.ts';
import { formatPackage, analyzePolicy } from '../policyAnalysis.ts';

const exec = (condition: string) => `default ExecProcessRequest := false\n\nExecProcessRequest if {\n${condition}}\n`;

export default definePolicyRule({
  id: 'rego-unknown-data',
  title: () => l10n.t`Unknown data reference`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The policy reads part of \`data\` that doesn't exist in the guest. The agent loads only the policy and no other data. \`data\` therefore contains only the policy package and \`pstate\`, which the policy writes with \`ops\`. Everything else is undefined. A condition that contains an undefined value is never true, or always true if it's negated with \`not\`.

Write the values into the policy itself.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs')],
  *check({ policy }) {
    const { module, isWhole } = analyzePolicy(policy);
    if (!isWhole) return;
    for (const { start, end, path } of lookups(module)) {
      const [name = ''] = path;
      // With `ops`, a policy can also write elsewhere.
      if (
        name === 'pstate' ||
        name === policyPackage ||
        name === module.package?.path[0]?.text ||
        testText(policy, `path ${name}`, (text) => text.includes(`/${name}`))
      )
        continue;
      const written = sanitizeQuote(`data.${path.join('.')}`, 60);
      yield {
        start,
        end,
        message: l10n.t`The guest has no data except pstate and the policy, so ${written} is always undefined.`,
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        exec(
          '    input.process.Args[0] in data.policy.allowed\n#                            ^^^^^^^^^^^^^^^^^^^ want\n',
        ),
      ),
      prefer: policyWith(exec('    input.process.Args[0] in {"ls", "date"}\n')),
    },
  ],
});

interface Lookup extends Span {
  readonly path: readonly string[];
}

/**
 * Returns the names that the policy looks up in `data` or imports from it. Omits called functions because another rule
 * reports them. Returns nothing if a rule is evaluated with other data.
 */
function lookups(module: Module): readonly Lookup[] {
  const found: Lookup[] = [];
  const called = new Set<number>();
  let replaced = false;
  for (const { path, start, end } of module.imports) {
    if (path[0]?.text === 'data' && path.length > 1)
      found.push({ start, end, path: formatPackage(path.slice(1)).split('.') });
  }
  walkModuleUses(module, ({ type, node }) => {
    if (type === 'with') {
      const root = node.target.kind === 'ref' ? node.target.base : node.target;
      replaced ||= root.kind === 'variable' && root.name === 'data';
    }
    if (type !== 'term') return;
    if (node.kind === 'call') called.add(node.callee.start);
    if (node.kind !== 'ref' || node.base.kind !== 'variable' || node.base.name !== 'data' || called.has(node.start))
      return;
    const path: string[] = [];
    for (const { key } of node.path) {
      if (key.kind !== 'scalar' || typeof key.value !== 'string') break;
      path.push(key.value);
    }
    if (path.length > 0) found.push({ start: node.start, end: node.end, path });
  });
  return replaced ? [] : found;
}
