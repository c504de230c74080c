/** Evaluates an expression at several times. Uses the parser of the Prometheus project. */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { aggregate, type LabelGrouping } from './aggregate.ts';
import { binary, type Matching } from './binaryOperators.ts';
import { durationOf } from './duration.ts';
import { histogramQuantile } from './histogramQuantile.ts';
import { readMatchers } from './matchers.ts';
import type { SampleHistory } from './sampleHistory.ts';
import { rangeFunctions } from './rangeFunctions.ts';
import { merged, UnsupportedPromqlError, unnamed, type SeriesValues, type PromqlValue } from './promqlValues.ts';

export { UnsupportedPromqlError } from './promqlValues.ts';

/** Maximum length and nesting depth of an expression. */
const maxLength = 20_000;
const maxDepth = 100;

/**
 * Evaluates an expression.
 * @param times milliseconds since 1970
 * @throws UnsupportedPromqlError if the simulator doesn't support the expression, or another error if it is invalid
 */
export function evaluate(query: string, past: SampleHistory, times: readonly number[]): PromqlValue {
  if (query.trim() === '') throw new Error('invalid parameter "query": 1:1: parse error: no expression found in input');
  if (query.length > maxLength) throw new UnsupportedPromqlError('queries of this length');
  const tree = parser.parse(query);
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError)
        throw new Error(`invalid parameter "query": 1:${from + 1}: parse error: unexpected end of input or character`);
    },
  });
  const [expression] = childrenOf(tree.topNode);
  if (expression === undefined)
    throw new Error('invalid parameter "query": 1:1: parse error: no expression found in input');
  return new Evaluation(query, past, times).value(expression, 0);
}

const rounding: Readonly<Record<string, (value: number) => number>> = {
  abs: (value) => Math.abs(value),
  ceil: (value) => Math.ceil(value),
  floor: (value) => Math.floor(value),
  round: (value) => Math.floor(value + 0.5),
  sqrt: (value) => Math.sqrt(value),
};

class Evaluation {
  readonly #query: string;
  readonly #past: SampleHistory;
  readonly #times: readonly number[];

  constructor(query: string, past: SampleHistory, times: readonly number[]) {
    this.#query = query;
    this.#past = past;
    this.#times = times;
  }

  value(node: SyntaxNode, depth: number): PromqlValue {
    if (depth > maxDepth) throw new UnsupportedPromqlError('queries with this nesting depth');
    const next = (child: SyntaxNode | undefined): PromqlValue => {
      if (child === undefined) throw new Error('invalid parameter "query": parse error: unexpected end of input');
      return this.value(child, depth + 1);
    };
    const children = childrenOf(node);
    switch (node.name) {
      case 'ParenExpr':
        return next(children[0]);
      case 'NumberDurationLiteral': {
        const number = this.#number(node);
        return { kind: 'scalar', at: () => number };
      }
      case 'VectorSelector':
        return { kind: 'vector', series: this.#past.select(readMatchers(node, this.#query), this.#times, 0) };
      case 'OffsetExpr':
        return this.#offset(node);
      case 'UnaryExpr': {
        const operand = next(children[1]);
        if (children[0] === undefined || this.#text(children[0]) !== '-') return operand;
        if (operand.kind === 'scalar') return { kind: 'scalar', at: (index) => -operand.at(index) };
        return mapped(operand.series, (value) => -value);
      }
      case 'BinaryExpr': {
        const [left, operator] = children;
        return binary(
          operator === undefined ? '' : this.#text(operator),
          next(left),
          next(children.at(-1)),
          this.#matching(node),
          this.#times.length,
        );
      }
      case 'AggregateExpr':
        return this.#aggregate(node, next);
      case 'FunctionCall':
        return this.#call(node, next);
      default:
        throw new UnsupportedPromqlError(
          node.name === 'MatrixSelector' ? 'a time range outside a function' : this.#text(node).slice(0, 80),
        );
    }
  }

  #aggregate(node: SyntaxNode, next: (child: SyntaxNode | undefined) => PromqlValue): PromqlValue {
    const operator = node.getChild('AggregateOp');
    const modifier = node.getChild('AggregateModifier');
    const body = childrenOf(node.getChild('FunctionCallBody'));
    if (body.length !== 1)
      throw new UnsupportedPromqlError(operator === null ? 'this aggregation' : this.#text(operator));
    const grouping: LabelGrouping = {
      isWithout: has(modifier, 'Without'),
      names: this.#names(modifier?.getChild('GroupingLabels')),
    };
    const operand = next(body[0]);
    if (operand.kind === 'scalar')
      throw new Error(
        'invalid parameter "query": parse error: expected type instant vector in aggregation expression, got scalar',
      );
    return {
      kind: 'vector',
      series: aggregate(operator === null ? '' : this.#text(operator).toLowerCase(), grouping, operand.series),
    };
  }

  #call(node: SyntaxNode, next: (child: SyntaxNode | undefined) => PromqlValue): PromqlValue {
    const identifier = node.getChild('FunctionIdentifier');
    const name = identifier === null ? '' : this.#text(identifier);
    const given = childrenOf(node.getChild('FunctionCallBody'));
    const overRange = Object.hasOwn(rangeFunctions, name) ? rangeFunctions[name] : undefined;
    if (overRange !== undefined) return this.#overRange(given[0], overRange, name === 'last_over_time');
    const simple = Object.hasOwn(rounding, name) ? rounding[name] : undefined;
    const series = (value: PromqlValue): readonly SeriesValues[] => {
      if (value.kind === 'vector') return value.series;
      throw new Error(
        `invalid parameter "query": parse error: expected type instant vector in call to function "${name}", got scalar`,
      );
    };
    const scalar = (value: PromqlValue): ((index: number) => number) => {
      if (value.kind === 'scalar') return value.at;
      throw new Error(
        `invalid parameter "query": parse error: expected type scalar in call to function "${name}", got instant vector`,
      );
    };
    if (simple !== undefined && given.length === 1) return mapped(series(next(given[0])), simple);
    if (name === 'histogram_quantile')
      return { kind: 'vector', series: histogramQuantile(scalar(next(given[0])), series(next(given[1]))) };
    if (name === 'clamp_min' || name === 'clamp_max') {
      const bound = scalar(next(given[1]));
      const work = name === 'clamp_min' ? Math.max : Math.min;
      return mapped(series(next(given[0])), (value, at) => work(value, bound(at)));
    }
    if (name === 'vector') {
      const at = scalar(next(given[0]));
      return { kind: 'vector', series: [{ labels: {}, values: this.#times.map((_, index) => at(index)) }] };
    }
    if (name === 'time') return { kind: 'scalar', at: (index) => (this.#times[index] ?? 0) / 1000 };
    throw new UnsupportedPromqlError(`the function ${name}`);
  }

  #overRange(node: SyntaxNode | undefined, work: (typeof rangeFunctions)[string], keepsName: boolean): PromqlValue {
    const isOffset = node?.name === 'OffsetExpr';
    const matrix = isOffset ? node.getChild('MatrixSelector') : node;
    const selector = matrix?.name === 'MatrixSelector' ? matrix.getChild('VectorSelector') : null;
    const duration = matrix?.getChild('DurationExpr') ?? null;
    if (selector === null || duration === null) throw new UnsupportedPromqlError('this time range');
    const length = durationOf(this.#text(duration));
    const offset = isOffset ? this.#shift(node) : 0;
    const series = this.#past.collected(readMatchers(selector, this.#query)).map(({ labels, between }) => ({
      labels: keepsName ? labels : unnamed(labels),
      values: this.#times.map((time) => {
        const stretch = { from: time - offset - length, to: time - offset };
        return work(between(stretch.from, stretch.to), stretch);
      }),
    }));
    return { kind: 'vector', series: merged(series) };
  }

  #offset(node: SyntaxNode): PromqlValue {
    const selector = node.getChild('VectorSelector');
    if (selector === null) throw new UnsupportedPromqlError('an offset at this position');
    return {
      kind: 'vector',
      series: this.#past.select(readMatchers(selector, this.#query), this.#times, this.#shift(node)),
    };
  }

  /** Returns the offset into the past, in milliseconds. */
  #shift(node: SyntaxNode): number {
    const text = this.#text(node);
    const written = text.slice(text.lastIndexOf('offset') + 6).trim();
    return written.startsWith('-') ? -durationOf(written.slice(1).trim()) : durationOf(written);
  }

  #matching(node: SyntaxNode): Matching {
    const clause = node.getChild('MatchingModifierClause');
    const lists = clause?.getChildren('GroupingLabels') ?? [];
    const isLeft = has(clause, 'GroupLeft');
    const isRight = has(clause, 'GroupRight');
    return {
      isOn: has(clause, 'On'),
      names: this.#names(lists[0]),
      ...(isLeft ? { many: 'left' } : isRight ? { many: 'right' } : {}),
      included: this.#names(lists[1]),
      isBool: node.getChild('BoolModifier') !== null,
    };
  }

  #names(list: SyntaxNode | null | undefined): readonly string[] {
    return list?.getChildren('LabelName').map((label) => this.#text(label)) ?? [];
  }

  #number(node: SyntaxNode): number {
    const text = this.#text(node).toLowerCase();
    const [sign, digits] = text.startsWith('-') ? [-1, text.slice(1)] : [1, text.replace(/^\+/, '')];
    if (digits === 'inf') return sign * Infinity;
    if (digits === 'nan') return Number.NaN;
    const value = Number(digits);
    return sign * (Number.isNaN(value) ? durationOf(digits) / 1000 : value);
  }

  #text({ from, to }: SyntaxNode): string {
    return this.#query.slice(from, to);
  }
}

function mapped(series: readonly SeriesValues[], work: (value: number, at: number) => number): PromqlValue {
  const out = series.map(({ labels, values }) => ({
    labels: unnamed(labels),
    values: values.map((value, at) => (value === undefined ? undefined : work(value, at))),
  }));
  return { kind: 'vector', series: merged(out) };
}

function has(node: SyntaxNode | null, child: string): boolean {
  return (node?.getChild(child) ?? null) !== null;
}

/** Returns the children of a node, without comments. */
function childrenOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  const out: SyntaxNode[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling)
    if (child.name !== 'LineComment') out.push(child);
  return out;
}
