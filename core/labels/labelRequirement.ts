/**
 * Determines whether labels meet a requirement of a label selector. Source: k8s.io/apimachinery pkg/labels/selector.go
 * (Requirement.Matches), pkg/apis/meta/v1/helpers.go.
 */

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;
export type Operator = (typeof operators)[number];

export function isOperator(text: string): text is Operator {
  return operators.some((operator) => operator === text);
}

/**
 * A requirement of a label selector. A node must meet all requirements of the selector. Each entry in `matchLabels` is
 * a requirement with `In` and one value.
 */
export interface LabelDemand {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** Returns whether the labels meet the requirement. */
export function meets(labels: Readonly<Record<string, string>>, { key, operator, values }: LabelDemand): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}
