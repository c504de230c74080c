/** Whether a must-gather is still the one that was read. */
import { stat } from 'node:fs/promises';

export interface FileStamp {
  /** In bytes; 0 for a folder. */
  readonly size: number;
  /** Milliseconds since 1970 of the last change: of a folder, that of what it holds itself. */
  readonly modified: number;
}

/** Undefined: there is nothing at the path, or it cannot be looked at. */
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
