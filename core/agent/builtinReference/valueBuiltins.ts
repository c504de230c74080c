/**
 * Built-in functions for numbers, collections, and types. Based on microsoft/regorus
 * src/builtins/{numbers,bitwise,aggregates,arrays,sets,objects,types,debugging,tracing}.rs.
 */
import * as l10n from '@vscode/l10n';
import { type BuiltinInfo, builtinRow as row } from './builtin.ts';

const inclusive = () => l10n.t`Whole numbers from the first to the last, inclusive.`;
const slashed = () => l10n.t('Paths have the form `a/b`.');
const laterWins = () => l10n.t`Later objects take precedence.`;

/** Functions for numbers and bits. */
export const numberBuiltins: readonly BuiltinInfo[] = [
  row('abs', 'number: number', 'number'),
  row('ceil', 'number: number', 'number'),
  row('floor', 'number: number', 'number'),
  row('round', 'number: number', 'number'),
  row('numbers.range', 'first: number, last: number', 'array of number', inclusive),
  row('numbers.range_step', 'first: number, last: number, step: number', 'array of number', inclusive),
  row(
    'rand.intn',
    'name: string, limit: number',
    'number',
    () => l10n.t`Random number below the limit. The same name returns the same number within one request.`,
  ),
  row('bits.and', 'left: number, right: number', 'number'),
  row('bits.lsh', 'number: number, count: number', 'number'),
  row('bits.negate', 'number: number', 'number'),
  row('bits.or', 'left: number, right: number', 'number'),
  row('bits.rsh', 'number: number, count: number', 'number'),
  row('bits.xor', 'left: number, right: number', 'number'),
];

/** Functions for arrays, sets, and objects. */
export const collectionBuiltins: readonly BuiltinInfo[] = [
  row(
    'count',
    'collection: array, set, object or string',
    'number',
    () => l10n.t`Number of elements, or of characters in a string.`,
  ),
  row('max', 'collection: array or set', 'any'),
  row('min', 'collection: array or set', 'any'),
  row('product', 'collection: array or set of number', 'number'),
  row('sort', 'collection: array or set', 'array'),
  row('sum', 'collection: array or set of number', 'number'),
  row('array.concat', 'first: array, second: array', 'array'),
  row('array.reverse', 'array: array', 'array'),
  row(
    'array.slice',
    'array: array, start: number, end: number',
    'array',
    () => l10n.t`Elements from start up to, but not including, end.`,
  ),
  row('intersection', 'sets: set of set', 'set'),
  row('union', 'sets: set of set', 'set'),
  row('json.filter', 'object: object, paths: array or set', 'object', slashed),
  row('json.remove', 'object: object, paths: array or set', 'object', slashed),
  row('object.filter', 'object: object, keys: array, set or object', 'object'),
  row(
    'object.get',
    'object: object, key: any, default: any',
    'any',
    () => l10n.t`Value for the key, or the default if the key is missing. If the key is an array, it's used as a path.`,
  ),
  row('object.keys', 'object: object', 'set'),
  row('object.remove', 'object: object, keys: array, set or object', 'object'),
  row(
    'object.subset',
    'larger: object, array or set, smaller: object, array or set',
    'boolean',
    () => l10n.t`True if the first value contains everything in the second.`,
  ),
  row('object.union', 'first: object, second: object', 'object', laterWins),
  row('object.union_n', 'objects: array of object', 'object', laterWins),
];

/** Functions for types and for debug output. */
export const typeBuiltins: readonly BuiltinInfo[] = [
  row('is_array', 'value: any', 'boolean'),
  row('is_boolean', 'value: any', 'boolean'),
  row('is_null', 'value: any', 'boolean'),
  row('is_number', 'value: any', 'boolean'),
  row('is_object', 'value: any', 'boolean'),
  row('is_set', 'value: any', 'boolean'),
  row('is_string', 'value: any', 'boolean'),
  row('type_name', 'value: any', 'string', () =>
    l10n.t('Type of the value: `string`, `number`, `boolean`, `null`, `array`, `set`, or `object`.'),
  ),
  row(
    'print',
    'value: any',
    'boolean',
    () => l10n.t`Prints values. The agent adds the values to its denial message, after "is blocked by policy:".`,
    {
      variadic: true,
      note: () => l10n.t`Always true, so it doesn't affect the verdict.`,
    },
  ),
  row('trace', 'note: string', 'boolean', () => l10n.t`Writes a note to a trace. The guest doesn't keep traces.`),
];
