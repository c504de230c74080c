/**
 * Built-in functions for text: strings, regular expressions, and encodings. Based on microsoft/regorus
 * src/builtins/{strings,regex,encoding,units,conversions}.rs.
 */
import * as l10n from '@vscode/l10n';
import { type BuiltinInfo, builtinRow as row } from './builtin.ts';

const base64 = { needs: 'base64' } as const;
const pattern = () =>
  l10n.t`Patterns use Rust syntax without look-around or backreferences. A pattern can match anywhere unless it has ^ and $.`;

/** String functions. */
export const stringBuiltins: readonly BuiltinInfo[] = [
  row(
    'concat',
    'delimiter: string, parts: array or set of string',
    'string',
    () => l10n.t`Joins strings with a delimiter. Sets are joined in sorted order.`,
  ),
  row('contains', 'text: string, part: string', 'boolean', () => l10n.t`Returns true if the text contains the part.`),
  row(
    'endswith',
    'text: string, end: string',
    'boolean',
    () => l10n.t`Returns true if the text ends with the given string.`,
  ),
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
    () => l10n.t`Returns the position of the first occurrence of the part, or -1 if not found.`,
  ),
  row(
    'indexof_n',
    'text: string, part: string',
    'array of number',
    () => l10n.t`Returns the positions of all occurrences of the part.`,
  ),
  row('lower', 'text: string', 'string', () => l10n.t`Returns the text in lowercase.`),
  row(
    'replace',
    'text: string, old: string, new: string',
    'string',
    () => l10n.t`Replaces all occurrences of the old string.`,
  ),
  row('split', 'text: string, delimiter: string', 'array of string', () => l10n.t`Splits the text at the delimiter.`),
  row(
    'sprintf',
    'format: string, values: array',
    'string',
    () => l10n.t`Formats values with a Go format string: %s, %d, %v, %x.`,
  ),
  row(
    'startswith',
    'text: string, start: string',
    'boolean',
    () => l10n.t`Returns true if the text starts with the given string.`,
  ),
  row(
    'strings.any_prefix_match',
    'texts: string, array or set, starts: string, array or set',
    'boolean',
    () => l10n.t`Returns true if any text starts with any of the given strings.`,
  ),
  row(
    'strings.any_suffix_match',
    'texts: string, array or set, ends: string, array or set',
    'boolean',
    () => l10n.t`Returns true if any text ends with any of the given strings.`,
  ),
  row(
    'strings.count',
    'text: string, part: string',
    'number',
    () => l10n.t`Returns the number of occurrences of the part.`,
    {
      newEnginesOnly: true,
    },
  ),
  row(
    'strings.replace_n',
    'patterns: object, text: string',
    'string',
    () => l10n.t`Replaces each key of the object with its value.`,
  ),
  row('strings.reverse', 'text: string', 'string', () => l10n.t`Reverses the text.`),
  row(
    'substring',
    'text: string, start: number, length: number',
    'string',
    () => l10n.t`Returns a part of the text. If the length is negative, returns everything from the start position.`,
  ),
  row(
    'trim',
    'text: string, characters: string',
    'string',
    () => l10n.t`Removes these characters from both ends of the text.`,
  ),
  row(
    'trim_left',
    'text: string, characters: string',
    'string',
    () => l10n.t`Removes these characters from the start of the text.`,
  ),
  row(
    'trim_prefix',
    'text: string, start: string',
    'string',
    () => l10n.t`Removes the given prefix from the text, if present.`,
  ),
  row(
    'trim_right',
    'text: string, characters: string',
    'string',
    () => l10n.t`Removes these characters from the end of the text.`,
  ),
  row('trim_space', 'text: string', 'string', () => l10n.t`Removes whitespace from both ends of the text.`),
  row(
    'trim_suffix',
    'text: string, end: string',
    'string',
    () => l10n.t`Removes the given suffix from the text, if present.`,
  ),
  row('upper', 'text: string', 'string', () => l10n.t`Returns the text in uppercase.`),
];

/** Regular expression functions. */
export const regexBuiltins: readonly BuiltinInfo[] = [
  row(
    'regex.find_all_string_submatch_n',
    'pattern: string, text: string, limit: number',
    'array of array of string',
    () => l10n.t`Returns all matches with their groups. -1 means no limit.`,
    {
      note: pattern,
    },
  ),
  row(
    'regex.find_n',
    'pattern: string, text: string, limit: number',
    'array of string',
    () => l10n.t`Returns all matches. -1 means no limit.`,
    { note: pattern },
  ),
  row('regex.is_valid', 'pattern: string', 'boolean', () => l10n.t`Returns true if the pattern is valid.`, {
    note: pattern,
  }),
  row(
    'regex.match',
    'pattern: string, text: string',
    'boolean',
    () => l10n.t`Returns true if the pattern matches anywhere in the text.`,
    { note: pattern },
  ),
  row(
    'regex.replace',
    'text: string, pattern: string, new: string',
    'string',
    () => l10n.t`Replaces all matches in the text. $1 is the first group.`,
    {
      note: pattern,
    },
  ),
  row(
    'regex.split',
    'pattern: string, text: string',
    'array of string',
    () => l10n.t`Splits the text at the matches.`,
    { note: pattern },
  ),
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
  row('base64.decode', 'text: string', 'string', () => l10n.t`Decodes base64.`, base64),
  row('base64.encode', 'text: string', 'string', () => l10n.t`Encodes the text as base64.`, base64),
  row('base64.is_valid', 'text: string', 'boolean', () => l10n.t`Returns true if the text is valid base64.`, base64),
  row('base64url.decode', 'text: string', 'string', () => l10n.t`Decodes URL-safe base64.`, base64),
  row('base64url.encode', 'text: string', 'string', () => l10n.t`Encodes the text as URL-safe base64.`, base64),
  row(
    'base64url.encode_no_pad',
    'text: string',
    'string',
    () => l10n.t`Encodes the text as URL-safe base64 without padding.`,
    base64,
  ),
  row('json.is_valid', 'text: string', 'boolean', () => l10n.t`Returns true if the text is valid JSON.`),
  row('json.marshal', 'value: any', 'string', () => l10n.t`Serializes the value as JSON.`),
  row('json.marshal_with_options', 'value: any, options: object', 'string', () =>
    l10n.t('Serializes the value as JSON, with the options `pretty`, `indent`, and `prefix`.'),
  ),
  row('json.unmarshal', 'text: string', 'any', () => l10n.t`Parses JSON.`),
  row(
    'to_number',
    'value: string, number, boolean or null',
    'number',
    () => l10n.t`Converts a string, true, false, or null to a number.`,
  ),
  row('units.parse', 'text: string', 'number', () =>
    l10n.t('Converts a string such as `10K`, `1.5Gi`, or `200m` to a number.'),
  ),
  row('units.parse_bytes', 'text: string', 'number', () =>
    l10n.t('Converts a string such as `10KB` or `1.5GiB` to bytes.'),
  ),
];
