/**
 * Built-in functions for text: strings, regular expressions, and encodings. Based on microsoft/regorus
 * src/builtins/{strings,regex,encoding,units,conversions}.rs.
 */
import * as l10n from '@vscode/l10n';
import { type BuiltinInfo, builtinRow as row } from './builtin.ts';

const base64 = { needs: 'base64' } as const;
const pattern = () =>
  l10n.t`Patterns use Rust syntax without look-around or backreferences. A pattern can match anywhere unless it has ^ and $.`;

const anyOrder = () => l10n.t`Treats the second string as a set of characters, not as a prefix or suffix.`;
const noLimit = () => l10n.t`-1 means no limit.`;

/** String functions. */
export const stringBuiltins: readonly BuiltinInfo[] = [
  row(
    'concat',
    'delimiter: string, parts: array or set of string',
    'string',
    () => l10n.t`Joins strings with a delimiter. Sets are joined in sorted order.`,
  ),
  row('contains', 'text: string, part: string', 'boolean'),
  row('endswith', 'text: string, end: string', 'boolean'),
  row(
    'format_int',
    'number: number, base: number',
    'string',
    () => l10n.t`Formats an integer in base 2, 8, 10, or 16.`,
  ),
  row(
    'indexof',
    'text: string, part: string',
    'number',
    () => l10n.t`Returns the position of the first occurrence of \`part\`, or -1 if it isn't found.`,
  ),
  row(
    'indexof_n',
    'text: string, part: string',
    'array of number',
    () => l10n.t`Returns the positions of all occurrences of \`part\`.`,
  ),
  row('lower', 'text: string', 'string'),
  row(
    'replace',
    'text: string, old: string, new: string',
    'string',
    () => l10n.t`Replaces all occurrences of the old string.`,
  ),
  row('split', 'text: string, delimiter: string', 'array of string'),
  row(
    'sprintf',
    'format: string, values: array',
    'string',
    () => l10n.t`Formats values with a Go format string: %s, %d, %v, %x.`,
  ),
  row('startswith', 'text: string, start: string', 'boolean'),
  row('strings.any_prefix_match', 'texts: string, array or set, starts: string, array or set', 'boolean'),
  row('strings.any_suffix_match', 'texts: string, array or set, ends: string, array or set', 'boolean'),
  row('strings.count', 'text: string, part: string', 'number', undefined, {
    newEnginesOnly: true,
  }),
  row(
    'strings.replace_n',
    'patterns: object, text: string',
    'string',
    () => l10n.t`Replaces each key of \`patterns\` that occurs in the text with its value.`,
  ),
  row('strings.reverse', 'text: string', 'string'),
  row(
    'substring',
    'text: string, start: number, length: number',
    'string',
    () => l10n.t`Returns part of the text. If the length is negative, returns everything from the start position.`,
  ),
  row('trim', 'text: string, characters: string', 'string', anyOrder),
  row('trim_left', 'text: string, characters: string', 'string', anyOrder),
  row('trim_prefix', 'text: string, start: string', 'string'),
  row('trim_right', 'text: string, characters: string', 'string', anyOrder),
  row('trim_space', 'text: string', 'string'),
  row('trim_suffix', 'text: string, end: string', 'string'),
  row('upper', 'text: string', 'string'),
];

/** Regular expression functions. */
export const regexBuiltins: readonly BuiltinInfo[] = [
  row(
    'regex.find_all_string_submatch_n',
    'pattern: string, text: string, limit: number',
    'array of array of string',
    noLimit,
    {
      note: pattern,
    },
  ),
  row('regex.find_n', 'pattern: string, text: string, limit: number', 'array of string', noLimit, { note: pattern }),
  row('regex.is_valid', 'pattern: string', 'boolean', undefined, {
    note: pattern,
  }),
  row('regex.match', 'pattern: string, text: string', 'boolean', undefined, { note: pattern }),
  row(
    'regex.replace',
    'text: string, pattern: string, new: string',
    'string',
    () => l10n.t`Replaces all matches in the text. $1 is the first group.`,
    {
      note: pattern,
    },
  ),
  row('regex.split', 'pattern: string, text: string', 'array of string', undefined, { note: pattern }),
  row(
    'regex.template_match',
    'template: string, text: string, open: string, close: string',
    'boolean',
    () => l10n.t`True if the text matches the template. In the template, patterns are enclosed in the two delimiters.`,
    { note: pattern },
  ),
];

/** Functions for encodings and for numbers in text form. */
export const encodingBuiltins: readonly BuiltinInfo[] = [
  row('base64.decode', 'text: string', 'string', undefined, base64),
  row('base64.encode', 'text: string', 'string', undefined, base64),
  row('base64.is_valid', 'text: string', 'boolean', undefined, base64),
  row('base64url.decode', 'text: string', 'string', undefined, base64),
  row('base64url.encode', 'text: string', 'string', undefined, base64),
  row('base64url.encode_no_pad', 'text: string', 'string', undefined, base64),
  row('json.is_valid', 'text: string', 'boolean'),
  row('json.marshal', 'value: any', 'string'),
  row('json.marshal_with_options', 'value: any, options: object', 'string', () =>
    l10n.t('Serializes the value as JSON, with the options `pretty`, `indent`, and `prefix`.'),
  ),
  row('json.unmarshal', 'text: string', 'any'),
  row('to_number', 'value: string, number, boolean or null', 'number'),
  row('units.parse', 'text: string', 'number', () =>
    l10n.t('Converts a string such as `10K`, `1.5Gi`, or `200m` to a number.'),
  ),
  row('units.parse_bytes', 'text: string', 'number', () =>
    l10n.t('Converts a string such as `10KB` or `1.5GiB` to bytes.'),
  ),
];
