/**
 * Renders rules of a policy in a canonical form, so that two policies can be compared. Omits comments and `print`,
 * renames variables, and sorts the expressions of a body, the items of sets, and the keys of objects.
 */
import type { Binary, Query, RegoRule, Statement, Term } from '../rego/syntax/ast.ts';

/** Renders the names of variables. */
interface Rename {
  readonly name: (name: string) => string;
  /** Renders every variable as the same text. Used to sort parts in an order that doesn't depend on variable names. */
  readonly hidden: Rename | undefined;
  readonly isGlobal: (name: string) => boolean;
}

/** Distinguishes a rule's own variables from global names. */
export interface CanonicalNames {
  /** Returns whether the name is a rule, an import, `input`, or `data`. */
  readonly isGlobal: (name: string) => boolean;
}

/** An expression of a body. */
interface Expression {
  /** Canonical text with the names as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A body of a rule in canonical form. */
export interface CanonicalBody {
  /** Text with numbered variables. Equal for bodies that differ only in names and order. */
  readonly text: string;
  /** Expressions with the names as written, to find out whether one body has all expressions of another. */
  readonly expressions: readonly Expression[];
}

/** Renders a query with the head terms that use its variables. */
export function canonicalBody(query: Query | undefined, head: readonly Term[], names: CanonicalNames): CanonicalBody {
  const statements = (query?.statements ?? []).filter((statement) => !isOmitted(statement));
  const hidden = renamer(names, () => '$', undefined);
  const sorted = statements
    .map((statement) => ({ statement, key: statementText(statement, hidden) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  const numbers = new Map<string, number>();
  const numbered = renamer(
    names,
    (name) => {
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      return `$${number}`;
    },
    hidden,
  );
  const heads = head.map((term) => termText(term, numbered));
  const body = sorted.map(({ statement }) => statementText(statement, numbered));
  const written = renamer(names, (name) => name, hidden);
  return {
    text: `${heads.join(', ')} { ${body.join('; ')} }`,
    expressions: statements.map((statement) => ({
      text: statementText(statement, written),
      start: statement.start,
      end: statement.end,
    })),
  };
}

/** Renders a literal. */
export function canonicalTerm(term: Term): string {
  return termText(
    term,
    renamer({ isGlobal: () => true }, (name) => name, undefined),
  );
}

function renamer({ isGlobal }: CanonicalNames, rename: (name: string) => string, hidden: Rename | undefined): Rename {
  return { name: (name) => (name === '_' || isGlobal(name) ? name : rename(name)), hidden, isGlobal };
}

/** Renders parts in an order that doesn't depend on the names of variables. */
function inOrder<T>(
  parts: readonly T[],
  render: (part: T, rename: Rename) => string,
  rename: Rename,
): readonly string[] {
  const { hidden } = rename;
  if (hidden === undefined) return parts.map((part) => render(part, rename)).toSorted();
  return parts
    .map((part) => ({ part, key: render(part, hidden) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ part }) => render(part, rename));
}

/** Returns whether a statement has no effect on the result: a `some` declaration or a `print` call. */
function isOmitted(statement: Statement): boolean {
  if (statement.kind === 'some') return true;
  return (
    statement.kind === 'expression' &&
    statement.term.kind === 'call' &&
    statement.term.callee.kind === 'variable' &&
    statement.term.callee.name === 'print'
  );
}

function statementText(statement: Statement, rename: Rename): string {
  const modifiers = statement.with
    .map(({ target, value }) => ` with ${termText(target, rename)} as ${termText(value, rename)}`)
    .join('');
  return `${withoutModifiers(statement, rename)}${modifiers}`;
}

function withoutModifiers(statement: Statement, rename: Rename): string {
  switch (statement.kind) {
    case 'expression':
      return `${statement.not === undefined ? '' : 'not '}${termText(statement.term, rename)}`;
    case 'some in': {
      const key = statement.key === undefined ? '' : `${termText(statement.key, rename)}, `;
      return `some ${key}${termText(statement.value, rename)} in ${termText(statement.collection, rename)}`;
    }
    case 'every': {
      const key = statement.key === undefined ? '' : `${rename.name(statement.key.name)}, `;
      const head = `every ${key}${rename.name(statement.value.name)} in ${termText(statement.collection, rename)}`;
      return `${head} ${queryText(statement.query, rename)}`;
    }
    default:
      return '';
  }
}

function queryText({ statements }: Query, rename: Rename): string {
  const shown = statements.filter((one) => !isOmitted(one));
  return `{ ${inOrder(shown, statementText, rename).join('; ')} }`;
}

/** Operators whose sides can be exchanged. */
const symmetric = new Set(['==', '!=', '=']);

function binaryText({ left, right, operator }: Binary, rename: Rename): string {
  const isOwn = (term: Term) => term.kind === 'variable' && term.name !== '_' && !rename.isGlobal(term.name);
  // If one side is a variable of the body, `=` either assigns the variable, like `:=`, or compares it.
  if (operator === '=' && isOwn(right) && !isOwn(left))
    return binaryText(
      { ...emptySpan, kind: 'binary', operator: ':=', operatorAt: emptySpan, left: right, right: left },
      rename,
    );
  const written = operator === '=' && isOwn(left) ? ':=' : operator;
  const sides = [left, right];
  const texts = symmetric.has(written) ? inOrder(sides, termText, rename) : sides.map((side) => termText(side, rename));
  return `(${texts.join(` ${written} `)})`;
}

const emptySpan = { start: 0, end: 0 };

function termText(term: Term, rename: Rename): string {
  const text = (inner: Term) => termText(inner, rename);
  const list = (items: readonly Term[]) => items.map(text).join(', ');
  switch (term.kind) {
    case 'scalar':
      return typeof term.value === 'object' && term.value !== null ? term.value.number : JSON.stringify(term.value);
    case 'variable':
      return rename.name(term.name);
    case 'ref':
      return `${text(term.base)}${term.path.map(({ key }) => `[${text(key)}]`).join('')}`;
    case 'call':
      return `${term.callee.kind === 'variable' ? term.callee.name : text(term.callee)}(${list(term.arguments)})`;
    case 'array':
      return `[${list(term.items)}]`;
    case 'set':
      return `{${inOrder(term.items, termText, rename).join(', ')}}`;
    case 'object':
      return `{${inOrder(term.entries, ({ key, value }, inner) => `${termText(key, inner)}: ${termText(value, inner)}`, rename).join(', ')}}`;
    case 'array comprehension':
      return `[${text(term.item)} | ${queryText(term.query, rename)}]`;
    case 'set comprehension':
      return `{${text(term.item)} | ${queryText(term.query, rename)}}`;
    case 'object comprehension':
      return `{${text(term.key)}: ${text(term.item)} | ${queryText(term.query, rename)}}`;
    case 'unary':
      return `-${text(term.operand)}`;
    case 'binary':
      return binaryText(term, rename);
    case 'membership':
      return `(${term.key === undefined ? '' : `${text(term.key)}, `}${text(term.value)} in ${text(term.collection)})`;
    default:
      return '?';
  }
}

/** Returns the terms of a rule's head that aren't its name: parameters, an element of a set, and the value. */
export function headTerms({ head: { parameters = [], contains, value, ref } }: RegoRule): readonly Term[] {
  const keys = ref.kind === 'ref' ? ref.path.map(({ key }) => key) : [];
  return [
    ...keys,
    ...parameters,
    ...(contains === undefined ? [] : [contains]),
    ...(value === undefined ? [] : [value]),
  ];
}
