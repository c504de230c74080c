/**
 * Parses the list of open must-gathers in the workspace state: their paths, and their size and modification time when
 * they were read.
 */
import { getNumber, getString, omitUndefined } from '#core/common/json.ts';
import type { FileStamp } from '#gather/sources/fileStamp.ts';
import { readNamespaces } from '#client/clusters/state/savedClusters.ts';

export interface KeptGather {
  readonly path: string;
  readonly stamp: FileStamp;
  /** Label of the row. */
  readonly title?: string;
  /** Namespaces to which the user limited the pods. */
  readonly namespaces?: readonly string[];
}

/** Maximum number of entries to read, because other code can write to the workspace state. */
const most = 50;

/** Parses the stored list. Omits invalid entries. */
export function readKeptGathers(kept: unknown): readonly KeptGather[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, most).flatMap((one: unknown) => {
    const [path, title] = [getString(one, 'path'), getString(one, 'title')?.slice(0, 200)];
    const [size, modified] = [getNumber(one, 'stamp', 'size'), getNumber(one, 'stamp', 'modified')];
    if (path === undefined || size === undefined || modified === undefined) return [];
    return [{ path, stamp: { size, modified }, ...omitUndefined({ title, namespaces: readNamespaces(one) }) }];
  });
}
