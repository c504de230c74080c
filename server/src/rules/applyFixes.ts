/** Applies fixes to text: what "fix all" in the editor and `osc-tools lint --fix` have in common. */
import type { Edit, Fix } from './rule.ts';

/** The edits of as many of these fixes as go together: of two that touch the same text, the first wins. */
export function compatibleEdits(fixes: readonly Fix[]): Edit[] {
  const taken: Edit[] = [];
  for (const fix of fixes) {
    if (!fix.edits.every((edit) => fits(edit, taken))) continue;
    for (const edit of fix.edits) taken.splice(placeOf(edit, taken), 0, edit);
  }
  return taken;
}

/** Those taken are in order and apart, so only the neighbours of an edit can touch it. */
function fits(edit: Edit, taken: readonly Edit[]): boolean {
  const at = placeOf(edit, taken);
  return [taken[at - 1], taken[at]].every((other) => other === undefined || apart(edit, other));
}

function placeOf(edit: Edit, taken: readonly Edit[]): number {
  let [low, high] = [0, taken.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = taken[middle];
    if (other !== undefined && (other.start < edit.start || (other.start === edit.start && other.end < edit.end))) low = middle + 1;
    else high = middle;
  }
  return low;
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
  if (a.start === a.end && b.start === b.end) return a.start !== b.start;
  return a.end <= b.start || b.end <= a.start;
}
