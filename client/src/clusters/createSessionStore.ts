/** Creates the store of the open clusters, which are saved in the workspace. */
import type { ClustersFeatureDeps } from './clustersFeature.ts';
import { ClusterSessionStore, type OpenClustersParts } from './sessions/clusterSessionStore.ts';
import { historyFiles } from './sessions/historyFiles.ts';
import { toProgress, type KeptOperation } from './state/savedOperations.ts';

/** Workspace state key of the open clusters. */
const openKey = 'osc.openClusters';

/** The parts of the feature that the store uses. */
interface SessionStoreParts extends Pick<OpenClustersParts, 'source' | 'clock' | 'awake' | 'changed'> {
  /** Returns the paused or completed operation on a cluster. */
  readonly operation: (cluster: { readonly context: string; readonly server: string }) => KeptOperation | undefined;
}

/** Creates the store. Doesn't contact a cluster. */
export function createSessionStore(
  { log, kept, settings, storage }: ClustersFeatureDeps,
  { operation, ...parts }: SessionStoreParts,
): ClusterSessionStore {
  return new ClusterSessionStore({
    ...parts,
    operation: (cluster) => {
      const found = operation(cluster);
      return found === undefined ? undefined : toProgress(found);
    },
    chance: Math.random,
    log: (message) => log.error(message),
    historyFile: historyFiles(storage.fsPath),
    isReadOnly: () => settings.readOnly(),
    leftOpen: kept.workspace.get<unknown>(openKey),
    keep: (open) => void kept.workspace.update(openKey, open),
  });
}
