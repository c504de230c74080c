/**
 * Built-in functions for numbers, collections, and types. Based on microsoft/regorus
 * src/builtins/{numbers,bitwise,aggregates,arrays,sets,objects,types,debugging,tracing}.rs.
 */
import * as l10n from '@vscode/l10n';
import { type BuiltinInfo, builtinRow as row } from './builtin.ts';

/** Functions for numbers and bits. */
export const numberBuiltins: readonly BuiltinInfo[] = [
  row('abs', 'number: number', 'number', () => l10n.t`Absolute value of the number.`),
  row('ceil', 'number: number', 'number', () => l10n.t`Number rounded up to a whole number.`),
  row('floor', 'number: number', 'number', () => l10n.t`Number rounded down to a whole number.`),
  row('round', 'number: number', 'number', () => l10n.t`Nearest whole number.`),
  row(
    'numbers.range',
    'first: number, last: number',
    'array of number',
    () => l10n.t`Whole numbers from the first to the last, inclusive.`,
  ),
  row(
    'numbers.range_step',
    'first: number, last: number, step: number',
    'array of number',
    () => l10n.t`Whole numbers from the first to the last, in steps.`,
  ),
  row(
    'rand.intn',
    'name: string, limit: number',
    'number',
    () => l10n.t`Random number below the limit. The same name returns the same number within one request.`,
  ),
  row('bits.and', 'left: number, right: number', 'number', () => l10n.t`Bits that are set in both numbers.`),
  row('bits.lsh', 'number: number, count: number', 'number', () => l10n.t`Number shifted left.`),
  row('bits.negate', 'number: number', 'number', () => l10n.t`Number with all bits inverted.`),
  row('bits.or', 'left: number, right: number', 'number', () => l10n.t`Bits that are set in either number.`),
  row('bits.rsh', 'number: number, count: number', 'number', () => l10n.t`Number shifted right.`),
  row('bits.xor', 'left: number, right: number', 'number', () => l10n.t`Bits that are set in only one of the numbers.`),
];

/** Functions for arrays, sets, and objects. */
export const collectionBuiltins: readonly BuiltinInfo[] = [
  row(
    'count',
    'collection: array, set, object or string',
    'number',
    () => l10n.t`Number of elements, or characters in a string.`,
  ),
  row('max', 'collection: array or set', 'any', () => l10n.t`Largest element.`),
  row('min', 'collection: array or set', 'any', () => l10n.t`Smallest element.`),
  row('product', 'collection: array or set of number', 'number', () => l10n.t`Product of all numbers.`),
  row('sort', 'collection: array or set', 'array', () => l10n.t`All elements, sorted.`),
  row('sum', 'collection: array or set of number', 'number', () => l10n.t`Sum of all numbers.`),
  row('array.concat', 'first: array, second: array', 'array', () => l10n.t`First array followed by the second.`),
  row('array.reverse', 'array: array', 'array', () => l10n.t`Array in reverse order.`),
  row(
    'array.slice',
    'array: array, start: number, end: number',
    'array',
    () => l10n.t`Elements from start up to, but not including, end.`,
  ),
  row('intersection', 'sets: set of set', 'set', () => l10n.t`Elements that are in all of the sets.`),
  row('union', 'sets: set of set', 'set', () => l10n.t`Elements that are in any of the sets.`),
  row('json.filter', 'object: object, paths: array or set', 'object', () =>
    l10n.t('Object with only these paths, such as `a/b`.'),
  ),
  row('json.remove', 'object: object, paths: array or set', 'object', () =>
    l10n.t('Object without these paths, such as `a/b`.'),
  ),
  row(
    'object.filter',
    'object: object, keys: array, set or object',
    'object',
    () => l10n.t`Object with only these keys.`,
  ),
  row(
    'object.get',
    'object: object, key: any, default: any',
    'any',
    () => l10n.t`Value of the key, or the default. If the key is an array, it's a path.`,
  ),
  row('object.keys', 'object: object', 'set', () => l10n.t`Keys of the object.`),
  row(
    'object.remove',
    'object: object, keys: array, set or object',
    'object',
    () => l10n.t`Object without these keys.`,
  ),
  row(
    'object.subset',
    'larger: object, array or set, smaller: object, array or set',
    'boolean',
    () => l10n.t`True if the first value contains everything in the second.`,
  ),
  row(
    'object.union',
    'first: object, second: object',
    'object',
    () => l10n.t`Both objects merged. The second takes precedence.`,
  ),
  row(
    'object.union_n',
    'objects: array of object',
    'object',
    () => l10n.t`All objects merged. Later objects take precedence.`,
  ),
];

/** Functions for types and for debug output. */
export const typeBuiltins: readonly BuiltinInfo[] = [
  row('is_array', 'value: any', 'boolean', () => l10n.t`True if the value is an array.`),
  row('is_boolean', 'value: any', 'boolean', () => l10n.t`True if the value is a boolean.`),
  row('is_null', 'value: any', 'boolean', () => l10n.t`True if the value is null.`),
  row('is_number', 'value: any', 'boolean', () => l10n.t`True if the value is a number.`),
  row('is_object', 'value: any', 'boolean', () => l10n.t`True if the value is an object.`),
  row('is_set', 'value: any', 'boolean', () => l10n.t`True if the value is a set.`),
  row('is_string', 'value: any', 'boolean', () => l10n.t`True if the value is a string.`),
  row('type_name', 'value: any', 'string', () =>
    l10n.t('Type of the value: `string`, `number`, `boolean`, `null`, `array`, `set`, or `object`.'),
  ),
  row(
    'print',
    'value: any',
    'boolean',
    () => l10n.t`Prints values. The agent adds them after "is blocked by policy:" in its message.`,
    {
      variadic: true,
      note: () => l10n.t`Always true, so it doesn't affect the verdict.`,
    },
  ),
  row('trace', 'note: string', 'boolean', () => l10n.t`Writes a note to a trace. The guest doesn't keep traces.`),
];
