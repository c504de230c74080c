/**
 * Completes initdata documents, except their policies. Works line by line because the text isn't valid TOML while the
 * user types.
 */
import * as l10n from '@vscode/l10n';
import {
  initdataAlgorithms,
  findInitdataFile,
  initdataFiles,
  initdataVersion,
  teeFields,
} from '#core/agent/initdata.ts';
import type { Release } from '#core/product/releases.ts';
import { scanToml, type TomlString } from '#server/engine/toml/tomlStrings.ts';
import type { Span } from '#server/engine/text/span.ts';
import { escapePolicySnippet, type Item } from '#server/policy/lsp/completionItem.ts';
import { findOnlyWord } from '#server/policy/lsp/wholePolicies.ts';
import { fileSnippet, wholeInitdata } from './wholeInitdata.ts';

/** Returns the completions at this offset. */
export function tomlCompletionsAt(text: string, offset: number, release: Release): readonly Item[] {
  const blank = findOnlyWord(text, offset);
  if (blank !== undefined) return wholeInitdata(release, blank);
  const { strings } = scanToml(text);
  const inside =
    strings.find(({ range }) => range.start < offset && offset < range.end) ?? unclosed(strings.at(-1), offset);
  const { line, start } = lineBefore(text, inside?.range.start ?? offset);
  if (inside === undefined) return outside(text, offset, strings, line, start, release);
  const key = /["']?([\w.-]+)["']?[ \t]*=[ \t]*$/.exec(line)?.[1];
  if (inside.style.startsWith('multiline')) return key === undefined ? [] : innerItems(text, offset, inside, key);
  if (key !== undefined) return valuesOf(key, inside.content);
  // The user is typing a key in quotes.
  return line.trim() === '' && tableAt(text, inside.range.start, strings) === 'data'
    ? dataItems(text, inside.range, release)
    : [];
}

const unclosed = (last: TomlString | undefined, offset: number): TomlString | undefined =>
  last?.sound === false && last.range.start < offset && offset <= last.range.end ? last : undefined;

function lineBefore(text: string, offset: number): { readonly line: string; readonly start: number } {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return { line: text.slice(start, offset), start };
}

function outside(
  text: string,
  offset: number,
  strings: readonly TomlString[],
  line: string,
  start: number,
  release: Release,
): readonly Item[] {
  const value = /^[ \t]*["']?([\w.-]+)["']?[ \t]*=[ \t]*$/.exec(line);
  if (value?.[1] !== undefined)
    return valuesOf(value[1], { start: offset, end: offset }).map((item) => ({
      ...item,
      snippet: `"${item.snippet}"`,
    }));
  const typed = /^[ \t]*(\[?[ \t]*[\w.-]*)$/.exec(line)?.[1];
  if (typed === undefined) return [];
  const rest = /^[\w.-]*\]?/.exec(text.slice(offset, offset + 100))?.[0].length ?? 0;
  const span = { start: offset - typed.length, end: offset + rest };
  const table = tableAt(text, start, strings);
  if (table === 'data') return typed.startsWith('[') ? [] : dataItems(text, span, release);
  return table === '' ? headItems(text, span, typed) : [];
}

/** Returns the table at this offset, or an empty string at the top level. */
function tableAt(text: string, offset: number, strings: readonly TomlString[]): string {
  let table = '';
  for (const match of text.slice(0, offset).matchAll(/^[ \t]*\[[ \t]*([\w. "-]+?)[ \t]*\][ \t]*(?:#.*)?$/gm)) {
    const isText = strings.some(({ range }) => range.start < match.index && match.index < range.end);
    if (!isText) table = match[1] ?? '';
  }
  return table;
}

const has = (text: string, key: string): boolean =>
  new RegExp(`^[ \\t]*["']?${key.replaceAll('.', '\\.')}["']?[ \\t]*=`, 'm').test(text);

function headItems(text: string, span: Span, typed: string): readonly Item[] {
  const items: Item[] = [];
  const add = (label: string, documentation: string, snippet: string): void => {
    items.push({ label, kind: 'field', documentation, order: items.length, snippet, span });
  };
  if (!typed.startsWith('[')) {
    if (!has(text, 'algorithm'))
      add(
        'algorithm',
        l10n.t`Hash algorithm used to measure the document. Any change to the document, even to a space, changes the digest.`,
        `algorithm = "\${1|${initdataAlgorithms.join(',')}|}"`,
      );
    if (!has(text, 'version'))
      add(
        'version',
        l10n.t('Format version. Only `{0}` is supported.', initdataVersion),
        `version = "${initdataVersion}"`,
      );
  }
  if (!/^[ \t]*\[[ \t]*data[ \t]*\]/m.test(text))
    add('[data]', l10n.t`Files for the guest, one string per file.`, '[data]\n');
  return items;
}

function dataItems(text: string, span: Span, release: Release): readonly Item[] {
  return initdataFiles
    .filter(({ name }) => !has(text, name) || new RegExp(`["']?${name}`).test(text.slice(span.start, span.end)))
    .map((file, order): Item => ({
      label: file.name,
      kind: 'file',
      detail: file.summary(),
      filter: `"${file.name}`,
      order,
      snippet: /^[ \t]*=/.test(text.slice(span.end, span.end + 20))
        ? `"${file.name}"`
        : fileSnippet(file, release).text.trimEnd(),
      span,
    }));
}

function valuesOf(key: string, span: Span): readonly Item[] {
  if (key === 'version')
    return [
      {
        label: initdataVersion,
        kind: 'value',
        order: 0,
        snippet: initdataVersion,
        span,
      },
    ];
  if (key !== 'algorithm') return [];
  return initdataAlgorithms.map((label, order): Item => {
    const fits = teeFields.filter((field) => field.fits === label).map(({ title }) => title);
    return {
      label,
      kind: 'value',
      ...(fits.length === 0 ? {} : { detail: l10n.t`digest length for ${fits.join(', ')}` }),
      order,
      snippet: label,
      span,
    };
  });
}

/** Returns the completions in aa.toml and cdh.toml: tables, and the settings of the current table. */
function innerItems(text: string, offset: number, { content }: TomlString, name: string): readonly Item[] {
  const file = findInitdataFile(name);
  if (file === undefined || offset < content.start) return [];
  const inner = text.slice(content.start, content.end);
  const { line } = lineBefore(inner, offset - content.start);
  const typed = /^[ \t]*(\[?[\w.]*)$/.exec(line)?.[1];
  if (typed === undefined) return [];
  const rest = /^[\w.]*\]?/.exec(text.slice(offset, offset + 100))?.[0].length ?? 0;
  const span = { start: offset - typed.length, end: offset + rest };
  const table = tableAt(inner, offset - content.start - line.length, []);
  const items: Item[] = [];
  const seen = new Set([...inner.matchAll(/^[ \t]*\[[ \t]*([\w.]+)[ \t]*\]/gm)].map((match) => match[1]));
  for (const { path, type, summary, usual } of file.settings) {
    const dot = Math.max(path.lastIndexOf('.'), 0);
    const [of, key] = [path.slice(0, dot), dot === 0 ? path : path.slice(dot + 1)];
    if (of === table && !typed.startsWith('[') && !isSet(inner, table, key)) {
      const value =
        type === 'list'
          ? (usual ?? '[]')
          : type === 'certificate'
            ? '"""\n${1}\n"""'
            : `"\${1:${escapePolicySnippet(usual ?? '')}}"`;
      items.push({
        label: key,
        kind: 'field',
        detail: type,
        documentation: summary(),
        order: 0,
        snippet: `${key} = ${value}`,
        span,
      });
    } else if (of !== '' && !seen.has(of)) {
      seen.add(of);
      items.push({
        label: `[${of}]`,
        kind: 'module',
        detail: l10n.t`table for the key ${key}`,
        order: 1,
        snippet: `[${of}]\n`,
        span,
      });
    }
  }
  return items;
}

/** Returns whether the table contains the key. */
function isSet(inner: string, table: string, key: string): boolean {
  let current = '';
  for (const line of inner.split('\n')) {
    const header = /^[ \t]*\[[ \t]*([\w.]+)[ \t]*\]/.exec(line)?.[1];
    if (header !== undefined) current = header;
    else if (current === table && new RegExp(`^[ \\t]*${key}[ \\t]*=`).test(line)) return true;
  }
  return false;
}
