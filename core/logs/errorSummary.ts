/** Summarizes the errors in a log, grouped by messages of the same shape. */
import type { ParsedLogLine } from './readLine.ts';

/** Error lines that differ only in numbers and IDs. */
export interface ErrorGroup {
  /** The message with placeholders for numbers and IDs. */
  readonly shape: string;
  readonly count: number;
  /** Line numbers in the log. */
  readonly first: number;
  readonly last: number;
  readonly firstAt?: number;
  readonly lastAt?: number;
  /** The unchanged message of the first line. */
  readonly example: string;
  /** Some of the sandboxes that the lines mention. */
  readonly sandboxes: readonly string[];
}

/** Maximum number of groups. */
const mostGroups = 500;
const mostSandboxes = 20;
/** Maximum number of characters of a message that determine its shape. */
const longestShape = 300;

const masked =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?=[a-f]*\d)[0-9a-f]{12,}\b|0x[0-9a-f]+|\d+/gi;

/** Level, time, and process of klog, which the log page shows in other columns. */
const klogHead = /^[EFWI]\d{4} \d\d:\d\d:\d\d\.\d{1,9} +\d{1,10} /;

/** Returns the message with placeholders for numbers and IDs. */
export function shapeOf(message: string): string {
  return message
    .replace(klogHead, '')
    .slice(0, longestShape)
    .replaceAll(masked, (found) => (found.length >= 12 && !/^\d+$/.test(found) ? '<id>' : '<n>'))
    .replaceAll(/<n>(?:[.:]<n>)+/g, '<n>')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

interface Growing {
  count: number;
  readonly first: ParsedLogLine;
  last: ParsedLogLine;
  readonly sandboxes: Set<string>;
}

export class ErrorSummary {
  readonly #groups = new Map<string, Growing>();
  #rest = 0;

  /** Number of errors that aren't in a group because the maximum number of groups was reached. */
  get rest(): number {
    return this.#rest;
  }

  look(line: ParsedLogLine): void {
    if (line.level !== 'error') return;
    const shape = shapeOf(line.message);
    const group = this.#groups.get(shape);
    if (group !== undefined) {
      group.count += 1;
      group.last = line;
      note(group, line);
    } else if (this.#groups.size >= mostGroups) this.#rest += 1;
    else {
      const begun: Growing = { count: 1, first: line, last: line, sandboxes: new Set() };
      note(begun, line);
      this.#groups.set(shape, begun);
    }
  }

  /**
   * Returns the groups, most frequent first. Groups of the same size are in order of their first line.
   * @param open an incomplete last line; it is counted but not stored
   */
  list(open?: ParsedLogLine): readonly ErrorGroup[] {
    const groups = new Map(this.#groups);
    if (open?.level === 'error') {
      const shape = shapeOf(open.message);
      const { count, first, sandboxes } = groups.get(shape) ?? { count: 0, first: open, sandboxes: new Set<string>() };
      const grown: Growing = { count: count + 1, first, last: open, sandboxes: new Set(sandboxes) };
      note(grown, open);
      groups.set(shape, grown);
    }
    return [...groups]
      .map(([shape, { count, first, last, sandboxes }]) => ({
        shape,
        count,
        first: first.number,
        last: last.number,
        ...(first.at === undefined ? {} : { firstAt: first.at }),
        ...(last.at === undefined ? {} : { lastAt: last.at }),
        example: first.message,
        sandboxes: [...sandboxes],
      }))
      .toSorted((one, other) => other.count - one.count || one.first - other.first);
  }
}

function note({ sandboxes }: Growing, { sandbox }: ParsedLogLine): void {
  if (sandbox !== undefined && sandboxes.size < mostSandboxes) sandboxes.add(sandbox);
}
