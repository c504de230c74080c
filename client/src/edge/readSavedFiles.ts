/**
 * Reads saved responses from files, and from the JSON files in folders, in any file system that VS Code can read.
 * Limits the number and size of files. Reports files that can't be read and continues with the others.
 */
import * as l10n from '@vscode/l10n';
import { FileType, Uri, workspace, type CancellationToken } from 'vscode';
import type { EdgeSource } from '#core/edge/tree/readAnswers.ts';
import { parseJsonDocuments } from '#core/edge/jsonDocuments.ts';

/** Maximum number of files, and maximum size of one in bytes. A response with 100 resources is about 0.1 MiB. */
const mostFiles = 300;
const largest = 8 * 1024 * 1024;

export interface Saved {
  readonly answers: readonly EdgeSource[];
  /** Problems that prevented reading, as sentences. */
  readonly problems: readonly string[];
}

/** Reads all files. Returns undefined if the user cancels. */
export async function readSaved(
  places: readonly Uri[],
  cancelled: CancellationToken,
  say: (words: string) => void,
): Promise<Saved | undefined> {
  const problems: string[] = [];
  const files: Uri[] = [];
  for (const place of places) files.push(...(await filesAt(place, problems)));
  if (files.length > mostFiles)
    problems.push(l10n.t`Only the first ${mostFiles} files were read. Files not read: ${files.length - mostFiles}.`);
  const answers: EdgeSource[] = [];
  for (const file of files.slice(0, mostFiles)) {
    if (cancelled.isCancellationRequested) return undefined;
    say(nameOf(file));
    const read = await readOne(file, problems);
    if (read !== undefined) answers.push(read);
  }
  return cancelled.isCancellationRequested ? undefined : { answers, problems };
}

async function filesAt(place: Uri, problems: string[]): Promise<readonly Uri[]> {
  try {
    const { type } = await workspace.fs.stat(place);
    if ((type & FileType.Directory) === 0) return [place];
    const entries = await workspace.fs.readDirectory(place);
    const names = entries
      .flatMap(([name, kind]) => ((kind & FileType.File) !== 0 && /\.json$/i.test(name) ? [name] : []))
      .toSorted();
    if (names.length === 0) problems.push(l10n.t`${nameOf(place)} contains no .json files.`);
    return names.map((name) => Uri.joinPath(place, name));
  } catch {
    problems.push(l10n.t`Can't read ${nameOf(place)}. It doesn't exist, or you don't have permission to read it.`);
    return [];
  }
}

async function readOne(file: Uri, problems: string[]): Promise<EdgeSource | undefined> {
  const name = nameOf(file);
  try {
    const { size, mtime } = await workspace.fs.stat(file);
    if (size > largest) {
      problems.push(l10n.t`${name} wasn't read because it's larger than ${largest / 1024 / 1024} MiB.`);
      return undefined;
    }
    const { values, problem } = parseJsonDocuments(new TextDecoder().decode(await workspace.fs.readFile(file)));
    if (problem !== undefined)
      problems.push(
        values.length === 0 ? l10n.t`Can't read ${name}: ${problem}.` : l10n.t`Can't read all of ${name}: ${problem}.`,
      );
    return values.length === 0 ? undefined : { name, values, ...(mtime > 0 ? { at: mtime } : {}) };
  } catch {
    problems.push(l10n.t`Can't read ${name}. It doesn't exist, or you don't have permission to read it.`);
    return undefined;
  }
}

/** Returns the last segment of the path. */
export function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}
