/**
 * Returns whether a file is a shell script, based on its name and editor language. Must be fast because it runs for
 * every opened file.
 */
export function isShellFile(path: string, languageId: string): boolean {
  return /^(?:shellscript|sh|bash)$/.test(languageId) || /\.(?:sh|bash)$/i.test(path);
}
