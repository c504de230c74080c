/** Finds folders with too many files, comments that are too wide, and exported names that explain nothing. */
import { listCommentLines } from '#scripts/text/commentLines.ts';

/** Maximum number of files in a folder. */
export const maxFiles = 20;
/** Maximum number of columns of a comment. */
export const maxColumns = 120;

/** Words that exported names don't contain, because they don't explain an import. Source: the style guide. */
const unclearWords: ReadonlySet<string> = new Set(
  (
    'answer asked away awake door doors gathered given halves leaving loud mend place room rooms seen shown speak ' +
    'standing surroundings told whose'
  ).split(' '),
);
/** Maximum number of exported types with the same name. */
const maxSameNames = 5;

/** Returns the folders with more than {@link maxFiles} of these files, each with its number of files. */
export function findLargeFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > maxFiles).map(([folder, count]) => `${folder}: ${count} files`);
}

/** Returns the lines with only a comment that is wider than {@link maxColumns} and could be wrapped. */
export function findWideComments(source: string): string[] {
  return listCommentLines(source)
    .filter(({ text, columns }) => columns > maxColumns && /\s/.test(text.replace(/\s*\*\/$/, '')))
    .map(({ line, columns }) => `line ${line}: ${columns} columns`);
}

/** Returns the names that a source exports, without those that it exports from another file. */
export function listExportedNames(source: string): string[] {
  const declarations =
    /^export (?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (?<name>\w+)/gm;
  return Array.from(source.matchAll(declarations), ({ groups }) => groups?.['name'] ?? '');
}

/** Returns whether a name contains a word that explains nothing, such as `AskedPlace`. */
export function isUnclearName(name: string): boolean {
  return name.split(/(?=[A-Z])|_/).some((word) => unclearWords.has(word.toLowerCase()));
}

/** Returns the exported types whose name more than {@link maxSameNames} sources export. */
export function findRepeatedTypes(sources: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of sources.flatMap(listExportedNames).filter((one) => /^[A-Z]/.test(one)))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > maxSameNames).map(([name, count]) => `${name}: ${count} exports`);
}
