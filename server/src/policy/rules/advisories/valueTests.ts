/** Tests of values that the fixes of advisories add to a policy. */
import type { Binary, CallTerm, Term } from '../../rego/syntax/ast.ts';
import { elementField, isSameOrigin, isWithin, originKey, type ValueOrigin } from './valueOrigin.ts';
import { isDefinition, type Condition } from './clauseConditions.ts';
import type { ValueTest } from './guardReader.ts';
import { calleeName, type TermReader } from './termReader.ts';

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Returns the test that reads one of these fields of a value, in any way. */
export function createReadTest(whole: ValueOrigin, fields: readonly string[]): ValueTest {
  const origins = fields.map((field) => [...whole, field]);
  return {
    key: `read ${originKey(whole)} ${fields.join(' ')}`,
    whole,
    matches: (condition, _, reader) => {
      const { origin } = condition;
      if (origin !== undefined && origins.some((field) => isWithin(origin, field))) return true;
      return readsComputedField(condition, whole) || comparesWhole(condition, whole, reader);
    },
  };
}

/** Returns the test that compares a field of a value with anything but an empty string. */
export function createComparisonTest(whole: ValueOrigin, field: string): ValueTest {
  const origin = [...whole, field];
  return {
    key: `compare ${originKey(origin)}`,
    whole,
    matches: (condition, _, reader) => {
      const { term, scope } = condition;
      const isField = (one: Term): boolean => isSameOrigin(reader.originOf(one, scope), origin);
      const compared = readComparison(condition);
      if (compared !== undefined) {
        const { left, right } = compared;
        const other = isField(left) ? right : isField(right) ? left : undefined;
        if (other !== undefined && reader.constantOf(other, scope) !== '') return true;
      }
      if (term.kind === 'membership' && isField(term.value)) return true;
      if (readUnknownCall(condition, reader)?.arguments.some(isField) === true) return true;
      return readsComputedField(condition, whole) || comparesWhole(condition, whole, reader);
    },
  };
}

/** Returns the test that a field of a value isn't an empty string. */
export function createNonEmptyTest(whole: ValueOrigin, field: string): ValueTest {
  const origin = [...whole, field];
  return {
    key: `nonempty ${originKey(origin)}`,
    whole,
    matches: (condition, isNegated, reader) => {
      const { term, scope } = condition;
      const isField = (one: Term): boolean => isSameOrigin(reader.originOf(one, scope), origin);
      const compared = readComparison(condition);
      if (compared !== undefined) return isNonEmpty(compared, isNegated, { isField, reader, condition });
      if (term.kind === 'membership' && isField(term.value)) {
        const { term: list } = reader.expand(term.collection, scope);
        const items = list.kind === 'array' || list.kind === 'set' ? list.items : undefined;
        // Without a list of constants, the values are unknown.
        return items?.some((item) => reader.constantOf(item, scope) === '') === isNegated || items === undefined;
      }
      const call = readUnknownCall(condition, reader);
      if (call !== undefined && patternFunctions.has(calleeName(call)) && call.arguments.some(isField)) {
        const isConstant = (one: Term): boolean => !['', undefined].includes(asText(reader.constantOf(one, scope)));
        if (call.arguments.some(isConstant)) return true;
      }
      return passesWhole(condition, whole, reader);
    },
  };
}

/** Returns the test that a field of a value equals a string. */
export function createEqualsTest(whole: ValueOrigin, field: string, text: string): ValueTest {
  const origin = [...whole, field];
  return {
    key: `equals ${originKey(origin)} ${text}`,
    whole,
    matches: (condition, isNegated, reader) => {
      const { term, scope } = condition;
      const isField = (one: Term): boolean => isSameOrigin(reader.originOf(one, scope), origin);
      const isText = (one: Term): boolean => reader.constantOf(one, scope) === text;
      if (isNegated) return false;
      if (term.kind === 'membership' && isField(term.value)) {
        const { term: list, scope: of } = reader.expand(term.collection, scope);
        return (
          (list.kind === 'array' || list.kind === 'set') &&
          list.items.some((item) => reader.constantOf(item, of) === text)
        );
      }
      const compared = readComparison(condition);
      if (compared?.operator !== '==') return false;
      const { left, right } = compared;
      return (isField(left) && isText(right)) || (isField(right) && isText(left));
    },
  };
}

/** Returns the test that a field of a value equals the field of any other value. */
export function createSameValueTest(whole: ValueOrigin, field: string, otherField: string): ValueTest {
  const origin = [...whole, field];
  return {
    key: `same ${originKey(origin)} ${otherField}`,
    whole,
    matches: (condition, isNegated, reader) => {
      const { scope } = condition;
      const isField = (one: Term): boolean => isSameOrigin(reader.originOf(one, scope), origin);
      const isOther = (one: Term): boolean =>
        reader.originOf(one, scope)?.at(-1) === otherField || lastKey(reader.expand(one, scope).term) === otherField;
      const compared = readComparison(condition);
      if (compared?.operator !== '==' || isNegated) return false;
      const { left, right } = compared;
      return (isField(left) && isOther(right)) || (isField(right) && isOther(left));
    },
  };
}

/** Returns the test that compares a field of a value with a pattern, such as its start. */
export function createPatternTest(whole: ValueOrigin, field: string): ValueTest {
  const origin = [...whole, field];
  return {
    key: `pattern ${originKey(origin)}`,
    whole,
    matches: (condition, isNegated, reader) => {
      const call = isNegated ? undefined : readUnknownCall(condition, reader);
      if (call === undefined || !patternFunctions.has(calleeName(call))) return false;
      return call.arguments.some((one) => isSameOrigin(reader.originOf(one, condition.scope), origin));
    },
  };
}

/** Returns the test that a field of a value equals a value, or one of several. */
export function createEqualityTest(whole: ValueOrigin, field: string): ValueTest {
  const origin = [...whole, field];
  return {
    key: `equality ${originKey(origin)}`,
    whole,
    matches: (condition, isNegated, reader) => {
      const { term, scope } = condition;
      const isField = (one: Term): boolean => isSameOrigin(reader.originOf(one, scope), origin);
      if (isNegated) return false;
      if (term.kind === 'membership') return isField(term.value);
      const compared = readComparison(condition);
      return compared?.operator === '==' && (isField(compared.left) || isField(compared.right));
    },
  };
}

/** Functions that compare a string with a pattern. */
const patternFunctions: ReadonlySet<string> = new Set([
  'contains',
  'endswith',
  'glob.match',
  'regex.is_match',
  'regex.match',
  'startswith',
]);

/** Functions whose result doesn't depend on the fields of an object. */
const uninformative: ReadonlySet<string> = new Set(['count', 'type_name', 'object.get']);

function isUninformative(name: string): boolean {
  return uninformative.has(name) || name.startsWith('is_');
}

interface ComparedTerms {
  readonly operator: Comparison;
  readonly left: Term;
  readonly right: Term;
}

/** Returns the comparison in a condition. `=` is a comparison unless it assigns a value to a variable. */
function readComparison({ term, scope }: Condition): ComparedTerms | undefined {
  if (term.kind !== 'binary') return undefined;
  const operator = toComparison(term);
  if (operator === undefined || isDefinition({ term, scope })) return undefined;
  return { operator, left: term.left, right: term.right };
}

function toComparison({ operator }: Binary): Comparison | undefined {
  switch (operator) {
    case '=':
      return '==';
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return operator;
    default:
      return undefined;
  }
}

const swapped: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const opposite: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** Returns whether a comparison is true only if the field isn't an empty string. */
function isNonEmpty(
  { operator, left, right }: ComparedTerms,
  isNegated: boolean,
  {
    isField,
    reader,
    condition: { scope },
  }: { readonly isField: (term: Term) => boolean; readonly reader: TermReader; readonly condition: Condition },
): boolean {
  const isCount = (term: Term): boolean => {
    const { term: found, scope: of } = reader.expand(term, scope);
    if (found.kind !== 'call' || calleeName(found) !== 'count') return false;
    // The alias can be in an outer query, where the argument has the same origin.
    return found.arguments.some((argument) => isField(argument) || isField(reader.expand(argument, of).term));
  };
  const isValue = (term: Term): boolean => isField(term) || isCount(term);
  const isFirst = isValue(left);
  if (!isFirst && !isValue(right)) return false;
  const [value, other] = isFirst ? [left, right] : [right, left];
  const directed = isFirst ? operator : swapped[operator];
  const required = isNegated ? opposite[directed] : directed;
  const constant = reader.constantOf(other, scope);
  if (constant === undefined) return false;
  const empty = isCount(value) ? 0 : '';
  switch (required) {
    case '!=':
      return constant === empty;
    case '==':
      return constant !== empty;
    case '>':
      return constant >= empty;
    case '>=':
      return constant > empty;
    default:
      return false;
  }
}

/** Returns whether a condition reads a field whose name is computed, so that it might be any field. */
function readsComputedField({ origin }: Condition, whole: ValueOrigin): boolean {
  if (origin === undefined || origin.length <= whole.length || !isWithin(origin, whole)) return false;
  return origin[whole.length]?.startsWith(elementField('')) === true;
}

/** Returns whether a condition compares the complete value, or passes it to an unknown function. */
function comparesWhole(condition: Condition, whole: ValueOrigin, reader: TermReader): boolean {
  const { scope } = condition;
  const compared = readComparison(condition);
  if (compared !== undefined)
    return [compared.left, compared.right].some((term) => isSameOrigin(reader.originOf(term, scope), whole));
  return passesWhole(condition, whole, reader);
}

function passesWhole(condition: Condition, whole: ValueOrigin, reader: TermReader): boolean {
  const { term, scope } = condition;
  if (term.kind === 'membership') return isSameOrigin(reader.originOf(term.value, scope), whole);
  const call = readUnknownCall(condition, reader);
  return call?.arguments.some((argument) => contains(argument, condition, whole, reader)) === true;
}

/** Returns whether a term is the value, or a list, a set, or an object with it. */
function contains(term: Term, condition: Condition, whole: ValueOrigin, reader: TermReader): boolean {
  switch (term.kind) {
    case 'array':
    case 'set':
      return term.items.some((item) => contains(item, condition, whole, reader));
    case 'object':
      return term.entries.some(({ value }) => contains(value, condition, whole, reader));
    default:
      return isSameOrigin(reader.originOf(term, condition.scope), whole);
  }
}

/** Returns the call of a function that isn't in the policy, and whose result depends on all its input. */
function readUnknownCall({ term, scope }: Condition, reader: TermReader): CallTerm | undefined {
  if (term.kind !== 'call' || reader.ruleOf(term, scope) !== undefined) return undefined;
  return isUninformative(calleeName(term)) ? undefined : term;
}

function lastKey(term: Term): string | undefined {
  const key = term.kind === 'ref' ? term.path.at(-1)?.key : undefined;
  return key?.kind === 'scalar' && typeof key.value === 'string' ? key.value : undefined;
}

function asText(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
