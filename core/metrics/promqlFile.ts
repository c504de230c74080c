/**
 * Returns whether a file is PromQL, by its name and editor language. Must be cheap because it runs for every opened
 * file.
 */
export function isPromqlFile(path: string, languageId: string): boolean {
  return languageId === 'promql' || path.toLowerCase().endsWith('.promql');
}
