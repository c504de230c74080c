/**
 * Finds the lines that contain values of a Secret in YAML and multiline JSON. The position of `kind` doesn't matter,
 * and the Secret can be an item of a List. Generated files contain `data` before `kind`, so lines are held back until
 * the kind is known, up to a limit.
 */
import { endOfFlow, flowBegins, type Flow } from './openBraces.ts';
import { lastSecret, saysSecret } from './secretInLine.ts';

/**
 * Maximum number of characters to hold back. If the kind is still unknown at this limit, the object is treated as a
 * Secret. A real Secret has at most 1 MiB.
 */
const mostHeld = 8 * 2 ** 20;
/** Maximum number of lines to hold back. */
const mostHeldLines = 200_000;

export interface PlacedLine {
  readonly text: string;
  /** `key`: the `data:` line of a Secret, including its value; `value`: a line below it. */
  readonly secret?: 'key' | 'value';
}

/** A mapping in which a relevant key was found. */
interface Mapping {
  /** Column of its keys. */
  readonly column: number;
  isSecret: boolean | undefined;
  /** Data lines of this mapping, stored while its kind is unknown. */
  readonly data: Held[];
  inData: boolean;
}

interface Held {
  readonly text: string;
  secret: 'key' | 'value' | undefined;
  /** The mark that the line gets if it belongs to a Secret. */
  as: 'key' | 'value';
}

const keyLine = /^([ \t]*(?:(?:- |[{[]) {0,20}){0,20})["']?([\w./-]{1,200})["']?[ \t]{0,20}:(?=[\s{["]|$)/;
const kindValue =
  /^[ \t]{0,200}(?:[&!]\S{0,100}[ \t]{1,20}){0,2}["']?(Secret(?:List)?)["']?[ \t]{0,200}[,}\]]{0,20}(?:[ \t]{1,200}#.*)?\r?$/;

export class SecretBlocks {
  /** Open mappings by column, innermost last. */
  #open: Mapping[] = [];
  #held: Held[] = [];
  #characters = 0;
  readonly #all: boolean;
  readonly #isData: boolean;
  /**
   * State of the open braces after a data key. Indentation is ignored inside them, because JSON doesn't require any.
   */
  #flow: (Flow & { readonly mapping: Mapping }) | undefined;
  /** The mapping whose data might start with a brace on the next line. */
  #awaiting: Mapping | undefined;

  /**
   * @param all whether every object with data is treated as a Secret
   * @param isData whether the file is YAML or JSON; in other files, braces might not be closed
   */
  constructor(all: boolean, isData: boolean) {
    this.#all = all;
    this.#isData = isData;
  }

  /**
   * Processes the next line.
   * @returns the lines that could be classified so far, in order
   */
  take(written: string): readonly PlacedLine[] {
    const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
    const held = this.#look(text);
    if (this.#held.length === 0 && held === undefined) return [{ text }];
    const line: Held = held ?? { text, secret: undefined, as: 'value' };
    this.#held.push(line);
    this.#characters += text.length;
    if (this.#characters > mostHeld || this.#held.length > mostHeldLines)
      for (const one of this.#open) decide(one, true);
    return this.#known();
  }

  /** Ends the text. Returns the remaining lines. */
  end(): readonly PlacedLine[] {
    this.#open = [];
    this.#flow = undefined;
    return this.#known();
  }

  /**
   * Examines a line.
   * @returns the line if it contains data
   */
  #look(text: string): Held | undefined {
    const trimmed = text.trim();
    if (trimmed === '') return this.#inside(text);
    const indent = text.length - text.trimStart().length;
    const isBoundary = indent === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(text);
    if (isBoundary) this.#open = [];
    if (isBoundary) this.#flow = this.#awaiting = undefined;
    if (this.#flow !== undefined) return this.#within(text, 0, this.#flow);
    const awaiting = this.#awaiting;
    this.#awaiting = undefined;
    if (awaiting !== undefined && trimmed.startsWith('{')) return this.#within(text, 0, this.#begin(awaiting));
    const isOpened =
      this.#isData && /^[ \t]*(?:- |\[ {0,20}){0,20}\{/.test(text) && endOfFlow(text, 0, flowBegins()) === undefined;
    if (this.#open.length === 0 && !mayBegin.test(text) && !isOpened) return undefined;
    const [, before = '', key = ''] = keyLine.exec(text) ?? [];
    const isItem = trimmed === '-' || trimmed.startsWith('- ');
    const goesOn = key !== '' || isItem || /^[}\]]+,?$/.test(trimmed) || trimmed.startsWith('#');
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) {
      // List items can have the same indentation as their key.
      if (last.column < indent || (last.column === indent && goesOn)) break;
      this.#open.pop();
    }
    const inner = this.#inside(text, indent);
    if (key === 'kind' || key === 'data' || key === 'stringData') {
      const mapping = this.#mapping(before.length);
      const rest = text.slice(text.indexOf(':', before.length) + 1);
      if (key === 'kind') decide(mapping, kindValue.test(rest) || (isOpened && saysSecret(text)));
      else {
        mapping.inData = true;
        const line = keep(mapping, text, 'key', inner);
        if (this.#isData && rest.trim() === '') this.#awaiting = mapping;
        if (this.#isData && /^[ \t]*\{/.test(rest) && (isOpened || !before.includes('{')))
          this.#within(text, text.length - rest.length, this.#begin(mapping), line);
        return line;
      }
    }
    // An object that continues on the next lines and has several keys on this line.
    if (isOpened && key !== '') return this.#several(text, this.#mapping(before.length), inner);
    return inner;
  }

  #several(text: string, mapping: Mapping, inner: Held | undefined): Held | undefined {
    if (saysSecret(text)) decide(mapping, true);
    const from = openData.exec(text);
    if (from === null) return inner;
    mapping.inData = true;
    const line = keep(mapping, text, 'value', inner);
    this.#within(text, from.index + from[0].length - 1, this.#begin(mapping), line);
    return line;
  }

  #begin(mapping: Mapping): Flow & { readonly mapping: Mapping } {
    mapping.inData = true;
    this.#flow = { ...flowBegins(), mapping };
    return this.#flow;
  }

  /**
   * Handles a data line in braces. The text after the closing brace can contain the kind of the object or more data.
   */
  #within(text: string, from: number, begun: Flow & { readonly mapping: Mapping }, known?: Held): Held | undefined {
    let line = known;
    let flow = begun;
    const last = lastSecret(text);
    for (let at = from; ;) {
      const end = endOfFlow(text, at, flow);
      // A line with only braces contains no data.
      if (end !== undefined && /^[ \t]*[}\]]+,?[ \t]*\r?$/.test(text)) flow.mapping.inData = false;
      line ??= this.#inside(text);
      if (end === undefined) return line;
      this.#flow = undefined;
      const { mapping } = flow;
      if (flow.isTooLong) return line;
      mapping.inData = false;
      if (mapping.isSecret === undefined && last >= end) decide(mapping, true);
      const begins = new RegExp(openData, 'g');
      begins.lastIndex = end;
      if (begins.exec(text) === null) return line;
      at = begins.lastIndex - 1;
      flow = this.#begin(mapping);
    }
  }

  /** Handles a line below the data of an open mapping. The outermost mapping applies. */
  #inside(text: string, indent?: number): Held | undefined {
    let line: Held | undefined;
    for (const mapping of this.#open) {
      if (indent !== undefined && mapping.inData && indent <= mapping.column) mapping.inData = false;
      if (mapping.inData) line = keep(mapping, text, 'value', line);
    }
    return line;
  }

  #mapping(column: number): Mapping {
    const last = this.#open.at(-1);
    if (last?.column === column) return last;
    const mapping: Mapping = { column, isSecret: this.#all ? true : undefined, data: [], inData: false };
    this.#open.push(mapping);
    return mapping;
  }

  #known(): readonly PlacedLine[] {
    if (this.#open.some(({ isSecret, data }) => isSecret === undefined && data.length > 0)) return [];
    const known = this.#held.map(({ text, secret }) => (secret === undefined ? { text } : { text, secret }));
    this.#held = [];
    this.#characters = 0;
    return known;
  }
}

/** Matches the opening brace of data. */
const openData = /(?<![\w./-])["']?(?:data|stringData)["']?[ \t]{0,20}:[ \t]{0,20}\{/;
/** Matches lines with relevant keys. Most lines have none. */
const mayBegin = /^[ \t]*(?:(?:- |[{[]) {0,20}){0,20}["']?(?:kind|data|stringData)["']?[ \t]{0,20}:/;

function keep(mapping: Mapping, text: string, as: 'key' | 'value', line: Held | undefined): Held {
  const held = line ?? { text, secret: undefined, as };
  // A line that is a value in one mapping and `data:` in another is redacted like the latter.
  if (as === 'key') held.as = as;
  if (mapping.isSecret === true) held.secret = held.as;
  else if (mapping.isSecret === undefined) mapping.data.push(held);
  return held;
}

function decide(mapping: Mapping, isSecret: boolean): void {
  // The first decision is final.
  mapping.isSecret ??= isSecret;
  if (mapping.isSecret) for (const held of mapping.data) held.secret = held.as;
  mapping.data.length = 0;
}
