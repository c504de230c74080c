/**
 * Returns whether a file is PromQL, based on its name and editor language. Must be fast because it runs for every
 * opened file.
 */
export function isPromqlFile(path: string, languageId: string): boolean {
  return languageId === 'promql' || path.toLowerCase().endsWith('.promql');
}
