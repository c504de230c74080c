/**
 * Describes topology spread constraints. Sources: kubernetes/kubectl pkg/describe/describe.go
 * (describeTopologySpreadConstraints); kubernetes/apimachinery pkg/apis/meta/v1/helpers.go (FormatLabelSelector).
 */
import {
  getList,
  getMap,
  getNumber,
  getString,
  getStringMap,
  getStrings,
  getValue,
  isJsonObject,
} from '#core/common/json.ts';

/** Returns one line per constraint, sorted by the topology key. */
export function describeTopologySpread(constraints: readonly unknown[]): readonly string[] {
  const keyOf = (constraint: unknown): string => getString(constraint, 'topologyKey') ?? '';
  return constraints
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0))
    .map((constraint) => {
      const selector = getValue(constraint, 'labelSelector');
      const selected = isJsonObject(selector) ? ` for selector ${formatSelector(selector)}` : '';
      const action = getString(constraint, 'whenUnsatisfiable') ?? '';
      return `${keyOf(constraint)}:${action} when max skew ${getNumber(constraint, 'maxSkew') ?? 0} is exceeded${selected}`;
    });
}

const operators: Readonly<Record<string, string>> = { In: 'in', NotIn: 'notin' };

function formatSelector(selector: unknown): string {
  const labels = Object.entries(getStringMap(selector, 'matchLabels')).map(([key, value]) => [key, `${key}=${value}`]);
  const expressions = getList(selector, 'matchExpressions').map((expression) => {
    const [key = '', operator = ''] = [getString(expression, 'key'), getString(getMap(expression), 'operator')];
    if (operator === 'Exists') return [key, key];
    if (operator === 'DoesNotExist') return [key, `!${key}`];
    const values = getStrings(expression, 'values').toSorted().join(',');
    return [key, `${key} ${operators[operator] ?? operator} (${values})`];
  });
  const parts = [...labels, ...expressions].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return parts.length === 0 ? '<none>' : parts.map(([, text]) => text).join(',');
}
