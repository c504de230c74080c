/**
 * Evaluates rules of Node Feature Discovery. Sources: kubernetes-sigs/node-feature-discovery@76e6cc8c
 * pkg/apis/nfd/nodefeaturerule/rule.go (Execute) and expression.go; openshift/node-feature-discovery@b30f8cb7e
 * source/custom/custom.go (LegacyRule).
 */
import { getList, getMap, getString, getValue } from '#simulator/store/kubeObject.ts';
import { meetsExpression } from './matchExpression.ts';
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
    const feature = (getString(term, 'feature') ?? '').toLowerCase();
    const flags = features.flags[feature];
    const attributes = features.attributes[feature];
    // The real evaluation of an unknown feature fails, so the rule sets no labels.
    if (flags === undefined && attributes === undefined) return false;
    const meetsExpressions = Object.entries(getMap(term, 'matchExpressions') ?? {}).every(([name, expression]) => {
      const exists = flags?.includes(name) === true || attributes?.[name] !== undefined;
      return meetsExpression(expression, exists, attributes?.[name]);
    });
    const matchName = getValue(term, 'matchName');
    return meetsExpressions && (matchName === undefined || meetsName(matchName, features, feature));
  });
}

/** Returns whether the name of at least one flag or attribute meets an expression. */
function meetsName(expression: unknown, { flags, attributes }: Features, feature: string): boolean {
  const names = [...(flags[feature] ?? []), ...Object.keys(attributes[feature] ?? {})];
  return names.some((name) => meetsExpression(expression, true, name));
}
