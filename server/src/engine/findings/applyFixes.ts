/** Applies fixes to text: what "fix all" in the editor and `osc-tools lint --fix` have in common. */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import type { Edit, Fix } from './rule.ts';

/**
 * The edits of as many of these fixes as go together: of two that touch the same text, the first wins.
 * What is put in at one place by several is put in one after another; the same text, once.
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

/** Those taken are in order and apart, so only the neighbours of an edit can touch it. */
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

/** The text with these edits made. They must be in order and apart. */
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
