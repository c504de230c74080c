/**
 * Whether a file is PromQL, by its name and the editor's language for it: cheap, because it is asked of every file that
 * is opened.
 */
export function isPromqlFile(path: string, languageId: string): boolean {
  return languageId === 'promql' || path.toLowerCase().endsWith('.promql');
}
