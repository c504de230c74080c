/** Applies fixes to text: what "fix all" in the editor and `osc-tools lint --fix` have in common. */
import type { Edit, Fix } from './rule.ts';

/** The edits of as many of these fixes as go together: of two that touch the same text, the first wins. */
export function compatibleEdits(fixes: readonly Fix[]): Edit[] {
  const taken: Edit[] = [];
  for (const fix of fixes) if (fix.edits.every((edit) => taken.every((other) => apart(edit, other)))) taken.push(...fix.edits);
  return taken.sort((a, b) => a.start - b.start || a.end - b.end);
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
