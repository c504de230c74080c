/**
 * Parses the subset of YAML that nearly all manifests use: block mappings and lists, single-line values, and literal
 * blocks. This takes a fraction of the time that the library needs, so that larger files can be checked. The reader
 * reports no problems. If a text is invalid, unusual, or ambiguous, the reader declines it, and the library parses it
 * instead. Both create the same nodes. A test verifies this.
 */
import { isReplacedLater } from '#core/text/placeholder.ts';
import type { MapEntry, MapNode, YamlNode, ScalarNode, SeqNode } from '../node.ts';
import { hasTooManyParts } from './parts.ts';
import { parsePlainScalar } from './plainScalar.ts';

/**
 * Maximum length of a text for this reader, in characters. The library has its own limits, but no shorter text comes
 * close to them.
 */
const maxLength = 100_000;
const maxDepth = 40;

/** Matches tabs, byte order marks, single CRs, other rare line breaks, templates, and other placeholders. */
const unusual =
  /[^\n\r -~\u00a0-\u2027\u202a-\ufefe\uff00-\uffff]|\r(?!\n)|\{\{|\$[A-Za-z_{(]|<path:|ENC\[AES|[ '"](?:[@%]|__)[A-Z]/;
const keyPattern = /[A-Za-z0-9_][\w./-]{0,200}(?=:(?:[ \n\r]|$))/y;
const plainStart = /[A-Za-z0-9_./~+$(\\]|--?[A-Za-z0-9.]/y;
const flowPlain = /[A-Za-z0-9_./][\w./+=@-]*(?: +[\w./+=@-]+)*/y;
const literalHeader = /\|(-?) *\n/y;

const [space, newline, carriageReturn, hash, dash] = [0x20, 0x0a, 0x0d, 0x23, 0x2d];

/** Returns the root mapping of the document. Returns undefined if the library must parse it. */
export function readPlainManifest(text: string): MapNode | undefined {
  return text.length > maxLength || hasTooManyParts(text) || unusual.test(text) ? undefined : new Reader(text).read();
}

/**
 * Parses a text. After each method call, the reader is at the first character of a line with content. A method returns
 * undefined if the reader declines the text.
 */
class Reader {
  readonly #text: string;
  #at = 0;
  /** Number of spaces before the content of the line. -1 if there are no more lines. */
  #indent = -1;

  constructor(text: string) {
    this.#text = text;
  }

  read(): MapNode | undefined {
    this.#nextLine();
    if (this.#indent === 0 && this.#text.startsWith('---', this.#at)) {
      this.#at += 3;
      if (!this.#endsLine()) return undefined;
    }
    const root = this.#indent === 0 ? this.#map(0, 0) : undefined;
    return this.#indent === -1 ? root : undefined;
  }

  #map(column: number, depth: number): MapNode | undefined {
    const start = this.#at;
    const entries: MapEntry[] = [];
    const seen = new Set<string>();
    do {
      const text = this.#match(keyPattern);
      if (text === undefined || seen.has(text) || depth > maxDepth) return undefined;
      seen.add(text);
      const key = scalar(this.#at, this.#at + text.length, text, 'plain');
      this.#at = key.end + 1;
      const value = this.#value(column, depth);
      if (value === undefined || this.#indent > column) return undefined;
      entries.push({ key, value, borrowed: false });
    } while (this.#indent === column);
    return { type: 'map', start, end: endOf(entries.at(-1), start), entries, flow: false, borrowed: false };
  }

  /** Parses the value of a key on the same line or on the following lines. */
  #value(column: number, depth: number): YamlNode | undefined {
    const empty = this.#at + this.#countSpaces();
    if (!this.#endsLine()) return this.#text[this.#at] === '|' ? this.#literal(column) : this.#inline();
    if (this.#indent > column)
      return this.#isItem() ? this.#seq(this.#indent, depth + 1) : this.#map(this.#indent, depth + 1);
    // A list can have the same indentation as its key.
    if (this.#indent === column && this.#isItem()) return this.#seq(column, depth + 1);
    return scalar(empty, empty, '', 'plain');
  }

  #seq(column: number, depth: number): SeqNode | undefined {
    const start = this.#at;
    const items: YamlNode[] = [];
    do {
      const lineStart = this.#at - column;
      this.#at += 1;
      const item = this.#item(column, lineStart, depth);
      if (item === undefined || this.#indent > column) return undefined;
      items.push(item);
    } while (this.#indent === column && this.#isItem());
    return { type: 'seq', start, end: items.at(-1)?.end ?? start, items, flow: false, borrowed: false };
  }

  #item(column: number, lineStart: number, depth: number): YamlNode | undefined {
    if (this.#endsLine())
      return this.#indent > column && !this.#isItem() ? this.#map(this.#indent, depth + 1) : undefined;
    const isMap = this.#match(keyPattern) !== undefined;
    return isMap ? this.#map(this.#at - lineStart, depth + 1) : this.#inline();
  }

  /** Parses a value that ends on the same line, and consumes the rest of the line. */
  #inline(): YamlNode | undefined {
    const char = this.#text[this.#at];
    const node =
      char === '"' || char === "'" ? this.#quoted(char) : char === '[' || char === '{' ? this.#flow() : this.#plain();
    if (node === undefined) return undefined;
    this.#at = node.end;
    return this.#endsLine() ? node : undefined;
  }

  #plain(): ScalarNode | undefined {
    if (this.#match(plainStart) === undefined) return undefined;
    const lineEnd = this.#lineEnd();
    // Searches only in the line. Searching to the end of the text would take quadratic time.
    const comment = this.#text.slice(this.#at, lineEnd).indexOf(' #');
    let end = comment === -1 ? lineEnd : this.#at + comment;
    while (this.#text.charCodeAt(end - 1) === space || this.#text.charCodeAt(end - 1) === carriageReturn) end -= 1;
    const text = this.#text.slice(this.#at, end);
    return text.includes(': ') || text.endsWith(':') ? undefined : scalar(this.#at, end, text, 'plain');
  }

  #quoted(quote: string): ScalarNode | undefined {
    const end = this.#text.indexOf(quote, this.#at + 1);
    const text = this.#text.slice(this.#at + 1, end);
    if (end === -1 || /[\n\\]/.test(text) || this.#text[end + 1] === quote) return undefined;
    return scalar(this.#at, end + 1, text, 'quoted');
  }

  /** Parses `{}`, `[]`, or a single-line list of simple values. */
  #flow(): YamlNode | undefined {
    const start = this.#at;
    const isMap = this.#text[start] === '{';
    const items: YamlNode[] = [];
    this.#at += 1;
    for (let more = true; more;) {
      this.#skipSpaces();
      if (items.length === 0 && this.#text[this.#at] === (isMap ? '}' : ']')) break;
      const char = this.#text[this.#at];
      const item = isMap ? undefined : char === '"' || char === "'" ? this.#quoted(char) : this.#flowScalar();
      if (item === undefined) return undefined;
      items.push(item);
      this.#at = item.end;
      this.#skipSpaces();
      more = this.#text[this.#at] === ',';
      if (more) this.#at += 1;
      else if (this.#text[this.#at] !== ']') return undefined;
    }
    const range = { start, end: this.#at + 1, flow: true, borrowed: false };
    return isMap ? { type: 'map', entries: [], ...range } : { type: 'seq', items, ...range };
  }

  #flowScalar(): ScalarNode | undefined {
    const text = this.#match(flowPlain);
    return text === undefined ? undefined : scalar(this.#at, this.#at + text.length, text, 'plain');
  }

  /** Parses `|` or `|-`, and the following lines that have a deeper indentation than the key. */
  #literal(column: number): ScalarNode | undefined {
    const start = this.#at;
    const header = this.#match(literalHeader);
    if (header === undefined || this.#text.includes('\r')) return undefined;
    this.#at += header.length;
    const indent = this.#countSpaces();
    const lines: string[] = [];
    let end = start;
    while (this.#at < this.#text.length) {
      const spaces = this.#countSpaces();
      const lineEnd = this.#text.indexOf('\n', this.#at);
      const blank = this.#at + spaces === lineEnd;
      if (!blank && spaces < indent) break;
      // Leaves these cases to the library: significant spaces, a first line without content, and a last line without a
      // line break.
      if (lineEnd === -1 || (blank && (spaces > indent || lines.length === 0)) || indent <= column) return undefined;
      lines.push(this.#text.slice(this.#at + indent, Math.max(lineEnd, this.#at + indent)));
      if (!blank) end = lineEnd;
      this.#at = lineEnd + 1;
    }
    while (lines.at(-1) === '') lines.pop();
    while (/\s/.test(this.#text[end - 1] ?? '')) end -= 1;
    this.#nextLine();
    return lines.length === 0
      ? undefined
      : scalar(start, end, `${lines.join('\n')}${header.startsWith('|-') ? '' : '\n'}`, 'block');
  }

  /** Moves to the next line if only spaces and a comment remain on this one. */
  #endsLine(): boolean {
    const from = this.#at;
    this.#skipSpaces();
    const code = this.#text.charCodeAt(this.#at);
    if (code === hash ? this.#at === from : !isLineEnd(code)) return false;
    const lineEnd = this.#text.indexOf('\n', this.#at);
    this.#at = lineEnd === -1 ? this.#text.length : lineEnd + 1;
    this.#nextLine();
    return true;
  }

  /** Moves from the start of a line to the content of the next line that has any. */
  #nextLine(): void {
    while (this.#at < this.#text.length) {
      const indent = this.#countSpaces();
      const code = this.#text.charCodeAt(this.#at + indent);
      if (code !== hash && !isLineEnd(code)) {
        this.#at += indent;
        this.#indent = indent;
        return;
      }
      const lineEnd = this.#text.indexOf('\n', this.#at + indent);
      this.#at = lineEnd === -1 ? this.#text.length : lineEnd + 1;
    }
    this.#indent = -1;
  }

  #isItem(): boolean {
    const code = this.#text.charCodeAt(this.#at + 1);
    return this.#text.charCodeAt(this.#at) === dash && (code === space || isLineEnd(code));
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    // The patterns are sticky, so the match is between these offsets. `exec` would create an array for every key of a
    // file.
    return pattern.test(this.#text) ? this.#text.slice(this.#at, pattern.lastIndex) : undefined;
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end === -1 ? this.#text.length : end;
  }

  #countSpaces(): number {
    let end = this.#at;
    while (this.#text.charCodeAt(end) === space) end += 1;
    return end - this.#at;
  }

  #skipSpaces(): void {
    this.#at += this.#countSpaces();
  }
}

function scalar(start: number, end: number, text: string, style: ScalarNode['style']): ScalarNode {
  return {
    type: 'scalar',
    start,
    end,
    value: style === 'plain' ? parsePlainScalar(text) : text,
    text,
    style,
    unknown: isReplacedLater(text),
    borrowed: false,
  };
}

/** Returns the end of an entry's content: the end of its value, or of its key if it has no value. */
function endOf(entry: MapEntry | undefined, start: number): number {
  return entry === undefined ? start : Math.max(entry.key.end, entry.value.end);
}

/** Returns whether a character is a line break or the end of the text (NaN). */
function isLineEnd(code: number): boolean {
  return code === newline || code === carriageReturn || Number.isNaN(code);
}
