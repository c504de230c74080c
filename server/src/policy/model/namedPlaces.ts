/** What the reading of one rule is given, and what it finds. */
import type { CallTerm, RegoRule } from '../rego/syntax/ast.ts';
import type { FunctionArities } from '../rego/compile/functionArity.ts';
import type { LineOf, Scope } from '../rego/syntax/scopes.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { NamedSymbol } from './namedSymbol.ts';
import type { GrowingName } from './nameScope.ts';

/** A name where it is written. */
export interface NamedPlace extends Span {
  readonly named: GrowingName;
}

/** A call, and the rule, function or import that it names. */
export interface NamedCall {
  readonly call: CallTerm;
  readonly rule: RegoRule;
  readonly callee: NamedSymbol | undefined;
}

/** What a rule may name besides its own variables. */
export interface Globals {
  readonly rules: ReadonlyMap<string, GrowingName>;
  readonly imports: ReadonlyMap<string, GrowingName>;
  readonly scope: Scope;
  readonly lineOf: LineOf;
  readonly functions: FunctionArities;
  readonly packagePath: readonly string[];
}
