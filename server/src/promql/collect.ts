/** Collects the names in a query while its tree is walked, in one pass and without looking back. */
import type { Span } from '../engine/text/span.ts';
import { valueOfString } from './strings.ts';

/** Name of a series, label, or function, with its position. */
export interface NameSpan extends Span {
  readonly name: string;
}

type MatchOperator = '=' | '!=' | '=~' | '!~';

export interface MatcherNode {
  readonly label: NameSpan;
  readonly operator: MatchOperator;
  /** Value without quotation marks. Undefined if escapes make it uncertain. */
  readonly value: string | undefined;
  /** Span of the string with its quotation marks. */
  readonly at: Span;
}

/** Selected series, such as `kata_guest_load{item="load1"}`. */
export interface Selector {
  readonly name: NameSpan | undefined;
  readonly matchers: readonly MatcherNode[];
  /** True if a range such as `[5m]` follows, so that the selector returns several values per series. */
  range: boolean;
}

export interface FunctionCall {
  readonly name: NameSpan;
  /** Argument of the call if it's a single selector without anything around it. */
  argument: Selector | undefined;
}

/** Grouping or matching clause, such as `by (a, b)` or `on (a)`. */
export interface GroupingClause {
  readonly word: string;
  readonly labels: readonly NameSpan[];
  /** Selectors in the grouped expression. */
  selectors: readonly Selector[];
  /** True if functions or operators in the grouped expression create labels. */
  makesLabels: boolean;
}

const makers = new Set(['label_replace', 'label_join', 'count_values', 'info']);

interface Open {
  readonly node: string;
  /** Number of selectors when the node started. */
  readonly selectors: number;
  readonly makers: number;
  readonly own: GroupingClause[];
  readonly call?: FunctionCall;
  /** Number of function calls in the query up to this node, including its own. */
  readonly calls: number;
}

interface BegunSelector {
  name?: NameSpan;
  readonly matchers: MatcherNode[];
  label?: NameSpan;
  operator?: MatchOperator;
}

export class PromqlCollector {
  readonly selectors: Selector[] = [];
  readonly calls: FunctionCall[] = [];
  readonly groupings: GroupingClause[] = [];
  readonly #text: string;
  readonly #open: Open[] = [];
  /** Number of calls and modifiers so far that create labels. */
  #makers = 0;
  #selector: BegunSelector | undefined;
  #grouping: { word: string; labels: NameSpan[] } | undefined;
  /** Keyword that might start a grouping. */
  #word = '';

  constructor(text: string) {
    this.#text = text;
  }

  /** Handles the start of a node. */
  enter(node: string, start: number, end: number): void {
    const named = (): NameSpan => ({ name: this.#text.slice(start, end), start, end });
    switch (node) {
      case 'VectorSelector':
        this.#selector = { matchers: [] };
        break;
      case 'Identifier':
        if (this.#selector !== undefined && this.#selector.name === undefined) this.#selector.name = named();
        break;
      case 'LabelName':
        if (this.#grouping !== undefined) this.#grouping.labels.push(named());
        else if (this.#selector !== undefined) this.#selector.label = named();
        break;
      case 'MatchOp':
        if (this.#selector !== undefined) this.#selector.operator = operatorOf(this.#text.slice(start, end));
        break;
      case 'StringLiteral':
        this.#string(start, end);
        break;
      case 'FunctionCall':
      case 'AggregateExpr':
      case 'BinaryExpr':
        this.#open.push({
          node,
          selectors: this.selectors.length,
          makers: this.#makers,
          own: [],
          calls: this.calls.length,
        });
        break;
      case 'FunctionIdentifier':
      case 'AggregateOp':
        this.#called(named());
        break;
      case 'By':
      case 'Without':
      case 'On':
      case 'Ignoring':
      case 'GroupLeft':
      case 'GroupRight':
        this.#word = this.#text.slice(start, end).toLowerCase();
        if (node.startsWith('Group')) this.#makers += 1;
        break;
      case 'GroupingLabels':
        this.#grouping = { word: this.#word, labels: [] };
        break;
      default:
    }
  }

  /** Handles the end of a node. */
  leave(node: string): void {
    if (node === 'VectorSelector') this.#endSelector();
    else if (node === 'MatrixSelector') {
      const last = this.selectors.at(-1);
      if (last !== undefined) last.range = true;
    } else if (node === 'UnquotedLabelMatcher' || node === 'QuotedLabelMatcher') {
      if (this.#selector !== undefined) {
        delete this.#selector.label;
        delete this.#selector.operator;
      }
    } else if (node === 'GroupingLabels') this.#endGrouping();
    else if (node === 'FunctionCall' || node === 'AggregateExpr' || node === 'BinaryExpr') this.#endCall();
  }

  #string(start: number, end: number): void {
    const selector = this.#selector;
    if (selector === undefined) return;
    const value = valueOfString({ text: this.#text.slice(start, end), start, end });
    if (selector.operator !== undefined && selector.label !== undefined) {
      selector.matchers.push({ label: selector.label, operator: selector.operator, value, at: { start, end } });
      // `{__name__="kata_guest_load"}` is another way to write the name.
      if (
        selector.label.name === '__name__' &&
        selector.operator === '=' &&
        value !== undefined &&
        selector.name === undefined
      )
        selector.name = { name: value, start: start + 1, end: end - 1 };
    } else if (selector.label === undefined && value !== undefined) {
      // `{"kata_guest_load"}` is a name and `{"item"="load1"}` is a label. Only a label is followed by an operator.
      const named = { name: value, start: start + 1, end: end - 1 };
      if (/^\s*(?:=|!)/.test(this.#text.slice(end, end + 50))) selector.label = named;
      else selector.name ??= named;
    }
  }

  #endSelector(): void {
    if (this.#selector === undefined) return;
    const { name, matchers } = this.#selector;
    this.#selector = undefined;
    this.selectors.push({ name, matchers, range: false });
  }

  #called(name: NameSpan): void {
    if (makers.has(name.name.toLowerCase())) this.#makers += 1;
    const open = this.#open.pop();
    if (open === undefined) return;
    const call: FunctionCall = { name, argument: undefined };
    this.calls.push(call);
    this.#open.push({ ...open, call, calls: this.calls.length });
  }

  #endGrouping(): void {
    if (this.#grouping === undefined) return;
    const grouping: GroupingClause = { ...this.#grouping, selectors: [], makesLabels: true };
    this.#grouping = undefined;
    this.groupings.push(grouping);
    this.#open.at(-1)?.own.push(grouping);
  }

  #endCall(): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    const selectors = open.own.length === 0 ? [] : this.selectors.slice(open.selectors);
    for (const grouping of open.own) {
      grouping.selectors = selectors;
      grouping.makesLabels = this.#makers > open.makers;
    }
    const isPlain = this.selectors.length === open.selectors + 1 && this.calls.length === open.calls;
    if (open.call !== undefined && isPlain) open.call.argument = this.selectors.at(-1);
  }
}

function operatorOf(text: string): MatchOperator {
  return text === '!=' || text === '=~' || text === '!~' ? text : '=';
}
