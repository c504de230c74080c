/**
 * Built-ins for numbers, collections and types.
 * Read of microsoft/regorus src/builtins/{numbers,bitwise,aggregates,arrays,sets,objects,types,debugging,tracing}.rs.
 */
import * as l10n from '@vscode/l10n';
import { type BuiltinInfo, builtinRow as row } from './builtin.ts';

/** Numbers and bits. */
export const numberBuiltins: readonly BuiltinInfo[] = [
  row('abs', 'number: number', 'number', () => l10n.t`The number without its sign.`),
  row('ceil', 'number: number', 'number', () => l10n.t`The next whole number above.`),
  row('floor', 'number: number', 'number', () => l10n.t`The next whole number below.`),
  row('round', 'number: number', 'number', () => l10n.t`The nearest whole number.`),
  row(
    'numbers.range',
    'first: number, last: number',
    'array of number',
    () => l10n.t`The whole numbers from the first to the last, both included.`,
  ),
  row(
    'numbers.range_step',
    'first: number, last: number, step: number',
    'array of number',
    () => l10n.t`The whole numbers from the first to the last, by steps.`,
  ),
  row(
    'rand.intn',
    'name: string, limit: number',
    'number',
    () => l10n.t`A number by chance, below the limit; the same for the same name within one request.`,
  ),
  row('bits.and', 'left: number, right: number', 'number', () => l10n.t`The bits that both have.`),
  row('bits.lsh', 'number: number, count: number', 'number', () => l10n.t`The number shifted left.`),
  row('bits.negate', 'number: number', 'number', () => l10n.t`The number with all bits turned.`),
  row('bits.or', 'left: number, right: number', 'number', () => l10n.t`The bits that any has.`),
  row('bits.rsh', 'number: number, count: number', 'number', () => l10n.t`The number shifted right.`),
  row('bits.xor', 'left: number, right: number', 'number', () => l10n.t`The bits that one of them has.`),
];

/** Arrays, sets and objects. */
export const collectionBuiltins: readonly BuiltinInfo[] = [
  row(
    'count',
    'collection: array, set, object or string',
    'number',
    () => l10n.t`How many there are; of a string, its characters.`,
  ),
  row('max', 'collection: array or set', 'any', () => l10n.t`The greatest.`),
  row('min', 'collection: array or set', 'any', () => l10n.t`The smallest.`),
  row('product', 'collection: array or set of number', 'number', () => l10n.t`All numbers multiplied.`),
  row('sort', 'collection: array or set', 'array', () => l10n.t`All in order.`),
  row('sum', 'collection: array or set of number', 'number', () => l10n.t`All numbers added.`),
  row('array.concat', 'first: array, second: array', 'array', () => l10n.t`The second array after the first.`),
  row('array.reverse', 'array: array', 'array', () => l10n.t`The array backwards.`),
  row(
    'array.slice',
    'array: array, start: number, end: number',
    'array',
    () => l10n.t`The part from start to before end.`,
  ),
  row('intersection', 'sets: set of set', 'set', () => l10n.t`What is in all of the sets.`),
  row('union', 'sets: set of set', 'set', () => l10n.t`What is in any of the sets.`),
  row(
    'json.filter',
    'object: object, paths: array or set',
    'object',
    () => l10n.t`The object with nothing but these paths, such as \`a/b\`.`,
  ),
  row(
    'json.remove',
    'object: object, paths: array or set',
    'object',
    () => l10n.t`The object without these paths, such as \`a/b\`.`,
  ),
  row(
    'object.filter',
    'object: object, keys: array, set or object',
    'object',
    () => l10n.t`The object with nothing but these keys.`,
  ),
  row(
    'object.get',
    'object: object, key: any, default: any',
    'any',
    () => l10n.t`The value of the key, or the default. An array as key is a path.`,
  ),
  row('object.keys', 'object: object', 'set', () => l10n.t`The keys.`),
  row(
    'object.remove',
    'object: object, keys: array, set or object',
    'object',
    () => l10n.t`The object without these keys.`,
  ),
  row(
    'object.subset',
    'larger: object, array or set, smaller: object, array or set',
    'boolean',
    () => l10n.t`True if the first value contains everything in the second.`,
  ),
  row('object.union', 'first: object, second: object', 'object', () => l10n.t`Both in one; the second wins.`),
  row('object.union_n', 'objects: array of object', 'object', () => l10n.t`All in one; later ones win.`),
];

/** Types, and what is written for people. */
export const typeBuiltins: readonly BuiltinInfo[] = [
  row('is_array', 'value: any', 'boolean', () => l10n.t`Whether it is an array.`),
  row('is_boolean', 'value: any', 'boolean', () => l10n.t`Whether it is true or false.`),
  row('is_null', 'value: any', 'boolean', () => l10n.t`Whether it is null.`),
  row('is_number', 'value: any', 'boolean', () => l10n.t`Whether it is a number.`),
  row('is_object', 'value: any', 'boolean', () => l10n.t`Whether it is an object.`),
  row('is_set', 'value: any', 'boolean', () => l10n.t`Whether it is a set.`),
  row('is_string', 'value: any', 'boolean', () => l10n.t`Whether it is a string.`),
  row(
    'type_name',
    'value: any',
    'string',
    () => l10n.t`Its type: \`string\`, \`number\`, \`boolean\`, \`null\`, \`array\`, \`set\`, \`object\`.`,
  ),
  row(
    'print',
    'value: any',
    'boolean',
    () => l10n.t`Writes values; the agent puts them behind "is blocked by policy:" in its message.`,
    {
      variadic: true,
      note: () => l10n.t`True, whatever it is given: it decides nothing.`,
    },
  ),
  row('trace', 'note: string', 'boolean', () => l10n.t`Writes a note for a trace; the guest does not keep one.`),
];
