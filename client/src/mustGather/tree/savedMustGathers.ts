/**
 * Which must-gathers were open, as it is kept with the workspace: where they are, and what they were when they were
 * read.
 */
import { getNumber, getString } from '#core/common/json.ts';
import type { FileStamp } from '#gather/sources/fileStamp.ts';

export interface KeptGather {
  readonly path: string;
  readonly stamp: FileStamp;
  /** What its row was called. */
  readonly title?: string;
}

/** More than anybody has open: what is kept may have been written by another. */
const most = 50;

/** What can be read of it; of what was kept otherwise, nothing. */
export function readKeptGathers(kept: unknown): readonly KeptGather[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, most).flatMap((one: unknown) => {
    const [path, title] = [getString(one, 'path'), getString(one, 'title')?.slice(0, 200)];
    const [size, modified] = [getNumber(one, 'stamp', 'size'), getNumber(one, 'stamp', 'modified')];
    if (path === undefined || size === undefined || modified === undefined) return [];
    return [{ path, stamp: { size, modified }, ...(title === undefined ? {} : { title }) }];
  });
}
