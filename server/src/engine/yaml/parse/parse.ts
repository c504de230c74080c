/** Parses the text of a YAML document into nodes and problems. Never throws. Limits size, depth, and aliases. */
import * as l10n from '@vscode/l10n';
import { Composer, isAlias, isMap, isSeq, Parser, type Alias, type Document, type ParsedNode, type Scalar } from 'yaml';
import { findFirstIndex } from '#core/common/binarySearch.ts';
import { isNestedTooDeeply } from '#core/text/nestingDepth.ts';
import { isReplacedLater } from '#core/text/placeholder.ts';
import { templateExpressionPattern } from './templateExpression.ts';
import { unknownKeys } from '../keyValue.ts';
import type { MapEntry, MapNode, YamlNode, ScalarNode } from '../node.ts';
import { countParts, hasTooManyParts, maxParts } from './parts.ts';
import { readPlainManifest } from './plainManifest.ts';
import { parsePlainScalar } from './plainScalar.ts';
import { isHelmTemplate, Template, type TemplateText } from './template.ts';

/** Reason why a document, or a part of it, can't be parsed. */
export interface SyntaxProblem {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Result of parsing a document. */
export interface ParsedDocument {
  /** Undefined if the document is empty or can't be parsed. */
  readonly root: YamlNode | undefined;
  readonly problems: readonly SyntaxProblem[];
  /** True if the document is a template (such as Helm) and not valid YAML, so that it can't be checked. */
  readonly template: boolean;
  /** The problem because of which a template isn't valid YAML, if its actions could be replaced. */
  readonly obstacle?: SyntaxProblem;
  /**
   * The template, if some of its lines consist only of actions. `root` is then only one of the documents that the
   * template can create.
   */
  readonly actions?: Template;
  /** Ranges that aliases also use in other places. A change to such a range affects these places. */
  readonly shared?: readonly Site[];
}

/**
 * Maximum length of a document in characters. A KataConfig has a few hundred bytes. With the status of a large cluster,
 * it has a few hundred thousand.
 */
export const maxDocumentLength = 500_000;
/** Maximum depth of nested values in a document. */
export const maxDepth = 100;
/** Maximum number of values in a document, including those that aliases repeat. */
export const maxNodes = 100_000;

/**
 * Spaces that YAML doesn't treat as whitespace, as in text from web pages and word processors. At the start of a line,
 * they become part of the key.
 */
export const noBreakSpaces = '\u00a0\u2007\u202f';
const startsWithNoBreakSpace = new RegExp(`^[${noBreakSpaces}]`);

/** Matches a Jinja statement (`{% if x %}`) in an Ansible template without expressions. */
export const jinjaStatement = /(?:^|[\r\n])[ \t]*\{%[-+]? *[a-z]/;

/** Codes of the problems with documents that aren't parsed because they exceed a limit of this parser. */
export const limitCodes: ReadonlySet<string> = new Set(['too-large', 'too-deep', 'too-many-nodes']);

/** Matches the start of the first line with content after the document marker. */
export const firstLine = /^(?!---|[ \t\uFEFF]*\r?$)/m;

/** Stops the recursion. Thrown and caught only in this file. */
class Bound extends Error {}

/** A parsed document and the effort of parsing it. */
export interface ParseResult extends ParsedDocument {
  /** Number of parts that the library parsed. 0 if the fast reader was sufficient or the document was rejected. */
  readonly effort: number;
}

/** Parses a document. */
export function parseYamlDocument(text: string): ParseResult {
  const root = readPlainManifest(text);
  if (root !== undefined) return { root, problems: [], template: false, effort: 0 };
  const parts = text.length > maxDocumentLength ? 0 : countParts(text);
  return { ...parseByLibrary(text), effort: parts > maxParts ? 0 : parts };
}

/** Parses a document with only the library, which supports all of YAML. */
export function parseByLibrary(text: string): ParsedDocument {
  if (text.length > maxDocumentLength || hasTooManyParts(text)) {
    return failed(
      'too-large',
      l10n.t`This document isn't checked because it exceeds the limit of ${maxDocumentLength / 1e3} KB or ${maxParts} entries.`,
    );
  }
  const hasActions = text.includes('{{');
  const template = hasActions ? Template.read(text) : undefined;
  if (template === undefined || template.hasActionLines || !isHelmTemplate(text)) {
    // The actions might be text, for example in block scalars or in expressions of GitHub Actions.
    const parsed = parseText(text);
    const hasProblems = parsed.problems.length > 0;
    if (hasActions ? !hasProblems && !parsed.template : !hasProblems || !jinjaStatement.test(text)) return parsed;
    if (template === undefined) return { ...parsed, problems: [], template: true };
    return parseTemplate(text, template);
  }
  const rendered = parseTemplate(text, template);
  if (!rendered.template) return rendered;
  const parsed = parseText(text);
  return parsed.problems.length > 0 || parsed.template ? rendered : parsed;
}

/**
 * Parses a template.
 * @param rendered the text without actions. By default, it contains the first branch of every condition.
 */
export function parseTemplate(
  text: string,
  template: Template,
  rendered: TemplateText = template.render(),
): ParsedDocument {
  const parsed = parseText(text, rendered);
  // The repeated keys might be in different branches.
  const first = parsed.problems.find(({ code }) => code !== 'DUPLICATE_KEY');
  const isUnreadable = first !== undefined && (jinjaStatement.test(text) || template.mayCause(first, rendered.text));
  return {
    ...parsed,
    template: isUnreadable,
    problems: isUnreadable ? [] : parsed.problems,
    ...(isUnreadable ? { obstacle: first } : {}),
    ...(template.hasActionLines ? { actions: template } : {}),
  };
}

/**
 * Parses a text.
 * @param rendered for a template, the text without actions, which is parsed instead
 */
function parseText(text: string, rendered?: TemplateText): ParsedDocument {
  const readable = rendered?.text ?? text;
  let document: Document.Parsed | undefined;
  try {
    // The builder finds duplicate keys, because the library's own search is quadratic. Kubernetes treats a single CR as
    // a line break, but the library doesn't. The replacement preserves all positions.
    const lines = readable.includes('\r') ? readable.replace(/\r(?!\n)/g, '\n') : readable;
    document = withoutTraces(() => composeDocument(lines));
  } catch {
    document = undefined;
  }
  if (document === undefined)
    return failed('too-deep', l10n.t`This document isn't checked because it's nested too deeply.`);
  const problems = document.errors
    // The file is already split at its markers. Text after `...` belongs to the next document.
    .filter((error) => error.code !== 'MULTIPLE_DOCS')
    .map(({ code, message, pos }): SyntaxProblem => ({ code, message, start: pos[0], end: Math.max(pos[1], pos[0]) }));
  const builder = new Builder(text, problems, rendered);
  let root: YamlNode | undefined;
  try {
    root = document.contents === null ? undefined : builder.build(document.contents, 0);
  } catch (error) {
    if (!(error instanceof Bound))
      return failed('too-deep', l10n.t`This document isn't checked because it's nested too deeply.`);
    return failed('too-many-nodes', error.message);
  }
  return {
    root,
    problems,
    template: builder.template,
    ...(builder.shared.length > 0 ? { shared: builder.shared } : {}),
  };
}

/** Composes the first document of a text. Returns undefined if it's nested too deeply. */
function composeDocument(text: string): Document.Parsed | undefined {
  const tokens = [...new Parser().parse(text)];
  if (isNestedTooDeeply(tokens)) return undefined;
  const composer = new Composer({
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document] = composer.compose(tokens, true, text.length);
  return document;
}

/**
 * Runs a function without recording stack traces. Nothing uses the traces of library errors, and recording them takes
 * most of the time if a text has many errors.
 */
function withoutTraces<T>(run: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function failed(code: string, message: string): ParsedDocument {
  return { root: undefined, problems: [{ code, message, start: 0, end: 0 }], template: false };
}

/** Range of the text. For a node from an alias, the range of the alias. */
interface Site {
  readonly start: number;
  readonly end: number;
}

class Builder {
  template = false;
  readonly shared: Site[] = [];
  #nodes = 0;
  readonly #anchors = new Map<string, YamlNode>();
  /** Anchors of the mappings and lists that are being built. */
  readonly #openAnchors = new Set<string>();
  readonly #text: string;
  readonly #problems: SyntaxProblem[];
  readonly #rendered: TemplateText | undefined;

  /**
   * Creates a builder.
   * @param rendered the parsed text, if it differs from the text because actions of a template are replaced
   */
  constructor(text: string, problems: SyntaxProblem[], rendered: TemplateText | undefined) {
    this.#text = text;
    this.#problems = problems;
    this.#rendered = rendered;
  }

  build(node: ParsedNode | null, emptyAt: number, depth = 0): YamlNode {
    this.#count(depth);
    if (node === null) return this.#scalarAt(emptyAt, emptyAt);
    if (isAlias(node)) return this.#alias(node, depth);
    const anchor = (node as { anchor?: string }).anchor;
    if (anchor !== undefined) this.#openAnchors.add(anchor);
    const built = isMap(node) ? this.#map(node, depth) : isSeq(node) ? this.#seq(node, depth) : this.#scalar(node);
    if (anchor === undefined) return built;
    this.#openAnchors.delete(anchor);
    if (this.#text.includes(`*${anchor}`)) this.shared.push({ start: built.start, end: built.end });
    const anchored: YamlNode = { ...built, anchored: true };
    this.#anchors.set(anchor, anchored);
    return anchored;
  }

  #map(node: ParsedNode & { items: unknown[]; flow?: boolean }, depth: number): YamlNode {
    const [start] = node.range;
    let [, end] = node.range;
    const flow = node.flow === true;
    // The range of a block mapping includes the next line and comments on it.
    if (!flow) end = start;
    if (flow && this.#rendered === undefined && this.#text.startsWith('{{', start)) this.template = true;
    const own: MapEntry[] = [];
    const merged: MapEntry[] = [];
    const seen = new Set<string>();
    const repeated: SyntaxProblem[] = [];
    const pairs = node.items as { key: ParsedNode | null; value: ParsedNode | null }[];
    for (const [index, pair] of pairs.entries()) {
      const key = this.build(pair.key, start, depth + 1);
      const value = this.#withWritten(
        this.build(pair.value, key.end, depth + 1),
        key.end,
        pairs[index + 1]?.key?.range[0] ?? node.range[2],
      );
      if (!flow) end = Math.max(end, key.end, value.end);
      // YAML allows mappings and lists as keys, but Kubernetes objects never contain them.
      if (key.type !== 'scalar') continue;
      if (key.text === '<<' && key.style === 'plain') {
        merged.push(...mergedEntries(value));
        continue;
      }
      const { text: message, start: keyStart, end: keyEnd } = key;
      if (seen.has(message) && !key.unknown)
        repeated.push({ code: 'DUPLICATE_KEY', message, start: keyStart, end: keyEnd });
      if (startsWithNoBreakSpace.test(message) && key.style === 'plain')
        this.#problems.push({ code: 'NO_BREAK_SPACE', message, start: keyStart, end: keyEnd });
      seen.add(key.text);
      own.push({ key, value, borrowed: key.borrowed });
    }
    this.#problems.push(
      ...(depth === 0 && isSecondObject(repeated)
        ? repeated.map((problem) => ({ ...problem, code: 'SECOND_OBJECT' }))
        : repeated),
    );
    // The mapping's own keys take precedence over merged ones, and earlier merged keys over later ones.
    for (const entry of merged) {
      if (seen.has(entry.key.text)) continue;
      seen.add(entry.key.text);
      own.push({ ...entry, borrowed: true });
    }
    if (!flow && this.#rendered?.isPartial === true) own.push(unknownKeys(end));
    return { type: 'map', start, end, entries: own, flow, borrowed: false };
  }

  /**
   * Marks an empty value as unknown if lines that consist only of actions might write a value there. Returns other
   * nodes unchanged.
   */
  #withWritten(node: YamlNode, from: number, until: number): YamlNode {
    if (this.#rendered === undefined || node.type !== 'scalar' || node.start !== node.end) return node;
    const { written } = this.#rendered;
    const next = written[findFirstIndex(written.length, (index) => (written[index]?.start ?? until) >= from)];
    return next !== undefined && next.start < until ? { ...node, unknown: true } : node;
  }

  #seq(node: ParsedNode & { items: unknown[]; flow?: boolean }, depth: number): YamlNode {
    const [start, rangeEnd] = node.range;
    const flow = node.flow === true;
    const parsed = node.items as (ParsedNode | null)[];
    const items = parsed.map((item, index) =>
      this.#withWritten(this.build(item, start, depth + 1), start, parsed[index + 1]?.range[0] ?? node.range[2]),
    );
    const end = flow ? rangeEnd : Math.max(start, ...items.slice(-1).map((item) => item.end));
    return { type: 'seq', start, end, items, flow, borrowed: false };
  }

  #scalar(node: Scalar.Parsed): ScalarNode {
    const [start] = node.range;
    let [, end] = node.range;
    const style = node.type === 'PLAIN' ? 'plain' : node.type?.startsWith('BLOCK') === true ? 'block' : 'quoted';
    // The range of a block scalar extends to the start of the next line. Replacing it would remove the line break.
    if (style === 'block') while (end > start && /\s/.test(this.#text[end - 1] ?? '')) end -= 1;
    const written = this.#rendered === undefined ? '' : this.#text.slice(start, end);
    const text = written.includes('{{') ? (style === 'quoted' ? written.slice(1, -1) : written) : (node.source ?? '');
    const tagged = node.tag !== undefined && node.tag !== 'tag:yaml.org,2002:str';
    const value = style === 'plain' && node.tag === undefined ? parsePlainScalar(text) : text;
    return {
      type: 'scalar',
      start,
      end,
      value,
      text,
      style,
      unknown: tagged || templateExpressionPattern.test(text) || isReplacedLater(text),
      borrowed: false,
    };
  }

  #scalarAt(start: number, end: number): ScalarNode {
    return { type: 'scalar', start, end, value: null, text: '', style: 'plain', unknown: false, borrowed: false };
  }

  #alias(alias: Alias.Parsed, depth: number): YamlNode {
    const [start, end] = alias.range;
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      // The library looks up anchors only when it creates values.
      const code = this.#openAnchors.has(alias.source) ? 'OWN_ALIAS' : 'BAD_ALIAS';
      this.#problems.push({ code, message: `The alias "${alias.source}" can't be used here`, start, end });
      return { ...this.#scalarAt(start, end), unknown: true, borrowed: true };
    }
    return this.#copy(target, { start, end }, depth);
  }

  /** Copies an anchored node to the position of the alias. Counts the nodes, to limit aliases of aliases. */
  #copy(node: YamlNode, site: Site, depth: number): YamlNode {
    this.#count(depth);
    const at = { ...site, borrowed: true };
    if (node.type === 'scalar') return { ...node, ...at };
    if (node.type === 'seq')
      return { ...node, ...at, items: node.items.map((item) => this.#copy(item, site, depth + 1)) };
    return { ...node, ...at, entries: node.entries.map((entry) => this.#copyEntry(entry, site, depth + 1)) };
  }

  #copyEntry(entry: MapEntry, site: Site, depth: number): MapEntry {
    return {
      key: { ...entry.key, ...site, borrowed: true },
      value: this.#copy(entry.value, site, depth),
      borrowed: true,
    };
  }

  #count(depth: number): void {
    this.#nodes += 1;
    if (this.#nodes > maxNodes)
      throw new Bound(
        l10n.t`This document isn't checked because it has too many values after its aliases are resolved.`,
      );
    if (depth > maxDepth) throw new Bound(l10n.t`This document isn't checked because it's nested too deeply.`);
  }
}

/**
 * Returns whether `apiVersion` and `kind` are both repeated. A second object then starts there, and the document marker
 * is missing.
 */
function isSecondObject(repeated: readonly SyntaxProblem[]): boolean {
  return ['apiVersion', 'kind'].every((name) => repeated.some(({ message }) => message === name));
}

function mergedEntries(value: YamlNode): readonly MapEntry[] {
  if (value.type === 'map') return (value satisfies MapNode).entries;
  if (value.type === 'seq') return value.items.flatMap(mergedEntries);
  return [];
}
