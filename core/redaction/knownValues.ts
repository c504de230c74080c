/** Finds known values in any text in all of their forms. Takes time proportional to the length of the text. */
import { formsOf } from './encodings.ts';

/** A range of a text, from the position of its first character to the position after its last one. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Number of characters that identify a long value. The rest of the value extends up to a space or a quotation mark. */
const longestPrefix = 64;
/** Minimum number of characters of a form. */
const shortest = 6;
/**
 * Maximum number of values. With more values, the constructor throws an error, because a must-gather with that many
 * Secrets might be crafted to overload the search.
 */
const mostValues = 50_000;
/** Number of filter slots per form. Few positions of a text pass the filter. */
const filterPlaces = 64;

export class KnownValues {
  readonly #forms: readonly string[];
  /** For each form index, the index of the longest other form that is a prefix of this form. */
  readonly #shorter: Int32Array;
  readonly #filter: Uint8Array;
  /** Bit mask for slot numbers. The number of slots is a power of two. */
  readonly #mask: number;

  /** @throws RangeError if there are more values than can be searched for */
  constructor(values: Iterable<string>) {
    const all = new Set<string>();
    let count = 0;
    for (const value of values) {
      count += 1;
      if (count > mostValues) throw new RangeError(`more than ${mostValues} values`);
      for (const form of formsOf(value.slice(0, 512))) all.add(form.slice(0, longestPrefix));
    }
    this.#forms = [...all].sort();
    this.#shorter = linksOf(this.#forms);
    const places = 2 ** Math.min(24, Math.max(10, Math.ceil(Math.log2(this.#forms.length * filterPlaces + 1))));
    this.#filter = new Uint8Array(places / 8);
    this.#mask = places - 1;
    for (const form of this.#forms) this.#mark(hashAt(form, 0) & this.#mask);
  }

  get isEmpty(): boolean {
    return this.#forms.length === 0;
  }

  /** Returns the ranges of known values in order, without overlaps. */
  *in(text: string): Generator<Stretch> {
    if (this.isEmpty) return;
    for (let at = 0; at + shortest <= text.length; at += 1) {
      if (!this.#mayBegin(hashAt(text, at) & this.#mask)) continue;
      const length = this.#longestAt(text, at);
      if (length === 0) continue;
      const to = length < longestPrefix ? at + length : endOfWord(text, at + length);
      yield { from: at, to };
      at = to - 1;
    }
  }

  /** Returns the length of the longest form at a position. */
  #longestAt(text: string, at: number): number {
    const here = text.slice(at, at + longestPrefix);
    let [low, high] = [0, this.#forms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#forms[middle] ?? '') <= here) low = middle + 1;
      else high = middle;
    }
    // A matching form sorts before the text. It's either the last form that sorts before the text or a prefix of that
    // form.
    for (let index = low - 1; index >= 0; index = this.#shorter[index] ?? -1) {
      const form = this.#forms[index] ?? '';
      if (here.startsWith(form)) return form.length;
    }
    return 0;
  }

  #mark(hash: number): void {
    this.#filter[hash >> 3] = (this.#filter[hash >> 3] ?? 0) | (1 << (hash & 7));
  }

  #mayBegin(hash: number): boolean {
    return ((this.#filter[hash >> 3] ?? 0) & (1 << (hash & 7))) !== 0;
  }
}

/**
 * Returns for each form the index of its longest prefix form. In sorted order, a stack contains the forms that are
 * prefixes of the current one.
 */
function linksOf(forms: readonly string[]): Int32Array {
  const links = new Int32Array(forms.length).fill(-1);
  const open: number[] = [];
  for (const [index, form] of forms.entries()) {
    while (open.length > 0 && !form.startsWith(forms[open.at(-1) ?? 0] ?? '')) open.pop();
    links[index] = open.at(-1) ?? -1;
    open.push(index);
  }
  return links;
}

/** Returns the hash of six characters. */
function hashAt(text: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + shortest; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  return hash ^ (hash >>> 15);
}

const wordEnd = /[\s"'<>\\]/g;

function endOfWord(text: string, from: number): number {
  wordEnd.lastIndex = from;
  return wordEnd.exec(text)?.index ?? text.length;
}
