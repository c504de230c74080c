/** Checks the values of aa.toml and cdh.toml: addresses, resources, sockets, and the client of the key broker. */
import * as l10n from '@vscode/l10n';
import { findResourceUriProblem, guestClients, resourceSettings } from '#core/agent/guestConfig.ts';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { Fix } from '../engine/findings/rule.ts';
import { findNearestName } from '../engine/text/nearestName.ts';
import type { InitdataEntry } from './document.ts';
import { createInnerProblem, inDocument, type InnerProblem } from './innerProblem.ts';
import { findTomlEntry, type TomlDocument, type TomlEntry } from '../engine/toml/toml.ts';
import { isUnknownValue } from './unknownValue.ts';

/** A string in a file. */
interface WrittenValue {
  readonly entry: InitdataEntry;
  /** Path such as `kbc.url`. */
  readonly name: string;
  readonly text: string;
  /** Range in the file. */
  readonly range: TomlEntry['range'];
}

/** Yields the problems with the values of a file, except those of addresses and certificates. */
export function* findValueProblems(entry: InitdataEntry, toml: TomlDocument): Generator<InnerProblem> {
  if (entry.name !== 'cdh.toml') return;
  yield* credentialProblems(entry, toml);
  for (const { path, value, range } of toml.entries) {
    if (value?.kind !== 'string' || isUnknownValue(value.text)) continue;
    const name = path.filter((step) => typeof step === 'string').join('.');
    const written = { entry, name, text: value.text, range };
    if (resourceSettings.includes(name)) yield* resourceProblems(written);
    else if (name === 'kbc.name') yield* clientProblems(written);
    else if (name === 'socket' || name === 'aa.aa_socket') yield* socketProblems(written);
  }
}

/** Returns whether the Confidential Data Hub uses the address of the key broker. */
export function usesBroker(toml: TomlDocument): boolean {
  return findTomlEntry(toml, ['kbc', 'name'])?.value?.text !== 'offline_fs_kbc';
}

/** Returns the problem with the address of a service. */
export function findAddressProblem(
  entry: InitdataEntry,
  { name, text, range }: Omit<WrittenValue, 'entry'>,
): InnerProblem | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  const isUrl = text.length <= 4096 && URL.canParse(text);
  if (isUrl && (scheme === 'http' || scheme === 'https')) return undefined;
  const meant = scheme === undefined ? undefined : findNearestName(scheme, ['https', 'http']);
  const message = l10n.t('`{0}` isn\'t a valid URL: "{1}".', name, sanitizeQuote(text));
  const fixes =
    meant === undefined || scheme === undefined
      ? []
      : changeTo({ entry, name, text, range }, `${meant.name}${text.slice(scheme.length)}`, false);
  return createInnerProblem('address-wrong', message, inDocument(entry, range), { fixes });
}

function* credentialProblems(entry: InitdataEntry, toml: TomlDocument): Generator<InnerProblem> {
  const own = findTomlEntry(toml, ['credentials']);
  const table = toml.tables.find(({ path }) => path.length === 1 && path[0] === 'credentials');
  const range = own === undefined ? table?.range : own.kind === 'array' ? undefined : own.range;
  if (range === undefined) return;
  const message = l10n.t`credentials must be an empty list (${'[]'}) or a list of tables (${'[[credentials]]'}).`;
  yield createInnerProblem('value-wrong', message, inDocument(entry, range), {
    fixes: own?.value?.text === '' ? replace(entry, own.range, '[]', true) : [],
  });
}

const exampleResource = 'kbs:///default/key/1';

function* resourceProblems(written: WrittenValue): Generator<InnerProblem> {
  const { entry, name, text, range } = written;
  const problem = findResourceUriProblem(text);
  if (problem === undefined) return;
  const uri = sanitizeQuote(text, 60);
  const resourceSchemes = formatAlternatives(['kbs', 'kbs+<plugin>', 'file']);
  const message =
    problem.type === 'scheme'
      ? l10n.t`${name} can't have the scheme ${sanitizeQuote(problem.scheme, 20)}. Use ${resourceSchemes}.`
      : problem.instead === undefined
        ? l10n.t`Invalid resource ${uri}: expected a path with three parts, such as ${exampleResource}.`
        : l10n.t`In ${uri}, the first part of the path is read as a host name. Use ${sanitizeQuote(problem.instead, 60)}.`;
  const instead = problem.type === 'parts' ? problem.instead : undefined;
  const fixes = instead === undefined ? [] : changeTo(written, instead, true);
  yield createInnerProblem('value-wrong', message, inDocument(entry, range), { fixes });
}

function* clientProblems(written: WrittenValue): Generator<InnerProblem> {
  const { entry, text, range } = written;
  if (guestClients.some((client) => client === text)) return;
  const near = findNearestName(text, guestClients);
  const clients = formatAlternatives(guestClients);
  const message = l10n.t`kbc.name can't be "${sanitizeQuote(text, 40)}". Use ${clients}.`;
  const fixes = near === undefined ? [] : changeTo(written, near.name, near.sure);
  yield createInnerProblem('value-wrong', message, inDocument(entry, range), { fixes });
}

function* socketProblems(written: WrittenValue): Generator<InnerProblem> {
  const { entry, name, text, range } = written;
  const path = /^unix:\/\/([^/].*)$/s.exec(text)?.[1];
  if (path === undefined) return;
  const instead = `unix:///${path}`;
  const message = `${l10n.t`${name} has a relative path, because "${sanitizeQuote(text, 60)}" has only two slashes.`}${getSentenceSeparator()}${l10n.t`Use ${sanitizeQuote(instead, 60)}.`}`;
  yield createInnerProblem('value-wrong', message, inDocument(entry, range), {
    level: 'warning',
    fixes: changeTo(written, instead, true),
  });
}

/** Returns a fix that replaces a string and keeps its quotes. */
function changeTo({ entry, range }: WrittenValue, instead: string, sure: boolean): readonly Fix[] {
  const written = entry.text.slice(range.start, range.end);
  const quote = /^(["'])[^"'\\\n]*\1$/.exec(written)?.[1];
  return quote === undefined || /["'\\\n]/.test(instead)
    ? []
    : replace(entry, range, `${quote}${instead}${quote}`, sure);
}

function replace(entry: InitdataEntry, range: WrittenValue['range'], text: string, sure: boolean): readonly Fix[] {
  if (!entry.literal) return [];
  return [{ title: l10n.t`Change to ${text}`, edits: [{ ...inDocument(entry, range), text }], sure }];
}
