/** Describes the named symbols of a policy. */
import type { Span } from '#server/engine/text/span.ts';
import type { Import, RegoRule } from '../rego/syntax/ast.ts';

/** A named symbol. */
export interface NamedSymbol {
  readonly kind: NameKind;
  readonly name: string;
  /** Definitions: every rule with the name, or the place that declares or first binds a variable. Never empty. */
  readonly definitions: readonly Span[];
  /** All places with the name, including definitions, in the order of the text. */
  readonly places: readonly Span[];
  /** All rules that define the symbol, if it is a rule or a function. */
  readonly rules: readonly RegoRule[];
  /** Import that defines the symbol. Undefined for other symbols. */
  readonly import: Import | undefined;
  /** Range where the symbol can be used. The entire module for rules and imports. */
  readonly scope: Span;
}

export type NameKind = 'rule' | 'function' | 'import' | 'parameter' | 'variable';

/** A variable that has no value where it is used. */
export interface UnsafeVariable extends Span {
  readonly name: string;
  /**
   * Reason why the variable has no value:
   * - `never bound`: nothing assigns a value, because of a lone `some x`, a cycle, or a rule value that the body
   *   doesn't bind. The expression is undefined, or the engine stops.
   * - `inner only`: the variable has a value only in a comprehension or `every`, not here. The engine rejects the
   *   policy.
   * - `used before`: `:=` or `some` is after the use. The engine rejects the policy.
   * - `declared twice`: `:=` declares a parameter, or a variable with a value from another `:=` or `some ... in`. The
   *   engine rejects the policy.
   */
  readonly why: 'never bound' | 'inner only' | 'used before' | 'declared twice';
  /** Place where the variable is bound or declared, if any. */
  readonly elsewhere: Span | undefined;
}

/** A use of an unresolved name. */
export interface Unresolved extends Span {
  readonly name: string;
  /** Place where an inner scope of the same rule binds the name. */
  readonly inner: Span | undefined;
}
