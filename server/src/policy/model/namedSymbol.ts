/** What the names of a policy mean, as data. */
import type { Span } from '#server/engine/text/span.ts';
import type { Import, RegoRule } from '../rego/syntax/ast.ts';

/** One thing that has a name. */
export interface NamedSymbol {
  readonly kind: NameKind;
  readonly name: string;
  /** Where it is defined: every rule of that name, the place that declares or first binds a variable. Never empty. */
  readonly definitions: readonly Span[];
  /** Every place where its name is written, the definitions among them, in the order of the text. */
  readonly places: readonly Span[];
  /** Of a rule or function: all that define it. */
  readonly rules: readonly RegoRule[];
  /** Of an import: the import. */
  readonly import: Import | undefined;
  /** Where it may be used; the whole module for rules and imports. */
  readonly scope: Span;
}

export type NameKind = 'rule' | 'function' | 'import' | 'parameter' | 'variable';

/** A variable that has no value where it is used. */
export interface UnsafeVariable extends Span {
  readonly name: string;
  /**
   * `never bound`: nothing gives it a value (`some x` alone, a circle, the value of a rule that its body does not
   * bind); nothing follows from it, or the engine stops. `inner only`: it has a value only inside of a comprehension or
   * `every`, not here; the engine refuses the policy. `used before`: `:=` or `some` stands below the place that uses
   * it; the engine refuses the policy. `declared twice`: `:=` for a parameter, or for what has a value from another
   * `:=` or `some ... in`; the engine refuses the policy.
   */
  readonly why: 'never bound' | 'inner only' | 'used before' | 'declared twice';
  /** Where it is bound or declared, if anywhere. */
  readonly elsewhere: Span | undefined;
}

/** A use of a name that was not found. */
export interface Unresolved extends Span {
  readonly name: string;
  /** Where a scope inside of the same rule binds that name. */
  readonly inner: Span | undefined;
}
