/** Distinguishes a paste from typing. Doesn't use VS Code. */

/** The shortest text that counts as pasted. A typed bracket inserts two characters. */
const shortest = 3;

/**
 * Returns whether a change pasted a text into an empty document.
 * @param text of the document after the change
 * @param changes that led to it
 */
export function isPasteInto(text: string, changes: readonly { readonly text: string }[]): boolean {
  const inserted = normalized(changes.map((change) => change.text).join(''));
  return inserted.length >= shortest && normalized(text) === inserted;
}

function normalized(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
