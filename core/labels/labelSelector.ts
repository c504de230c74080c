/**
 * Reads label selectors of cluster objects and evaluates them. Source: k8s.io/apimachinery pkg/apis/meta/v1
 * (LabelSelectorAsSelector).
 */
import * as l10n from '@vscode/l10n';
import { getList, getString, getStringMap, getStrings } from '../common/json.ts';
import { isOperator, meets } from './labelRequirement.ts';

export interface LabelSelector {
  readonly matchLabels: Readonly<Record<string, string>>;
  readonly matchExpressions: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[];
}

/** Reads a selector. Returns undefined if it doesn't exist or is empty. */
export function readSelector(raw: unknown, ...path: readonly string[]): LabelSelector | undefined {
  const matchLabels = getStringMap(raw, ...path, 'matchLabels');
  const matchExpressions = getList(raw, ...path, 'matchExpressions').map((one) => ({
    key: getString(one, 'key') ?? '',
    operator: getString(one, 'operator') ?? '',
    values: getStrings(one, 'values'),
  }));
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0
    ? undefined
    : { matchLabels, matchExpressions };
}

/** Describes in a few words why the selector is invalid. Returns undefined if it's valid. */
export function selectorProblem({ matchExpressions }: LabelSelector): string | undefined {
  for (const { key, operator, values } of matchExpressions) {
    if (key === '') return l10n.t`an expression has no key`;
    if (operator === 'In' || operator === 'NotIn') {
      if (values.length === 0) return l10n.t`${operator} for "${key}" has no values`;
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (values.length > 0) return l10n.t`${operator} for "${key}" must have no values`;
    } else return l10n.t`invalid operator "${operator}": expected In, NotIn, Exists, or DoesNotExist`;
  }
  return undefined;
}

/**
 * Returns whether the selector matches the labels. Returns undefined if the selector is invalid; see selectorProblem.
 */
export function matchesSelector(
  selector: LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean | undefined {
  if (selectorProblem(selector) !== undefined) return undefined;
  return (
    Object.entries(selector.matchLabels).every(([key, value]) =>
      meets(labels, { key, operator: 'In', values: [value] }),
    ) &&
    selector.matchExpressions.every(
      ({ key, operator, values }) => isOperator(operator) && meets(labels, { key, operator, values }),
    )
  );
}

/** Formats the selector in its usual notation, such as `kata=true, zone in (a, b)`. */
export function formatSelector({ matchLabels, matchExpressions }: LabelSelector): string {
  const labels = Object.entries(matchLabels).map(([key, value]) => (value === '' ? key : `${key}=${value}`));
  const expressions = matchExpressions.map(({ key, operator, values }) => {
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    return `${key} ${operator === 'In' ? 'in' : operator === 'NotIn' ? 'not in' : operator} (${values.join(', ')})`;
  });
  return [...labels, ...expressions].join(', ');
}
