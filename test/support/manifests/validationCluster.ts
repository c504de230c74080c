/** Provides a cluster in the form that rules use. */
import type { ValidationCluster } from '#server/engine/cluster/knownCluster.ts';

/** Creates a cluster about which only the specified data is known. */
export function knownCluster(known: Partial<ValidationCluster>): ValidationCluster {
  return {
    name: 'demo',
    asOf: 'as of 10:41',
    said: 'cluster demo (as of 10:41)',
    release: undefined,
    unknownRelease: undefined,
    runtimeClasses: undefined,
    allowedInstanceTypes: undefined,
    nodes: undefined,
    kataConfigs: undefined,
    openShift: undefined,
    kubernetes: undefined,
    converged: undefined,
    kataNodes: undefined,
    ...known,
  };
}
