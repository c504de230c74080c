/**
 * Reads the YAML that nearly all manifests are written in: block maps and lists, values on one line, literal blocks.
 * That takes a small part of the time the library needs, and time is what decides how large a file may be. It knows no
 * fault: whatever is wrong, unusual or in doubt is declined, and the library reads it. Both give the same nodes, which
 * a test proves.
 */
import type { MapEntry, MapNode, YamlNode, ScalarNode, SeqNode } from '../node.ts';
import { hasTooManyParts } from './parts.ts';
import { parsePlainScalar } from './plainScalar.ts';

/** The library bounds what it reads; below this length nothing comes near its bounds. */
const maxLength = 100_000;
const maxDepth = 40;

/**
 * Tabs, byte order marks, lone CRs and other rarities of line ends; templates, and all else that is filled in later.
 */
const unusual =
  /[^\n\r -~\u00a0-\u2027\u202a-\ufefe\uff00-\uffff]|\r(?!\n)|\{\{|\$[A-Za-z_{(]|<path:|ENC\[AES|[ '"](?:[@%]|__)[A-Z]/;
const keyPattern = /[A-Za-z0-9_][\w./-]{0,200}(?=:(?:[ \n\r]|$))/y;
const plainStart = /[A-Za-z0-9_./~+$(\\]|-[A-Za-z0-9.]/y;
const flowPlain = /[A-Za-z0-9_./][\w./+=@-]*(?: +[\w./+=@-]+)*/y;
const literalHeader = /\|(-?) *\n/y;

const [space, newline, carriageReturn, hash, dash] = [0x20, 0x0a, 0x0d, 0x23, 0x2d];

/** The document's map, or undefined when this reader does not know better than the library. */
export function readPlainManifest(text: string): MapNode | undefined {
  return text.length > maxLength || hasTooManyParts(text) || unusual.test(text) ? undefined : new Reader(text).read();
}

/** Every method leaves the reader at the first character of a line with content. Undefined means declined. */
class Reader {
  readonly #text: string;
  #at = 0;
  /** Blanks before the content of the line; -1 when there are no more lines. */
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

  /** What stands behind a key: in its line, or in the lines below. */
  #value(column: number, depth: number): YamlNode | undefined {
    const empty = this.#at + this.#countSpaces();
    if (!this.#endsLine()) return this.#text[this.#at] === '|' ? this.#literal(column) : this.#inline();
    if (this.#indent > column)
      return this.#isItem() ? this.#seq(this.#indent, depth + 1) : this.#map(this.#indent, depth + 1);
    // A list may stand at the depth of its key.
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

  /** A value that ends in its line, and the line with it. */
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
    // Looked for in the line alone: to the end of the text it would take time by the square of it.
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

  /** `{}`, `[]`, or a list of simple values in one line. */
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

  /** `|` or `|-`, and the lines below that are deeper than the key. */
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
      // Blanks that count, a first line without content, a last line without an end: the library knows what they mean.
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

  /** Goes on to the next line, if nothing but blanks and a comment is left of this one. */
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

  /** From the start of a line to the content of the first that has some. */
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
    // The patterns are sticky: what matched lies between. `exec` would make a list of it, for every key of a file.
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
    unknown: false,
    borrowed: false,
  };
}

/** Where an entry's last content ends: its value, or its key when there is none. */
function endOf(entry: MapEntry | undefined, start: number): number {
  return entry === undefined ? start : Math.max(entry.key.end, entry.value.end);
}

/** A line end, or the end of the text (NaN). */
function isLineEnd(code: number): boolean {
  return code === newline || code === carriageReturn || Number.isNaN(code);
}
