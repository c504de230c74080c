/** Finds unknown and missing keys in aa.toml and cdh.toml. */
import * as l10n from '@vscode/l10n';
import { findGuestConfig, type GuestConfig, type GuestTable } from '#core/agent/guestConfig.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { Edit } from '../engine/findings/rule.ts';
import { findNearestName } from '../engine/text/nearestName.ts';
import type { Span } from '../engine/text/span.ts';
import type { InitdataEntry } from './document.ts';
import { createInnerProblem, inDocument, type InnerProblem } from './innerProblem.ts';
import type { TomlDocument, TomlStep } from '../engine/toml/toml.ts';

/** A key or a table header with its path, without list indexes. */
interface WrittenKey {
  readonly path: readonly string[];
  /** Number of steps that come from the table header above the key. */
  readonly inherited: number;
  readonly range: Span;
}

/** Maximum number of unknown keys to report. Each one is compared with all keys of the file. */
const mostUnknown = 50;

/** Yields the problems with the keys of a file. */
export function* findKeyProblems(entry: InitdataEntry, toml: TomlDocument): Generator<InnerProblem> {
  const config = findGuestConfig(entry.name);
  if (config === undefined) return;
  const written = listKeys(entry, toml);
  if (written.length === 0) {
    if (config.required[''] !== undefined)
      yield createInnerProblem('file-empty', describeEmptyFile(entry.name), entry.key, { level: 'warning' });
    return;
  }
  const explained = new Set<string>();
  let left = mostUnknown;
  for (const key of written) {
    const unknown = findUnknown(config.keys, key.path);
    // An unknown table is reported at its header only, not at each of its keys.
    if (unknown === undefined || unknown.path.length <= key.inherited) continue;
    yield createUnknownProblem(entry, key, unknown, { config, written, explained });
    left -= 1;
    if (left === 0) break;
  }
  yield* findMissingKeys(entry, config, written, explained);
}

const namesIn = (path: readonly TomlStep[]) => path.filter((step) => typeof step === 'string');
const partOfKey = /"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+/g;

/** Returns the keys and headers in the order of the text. */
function listKeys({ text }: InitdataEntry, { entries, tables }: TomlDocument): readonly WrittenKey[] {
  const headers = tables.map(({ path, range }) => ({ path: namesIn(path), inherited: 0, range }));
  const keys = entries
    // Skips list elements, which have the key of their list.
    .filter(({ path }) => typeof path.at(-1) === 'string')
    .map(({ path, key }) => {
      const names = namesIn(path);
      const parts = text.slice(key.start, key.end).match(partOfKey)?.length ?? 1;
      return { path: names, inherited: names.length - parts, range: key };
    });
  return [...headers, ...keys].sort((a, b) => a.range.start - b.range.start);
}

interface Unknown {
  /** Path of the first unknown key. */
  readonly path: readonly string[];
  /** Keys of the table that contains it. */
  readonly siblings: readonly string[];
}

function findUnknown(keys: GuestTable, path: readonly string[]): Unknown | undefined {
  let table: GuestTable | 'value' | undefined = keys;
  for (const [index, step] of path.entries()) {
    if (table === 'value') return undefined;
    const next: GuestTable | 'value' | undefined = Object.hasOwn(table, step) ? table[step] : undefined;
    if (next === undefined) return { path: path.slice(0, index + 1), siblings: Object.keys(table) };
    table = next;
  }
  return undefined;
}

interface KeyContext {
  readonly config: GuestConfig;
  readonly written: readonly WrittenKey[];
  /** Paths of the intended keys of reported misspellings. These keys aren't reported as missing. */
  readonly explained: Set<string>;
}

function createUnknownProblem(
  entry: InitdataEntry,
  key: WrittenKey,
  { path, siblings }: Unknown,
  { config, written, explained }: KeyContext,
): InnerProblem {
  const { path: whole, range } = key;
  const name = path.at(-1) ?? '';
  const parent = path.slice(0, -1);
  const near = findMeant(
    name,
    siblings.filter((sibling) => !isWritten(written, [...parent, sibling, ...whole.slice(path.length)])),
  );
  const place = inDocument(entry, range);
  const displayPath = sanitizeQuote(path.join('.'), 60);
  if (near === undefined || near.name.toLowerCase() === name.toLowerCase())
    return createInnerProblem(
      'key-unknown',
      l10n.t`Unknown key ${displayPath} in ${entry.name}. The guest probably ignores it.`,
      place,
      { level: 'information' },
    );
  const meant = [...parent, near.name].join('.');
  const right = [...parent, near.name, ...whole.slice(path.length)];
  // If two keys are misspellings of the same key, only the first one can be renamed.
  const edits = explained.has(right.join('.')) ? [] : createRename(entry, key, right);
  const fixes = edits.map((edit) => ({ title: l10n.t`Rename to ${near.name}`, edits: [edit], sure: near.sure }));
  explained.add(right.join('.'));
  if (config.required[parent.join('.')] === near.name) {
    explained.add(meant);
    return createInnerProblem('key-required', describeMisspelledKey(entry.name, displayPath, near.name), place, {
      fixes,
    });
  }
  const message = `${describeIgnoredKey(entry.name, displayPath, meant)}${getSentenceSeparator()}${l10n.t`Use ${near.name}.`}`;
  return createInnerProblem('key-unknown', message, place, { level: 'warning', fixes });
}

/** Returns the known key that a misspelled key probably means. Swapped letters in a short key also count as a typo. */
function findMeant(
  name: string,
  known: readonly string[],
): { readonly name: string; readonly sure: boolean } | undefined {
  const letters = (word: string) => word.split('').sort().join('');
  const swapped = name.length > 32 ? undefined : known.find((one) => letters(one) === letters(name));
  return findNearestName(name, known) ?? (swapped === undefined ? undefined : { name: swapped, sure: true });
}

/** Returns the edit that corrects a key, if it's written without quotes and spaces. */
function createRename(
  entry: InitdataEntry,
  { path, inherited, range }: WrittenKey,
  right: readonly string[],
): readonly Edit[] {
  const isPlain = entry.literal && entry.text.slice(range.start, range.end) === path.slice(inherited).join('.');
  return isPlain ? [{ ...inDocument(entry, range), text: right.slice(inherited).join('.') }] : [];
}

function describeIgnoredKey(file: string, displayPath: string, meant: string): string {
  if (meant === 'token_configs' || meant === 'token_configs.kbs')
    return l10n.t`Unknown table ${displayPath} in ${file} is ignored, so no key broker is configured.`;
  if (meant.startsWith('image.image_security_policy'))
    return l10n.t`Unknown key ${displayPath} in ${file} is ignored, so no image policy applies.`;
  return l10n.t`Unknown key ${displayPath} in ${file} is ignored.`;
}

function isWritten(written: readonly WrittenKey[], path: readonly string[]): boolean {
  return written.some((key) => path.every((step, index) => key.path[index] === step));
}

/** Yields the required keys that are missing, at the header of their table or at the name of the file. */
function* findMissingKeys(
  entry: InitdataEntry,
  { required }: GuestConfig,
  written: readonly WrittenKey[],
  explained: ReadonlySet<string>,
): Generator<InnerProblem> {
  for (const [table, key] of Object.entries(required)) {
    const parent = table === '' ? [] : table.split('.');
    const path = [...parent, key];
    const start = written.find((one) => parent.every((step, index) => one.path[index] === step));
    if (start === undefined || isWritten(written, path) || explained.has(path.join('.'))) continue;
    const range = table === '' ? entry.key : inDocument(entry, start.range);
    yield createInnerProblem('key-required', describeMissingKey(entry.name, path.join('.')), range);
  }
}

function describeMisspelledKey(file: string, displayPath: string, meant: string): string {
  return file === 'cdh.toml'
    ? l10n.t`Unknown key ${displayPath} in ${file} instead of the required ${meant}. The Confidential Data Hub rejects the configuration.`
    : l10n.t`Unknown key ${displayPath} in ${file} instead of the required ${meant}. The attestation agent rejects the configuration.`;
}

function describeMissingKey(file: string, path: string): string {
  return file === 'cdh.toml'
    ? l10n.t`${path} is missing in ${file}, so the Confidential Data Hub rejects the configuration.`
    : l10n.t`${path} is missing in ${file}, so the attestation agent rejects the configuration.`;
}

function describeEmptyFile(file: string): string {
  return l10n.t`${file} is empty, so the Confidential Data Hub has no configuration. Add ${'[kbc]'}.`;
}
