/**
 * Evaluates rules of Node Feature Discovery. Sources: kubernetes-sigs/node-feature-discovery@76e6cc8c
 * pkg/apis/nfd/nodefeaturerule/rule.go (Execute) and expression.go; openshift/node-feature-discovery@b30f8cb7e
 * source/custom/custom.go (LegacyRule).
 */
import { getList, getMap, getString, getValue } from '#simulator/store/kubeObject.ts';
import type { Features } from './nodeFeatures.ts';

type Labels = Readonly<Record<string, string>>;

/**
 * Returns the labels that a rule sets on a node. A rule without conditions labels every node.
 * @param readsMatchOn true if the worker also evaluates the older format
 */
export function evaluateRule(rule: unknown, features: Features, readsMatchOn: boolean): Labels {
  if (readsMatchOn && getValue(rule, 'matchOn') !== undefined) return evaluateOldRule(rule, features);
  const any = getList(rule, 'matchAny');
  if (any.length > 0 && !any.some((one) => meetsAll(getList(one, 'matchFeatures'), features))) return {};
  if (!meetsAll(getList(rule, 'matchFeatures'), features)) return {};
  return Object.fromEntries(
    Object.entries(getMap(rule, 'labels') ?? {}).flatMap(([key, value]) =>
      typeof value === 'string' ? [[withPrefix(key), value]] : [],
    ),
  );
}

/** Evaluates a rule with `matchOn`. Its entries are alternatives, and its name is the label. */
function evaluateOldRule(rule: unknown, { flags }: Features): Labels {
  const name = getString(rule, 'name') ?? '';
  const fits = (names: readonly unknown[], feature: string): boolean =>
    names.every((one) => typeof one === 'string' && (flags[feature] ?? []).includes(one));
  const isMet = getList(rule, 'matchOn').some(
    (one) => fits(getList(one, 'cpuId'), 'cpu.cpuid') && fits(getList(one, 'loadedKMod'), 'kernel.loadedmodule'),
  );
  if (!isMet) return {};
  const label = name.includes('/') ? name : `feature.node.kubernetes.io/custom-${name}`;
  return { [label]: getString(rule, 'value') ?? 'true' };
}

function withPrefix(label: string): string {
  return label.includes('/') ? label : `feature.node.kubernetes.io/${label}`;
}

function meetsAll(terms: readonly unknown[], features: Features): boolean {
  return terms.every((term) => {
    const feature = getString(term, 'feature') ?? '';
    const flags = features.flags[feature];
    const attributes = features.attributes[feature];
    // The real evaluation of an unknown feature fails, so the rule sets no labels.
    if (flags === undefined && attributes === undefined) return false;
    return Object.entries(getMap(term, 'matchExpressions') ?? {}).every(([name, expression]) => {
      const exists = flags?.includes(name) ?? attributes?.[name] !== undefined;
      return meets(expression, exists, attributes?.[name]);
    });
  });
}

/**
 * Returns whether an attribute meets an expression. Unknown operators, and those of ranges and patterns, never match.
 */
function meets(expression: unknown, exists: boolean, value: string | undefined): boolean {
  const op = getString(expression, 'op');
  const values = getList(expression, 'value').map(String);
  if (op === 'Exists') return exists;
  if (op === 'DoesNotExist') return !exists;
  if (value === undefined) return false;
  switch (op) {
    case 'In':
      return values.includes(value);
    case 'NotIn':
      return !values.includes(value);
    case 'Gt':
      return Number(value) > Number(values[0]);
    case 'Lt':
      return Number(value) < Number(values[0]);
    case 'IsTrue':
      return value === 'true';
    case 'IsFalse':
      return value === 'false';
    default:
      return false;
  }
}
