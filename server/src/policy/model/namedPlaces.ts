/** Defines the input and the results of reading the names in a rule. */
import { findLastIndexNotAfter } from '#core/common/binarySearch.ts';
import type { CallTerm, RegoRule } from '../rego/syntax/ast.ts';
import type { FunctionArities } from '../rego/compile/functionArity.ts';
import type { LineOf, Scope } from '../rego/syntax/scopes.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { NamedSymbol } from './namedSymbol.ts';
import type { GrowingName } from './nameScope.ts';

/** A place with a name. */
export interface NamedPosition extends Span {
  readonly named: GrowingName;
}

/** A call with the rule, function, or import that it calls. */
export interface NamedCall {
  readonly call: CallTerm;
  readonly rule: RegoRule;
  readonly callee: NamedSymbol | undefined;
}

/** Names that a rule can use in addition to its own variables. */
export interface Globals {
  readonly rules: ReadonlyMap<string, GrowingName>;
  readonly imports: ReadonlyMap<string, GrowingName>;
  readonly scope: Scope;
  readonly lineOf: LineOf;
  readonly functions: FunctionArities;
  readonly packagePath: readonly string[];
}

/** Finds places by offset. Places with different names don't overlap. */
export class NamedPlaces {
  readonly #byStart = new Map<number, NamedPosition>();
  #starts: readonly number[] | undefined;

  add(place: NamedPosition): void {
    if (this.#byStart.has(place.start)) return;
    this.#byStart.set(place.start, place);
    this.#starts = undefined;
  }

  /** Returns the place that contains an offset. Prefers the place that starts at the offset. */
  at(offset: number): NamedPosition | undefined {
    const exact = this.#byStart.get(offset);
    if (exact !== undefined) return exact;
    // Uses a binary search, because a rule can have thousands of places, and callers look up each of its terms.
    this.#starts ??= [...this.#byStart.keys()].sort((one, other) => one - other);
    const place = this.#byStart.get(this.#starts[findLastIndexNotAfter(this.#starts, offset)] ?? Infinity);
    return place !== undefined && place.start <= offset && offset <= place.end ? place : undefined;
  }
}
