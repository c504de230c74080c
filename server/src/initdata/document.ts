/** Parses an initdata document: algorithm, version, and files, with positions and problems. */
import * as l10n from '@vscode/l10n';
import {
  initdataAlgorithm,
  initdataAlgorithms,
  type InitdataAlgorithm,
  findInitdataFile,
  initdataFiles,
  initdataVersion,
} from '#core/agent/initdata.ts';
import type { Span } from '../engine/text/span.ts';
import { type InitdataProblem, createInitdataProblem } from '../engine/encoding/problem.ts';
import { shiftedMap, type TextMap } from '../engine/text/textMap.ts';
import {
  findTomlEntry,
  parseToml,
  type TomlCode,
  type TomlDocument,
  type TomlEntry,
  type TomlLimits,
  tomlLimits,
} from '../engine/toml/toml.ts';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isUnknownValue } from './unknownValue.ts';

/** Possible problems with the document. */
export type DocumentCode =
  | TomlCode
  | 'algorithm-missing'
  | 'algorithm-unsupported'
  | 'version-missing'
  | 'version-unsupported'
  | 'data-missing'
  | 'data-not-table'
  | 'data-not-string'
  | 'data-key-unquoted'
  | 'data-key-unknown'
  | 'key-unknown'
  | 'file-missing';

/** A file in the document. */
export interface InitdataEntry {
  readonly name: string;
  /** True if the pod VM supports the file. The pod VM ignores other files. */
  readonly known: boolean;
  readonly key: Span;
  /** Range including the quotes. */
  readonly range: Span;
  /** Content of the file, without quotes and escapes. */
  readonly text: string;
  /** Maps offsets of the content to offsets of the document. */
  readonly map: TextMap;
  /** True if the document contains the text unchanged, in ''' or ', so that it can be edited there. */
  readonly literal: boolean;
}

/** An initdata document. */
export interface InitdataDocument {
  readonly algorithm?: { readonly text: string; readonly known: InitdataAlgorithm | undefined; readonly range: Span };
  readonly version?: { readonly text: string; readonly range: Span };
  readonly data: readonly InitdataEntry[];
  /** TOML tree for completion and hovers. */
  readonly toml: TomlDocument;
  readonly problems: readonly InitdataProblem<DocumentCode>[];
}

/** Parses a document. If the TOML is invalid, reports only that, because nothing else is certain. */
export function parseInitdata(text: string, limits: TomlLimits = tomlLimits): InitdataDocument {
  const toml = parseToml(text, limits);
  if (toml.problems.length > 0) return { data: [], toml, problems: toml.problems };
  const problems: InitdataProblem<DocumentCode>[] = [];
  const start = { start: 0, end: lineEnd(text) };
  const algorithm = scalarAt(toml, 'algorithm');
  const version = scalarAt(toml, 'version');
  checkAlgorithm(findTomlEntry(toml, ['algorithm']), algorithm?.text, start, problems);
  checkVersion(findTomlEntry(toml, ['version']), version?.text, start, problems);
  const data = dataOf(toml, start, problems);
  checkOtherKeys(toml, problems);
  return {
    ...(algorithm === undefined
      ? {}
      : { algorithm: { text: algorithm.text, known: initdataAlgorithm(algorithm.text), range: algorithm.range } }),
    ...(version === undefined ? {} : { version: { text: version.text, range: version.range } }),
    data,
    toml,
    problems,
  };
}

function scalarAt(toml: TomlDocument, key: string): { readonly text: string; readonly range: Span } | undefined {
  const value = findTomlEntry(toml, [key])?.value;
  return value?.kind === 'string' ? value : undefined;
}

type Problems = InitdataProblem<DocumentCode>[];

function checkAlgorithm(entry: TomlEntry | undefined, text: string | undefined, start: Span, problems: Problems): void {
  const supported = formatAlternatives(initdataAlgorithms.map((name) => `"${name}"`));
  if (entry === undefined)
    problems.push(createInitdataProblem('algorithm-missing', missingWords('algorithm', supported), start));
  else if (text === undefined || (initdataAlgorithm(text) === undefined && !isUnknownValue(text))) {
    const meant = initdataAlgorithm((text ?? '').toLowerCase().replace(/[-_ ]/g, ''));
    problems.push(createInitdataProblem('algorithm-unsupported', unsupported(text, supported, meant), entry.range));
  }
}

function missingWords(key: string, value: string): string {
  return `${l10n.t`${`\`${key}\``} is missing.`}${getSentenceSeparator()}${l10n.t`Use ${value}.`}`;
}

function unsupportedWords(key: string, text: string, value: string): string {
  return `${l10n.t`Unsupported ${key} "${sanitizeQuote(text)}".`}${getSentenceSeparator()}${l10n.t`Use ${value}.`}`;
}

function unsupported(text: string | undefined, supported: string, meant: string | undefined): string {
  return text === undefined
    ? l10n.t('`{0}` must be {1}.', 'algorithm', supported)
    : unsupportedWords('algorithm', text, meant === undefined ? supported : `"${meant}"`);
}

function checkVersion(entry: TomlEntry | undefined, text: string | undefined, start: Span, problems: Problems): void {
  if (entry === undefined)
    problems.push(createInitdataProblem('version-missing', missingWords('version', `"${initdataVersion}"`), start));
  else if (text !== initdataVersion && (text === undefined || !isUnknownValue(text))) {
    const message =
      text === undefined
        ? l10n.t('`{0}` must be {1}.', 'version', `"${initdataVersion}"`)
        : unsupportedWords('version', text, `"${initdataVersion}"`);
    problems.push(createInitdataProblem('version-unsupported', message, entry.range));
  }
}

function dataOf(toml: TomlDocument, start: Span, problems: Problems): readonly InitdataEntry[] {
  const own = findTomlEntry(toml, ['data']);
  if (own !== undefined && own.kind !== 'table') {
    problems.push(createInitdataProblem('data-not-table', l10n.t('`data` must be one table, `[data]`.'), own.range));
    return [];
  }
  const table = toml.tables.find(({ path }) => path[0] === 'data');
  if (typeof table?.path[1] === 'number') {
    problems.push(createInitdataProblem('data-not-table', l10n.t('`data` must be one table, `[data]`.'), table.range));
    return [];
  }
  const entries = toml.entries.filter(({ path }) => path[0] === 'data' && path.length > 1);
  if (own === undefined && table === undefined && entries.length === 0) {
    problems.push(createInitdataProblem('data-missing', l10n.t`${'`[data]`'} is missing.`, start));
    return [];
  }
  const data = entries.flatMap((entry) => dataEntry(entry, problems) ?? []);
  const place = table?.range ?? own?.key ?? entries[0]?.key ?? start;
  const named = new Set(entries.map(({ path }) => path.slice(1).join('.')));
  for (const { name, attestation } of initdataFiles) {
    if (attestation && !named.has(name))
      problems.push(
        createInitdataProblem(
          'file-missing',
          l10n.t`"${name}" is missing. Confidential pods require it for attestation.`,
          place,
          'warning',
        ),
      );
  }
  return data;
}

function dataEntry({ path, key, range, value, kind }: TomlEntry, problems: Problems): InitdataEntry | undefined {
  const [, name] = path;
  if (path.length > 2) {
    // Without quotes, `aa.toml = ...` is the key `toml` in the table `aa`.
    const whole = path.slice(1).join('.');
    if (findInitdataFile(whole) !== undefined) {
      problems.push(
        createInitdataProblem(
          'data-key-unquoted',
          l10n.t(
            'The key requires quotes: "{0}". Without quotes, TOML reads it as the key `{1}` in the table `{2}`.',
            whole,
            String(path[2]),
            String(name),
          ),
          key,
        ),
      );
    } else if (kind === 'scalar')
      problems.push(
        createInitdataProblem('data-not-string', l10n.t('`{0}` must be {1}.', path.join('.'), l10n.t`a string`), range),
      );
    return undefined;
  }
  if (typeof name !== 'string' || (kind === 'table' && path.length === 2)) return undefined;
  if (value?.kind !== 'string') {
    problems.push(
      createInitdataProblem(
        'data-not-string',
        l10n.t('`{0}` must be {1}.', sanitizeQuote(name), l10n.t`a string`),
        range,
      ),
    );
    return undefined;
  }
  const known = findInitdataFile(name) !== undefined;
  if (!known) {
    const names = initdataFiles.map((file) => file.name).join(', ');
    problems.push(
      createInitdataProblem(
        'data-key-unknown',
        l10n.t`The pod VM drops "${sanitizeQuote(name)}". Supported files: ${names}.`,
        key,
        'warning',
      ),
    );
  }
  const style = value.string?.style;
  const map = value.string?.map ?? shiftedMap(range.start + 1, value.text.length);
  return {
    name,
    known,
    key,
    range,
    text: value.text,
    map,
    literal: style === 'literal' || style === 'multiline-literal',
  };
}

function checkOtherKeys({ entries, tables }: TomlDocument, problems: Problems): void {
  const expected = new Set<unknown>(['algorithm', 'version', 'data']);
  const seen = new Set<unknown>();
  for (const { path, place } of [
    ...entries.map((entry) => ({ path: entry.path, place: entry.key })),
    ...tables.map((table) => ({ path: table.path, place: table.range })),
  ]) {
    const [name] = path;
    if (expected.has(name) || seen.has(name)) continue;
    seen.add(name);
    problems.push(
      createInitdataProblem(
        'key-unknown',
        l10n.t('Unknown key `{0}`. Valid keys: {1}.', sanitizeQuote(String(name)), [...expected].join(', ')),
        place,
        'warning',
      ),
    );
  }
}

function lineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end < 0 ? text.length : end;
}
