/** Where the text of a value stands in the file that it was written in. */
import { findLastIndexNotAfter } from '#core/common/binarySearch.ts';

/** Maps offsets of a text to those of the file it came from, and back. Between two marks both run alike. */
export interface TextMap {
  /** The place in the file of an offset of the text; ends of escapes belong to what follows. */
  toFile(offset: number): number;
  /** The offset in the text of a place in the file; the nearest before it for places between. */
  toText(place: number): number;
}

/** Collects marks in rising order: from this offset of the text on, the file runs alike from that place on. */
export class TextMapBuilder {
  readonly #text: number[] = [];
  readonly #file: number[] = [];

  /** Adds a mark; one that says nothing new is left out. */
  mark(text: number, file: number): void {
    const last = this.#text.length - 1;
    const lastText = this.#text[last];
    const lastFile = this.#file[last];
    if (lastText !== undefined && lastFile !== undefined) {
      if (text - lastText === file - lastFile) return;
      if (text === lastText) {
        this.#file[last] = file;
        return;
      }
    }
    this.#text.push(text);
    this.#file.push(file);
  }

  /** The map. `length` is the length of the text. */
  build(length: number): TextMap {
    return mapOf(this.#text, this.#file, length);
  }
}

/** A text that stands in the file as it is, from this place on. */
export function shiftedMap(start: number, length: number): TextMap {
  return mapOf([0], [start], length);
}

function mapOf(texts: readonly number[], files: readonly number[], length: number): TextMap {
  return {
    toFile: (offset) => {
      const bounded = Math.min(Math.max(offset, 0), length);
      const at = findLastIndexNotAfter(texts, bounded);
      return (files[at] ?? 0) + bounded - (texts[at] ?? 0);
    },
    toText: (place) => {
      const at = findLastIndexNotAfter(files, place);
      const next = texts[at + 1] ?? length;
      return Math.min(Math.max((texts[at] ?? 0) + place - (files[at] ?? 0), 0), next);
    },
  };
}
