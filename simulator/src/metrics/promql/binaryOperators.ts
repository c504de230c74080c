/** Implements binary operators. Source: prometheus/prometheus@v2.53.0 promql/engine.go (VectorBinop, resultMetric). */
import {
  getLabelsKey,
  merged,
  UnsupportedPromqlError,
  only,
  unnamed,
  omitLabels,
  type Labels,
  type SeriesValues,
  type PromqlValue,
} from './promqlValues.ts';

export interface Matching {
  readonly isOn: boolean;
  readonly names: readonly string[];
  /**
   * The "many" side, on which several series can match the same series of the other side. `included` lists the labels
   * to copy from the other side.
   */
  readonly many?: 'left' | 'right';
  readonly included: readonly string[];
  readonly isBool: boolean;
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '^': (a, b) => a ** b,
};
const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
};

/**
 * Applies an operator to two numbers.
 * @param shown value to keep if a comparison is true
 */
function apply(operator: string, a: number, b: number, isBool: boolean, shown = a): number | undefined {
  const work = arithmetic[operator];
  if (work !== undefined) return work(a, b);
  const holds = comparisons[operator]?.(a, b);
  if (holds === undefined) throw new UnsupportedPromqlError(operator);
  return isBool ? Number(holds) : holds ? shown : undefined;
}

export function binary(
  operator: string,
  left: PromqlValue,
  right: PromqlValue,
  matching: Matching,
  length: number,
): PromqlValue {
  const { isBool } = matching;
  const dropsName = Object.hasOwn(arithmetic, operator) || isBool;
  const named = (labels: Labels): Labels => (dropsName ? unnamed(labels) : labels);
  if (left.kind === 'scalar' && right.kind === 'scalar')
    return { kind: 'scalar', at: (index) => apply(operator, left.at(index), right.at(index), true) ?? Number.NaN };
  if (left.kind === 'vector' && right.kind === 'scalar')
    return vector(
      left.series.map(({ labels, values }) => ({
        labels: named(labels),
        values: values.map((value, at) =>
          value === undefined ? undefined : apply(operator, value, right.at(at), isBool),
        ),
      })),
    );
  if (left.kind === 'scalar' && right.kind === 'vector')
    return vector(
      right.series.map(({ labels, values }) => ({
        labels: named(labels),
        values: values.map((value, at) =>
          value === undefined ? undefined : apply(operator, left.at(at), value, isBool, value),
        ),
      })),
    );
  if (left.kind === 'scalar' || right.kind === 'scalar') throw new UnsupportedPromqlError('this operation');
  if (operator === 'and' || operator === 'or' || operator === 'unless')
    return vector(sets(operator, left.series, right.series, matching, length));
  return vector(matched(operator, left.series, right.series, matching, length, named));
}

function vector(series: readonly SeriesValues[]): PromqlValue {
  return { kind: 'vector', series: merged(series) };
}

function signature({ isOn, names }: Matching): (labels: Labels) => string {
  const wanted = new Set(isOn ? names : [...names, '__name__']);
  return (labels) => getLabelsKey(isOn ? only(labels, wanted) : omitLabels(labels, wanted));
}

function matched(
  operator: string,
  left: readonly SeriesValues[],
  right: readonly SeriesValues[],
  matching: Matching,
  length: number,
  named: (labels: Labels) => Labels,
): readonly SeriesValues[] {
  const sign = signature(matching);
  const isRightMany = matching.many === 'right';
  const [many, one] = isRightMany ? [right, left] : [left, right];
  const ones = grouped(one, sign);
  const out: SeriesValues[] = [];
  const taken = new Map<string, Set<number>>();
  for (const each of many) {
    const key = sign(each.labels);
    for (const other of ones.get(key) ?? []) {
      const values = Array.from({ length }, (_, at) => {
        const [a, b] = [each.values[at], other.values[at]];
        if (a === undefined || b === undefined) return undefined;
        if (matching.many === undefined) claim(taken, key, at);
        return isRightMany ? apply(operator, b, a, matching.isBool, b) : apply(operator, a, b, matching.isBool);
      });
      out.push({ labels: resultLabels(each.labels, other.labels, matching, named), values });
    }
  }
  return out;
}

/** Checks that each series has at most one match. Otherwise, the match is ambiguous. */
function claim(taken: Map<string, Set<number>>, key: string, at: number): void {
  const times = taken.get(key) ?? new Set();
  if (times.has(at))
    throw new Error(
      'found duplicate series for the match group on one side of the operation: many-to-many matching not allowed: matching labels must be unique on one side',
    );
  taken.set(key, times.add(at));
}

function resultLabels(
  many: Labels,
  one: Labels,
  { isOn, names, many: side, included }: Matching,
  named: (labels: Labels) => Labels,
): Labels {
  const labels = named(many);
  if (side === undefined) return isOn ? only(labels, new Set(names)) : omitLabels(labels, new Set(names));
  const taken = included.flatMap((name) => (one[name] === undefined ? [] : [[name, one[name]] as const]));
  return { ...omitLabels(labels, new Set(included)), ...Object.fromEntries(taken) };
}

function sets(
  operator: 'and' | 'or' | 'unless',
  left: readonly SeriesValues[],
  right: readonly SeriesValues[],
  matching: Matching,
  length: number,
): readonly SeriesValues[] {
  const sign = signature(matching);
  const present = (series: readonly SeriesValues[]): ((key: string, at: number) => boolean) => {
    const groups = grouped(series, sign);
    return (key, at) => groups.get(key)?.some(({ values }) => values[at] !== undefined) === true;
  };
  const keep = (series: readonly SeriesValues[], when: (key: string, at: number) => boolean): readonly SeriesValues[] =>
    series.map(({ labels, values }) => ({
      labels,
      values: Array.from({ length }, (_, at) => (when(sign(labels), at) ? values[at] : undefined)),
    }));
  if (operator === 'or') {
    const isLeft = present(left);
    return [...left, ...keep(right, (key, at) => !isLeft(key, at))];
  }
  const isRight = present(right);
  return keep(left, operator === 'and' ? isRight : (key, at) => !isRight(key, at));
}

function grouped(
  series: readonly SeriesValues[],
  sign: (labels: Labels) => string,
): ReadonlyMap<string, readonly SeriesValues[]> {
  const groups = new Map<string, SeriesValues[]>();
  for (const each of series) {
    const key = sign(each.labels);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}
