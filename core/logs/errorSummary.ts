/** Summarizes the errors in a log, grouped by messages of the same shape. */
import { omitUndefined } from '#core/common/json.ts';
import type { ParsedLogLine } from './readLine.ts';

/** Number and positions of similar lines in a log. */
export interface Occurrences {
  readonly count: number;
  /** Line numbers in the log. */
  readonly first: number;
  readonly last: number;
  readonly firstAt?: number;
  readonly lastAt?: number;
}

/** Error lines that differ only in numbers and IDs. */
export interface ErrorGroup extends Occurrences {
  /** The message with placeholders for numbers and IDs. */
  readonly shape: string;
  /**
   * The lines about each sandbox, by sandbox ID. Incomplete if the maximum number of entries for all groups is reached.
   */
  readonly bySandbox: ReadonlyMap<string, Occurrences>;
}

/** Maximum number of groups. */
const mostGroups = 500;
/** Maximum number of `bySandbox` entries in all groups together. */
const mostBySandbox = 20_000;
/** Maximum number of characters of a shape. */
const longestShape = 300;

const masked =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?=[a-f]*\d)[0-9a-f]{12,}\b|0x[0-9a-f]+|\d+/gi;

/** Matches the level, time, and process ID at the start of a klog line, which the log page shows in other columns. */
const klogHead = /^[EFWI]\d{4} \d\d:\d\d:\d\d\.\d{1,9} +\d{1,10} /;

/**
 * Returns the message with placeholders for numbers and IDs. Shortens a long message at the end of a word. Examines up
 * to twice the maximum length, because placeholders are usually shorter than the text that they replace.
 */
export function shapeOf(message: string): string {
  const head = message.replace(klogHead, '');
  const shape = head
    .slice(0, 2 * longestShape)
    .replaceAll(masked, (found) => (found.length >= 12 && !/^\d+$/.test(found) ? '<id>' : '<n>'))
    .replaceAll(/<n>(?:[.:]<n>)+/g, '<n>')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (shape.length <= longestShape && head.length <= 2 * longestShape) return shape;
  const end = shape.lastIndexOf(' ', longestShape);
  // A text without spaces can end at any character.
  return `${shape.slice(0, end < longestShape / 2 ? longestShape : end)}…`;
}

interface Growing {
  readonly all: Occurrences;
  readonly bySandbox: Map<string, Occurrences>;
}

export class ErrorSummary {
  readonly #groups = new Map<string, Growing>();
  #bySandbox = 0;
  #rest = 0;

  /** Number of errors that aren't in a group because the maximum number of groups was reached. */
  get rest(): number {
    return this.#rest;
  }

  look(line: ParsedLogLine): void {
    if (line.level !== 'error') return;
    const shape = shapeOf(line.message);
    const group = this.#groups.get(shape);
    if (group === undefined && this.#groups.size >= mostGroups) {
      this.#rest += 1;
      return;
    }
    const bySandbox = group?.bySandbox ?? new Map<string, Occurrences>();
    this.#groups.set(shape, { all: counted(group?.all, line), bySandbox });
    if (line.sandbox === undefined) return;
    const before = bySandbox.get(line.sandbox);
    if (before === undefined && this.#bySandbox >= mostBySandbox) return;
    if (before === undefined) this.#bySandbox += 1;
    bySandbox.set(line.sandbox, counted(before, line));
  }

  /**
   * Returns the groups, most frequent first. Groups of the same size are in order of their first line.
   * @param open an incomplete last line; it is counted but not stored
   */
  list(open?: ParsedLogLine): readonly ErrorGroup[] {
    const groups = new Map(this.#groups);
    if (open?.level === 'error') {
      const shape = shapeOf(open.message);
      const group = groups.get(shape);
      const bySandbox = new Map(group?.bySandbox);
      if (open.sandbox !== undefined) bySandbox.set(open.sandbox, counted(bySandbox.get(open.sandbox), open));
      groups.set(shape, { all: counted(group?.all, open), bySandbox });
    }
    return [...groups].map(([shape, { all, bySandbox }]) => ({ shape, ...all, bySandbox })).toSorted(mostFrequentFirst);
  }
}

/** Sorts the most frequent lines first. */
export function mostFrequentFirst(one: Occurrences, other: Occurrences): number {
  return other.count - one.count || one.first - other.first;
}

function counted(before: Occurrences | undefined, { number, at }: ParsedLogLine): Occurrences {
  return before === undefined
    ? { count: 1, first: number, last: number, ...omitUndefined({ firstAt: at, lastAt: at }) }
    : {
        count: before.count + 1,
        first: before.first,
        last: number,
        ...omitUndefined({ firstAt: before.firstAt, lastAt: at }),
      };
}
