/**
 * Nodes are many, and most of each is what nobody reads: who wrote which field, and the images that are on it. Without
 * it they are read in a third of the time.
 */

/**
 * The text of one node without these blocks; line numbers of the result mean nothing. Other ways to write YAML than
 * that of `oc` are left alone.
 */
export function trimNode(text: string): string {
  if (text.length < 4000) return text;
  const kept: string[] = [];
  let isLeftOut = false;
  for (const line of text.split('\n')) {
    // Items of a list may stand as deep as its key.
    if (isLeftOut && (/^ {2}[ -]/.test(line) || line === '')) continue;
    isLeftOut = line === '  managedFields:' || line === '  images:';
    if (!isLeftOut) kept.push(line);
  }
  return kept.join('\n');
}
