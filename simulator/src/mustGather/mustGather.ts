/** Creates the files that `oc adm must-gather` would collect from a simulated cluster. */
import { describedMustGather } from './describedMustGather.ts';
import type { ClusterToGather, FileToWrite } from './mustGatherFiles.ts';
import { inspectedMustGather } from './inspectedMustGather.ts';

/**
 * `sandboxed`: must-gather of OpenShift sandboxed containers. `cluster`: default must-gather, including resources
 * related to Kata.
 */
export type MustGatherKind = 'sandboxed' | 'cluster';

/** Returns the files. The API validates object names, so they are safe as file names. */
export function createMustGatherFiles(cluster: ClusterToGather, kind: MustGatherKind): readonly FileToWrite[] {
  return kind === 'sandboxed' ? describedMustGather(cluster) : inspectedMustGather(cluster);
}
