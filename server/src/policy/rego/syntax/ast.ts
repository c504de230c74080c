/**
 * Defines the syntax tree of Rego. Every node contains its position in the text, in UTF-16 offsets. Any text results in
 * a tree, with `broken` nodes for unreadable parts. Names follow the language's terminology: rule head, body, query,
 * term, ref, comprehension.
 */
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Span } from '#server/engine/text/span.ts';

/** A word that is a keyword only in some dialects or with an import. */
export type FutureKeyword = 'contains' | 'every' | 'if' | 'in';

export interface Module extends Span {
  readonly dialect: Dialect;
  readonly package: Package | undefined;
  readonly imports: readonly Import[];
  readonly rules: readonly RegoRule[];
  readonly comments: readonly Comment[];
  /** Future keywords that the dialect or the imports enable. */
  readonly keywords: ReadonlySet<FutureKeyword>;
  readonly problems: readonly RegoProblem[];
}

export interface Comment extends Span {
  /** Text including the leading `#`. */
  readonly text: string;
}

export interface Package extends Span {
  /** Path of the package: `agent_policy` for `package agent_policy`, several names for `package a.b["c"]`. */
  readonly path: readonly Name[];
}

/** Part of a path, or the name of a variable. */
export interface Name extends Span {
  readonly text: string;
}

export interface Import extends Span {
  readonly path: readonly Name[];
  readonly alias: Name | undefined;
}

/**
 * A rule, such as `default x := 1`, `x := 1 if {...}`, `f(a) := b {...} else := c {...}`, `s contains x if ...`, `p[x]
 * {...}`.
 */
export interface RegoRule extends Span {
  readonly isDefault: boolean;
  readonly head: RuleHead;
  /**
   * Bodies in order: the first body, further `{...}` bodies of the same head, and `else` branches. Empty if the rule
   * has only a head.
   */
  readonly bodies: readonly RuleBody[];
}

export interface RuleHead extends Span {
  /** Name as written: a variable, or a ref such as `a.b[x]`. In v0, `p[x]` is a partial set unless a value follows. */
  readonly ref: Variable | Ref;
  /** Set for functions, including those without arguments. */
  readonly parameters: readonly Term[] | undefined;
  /** Term after `contains`. */
  readonly contains: Term | undefined;
  readonly assign: ':=' | '=' | undefined;
  readonly value: Term | undefined;
}

export interface RuleBody extends Span {
  readonly isElse: boolean;
  /** Position of the `else` keyword, for messages. */
  readonly elseWord: Span | undefined;
  /** Position of the `if` keyword, if it is a keyword here. */
  readonly ifWord: Span | undefined;
  /** Operator and value of `else := value`. */
  readonly assign: ':=' | '=' | undefined;
  readonly value: Term | undefined;
  /** Undefined for `else := value` without a body. */
  readonly query: Query | undefined;
}

export interface Query extends Span {
  readonly braces: boolean;
  readonly statements: readonly Statement[];
}

/** A statement of a query with its `with` modifiers: an expression, `some`, `some ... in`, or `every`. */
export type Statement = ExpressionStatement | SomeStatement | SomeInStatement | EveryStatement;

interface StatementBase extends Span {
  readonly with: readonly WithModifier[];
}

interface ExpressionStatement extends StatementBase {
  readonly kind: 'expression';
  /** Position of the `not` keyword. */
  readonly not: Span | undefined;
  readonly term: Term;
}

/** A `some x, y` statement. */
interface SomeStatement extends StatementBase {
  readonly kind: 'some';
  readonly names: readonly Variable[];
}

/** A `some x in xs` or `some k, v in xs` statement. */
export interface SomeInStatement extends StatementBase {
  readonly kind: 'some in';
  readonly key: Term | undefined;
  readonly value: Term;
  readonly collection: Term;
}

/** An `every x in xs {...}` or `every k, v in xs {...}` statement. */
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
  /** Numbers keep their source text, so that integers with 64 bits or more don't lose digits. */
  readonly value: string | boolean | null | NumberText;
  /** True for a string in backquotes. */
  readonly raw: boolean;
}

interface NumberText {
  readonly number: string;
}

export interface Variable extends Span {
  readonly kind: 'variable';
  /** Name of the variable, or `_` for the wildcard. */
  readonly name: string;
}

/** A base with lookups, such as `input.OCI.Process.Args[i]`. */
export interface Ref extends Span {
  readonly kind: 'ref';
  readonly base: Term;
  readonly path: readonly RefPart[];
}

export interface RefPart extends Span {
  /** String scalar for `.name`, or the term in `[x]`. */
  readonly key: Term;
  readonly dotted: boolean;
}

export interface CallTerm extends Span {
  readonly kind: 'call';
  /** Called function: `startswith`, or a ref such as `regex.match` or `data.agent_policy.f`. */
  readonly callee: Variable | Ref;
  readonly arguments: readonly Term[];
  /** Range inside the parentheses, for signature help. */
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

/** `x in xs` or `k, v in xs`. The latter is possible only in parentheses or as an entire statement. */
interface Membership extends Span {
  readonly kind: 'membership';
  readonly key: Term | undefined;
  readonly value: Term;
  readonly collection: Term;
}

/** An expected term that is missing or unreadable. */
export interface ErrorTerm extends Span {
  readonly kind: 'broken';
}

/** Reason why the guest's engine would reject the module. `code` identifies differences between dialects. */
export interface RegoProblem extends Span {
  readonly code: ProblemCode;
  /** One line that says what is wrong and what to do. */
  readonly message: string;
}

export type ProblemCode =
  | 'syntax'
  /** v1, and v0 with `import rego.v1`: a rule body without `if`. */
  | 'if required'
  /** v1: a partial set without `contains`. */
  | 'contains required'
  /** A keyword or a name is imported twice. */
  | 'import shadows'
  /** A limit on nesting, length, or size is exceeded. */
  | 'too large';
