/** A policy ready to be evaluated: names are resolved, statements in order, loops in front of what they run through. */
import type { Span } from '#server/engine/text/span.ts';
import type { Callee } from './functionArity.ts';
import type { RegoValue } from '../values/values.ts';

/** The place of a variable, or of an element that a loop is at, among those of the rule. */
export type Slot = number;

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type Arithmetic = '+' | '-' | '*' | '/' | '%';

export type CompiledExpression = Span &
  (
    | { readonly kind: 'constant'; readonly value: RegoValue }
    | { readonly kind: 'slot'; readonly slot: Slot }
    /** A variable that nothing gives a value to: an error once it is reached. */
    | { readonly kind: 'unsafe'; readonly message: string }
    | { readonly kind: 'input' }
    /** What rules and data give at a path below `data`. */
    | { readonly kind: 'document'; readonly path: readonly string[]; readonly written: 'data' | 'name' }
    | {
        readonly kind: 'lookup';
        readonly base: CompiledExpression;
        readonly key: CompiledExpression;
        readonly rootedInData: boolean;
      }
    | { readonly kind: 'array' | 'set'; readonly items: readonly CompiledExpression[] }
    | {
        readonly kind: 'object';
        readonly entries: readonly { readonly key: CompiledExpression; readonly value: CompiledExpression }[];
      }
    | {
        readonly kind: 'comprehension';
        readonly makes: 'array' | 'set' | 'object';
        readonly query: CompiledQuery;
        readonly output: Output;
      }
    | {
        readonly kind: 'call';
        readonly callee: Callee;
        readonly arguments: readonly CompiledExpression[];
        readonly at: Span;
        readonly result: CallResult | undefined;
      }
    | {
        readonly kind: 'compare';
        readonly operator: ComparisonOperator;
        readonly left: CompiledExpression;
        readonly right: CompiledExpression;
      }
    | {
        readonly kind: 'arithmetic';
        readonly operator: Arithmetic;
        readonly left: CompiledExpression;
        readonly right: CompiledExpression;
      }
    | {
        readonly kind: 'sets';
        readonly operator: '&' | '|';
        readonly left: CompiledExpression;
        readonly right: CompiledExpression;
      }
    | {
        readonly kind: 'membership';
        readonly key: CompiledExpression | undefined;
        readonly value: CompiledExpression;
        readonly collection: CompiledExpression;
      }
    /** `=` and `:=`: the pairs in turn. */
    | { readonly kind: 'assign'; readonly pairs: readonly Pair[] }
  );

/** The value is held against the pattern, which gives values to its variables. */
export interface Pair {
  readonly pattern: Pattern;
  readonly value: CompiledExpression;
}

/** What becomes of a value that a call hands out through its last argument. */
export type CallResult =
  | { readonly kind: 'bind'; readonly pattern: Pattern }
  | { readonly kind: 'compare'; readonly with: CompiledExpression };

export type Pattern =
  | { readonly kind: 'any' }
  | { readonly kind: 'bind'; readonly slot: Slot }
  | { readonly kind: 'equal'; readonly to: CompiledExpression }
  | { readonly kind: 'array'; readonly items: readonly Pattern[] }
  | {
      readonly kind: 'object';
      readonly entries: readonly { readonly key: CompiledExpression; readonly pattern: Pattern }[];
    };

/** The element goes to the slot, the key is held against the pattern. */
export interface Loop extends Span {
  readonly collection: CompiledExpression;
  readonly key: Pattern;
  readonly slot: Slot;
}

export interface With extends Span {
  readonly target: WithTarget;
  readonly value: CompiledExpression;
  /** Of a function: the one that takes its place, if the value is the name of one. */
  readonly replacement: Callee | undefined;
}

export type WithTarget =
  | { readonly kind: 'input'; readonly path: readonly string[] }
  | { readonly kind: 'data'; readonly path: readonly string[] }
  | { readonly kind: 'function'; readonly key: string }
  | { readonly kind: 'invalid'; readonly message: string };

export type CompiledCondition =
  | { readonly kind: 'holds'; readonly expression: CompiledExpression; readonly negated: boolean }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'some in';
      readonly key: Pattern | undefined;
      readonly value: Pattern;
      readonly collection: CompiledExpression;
    }
  | {
      readonly kind: 'every';
      readonly key: Slot | undefined;
      readonly value: Slot | undefined;
      readonly collection: CompiledExpression;
      readonly query: CompiledQuery;
    };

export interface CompiledStatement extends Span {
  /** Loops that the values of `with` need, then those of the statement itself. */
  readonly withLoops: readonly Loop[];
  readonly with: readonly With[];
  readonly loops: readonly Loop[];
  readonly condition: CompiledCondition;
}

export interface CompiledQuery extends Span {
  /** In the order in which they run. */
  readonly statements: readonly CompiledStatement[];
  /** The slots of its own variables. */
  readonly slots: readonly Slot[];
  readonly names: ReadonlyMap<string, Slot>;
}

/** What a query makes of each solution. */
export interface Output {
  readonly loops: readonly Loop[];
  readonly key: CompiledExpression | undefined;
  readonly value: CompiledExpression | undefined;
}

export interface CompiledBody extends Span {
  readonly query: CompiledQuery;
  /** The parts of the rule's place behind the package, one that loops run through among them. */
  readonly path: readonly CompiledExpression[];
  readonly output: Output;
}

export interface CompiledRule extends Span {
  readonly kind: 'complete' | 'set' | 'function' | 'default';
  readonly name: string;
  /** The head's ref, where the engine points to. */
  readonly ref: Span;
  readonly module: number;
  /** With the package. The place of a rule that has no variables in its ref; else as far as it has none. */
  readonly path: readonly string[];
  /** A partial set or object is there even when it is empty, at this path behind the package. */
  readonly emptyAt: readonly CompiledExpression[] | undefined;
  readonly parameters: readonly Pattern[];
  readonly bodies: readonly CompiledBody[];
  /** Ref and value have no variables: one solution is enough. */
  readonly constant: readonly boolean[];
  readonly slots: number;
}

export interface CompiledModule {
  readonly packagePath: readonly string[];
  readonly rules: readonly CompiledRule[];
}

/** Rules by their place below `data`: every rule is at all places on its way. */
export interface RuleTree {
  readonly children: Map<string, RuleTree>;
  readonly rules: CompiledRule[];
  readonly defaults: CompiledRule[];
  /** Modules whose package is here. */
  readonly modules: number[];
}
