/** Detects whether a must-gather has changed since it was read. */
import { stat } from 'node:fs/promises';

export interface FileStamp {
  /** Size in bytes, or 0 for a folder. */
  readonly size: number;
  /** Time of the last change in milliseconds since 1970. For a folder, only changes of its own entries count. */
  readonly modified: number;
}

/** Reads the stamp. Returns undefined if the path doesn't exist or can't be accessed. */
export async function readFileStamp(path: string): Promise<FileStamp | undefined> {
  try {
    const found = await stat(path);
    return { size: found.isDirectory() ? 0 : found.size, modified: Math.round(found.mtimeMs) };
  } catch {
    return undefined;
  }
}

export function isSameStamp(one: FileStamp, other: FileStamp | undefined): boolean {
  return one.size === other?.size && one.modified === other.modified;
}
