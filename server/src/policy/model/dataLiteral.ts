/** Reads the fields of `policy_data` if the policy itself contains it. */
import { anyKey, type PathStep } from '#core/agent/inputs/inputs.ts';
import type { InputType } from '#core/agent/inputs/inputType.ts';
import type { RegoRule, Term } from '../rego/syntax/ast.ts';

/**
 * A key in the policy and the type of its values. The type is undefined if the values have different types or are
 * computed.
 */
export interface LiteralField {
  readonly name: string;
  readonly type: InputType | undefined;
}

/** Maximum number of fields. */
const maxFields = 500;
/**
 * Maximum number of list elements to read. The elements of a list have the same type, so the first ones are sufficient.
 */
const maxElements = 200;

/**
 * Returns the keys at a path. Returns undefined if the policy contains no `policy_data`, because genpolicy appends it
 * later, or if `policy_data` is `{}`.
 */
export function literalFields(
  rules: readonly RegoRule[],
  path: readonly PathStep[],
): readonly LiteralField[] | undefined {
  let values = rules.flatMap(({ isDefault, head: { ref, value } }): Term[] =>
    !isDefault && ref.kind === 'variable' && value !== undefined ? [value] : [],
  );
  // Also handles `policy_data.key := value` and `policy_data["key"] := value`.
  const parts = rules.flatMap(({ head: { ref, value } }) =>
    ref.kind === 'ref' && ref.path.length === 1 ? [{ name: ref.path[0]?.key, value }] : [],
  );
  const isEmpty = (term: Term): boolean => term.kind === 'object' && term.entries.length === 0;
  if (parts.length === 0 && values.every(isEmpty)) return undefined;
  const [first, ...rest] = path;
  const owns = parts.flatMap(({ name, value }) =>
    name?.kind === 'scalar' && typeof name.value === 'string' ? [{ name: name.value, value }] : [],
  );
  if (first === undefined) return fieldsIn([...entriesOf(values), ...owns]);
  values = values.flatMap((value) => stepInto(value, first));
  values.push(
    ...owns.flatMap(({ name, value }) => (value !== undefined && (first === anyKey || first === name) ? [value] : [])),
  );
  for (const step of rest) values = values.flatMap((value) => stepInto(value, step)).slice(0, maxElements);
  return fieldsIn(entriesOf(values));
}

interface WrittenEntry {
  readonly name: string;
  readonly value: Term | undefined;
}

function entriesOf(values: readonly Term[]): readonly WrittenEntry[] {
  return values.flatMap((term) =>
    term.kind === 'object'
      ? term.entries.flatMap(({ key, value }) =>
          key.kind === 'scalar' && typeof key.value === 'string' ? [{ name: key.value, value }] : [],
        )
      : [],
  );
}

function fieldsIn(entries: readonly WrittenEntry[]): readonly LiteralField[] {
  const types = new Map<string, InputType | undefined>();
  for (const { name, value } of entries) {
    const type = value === undefined ? undefined : typeOfLiteral(value);
    const known = types.get(name);
    if (!types.has(name)) types.set(name, type);
    else if (JSON.stringify(known) !== JSON.stringify(type)) types.set(name, undefined);
  }
  return [...types].slice(0, maxFields).map(([name, type]) => ({ name, type }));
}

function stepInto(term: Term, step: PathStep): readonly Term[] {
  if (term.kind === 'object') {
    const wanted = term.entries.filter(({ key }) => step === anyKey || (key.kind === 'scalar' && key.value === step));
    return wanted.map(({ value }) => value).slice(0, maxElements);
  }
  if (term.kind !== 'array' && term.kind !== 'set') return [];
  const one = typeof step === 'number' ? term.items[step] : undefined;
  return step === anyKey ? term.items.slice(0, maxElements) : one === undefined ? [] : [one];
}

/** Returns the type of a scalar or of a list with elements of the same type. */
function typeOfLiteral(term: Term): InputType | undefined {
  if (term.kind === 'scalar') {
    if (typeof term.value === 'string') return { kind: 'string' };
    return typeof term.value === 'boolean' ? { kind: 'bool' } : term.value === null ? undefined : { kind: 'number' };
  }
  if (term.kind !== 'array') return undefined;
  const types = term.items.slice(0, maxElements).map(typeOfLiteral);
  const [of] = types;
  return of !== undefined && types.every((type) => JSON.stringify(type) === JSON.stringify(of))
    ? { kind: 'list', of }
    : undefined;
}
