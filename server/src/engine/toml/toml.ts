/**
 * Parses TOML of limited size with toml-eslint-parser. Returns tables and values with their positions, and problems
 * instead of exceptions.
 */
import * as l10n from '@vscode/l10n';
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import type { Span } from '#server/engine/text/span.ts';
import { type InitdataProblem, createInitdataProblem } from '#server/engine/encoding/problem.ts';
import type { TextMap } from '#server/engine/text/textMap.ts';
import { shrinkToml } from './tomlShrink.ts';
import { scanToml, type TomlScan, type TomlString } from './tomlStrings.ts';

/** Step of a path to a value: a key or an array index. */
export type TomlStep = string | number;

/** A value that isn't a table or an array. */
interface TomlScalar {
  readonly kind: 'string' | 'integer' | 'float' | 'boolean' | 'date';
  /** Range in the source text. */
  readonly range: Span;
  /** Value of a string, or the source text of other values. */
  readonly text: string;
  /** For strings, the quoting style and the position of each character. */
  readonly string?: TomlString;
}

/** A `key = value` entry at any level. */
export interface TomlEntry {
  readonly path: readonly TomlStep[];
  /** Complete key, including dots. */
  readonly key: Span;
  /** Undefined for arrays and inline tables, whose elements are separate entries. `kind` distinguishes the two. */
  readonly value: TomlScalar | undefined;
  readonly kind: 'scalar' | 'array' | 'table';
  readonly range: Span;
}

/** A `[table]` header. */
interface TomlTableHeader {
  readonly path: readonly TomlStep[];
  readonly range: Span;
}

/** Possible problems with TOML. */
export type TomlCode = 'toml-syntax' | 'toml-too-large' | 'toml-too-deep' | 'toml-quotes-inside';

/** A parsed text. If the text can't be parsed, contains only problems. */
export interface TomlDocument {
  readonly entries: readonly TomlEntry[];
  readonly tables: readonly TomlTableHeader[];
  readonly problems: readonly InitdataProblem<TomlCode>[];
}

/** Limits for parsing. */
export interface TomlLimits {
  /** Maximum number of characters in the entire text. */
  readonly length: number;
  /** Maximum number of characters for the parser, which receives the text with shortened long strings. */
  readonly outside: number;
  readonly depth: number;
}

/** Default limits. Initdata consists of a few lines around a policy, so it is far below them. */
export const tomlLimits: TomlLimits = { length: 4 * 1024 * 1024, outside: 64 * 1024, depth: 50 };

/** Parses a text. */
export function parseToml(text: string, limits: TomlLimits = tomlLimits): TomlDocument {
  const nothing = { entries: [], tables: [] };
  const first = { start: 0, end: Math.min(text.length, 1) };
  const tooLarge = (message: string) => ({
    ...nothing,
    problems: [createInitdataProblem('toml-too-large', message, first)],
  });
  if (text.length > limits.length)
    return tooLarge(l10n.t`The value has ${text.length} characters, more than the limit of ${limits.length}.`);
  const scan = scanToml(text);
  if (scan.deepest > limits.depth) {
    return {
      ...nothing,
      problems: [
        createInitdataProblem(
          'toml-too-deep',
          l10n.t`The TOML is nested more than ${limits.depth} levels deep.`,
          first,
        ),
      ],
    };
  }
  const shrunk = shrinkToml(text, scan.strings);
  if (shrunk.text.length > limits.outside)
    return tooLarge(
      l10n.t`The TOML has ${shrunk.text.length} characters outside long strings, more than the limit of ${limits.outside}.`,
    );
  try {
    return new Reader(text, scan, shrunk.map).read(parseTOML(shrunk.text, { tomlVersion: '1.0' }));
  } catch (error) {
    return { ...nothing, problems: [faultOf(error, text, scan, shrunk.map)] };
  }
}

function faultOf(error: unknown, text: string, scan: TomlScan, map: TextMap): InitdataProblem<TomlCode> {
  if (!(error instanceof ParseError))
    return createInitdataProblem('toml-syntax', l10n.t`Invalid TOML.`, {
      start: 0,
      end: Math.min(text.length, 1),
    });
  const start = Math.min(map.toFile(error.index), text.length);
  const range = start < text.length ? { start, end: start + 1 } : { start: Math.max(0, start - 1), end: start };
  const ended = scan.strings.findLast(
    (one) => one.style === 'multiline-literal' && one.sound && one.range.end <= start,
  );
  const early =
    ended !== undefined && !/^[ \t]*(?:#|\r?\n|$)/.test(text.slice(ended.range.end, ended.range.end + 1000));
  if (early) {
    const quotes = { start: ended.range.end - 3, end: ended.range.end };
    return createInitdataProblem(
      'toml-quotes-inside',
      l10n.t`These three single quotes (''') end the string. A string enclosed in ''' can't contain '''.`,
      quotes,
    );
  }
  return createInitdataProblem('toml-syntax', `${error.message}.`, range);
}

/** Converts the parser's tree to entries. */
class Reader {
  readonly #entries: TomlEntry[] = [];
  readonly #tables: TomlTableHeader[] = [];
  readonly #text: string;
  readonly #map: TextMap;
  readonly #strings: ReadonlyMap<number, TomlString>;

  constructor(text: string, { strings }: TomlScan, map: TextMap) {
    this.#text = text;
    this.#map = map;
    this.#strings = new Map(strings.map((one) => [one.range.start, one]));
  }

  read(program: AST.TOMLProgram): TomlDocument {
    for (const node of program.body[0].body) {
      if (node.type === 'TOMLKeyValue') this.#entry([], node);
      else {
        this.#tables.push({ path: node.resolvedKey, range: this.#range(node.key) });
        for (const entry of node.body) this.#entry(node.resolvedKey, entry);
      }
    }
    return { entries: this.#entries, tables: this.#tables, problems: [] };
  }

  #entry(table: readonly TomlStep[], { key, value }: AST.TOMLKeyValue): void {
    this.#value([...table, ...key.keys.map((part) => this.#keyText(part))], this.#range(key), value);
  }

  #keyText(part: AST.TOMLBare | AST.TOMLQuoted): string {
    return part.type === 'TOMLBare'
      ? part.name
      : (this.#strings.get(this.#map.toFile(part.range[0]))?.value ?? part.value);
  }

  /** Adds a value and its elements. The nesting was already limited before parsing. */
  #value(path: readonly TomlStep[], key: Span, node: AST.TOMLContentNode): void {
    const range = this.#range(node);
    switch (node.type) {
      case 'TOMLArray':
        this.#entries.push({ path, key, value: undefined, kind: 'array', range });
        for (const [index, element] of node.elements.entries()) this.#value([...path, index], key, element);
        return;
      case 'TOMLInlineTable':
        this.#entries.push({ path, key, value: undefined, kind: 'table', range });
        for (const entry of node.body) this.#entry(path, entry);
        return;
      default:
        this.#entries.push({ path, key, value: this.#scalar(node, range), kind: 'scalar', range });
    }
  }

  #scalar(node: AST.TOMLValue, range: Span): TomlScalar {
    if (node.kind === 'string') {
      const string = this.#strings.get(range.start);
      return string === undefined
        ? { kind: 'string', range, text: node.value }
        : { kind: 'string', range, text: string.value, string };
    }
    const kind = node.kind === 'integer' || node.kind === 'float' || node.kind === 'boolean' ? node.kind : 'date';
    return { kind, range, text: this.#text.slice(range.start, range.end) };
  }

  #range({ range: [start, end] }: { readonly range: readonly [number, number] }): Span {
    // Uses the text before the end to map it: directly after a removed string, both texts match again.
    return { start: this.#map.toFile(start), end: this.#map.toFile(end) };
  }
}

/** Returns the entry at a path. */
export function findTomlEntry(
  { entries }: Pick<TomlDocument, 'entries'>,
  path: readonly TomlStep[],
): TomlEntry | undefined {
  return entries.find(
    (entry) => entry.path.length === path.length && entry.path.every((step, index) => step === path[index]),
  );
}
