/** Formats the list of the files in a support archive, which the user reviews before sharing the archive. */
import { formatBytes } from '#core/text/formatBytes.ts';
import { formatCount } from '#core/text/formatCount.ts';

/** The files of an archive. */
export interface PackedFiles {
  readonly redacted: boolean;
  readonly files: readonly { readonly path: string; readonly size: number; readonly replaced: number }[];
  /** Omitted files with the reasons. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
}

/** Maximum number of files in a list. The JSON format and the archive contain all. */
const mostFiles = 50;

/** Returns the lines: the sizes by folder, the files with redacted values, and the omitted files. */
export function formatPackReview({ files, leftOut, redacted }: PackedFiles): readonly string[] {
  const changed = files.filter(({ replaced }) => replaced > 0).toSorted((one, other) => other.replaced - one.replaced);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const values = files.reduce((sum, { replaced }) => sum + replaced, 0);
  return [
    `${formatCount(files.length, 'file')}, ${formatBytes(bytes)}:`,
    ...foldersOf(files).map(
      ({ folder, size, count }) => `  ${folder}: ${formatCount(count, 'file')}, ${formatBytes(size)}`,
    ),
    ...(redacted
      ? listOf(
          `Redacted values: ${values}`,
          changed.map(({ path, size, replaced }) => `${path}: ${formatCount(replaced, 'value')}, ${formatBytes(size)}`),
        )
      : ["Credentials aren't redacted."]),
    ...(leftOut.length === 0
      ? []
      : listOf(
          `Omitted files: ${leftOut.length}`,
          leftOut.map(({ path, why }) => `${path}: ${why}`),
        )),
  ];
}

function listOf(title: string, lines: readonly string[]): readonly string[] {
  const omitted = lines.length - mostFiles;
  return [
    `${title}${lines.length === 0 ? '' : ':'}`,
    ...lines.slice(0, mostFiles).map((line) => `  ${line}`),
    ...(omitted > 0 ? [`  and ${omitted} more, listed in osc-manifest.json`] : []),
  ];
}

interface FolderSize {
  readonly folder: string;
  readonly size: number;
  readonly count: number;
}

/** Returns the sizes of the topmost two folders, the largest first. */
function foldersOf(files: PackedFiles['files']): readonly FolderSize[] {
  const folders = new Map<string, FolderSize>();
  for (const { path, size } of files) {
    const parts = path.split('/').slice(0, -1).slice(0, 2);
    const folder = parts.length === 0 ? '.' : parts.join('/');
    const before = folders.get(folder) ?? { size: 0, count: 0 };
    folders.set(folder, { folder, size: before.size + size, count: before.count + 1 });
  }
  return [...folders.values()].toSorted((one, other) => other.size - one.size).slice(0, mostFiles);
}
