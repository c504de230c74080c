/**
 * Measures JSON before it is parsed. A few MB of brackets become GB of objects when parsed, and recursive code
 * overflows the stack if there are thousands of levels. Counts brackets and commas in the bytes without decoding them,
 * because other UTF-8 characters never contain these bytes. Doesn't check whether the text is valid JSON.
 */

/**
 * Maximum number of nesting levels of a response. Kubernetes objects have about 100 levels, and the parser of
 * Kubernetes stops at 10,000.
 */
export const mostLevels = 500;

const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openMap = 0x7b;
const closeMap = 0x7d;

export class JsonMeter {
  #level = 0;
  #deepest = 0;
  #values = 0;
  #isText = false;
  #isEscaped = false;

  /** The maximum number of nesting levels so far. */
  get deepest(): number {
    return this.#deepest;
  }

  /** The approximate number of objects, arrays, and their elements so far. */
  get values(): number {
    return this.#values;
  }

  push(bytes: Uint8Array): void {
    // Local variables and an index, because an iterator and fields take ten times as long and every response passes
    // through this loop.
    let [level, deepest, values, isText, isEscaped] = [
      this.#level,
      this.#deepest,
      this.#values,
      this.#isText,
      this.#isEscaped,
    ];
    const { length } = bytes;
    for (let index = 0; index < length; index += 1) {
      const byte = bytes[index];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === comma) values += 1;
      else if (byte === openMap || byte === openList) {
        values += 1;
        level += 1;
        if (level > deepest) deepest = level;
      } else if (byte === closeMap || byte === closeList) level -= 1;
    }
    this.#level = level;
    this.#deepest = deepest;
    this.#values = values;
    this.#isText = isText;
    this.#isEscaped = isEscaped;
  }
}

/** Returns whether a text has too many nesting levels to parse. */
export function isTooDeep(text: string): boolean {
  const meter = new JsonMeter();
  meter.push(Buffer.from(text));
  return meter.deepest > mostLevels;
}
