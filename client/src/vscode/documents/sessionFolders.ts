/**
 * Names folders for documents that exist only in memory. No two runs of the extension use the same name: after a
 * reload, VS Code restores previews of documents whose text is lost, and would show the lost document in place of a new
 * one of the same name.
 */

/** Creates a function that returns another folder on each call, as `/2834590172-1049823-1`. */
export function createSessionFolders(): () => string {
  const session = crypto.getRandomValues(new Uint32Array(2)).join('-');
  let count = 0;
  return () => {
    count += 1;
    return `/${session}-${count}`;
  };
}
