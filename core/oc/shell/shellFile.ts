/**
 * Returns whether a file is a shell script, by its name and editor language. Must be cheap because it runs for every
 * opened file.
 */
export function isShellFile(path: string, languageId: string): boolean {
  return /^(?:shellscript|sh|bash)$/.test(languageId) || /\.(?:sh|bash)$/i.test(path);
}
