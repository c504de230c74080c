/** Braces of YAML and JSON that go on over lines: where they close. */

/** What is open at the end of a line. */
export interface Flow {
  depth: number;
  /** The text that is open: by which quote it ends. */
  quote: string;
  characters: number;
  /** It was given up: nobody writes so much between two braces. */
  isTooLong: boolean;
}

/** Characters between the first brace and the last. A Secret has 1 MiB at most, packed in base64. */
const most = 4 * 2 ** 20;

export function flowBegins(): Flow {
  return { depth: 0, quote: '', characters: 0, isTooLong: false };
}

/**
 * Looks through the next line, and keeps in `flow` what is open at its end.
 * @returns the index behind the brace that closes the first one; undefined: it stays open
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
      // Inside of a word it is none: `it's`.
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
