/** Evaluates label selectors of objects. */
import { isJsonObject, getList, getMap, getString } from '#simulator/store/kubeObject.ts';

type Labels = Readonly<Record<string, string>> | undefined;

/**
 * Returns whether the labels match a LabelSelector. Returns undefined if the selector is invalid. An empty selector
 * matches all labels.
 */
export function matchesLabels(selector: unknown, labels: Labels = {}): boolean | undefined {
  for (const [key, value] of Object.entries(getMap(selector, 'matchLabels'))) {
    if (!Object.hasOwn(labels, key) || labels[key] !== value) return false;
  }
  let matches = true;
  for (const expression of getList(selector, 'matchExpressions')) {
    const answer = expressionMatches(expression, labels);
    if (answer === undefined) return undefined;
    matches &&= answer;
  }
  return matches;
}

function expressionMatches(expression: unknown, labels: Readonly<Record<string, string>>): boolean | undefined {
  const key = getString(expression, 'key');
  if (key === undefined || !isJsonObject(expression)) return undefined;
  const values = getList(expression, 'values');
  const present = Object.hasOwn(labels, key);
  switch (getString(expression, 'operator')) {
    case 'In':
      return values.length === 0 ? undefined : present && values.includes(labels[key]);
    case 'NotIn':
      return values.length === 0 ? undefined : !present || !values.includes(labels[key]);
    case 'Exists':
      return values.length > 0 ? undefined : present;
    case 'DoesNotExist':
      return values.length > 0 ? undefined : !present;
    default:
      return undefined;
  }
}

/** Returns whether labels contain all labels of a node selector or of a Service selector. */
export function hasLabels(labels: Labels, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => labels !== undefined && Object.hasOwn(labels, key) && labels[key] === value,
  );
}
