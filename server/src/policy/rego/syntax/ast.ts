/**
 * Rego as the parser gives it. Every node carries its place in the text, as UTF-16 offsets;
 * whatever was typed gives a tree, with `broken` nodes where nothing could be made of it.
 * Names follow the language's own: rule head, body, query, term, ref, comprehension.
 */
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Span } from '#server/engine/text/span.ts';

/** A word that is a keyword only where a dialect or an import says so. */
export type FutureKeyword = 'contains' | 'every' | 'if' | 'in';

export interface Module extends Span {
  readonly dialect: Dialect;
  readonly package: Package | undefined;
  readonly imports: readonly Import[];
  readonly rules: readonly RegoRule[];
  readonly comments: readonly Comment[];
  /** The future keywords that are in force, by dialect and imports. */
  readonly keywords: ReadonlySet<FutureKeyword>;
  readonly problems: readonly RegoProblem[];
}

export interface Comment extends Span {
  /** With the leading `#`. */
  readonly text: string;
}

export interface Package extends Span {
  /** `agent_policy` of `package agent_policy`; several for `package a.b["c"]`. */
  readonly path: readonly Name[];
}

/** One part of a path or the name of a variable. */
export interface Name extends Span {
  readonly text: string;
}

export interface Import extends Span {
  readonly path: readonly Name[];
  readonly alias: Name | undefined;
}

/** `default x := 1`, `x := 1 if {...}`, `f(a) := b {...} else := c {...}`, `s contains x if ...`, `p[x] {...}`. */
export interface RegoRule extends Span {
  readonly isDefault: boolean;
  readonly head: RuleHead;
  /** In order: the first body, further `{...}` bodies of the same head, `else` branches. None: the head alone. */
  readonly bodies: readonly RuleBody[];
}

export interface RuleHead extends Span {
  /**
   * The name as written: a variable, or a ref such as `a.b[x]` (in v0, `p[x]` is a partial set unless a value follows).
   */
  readonly ref: Variable | Ref;
  /** Present for functions, also with no argument. */
  readonly parameters: readonly Term[] | undefined;
  /** What stands after `contains`. */
  readonly contains: Term | undefined;
  readonly assign: ':=' | '=' | undefined;
  readonly value: Term | undefined;
}

export interface RuleBody extends Span {
  readonly isElse: boolean;
  /** The word `else`, to speak of it. */
  readonly elseWord: Span | undefined;
  /** The word `if` where it stands as a keyword. */
  readonly ifWord: Span | undefined;
  /** The value of an `else := value`. */
  readonly assign: ':=' | '=' | undefined;
  readonly value: Term | undefined;
  /** Undefined for `else := value` with no body. */
  readonly query: Query | undefined;
}

export interface Query extends Span {
  readonly braces: boolean;
  readonly statements: readonly Statement[];
}

/** One literal of a query, with the modifiers that follow it. */
export type Statement = ExpressionStatement | SomeStatement | SomeInStatement | EveryStatement;

interface StatementBase extends Span {
  readonly with: readonly WithModifier[];
}

interface ExpressionStatement extends StatementBase {
  readonly kind: 'expression';
  /** The word `not`. */
  readonly not: Span | undefined;
  readonly term: Term;
}

/** `some x, y` */
interface SomeStatement extends StatementBase {
  readonly kind: 'some';
  readonly names: readonly Variable[];
}

/** `some x in xs`, `some k, v in xs` */
export interface SomeInStatement extends StatementBase {
  readonly kind: 'some in';
  readonly key: Term | undefined;
  readonly value: Term;
  readonly collection: Term;
}

/** `every x in xs {...}`, `every k, v in xs {...}` */
export interface EveryStatement extends StatementBase {
  readonly kind: 'every';
  readonly key: Variable | undefined;
  readonly value: Variable;
  readonly collection: Term;
  readonly query: Query;
}

export interface WithModifier extends Span {
  readonly target: Term;
  readonly value: Term;
}

export type Term =
  | Scalar
  | Variable
  | Ref
  | CallTerm
  | ArrayTerm
  | SetTerm
  | ObjectTerm
  | ArrayComprehension
  | SetComprehension
  | ObjectComprehension
  | Unary
  | Binary
  | Membership
  | ErrorTerm;

export interface Scalar extends Span {
  readonly kind: 'scalar';
  /** Numbers keep their text: 64-bit and larger whole numbers must not lose digits. */
  readonly value: string | boolean | null | NumberText;
  /** For strings: whether it is written with backquotes. */
  readonly raw: boolean;
}

interface NumberText {
  readonly number: string;
}

export interface Variable extends Span {
  readonly kind: 'variable';
  /** `_` for the wildcard. */
  readonly name: string;
}

/** `input.OCI.Process.Args[i]`: a base and what is looked up in it. */
export interface Ref extends Span {
  readonly kind: 'ref';
  readonly base: Term;
  readonly path: readonly RefPart[];
}

export interface RefPart extends Span {
  /** `.name` is a string scalar of that place; `[x]` is the term inside. */
  readonly key: Term;
  readonly dotted: boolean;
}

export interface CallTerm extends Span {
  readonly kind: 'call';
  /** `startswith`, or a ref such as `regex.match`, `data.agent_policy.f`. */
  readonly callee: Variable | Ref;
  readonly arguments: readonly Term[];
  /** Everything inside of the parentheses, for signature help. */
  readonly parentheses: Span;
}

interface ArrayTerm extends Span {
  readonly kind: 'array';
  readonly items: readonly Term[];
}

interface SetTerm extends Span {
  readonly kind: 'set';
  readonly items: readonly Term[];
}

interface ObjectTerm extends Span {
  readonly kind: 'object';
  readonly entries: readonly { readonly key: Term; readonly value: Term }[];
}

interface ArrayComprehension extends Span {
  readonly kind: 'array comprehension';
  readonly item: Term;
  readonly query: Query;
}

interface SetComprehension extends Span {
  readonly kind: 'set comprehension';
  readonly item: Term;
  readonly query: Query;
}

interface ObjectComprehension extends Span {
  readonly kind: 'object comprehension';
  readonly key: Term;
  readonly item: Term;
  readonly query: Query;
}

interface Unary extends Span {
  readonly kind: 'unary';
  readonly operator: '-';
  readonly operand: Term;
}

export type BinaryOperator =
  | ':='
  | '='
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '&'
  | '|';

export interface Binary extends Span {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly operatorAt: Span;
  readonly left: Term;
  readonly right: Term;
}

/** `x in xs`, `k, v in xs` (the latter only inside of parentheses or as a whole statement). */
interface Membership extends Span {
  readonly kind: 'membership';
  readonly key: Term | undefined;
  readonly value: Term;
  readonly collection: Term;
}

/** Something was expected here and could not be read. */
export interface ErrorTerm extends Span {
  readonly kind: 'broken';
}

/** Why the guest's engine would refuse the module; where two dialects differ, `code` says so. */
export interface RegoProblem extends Span {
  readonly code: ProblemCode;
  /** One line in plain words: what is wrong and what to do. */
  readonly message: string;
}

export type ProblemCode =
  | 'syntax'
  /** v1 (and v0 with `import rego.v1`): a rule body without `if`. */
  | 'if required'
  /** v1: a partial set without `contains`. */
  | 'contains required'
  /** A keyword or a name imported twice. */
  | 'import shadows'
  /** A bound was reached: nesting, length, size. */
  | 'too large';
