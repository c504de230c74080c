/** Parses aa.toml and cdh.toml in a document: their settings, with positions in the document, and problems. */
import * as l10n from '@vscode/l10n';
import { findInitdataFile } from '#core/agent/initdata.ts';
import type { Span } from '../engine/text/span.ts';
import { certificateProblems } from './certificates.ts';
import type { InitdataEntry, InitdataDocument } from './document.ts';
import { createInitdataProblem } from '../engine/encoding/problem.ts';
import { findKeyProblems } from './innerKeys.ts';
import { inDocument, type InnerProblem } from './innerProblem.ts';
import { findAddressProblem, findValueProblems, usesBroker } from './innerValues.ts';
import { parseToml, type TomlDocument } from '../engine/toml/toml.ts';
import { isUnknownFile, isUnknownValue } from './unknownValue.ts';

/** A known setting. */
interface InnerSetting {
  /** Path such as `token_configs.kbs.url`. */
  readonly path: string;
  readonly text: string;
  /** Range in the document, including the quotes. */
  readonly range: Span;
}

/** An embedded TOML file. */
export interface InnerFile {
  readonly entry: InitdataEntry;
  /** TOML tree. Its positions are offsets in the file. `entry.map.toFile` converts them to offsets in the document. */
  readonly toml: TomlDocument;
  readonly settings: readonly InnerSetting[];
}

/** The embedded TOML files and their problems. */
export interface InnerFiles {
  readonly files: readonly InnerFile[];
  readonly problems: readonly InnerProblem[];
}

/**
 * Parses the TOML files of a document.
 * @param now time for checking certificates
 */
export function readInnerFiles({ data }: Pick<InitdataDocument, 'data'>, now: Date): InnerFiles {
  const problems: InnerProblem[] = [];
  const files: InnerFile[] = [];
  for (const entry of data) {
    if (findInitdataFile(entry.name)?.language === 'toml' && !isUnknownFile(entry.text))
      files.push(readInner(entry, now, problems));
  }
  compareAddresses(files, problems);
  return { files, problems };
}

function readInner(entry: InitdataEntry, now: Date, problems: InnerProblem[]): InnerFile {
  const toml = parseToml(entry.text);
  for (const found of toml.problems)
    problems.push({ ...found, message: `${entry.name}: ${found.message}`, range: inDocument(entry, found.range) });
  if (toml.problems.length === 0) problems.push(...findKeyProblems(entry, toml), ...findValueProblems(entry, toml));
  const settings: InnerSetting[] = [];
  const known = new Map((findInitdataFile(entry.name)?.settings ?? []).map((setting) => [setting.path, setting]));
  for (const { path, value, range } of toml.entries) {
    const name = path.join('.');
    const setting = known.get(name);
    if (setting === undefined || setting.type === 'list') continue;
    const place = inDocument(entry, range);
    if (value?.kind !== 'string') {
      problems.push(
        createInitdataProblem('setting-not-string', l10n.t('`{0}` must be {1}.', name, l10n.t`a string`), place),
      );
      continue;
    }
    settings.push({ path: name, text: value.text, range: place });
    if (isUnknownValue(value.text)) continue;
    if (setting.type === 'address' && (entry.name !== 'cdh.toml' || usesBroker(toml))) {
      const problem = findAddressProblem(entry, { name, text: value.text, range });
      if (problem !== undefined) problems.push(problem);
    }
    if (setting.type === 'certificate') {
      const at = (range: Span): Span => {
        const inner = value.string?.map;
        return inner === undefined
          ? place
          : inDocument(entry, { start: inner.toFile(range.start), end: inner.toFile(range.end) });
      };
      for (const found of certificateProblems(value.text, now))
        problems.push({ ...found, message: `${name}: ${found.message}`, range: at(found.range) });
    }
  }
  return { entry, toml, settings };
}

function compareAddresses(files: readonly InnerFile[], problems: InnerProblem[]): void {
  const find = (file: string, path: string) =>
    files.find(({ entry }) => entry.name === file)?.settings.find((setting) => setting.path === path);
  const broker = find('aa.toml', 'token_configs.kbs.url');
  const client = find('cdh.toml', 'kbc.url');
  if (broker === undefined || client === undefined || sameAddress(broker.text, client.text)) return;
  const hub = files.find(({ entry }) => entry.name === 'cdh.toml');
  if (hub !== undefined && !usesBroker(hub.toml)) return;
  if ([broker, client].some(({ text }) => isUnknownValue(text))) return;
  const message = l10n.t`aa.toml (token_configs.kbs.url) and cdh.toml (kbc.url) specify different KBS addresses, so the KBS in cdh.toml might reject the token of the KBS in aa.toml. Use the same address in both files.`;
  problems.push(
    createInitdataProblem('kbs-url-mismatch', message, broker.range, 'warning'),
    createInitdataProblem('kbs-url-mismatch', message, client.range, 'warning'),
  );
}

function sameAddress(one: string, other: string): boolean {
  const plain = (text: string) => text.trim().replace(/\/{1,10}$/, '');
  return plain(one) === plain(other);
}
