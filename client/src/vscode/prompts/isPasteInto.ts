/** Distinguishes a paste from typing. Doesn't use VS Code. */

/** Minimum number of characters that count as pasted. Typing a bracket inserts two characters. */
const shortest = 3;

/**
 * Returns whether a change pasted a text into an empty document.
 * @param text text of the document after the change
 * @param changes the changes that led to this text
 */
export function isPasteInto(text: string, changes: readonly { readonly text: string }[]): boolean {
  const inserted = normalized(changes.map((change) => change.text).join(''));
  return inserted.length >= shortest && normalized(text) === inserted;
}

function normalized(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
