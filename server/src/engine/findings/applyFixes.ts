/** Applies fixes to text, for "fix all" in the editor and for `osc-tools lint --fix`. */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import type { Edit, Fix } from './rule.ts';

/**
 * Returns the edits of all compatible fixes. If two fixes change the same text, the first one applies.
 * Insertions at the same position are joined in order. The same text is inserted only once.
 */
export function selectCompatibleEdits(fixes: readonly Fix[]): Edit[] {
  const taken: Edit[] = [];
  const putIn = new Map<number, Set<string>>();
  for (const fix of fixes) {
    if (!fix.edits.every((edit) => fits(edit, taken))) continue;
    for (const edit of fix.edits) {
      const at = placeOf(edit, taken);
      const before = taken[at];
      if (!isInsertion(edit)) {
        taken.splice(at, 0, edit);
        continue;
      }
      const known = putIn.get(edit.start) ?? new Set();
      putIn.set(edit.start, known);
      if (known.has(edit.text)) continue;
      known.add(edit.text);
      if (before === undefined || !isInsertion(before) || before.start !== edit.start) taken.splice(at, 0, edit);
      else taken[at] = { ...before, text: before.text + edit.text };
    }
  }
  return taken;
}

const isInsertion = ({ start, end }: Edit): boolean => start === end;

/**
 * Returns whether an edit overlaps none of the selected edits. They are sorted and don't overlap each other, so only
 * the neighbors of the new edit are compared.
 */
function fits(edit: Edit, taken: readonly Edit[]): boolean {
  const at = placeOf(edit, taken);
  return [taken[at - 1], taken[at]].every((other) => other === undefined || apart(edit, other));
}

function placeOf(edit: Edit, taken: readonly Edit[]): number {
  return findFirstIndex(taken.length, (index) => {
    const other = taken[index];
    return other === undefined || other.start > edit.start || (other.start === edit.start && other.end >= edit.end);
  });
}

/** Returns the text with these edits applied. They must be sorted and must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

function apart(a: Edit, b: Edit): boolean {
  return a.end <= b.start || b.end <= a.start;
}
