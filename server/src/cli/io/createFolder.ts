/** Creates folders. */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its missing parents. `mkdir` with `recursive` isn't used, because it never ends in a file system
 * without new folders, such as /proc on Linux (observed with Node.js 20.20 and 24.21).
 * @throws with the reason if the folder can't be created
 */
export async function createFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !(await isFolder(at)) && !missing.includes(at); at = path.dirname(at))
    missing.push(at);
  for (const each of missing.toReversed()) await create(each);
}

async function create(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process can create the folder at the same time.
    if (codeOf(error) === 'EEXIST' && (await isFolder(folder))) return;
    // The parent exists.
    if (codeOf(error) === 'ENOENT')
      throw new Error(`can't create a folder in ${path.dirname(folder)}`, { cause: error });
    throw error;
  }
}

async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
