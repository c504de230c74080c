/** Detects denials cheaply. Must not load other code, because the extension checks every opened file. */

/** Matches text that every denial contains. */
const hint = /is blocked by policy|internal error policy check/;

/** Returns whether a text contains a denial. */
export function mentionsDenial(text: string): boolean {
  return hint.test(text);
}
