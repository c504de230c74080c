/** Finds reads of the whole policy through `data`, which can reach each rule. */
import { policyPackage } from '#core/agent/endpoints/endpoints.ts';
import type { Import, RegoRule, Term } from '../rego/syntax/ast.ts';
import { walkNode, type RegoNode } from '../rego/syntax/walk.ts';

/** Returns the names of imports of `data`, of the policy, or of its rules. */
export function importedData(imports: readonly Import[]): ReadonlySet<string> {
  const own = imports.filter(
    ({ path: [root, name] }) => root?.text === 'data' && (name === undefined || name.text === policyPackage),
  );
  return new Set(own.flatMap(({ alias, path }) => (alias ?? path.at(-1))?.text ?? []));
}

/**
 * Returns whether a rule reads the policy through `data` without naming a rule: `data` or `data.agent_policy` as a
 * whole, a reference with a variable as a key, or an import.
 */
export function readsAnyRule(rule: RegoRule, imported: ReadonlySet<string>): boolean {
  let found = false;
  const visit = ({ type, node }: RegoNode): boolean => {
    if (found || type !== 'term') return !found;
    if (node.kind === 'variable') found = node.name === 'data' || imported.has(node.name);
    if (node.kind !== 'ref' || !isNamed(node, imported)) return !found;
    for (const { key } of node.path) walkNode({ type: 'term', node: key }, visit);
    return false;
  };
  walkNode({ type: 'rule', node: rule }, visit);
  return found;
}

/** Returns whether a reference through `data` names a rule, or another package. */
function isNamed({ base, path }: Term & { readonly kind: 'ref' }, imported: ReadonlySet<string>): boolean {
  if (base.kind !== 'variable' || base.name !== 'data' || imported.has('data')) return false;
  const [own, name] = path.map(({ key }) => (key.kind === 'scalar' ? key.value : undefined));
  return typeof own === 'string' && (own !== policyPackage || typeof name === 'string');
}
