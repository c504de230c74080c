/** A cluster as rules see it. */
import type { ValidationCluster } from '#server/engine/cluster/knownCluster.ts';

/** Nothing is known of it but what is given. */
export function knownCluster(known: Partial<ValidationCluster>): ValidationCluster {
  return {
    name: 'demo',
    asOf: 'as of 10:41',
    said: 'cluster demo, as of 10:41',
    release: undefined,
    runtimeClasses: undefined,
    allowedInstanceTypes: undefined,
    nodes: undefined,
    kataConfigs: undefined,
    converged: undefined,
    kataNodes: undefined,
    ...known,
  };
}
