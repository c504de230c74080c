/** Defines the input and the results of reading the names in a rule. */
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
