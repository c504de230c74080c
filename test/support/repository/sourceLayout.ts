/** Finds folders with too many files, and comments that are too wide. */
import { listCommentLines } from '#scripts/text/commentLines.ts';

/** Maximum number of files in a folder. */
export const maxFiles = 20;
/** Maximum number of columns of a comment. */
export const maxColumns = 120;

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
