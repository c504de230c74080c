/**
 * Names folders for documents that exist only in memory. The names are unique across sessions: after a reload, VS Code
 * restores previews of documents whose text is lost, and would otherwise show them instead of new documents with the
 * same name.
 */

/** Creates a function that returns a new folder on each call, such as `/2834590172-1049823-1`. */
export function createSessionFolders(): () => string {
  const session = crypto.getRandomValues(new Uint32Array(2)).join('-');
  let count = 0;
  return () => {
    count += 1;
    return `/${session}-${count}`;
  };
}
