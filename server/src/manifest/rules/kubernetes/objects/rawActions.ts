/** Recognizes mappings and lists of Helm templates whose first lines an action writes, with an unknown indentation. */

/** Maximum number of characters before a node in which actions are searched. */
const maxBefore = 2000;

/** Matches the beginning of an action that writes nothing itself. */
const silent = /^\{\{-?\s*(?:\/\*|if\b|else\b|end\b|with\b|range\b|define\b|block\b|\$\w+\s*:?=)/;

/**
 * Returns whether an action on its own line is directly before a mapping or list, and writes lines whose indentation
 * isn't known, such as `{{ include "webhook" . }}`. The lines of the node might then continue what the action writes.
 * @param text text with the actions
 * @param start start of the first key or item
 */
export function isAfterRawAction(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - maxBefore), start);
  const lines = before.split('\n').slice(0, -1);
  for (const line of lines.toReversed()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    if (!content.startsWith('{{') || !content.endsWith('}}')) return false;
    if (!silent.test(content) && !/\bn?indent\b/.test(content)) return true;
  }
  return false;
}
