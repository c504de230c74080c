/** Creates random structural schemas, as CRDs contain them, and values that often conform to them. */
import { getList, getMap, isJsonObject } from '#core/common/json.ts';
import type { Random } from '../support/randomInput/random.ts';

const names = ['a', 'b', 'c', 'd'] as const;
const texts = ['', 'one', 'two', 'three', 'longer text'] as const;
const numbers = [0, 1, 2, 5, 10] as const;

type Schema = Readonly<Record<string, unknown>>;

/** Returns a random schema with up to three levels. */
export function randomSchema(chance: Random, depth = 0): Schema {
  const type = chance.pick(depth > 2 ? ['string', 'integer'] : ['object', 'object', 'string', 'integer', 'array']);
  const base: Schema =
    type === 'object'
      ? {
          type,
          properties: Object.fromEntries(
            names.filter(() => chance.chance(0.7)).map((name) => [name, randomSchema(chance, depth + 1)]),
          ),
        }
      : type === 'array'
        ? { type, items: randomSchema(chance, depth + 1) }
        : { type };
  return { ...base, ...restrictions(base, chance, 0) };
}

/** Returns random restrictions of the values of a schema, some of them combined. */
function restrictions(schema: Schema, chance: Random, depth: number): Schema {
  const own: Record<string, unknown> = {};
  const add = (keyword: string, value: () => unknown, probability = 0.2): void => {
    if (chance.chance(probability)) own[keyword] = value();
  };
  const { type } = schema;
  if (type === 'string') {
    add('enum', () => [chance.pick(texts), chance.pick(texts)]);
    add('maxLength', () => chance.pick([2, 3, 5]));
    add('minLength', () => chance.pick([1, 3]));
    add('pattern', () => chance.pick(['^[a-z]*$', 't', '^o']), 0.1);
  } else if (type === 'integer') {
    add('minimum', () => chance.pick(numbers));
    add('maximum', () => chance.pick(numbers));
    add('enum', () => [chance.pick(numbers), chance.pick(numbers)], 0.1);
  } else if (type === 'array') {
    add('minItems', () => 1);
    add('maxItems', () => 2);
    if (depth > 0) add('items', () => restrictions(getMap(schema, 'items'), chance, depth + 1), 0.4);
  } else {
    const properties = Object.entries(getMap(schema, 'properties'));
    const known = properties.map(([name]) => name);
    if (known.length > 0) add('required', () => known.filter(() => chance.chance(0.5)), 0.3);
    add('maxProperties', () => chance.pick([1, 2]), 0.1);
    if (depth > 0)
      add(
        'properties',
        () =>
          Object.fromEntries(
            properties
              .filter(() => chance.chance(0.5))
              .flatMap(([name, one]) => (isJsonObject(one) ? [[name, restrictions(one, chance, depth + 1)]] : [])),
          ),
        0.5,
      );
  }
  if (depth < 3) {
    const below = () => restrictions(schema, chance, depth + 1);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) add(keyword, () => [below(), below()], 0.12);
    add('not', below, 0.06);
  }
  return own;
}

/** Returns a random value that has the type of the schema, except in some places. */
export function randomValue(schema: unknown, chance: Random): unknown {
  if (chance.chance(0.03)) return chance.pick<unknown>(['text', 1, true, 1.5, [], {}]);
  const { type } = getMap(schema);
  if (type === 'string') return chance.pick(texts);
  if (type === 'integer') return chance.pick(numbers);
  if (type === 'array')
    return Array.from({ length: chance.below(4) }, () => randomValue(getMap(schema, 'items'), chance));
  const required = getList(schema, 'required');
  return Object.fromEntries(
    Object.entries(getMap(schema, 'properties'))
      .filter(([name]) => chance.chance(required.includes(name) ? 0.95 : 0.6))
      .map(([name, one]) => [name, randomValue(one, chance)]),
  );
}
