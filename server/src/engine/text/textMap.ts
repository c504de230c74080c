/** Maps positions in a value to the file that contains it. */
import { findLastIndexNotAfter } from '#core/common/binarySearch.ts';

/**
 * Maps offsets in a text to offsets in its file, and back. A mark is a pair of a text offset and a file offset. Between
 * two marks, each character of the text is one character of the file.
 */
export interface TextMap {
  /** Returns the file offset for a text offset. The end of an escape sequence belongs to the next character. */
  toFile(offset: number): number;
  /**
   * Returns the text offset for a file offset. If the text doesn't contain it, returns the nearest text offset before
   * it.
   */
  toText(place: number): number;
}

/** Creates a map from marks, which must be added in ascending order. */
export class TextMapBuilder {
  readonly #text: number[] = [];
  readonly #file: number[] = [];

  /** Adds a mark, unless it's redundant. */
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

  /** Returns the map. `length` is the length of the text. */
  build(length: number): TextMap {
    return mapOf(this.#text, this.#file, length);
  }
}

/** Returns the map of a text that the file contains unchanged, starting at this offset. */
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
