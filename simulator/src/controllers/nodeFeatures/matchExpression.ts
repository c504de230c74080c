/**
 * Evaluates match expressions of Node Feature Discovery rules. Source:
 * kubernetes-sigs/node-feature-discovery@20d280c11 pkg/apis/nfd/nodefeaturerule/expression.go. The operators `Ge`,
 * `Le`, and `GeLe` exist in later versions (@76e6cc8c).
 */
import { getList, getString } from '#simulator/store/kubeObject.ts';

/** Maximum length of a pattern, in characters. */
const longestPattern = 200;

/**
 * Returns whether an attribute meets an expression. Invalid expressions are never met: the real evaluation fails, so
 * the rule sets no labels.
 * @param value undefined if the feature has no values
 */
export function meetsExpression(expression: unknown, exists: boolean, value: string | undefined): boolean {
  const op = getString(expression, 'op') ?? '';
  const values = getList(expression, 'value').map(String);
  const evaluate = Object.hasOwn(withoutValue, op) ? withoutValue[op] : undefined;
  if (evaluate !== undefined) return values.length === 0 && evaluate(exists);
  if (!exists || value === undefined) return false;
  switch (op) {
    case 'In':
      return values.includes(value);
    case 'NotIn':
      return values.length > 0 && !values.includes(value);
    case 'InRegexp':
      return meetsPattern(values, value);
    case 'IsTrue':
    case 'IsFalse':
      return values.length === 0 && value === (op === 'IsTrue' ? 'true' : 'false');
    default:
      return meetsComparison(op, values, value);
  }
}

/** Operators without a value. An expression without an operator is always met. */
const withoutValue: Readonly<Record<string, (exists: boolean) => boolean>> = {
  '': () => true,
  Exists: (exists) => exists,
  DoesNotExist: (exists) => !exists,
};

/** Returns whether one of the patterns matches. If a pattern is invalid, none does. */
function meetsPattern(patterns: readonly string[], value: string): boolean {
  try {
    return patterns
      .map((pattern) => {
        if (pattern.length > longestPattern) throw new Error('The pattern is too long');
        return new RegExp(pattern);
      })
      .some((pattern) => pattern.test(value));
  } catch {
    return false;
  }
}

const comparisons: Readonly<Record<string, (value: number, first: number, second: number) => boolean>> = {
  Gt: (value, first) => value > first,
  Ge: (value, first) => value >= first,
  Lt: (value, first) => value < first,
  Le: (value, first) => value <= first,
  GtLt: (value, first, second) => first < second && value > first && value < second,
  GeLe: (value, first, second) => first < second && value >= first && value <= second,
};

/** Returns whether a number meets a comparison or is in a range. Other operators are never met. */
function meetsComparison(op: string, values: readonly string[], value: string): boolean {
  const compare = Object.hasOwn(comparisons, op) ? comparisons[op] : undefined;
  const numbers = [value, ...values];
  if (compare === undefined || !numbers.every((text) => /^[+-]?\d+$/.test(text))) return false;
  if (values.length !== (op === 'GtLt' || op === 'GeLe' ? 2 : 1)) return false;
  return compare(Number(value), Number(values[0]), Number(values[1]));
}
