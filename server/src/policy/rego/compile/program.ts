/**
 * A policy that is ready for evaluation: names are resolved, statements are ordered, and loops come before the
 * expressions that use them.
 */
import type { Span } from '#server/engine/text/span.ts';
import type { Callee } from './functionArity.ts';
import type { RegoValue } from '../values/values.ts';

/** Index of a variable or of a loop element in the frame of a rule. */
export type Slot = number;

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type Arithmetic = '+' | '-' | '*' | '/' | '%';

export type CompiledExpression = Span &
  (
    | { readonly kind: 'constant'; readonly value: RegoValue }
    | { readonly kind: 'slot'; readonly slot: Slot }
    /** A variable that is never bound. Evaluating it is an error. */
    | { readonly kind: 'unsafe'; readonly message: string }
    | { readonly kind: 'input' }
    /** The value of rules and data at a path under `data`. */
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
    /** `=` and `:=`. The pairs are evaluated in order. */
    | { readonly kind: 'assign'; readonly pairs: readonly Pair[] }
  );

/** A pattern and the value to match with it. The match binds the variables of the pattern. */
export interface Pair {
  readonly pattern: Pattern;
  readonly value: CompiledExpression;
}

/**
 * What to do with the result of a call that has an output argument: bind it to a pattern, or compare it with a value.
 */
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

/** A loop that stores each element in the slot and matches the key of the element against the pattern. */
export interface Loop extends Span {
  readonly collection: CompiledExpression;
  readonly key: Pattern;
  readonly slot: Slot;
}

export interface With extends Span {
  readonly target: WithTarget;
  readonly value: CompiledExpression;
  /** The replacement function, if the target is a function and the value is the name of one. */
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
  /** Loops for the values of `with`. They run before the loops of the statement itself. */
  readonly withLoops: readonly Loop[];
  readonly with: readonly With[];
  readonly loops: readonly Loop[];
  readonly condition: CompiledCondition;
}

export interface CompiledQuery extends Span {
  /** Statements in evaluation order. */
  readonly statements: readonly CompiledStatement[];
  /** Slots of the query's own variables. */
  readonly slots: readonly Slot[];
  readonly names: ReadonlyMap<string, Slot>;
}

/** The output for each solution of a query. */
export interface Output {
  readonly loops: readonly Loop[];
  readonly key: CompiledExpression | undefined;
  readonly value: CompiledExpression | undefined;
}

export interface CompiledBody extends Span {
  readonly query: CompiledQuery;
  /** The parts of the rule's path after the package. They can iterate, as in `[_]`. */
  readonly path: readonly CompiledExpression[];
  readonly output: Output;
}

export interface CompiledRule extends Span {
  readonly kind: 'complete' | 'set' | 'function' | 'default';
  readonly name: string;
  /** The reference in the head, which the policy engine reports as position. */
  readonly ref: Span;
  readonly module: number;
  /** Path including the package, up to the first part that contains variables. */
  readonly path: readonly string[];
  /** Path after the package at which a partial set or object exists even if it's empty. */
  readonly emptyAt: readonly CompiledExpression[] | undefined;
  readonly parameters: readonly Pattern[];
  readonly bodies: readonly CompiledBody[];
  /** One entry per body. True if the reference and the value contain no variables, so that one solution is enough. */
  readonly constant: readonly boolean[];
  readonly slots: number;
}

export interface CompiledModule {
  readonly packagePath: readonly string[];
  readonly rules: readonly CompiledRule[];
}

/** Rules by their path under `data`. Each rule is in all nodes along its path. */
export interface RuleTree {
  readonly children: Map<string, RuleTree>;
  readonly rules: CompiledRule[];
  readonly defaults: CompiledRule[];
  /** Modules whose package is at this node. */
  readonly modules: number[];
}
