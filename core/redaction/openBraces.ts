/** Finds the closing brace of YAML and JSON objects that span several lines. */

/** State at the end of a line. */
export interface Flow {
  depth: number;
  /** Quote that ends the open string. Empty outside of strings. */
  quote: string;
  characters: number;
  /** True if the search was stopped because the object is too long. */
  isTooLong: boolean;
}

/** Maximum number of characters between the first and the last brace. A Secret has at most 1 MiB, encoded in base64. */
const most = 4 * 2 ** 20;

export function flowBegins(): Flow {
  return { depth: 0, quote: '', characters: 0, isTooLong: false };
}

/**
 * Scans the next line and updates `flow`.
 * @returns the position after the brace that closes the first one, or undefined if it's still open
 */
export function endOfFlow(text: string, from: number, flow: Flow): number | undefined {
  flow.characters += text.length - from;
  if (flow.characters > most) {
    flow.isTooLong = true;
    return from;
  }
  const marks = /["'{}\\]/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [sign] = mark;
    if (sign === '\\') {
      if (flow.quote === '"') marks.lastIndex += 1;
    } else if (sign === '"' || sign === "'") {
      // Inside a word, such as `it's`, an apostrophe isn't a quote.
      if (flow.quote === sign) flow.quote = '';
      else if (flow.quote === '' && /(?:^|[\s{[,:])$/.test(text.slice(Math.max(0, mark.index - 1), mark.index)))
        flow.quote = sign;
    } else if (flow.quote === '') {
      flow.depth += sign === '{' ? 1 : -1;
      if (flow.depth <= 0) return marks.lastIndex;
    }
  }
  return undefined;
}
