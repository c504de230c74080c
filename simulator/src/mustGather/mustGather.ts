/** Writes what `oc adm must-gather` would bring of a simulated cluster. */
import { describedMustGather } from './describedMustGather.ts';
import type { ClusterToGather, FileToWrite } from './mustGatherFiles.ts';
import { inspectedMustGather } from './inspectedMustGather.ts';

/**
 * `sandboxed`: that of OpenShift sandboxed containers; `cluster`: that of the whole cluster, with the kinds that
 * concern kata inspected.
 */
export type MustGatherKind = 'sandboxed' | 'cluster';

/** The files; names of objects are checked by the API, and can be names of files. */
export function createMustGatherFiles(cluster: ClusterToGather, kind: MustGatherKind): readonly FileToWrite[] {
  return kind === 'sandboxed' ? describedMustGather(cluster) : inspectedMustGather(cluster);
}
