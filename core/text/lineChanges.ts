/** Compares two texts line by line. */
import type { TextChange } from './unifiedDiff.ts';

/** Maximum number of different lines for which the smallest set of changes is computed. */
const mostChanges = 300;

/**
 * Returns the smallest set of changes from one text to another, by line. If the texts are too different, all lines
 * between the first and the last difference change. Algorithm: E. Myers, "An O(ND) Difference Algorithm".
 */
export function findLineChanges(before: string, after: string): readonly TextChange[] {
  const [one, other] = [splitLines(before), splitLines(after)];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
  }
  const kept = commonLines(one.slice(start, end), other.slice(start, otherEnd));
  const offsets = [0];
  for (const line of one) offsets.push((offsets.at(-1) ?? 0) + line.length);
  const changes: TextChange[] = [];
  let [at, otherAt] = [start, start];
  const addUntil = (index: number, otherIndex: number): void => {
    if (index > at || otherIndex > otherAt)
      changes.push({
        start: offsets[at] ?? 0,
        end: offsets[index] ?? 0,
        text: other.slice(otherAt, otherIndex).join(''),
      });
    [at, otherAt] = [index + 1, otherIndex + 1];
  };
  for (const [index, otherIndex] of kept) addUntil(start + index, start + otherIndex);
  addUntil(end, otherEnd);
  return changes;
}

/** Splits a text after its line feeds. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Returns the indexes of the lines that both lists contain, in order. */
function commonLines(one: readonly string[], other: readonly string[]): readonly (readonly [number, number])[] {
  const trace: Map<number, number>[] = [];
  const furthest = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(one.length + other.length, mostChanges); edits += 1) {
    trace.push(new Map(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = nextStart(furthest, diagonal, edits);
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x += 1;
      furthest.set(diagonal, x);
      if (x >= one.length && x - diagonal >= other.length) return backtrack(trace, one.length, other.length);
    }
  }
  return [];
}

/** Returns the position in the first list at which a path continues on a diagonal. */
function nextStart(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  const [below, above] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
  return diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1;
}

function backtrack(
  trace: readonly ReadonlyMap<number, number>[],
  length: number,
  otherLength: number,
): readonly (readonly [number, number])[] {
  const kept: [number, number][] = [];
  let [x, y] = [length, otherLength];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const furthest = trace[edits] ?? new Map<number, number>();
    const start = nextStart(furthest, x - y, edits);
    const startY = start - (x - y);
    while (x > start && y > startY) {
      x -= 1;
      y -= 1;
      kept.push([x, y]);
    }
    const wasAbove = isAbove(furthest, x - y, edits);
    if (edits === 0) break;
    if (wasAbove) y -= 1;
    else x -= 1;
  }
  return kept.toReversed();
}

function isAbove(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  const [below, above] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
  return diagonal === -edits || (diagonal !== edits && below < above);
}
