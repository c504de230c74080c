/**
 * Built-ins for text: strings, regular expressions, encodings. Read of microsoft/regorus
 * src/builtins/{strings,regex,encoding,units,conversions}.rs.
 */
import * as l10n from '@vscode/l10n';
import { type BuiltinInfo, builtinRow as row } from './builtin.ts';

const base64 = { needs: 'base64' } as const;
const pattern = () =>
  l10n.t`The pattern is one of Rust: no look-around and no back references; it may match anywhere unless it has ^ and $.`;

/** Strings. */
export const stringBuiltins: readonly BuiltinInfo[] = [
  row(
    'concat',
    'delimiter: string, parts: array or set of string',
    'string',
    () => l10n.t`Joins strings, with the delimiter between; a set in sorted order.`,
  ),
  row('contains', 'text: string, part: string', 'boolean', () => l10n.t`Whether the text has the part in it.`),
  row('endswith', 'text: string, end: string', 'boolean', () => l10n.t`Whether the text ends so.`),
  row(
    'format_int',
    'number: number, base: number',
    'string',
    () => l10n.t`Writes a whole number to the base 2, 8, 10 or 16.`,
  ),
  row(
    'indexof',
    'text: string, part: string',
    'number',
    () => l10n.t`Where the part first is in the text; -1 if it is not.`,
  ),
  row(
    'indexof_n',
    'text: string, part: string',
    'array of number',
    () => l10n.t`Every place where the part is in the text.`,
  ),
  row('lower', 'text: string', 'string', () => l10n.t`The text in small letters.`),
  row(
    'replace',
    'text: string, old: string, new: string',
    'string',
    () => l10n.t`The text with every old part replaced.`,
  ),
  row(
    'split',
    'text: string, delimiter: string',
    'array of string',
    () => l10n.t`The parts of the text between the delimiters.`,
  ),
  row(
    'sprintf',
    'format: string, values: array',
    'string',
    () => l10n.t`Writes values by a format of Go: %s, %d, %v, %x.`,
  ),
  row('startswith', 'text: string, start: string', 'boolean', () => l10n.t`Whether the text starts so.`),
  row(
    'strings.any_prefix_match',
    'texts: string, array or set, starts: string, array or set',
    'boolean',
    () => l10n.t`Whether any of the texts starts with any of the starts.`,
  ),
  row(
    'strings.any_suffix_match',
    'texts: string, array or set, ends: string, array or set',
    'boolean',
    () => l10n.t`Whether any of the texts ends with any of the ends.`,
  ),
  row('strings.count', 'text: string, part: string', 'number', () => l10n.t`How often the part is in the text.`, {
    newEnginesOnly: true,
  }),
  row(
    'strings.replace_n',
    'patterns: object, text: string',
    'string',
    () => l10n.t`The text with every key of the object replaced by its value.`,
  ),
  row('strings.reverse', 'text: string', 'string', () => l10n.t`The text backwards.`),
  row(
    'substring',
    'text: string, start: number, length: number',
    'string',
    () => l10n.t`A part of the text; with a negative length, all from the start on.`,
  ),
  row(
    'trim',
    'text: string, characters: string',
    'string',
    () => l10n.t`The text without these characters at both ends.`,
  ),
  row(
    'trim_left',
    'text: string, characters: string',
    'string',
    () => l10n.t`The text without these characters at its start.`,
  ),
  row('trim_prefix', 'text: string, start: string', 'string', () => l10n.t`The text without this start, if it has it.`),
  row(
    'trim_right',
    'text: string, characters: string',
    'string',
    () => l10n.t`The text without these characters at its end.`,
  ),
  row('trim_space', 'text: string', 'string', () => l10n.t`The text without blanks at both ends.`),
  row('trim_suffix', 'text: string, end: string', 'string', () => l10n.t`The text without this end, if it has it.`),
  row('upper', 'text: string', 'string', () => l10n.t`The text in capital letters.`),
];

/** Regular expressions. */
export const regexBuiltins: readonly BuiltinInfo[] = [
  row(
    'regex.find_all_string_submatch_n',
    'pattern: string, text: string, limit: number',
    'array of array of string',
    () => l10n.t`All matches with their groups; -1 for no limit.`,
    {
      note: pattern,
    },
  ),
  row(
    'regex.find_n',
    'pattern: string, text: string, limit: number',
    'array of string',
    () => l10n.t`All matches; -1 for no limit.`,
    { note: pattern },
  ),
  row('regex.is_valid', 'pattern: string', 'boolean', () => l10n.t`Whether the pattern can be read.`, {
    note: pattern,
  }),
  row(
    'regex.match',
    'pattern: string, text: string',
    'boolean',
    () => l10n.t`Whether the pattern matches anywhere in the text.`,
    { note: pattern },
  ),
  row(
    'regex.replace',
    'text: string, pattern: string, new: string',
    'string',
    () => l10n.t`The text with every match replaced; $1 is the first group.`,
    {
      note: pattern,
    },
  ),
  row(
    'regex.split',
    'pattern: string, text: string',
    'array of string',
    () => l10n.t`The parts of the text between matches.`,
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

/** Encodings and numbers written as text. */
export const encodingBuiltins: readonly BuiltinInfo[] = [
  row('base64.decode', 'text: string', 'string', () => l10n.t`The text that the base64 stands for.`, base64),
  row('base64.encode', 'text: string', 'string', () => l10n.t`The text as base64.`, base64),
  row('base64.is_valid', 'text: string', 'boolean', () => l10n.t`Whether the text is base64.`, base64),
  row(
    'base64url.decode',
    'text: string',
    'string',
    () => l10n.t`The text that the base64 for addresses stands for.`,
    base64,
  ),
  row('base64url.encode', 'text: string', 'string', () => l10n.t`The text as base64 for addresses.`, base64),
  row(
    'base64url.encode_no_pad',
    'text: string',
    'string',
    () => l10n.t`The text as base64 for addresses, without equals signs at its end.`,
    base64,
  ),
  row('json.is_valid', 'text: string', 'boolean', () => l10n.t`Whether the text is JSON.`),
  row('json.marshal', 'value: any', 'string', () => l10n.t`The value as JSON.`),
  row(
    'json.marshal_with_options',
    'value: any, options: object',
    'string',
    () => l10n.t`The value as JSON, with \`pretty\`, \`indent\` and \`prefix\`.`,
  ),
  row('json.unmarshal', 'text: string', 'any', () => l10n.t`The value of the JSON.`),
  row(
    'to_number',
    'value: string, number, boolean or null',
    'number',
    () => l10n.t`The number that a text, true, false or null stands for.`,
  ),
  row(
    'units.parse',
    'text: string',
    'number',
    () => l10n.t`The number of a text such as \`10K\`, \`1.5Gi\` or \`200m\`.`,
  ),
  row('units.parse_bytes', 'text: string', 'number', () => l10n.t`The bytes of a text such as \`10KB\` or \`1.5GiB\`.`),
];
