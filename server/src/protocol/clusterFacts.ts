/** The messages that tell the server what is known about a cluster; see protocol.ts. */

/** Client to server: what is known of the cluster that the user chose; without `facts` there is none. */
export const clusterFactsNotification = 'osc/clusterFacts';
export interface ClusterInfoParams {
  readonly facts?: ClusterFacts;
}

/**
 * Facts of a cluster. What is not known is left out: it is not the same as none. Never a token, the address of a server
 * or the name of a user.
 */
export interface ClusterFacts {
  /** What messages call it. */
  readonly cluster: string;
  /** When the cluster last said so, in ISO 8601: `2026-11-21T10:41:00Z`. */
  readonly asOf: string;
  /** It is followed: what is told is so now, and told anew when it changes. */
  readonly live?: boolean;
  /** The OSC release that is installed: `1.12`. */
  readonly release?: string;
  /** The names of all its RuntimeClasses. */
  readonly runtimeClasses?: readonly string[];
  /**
   * What its peer-pods-cm says: the list as it is written there, empty where none is, and the type for pods that ask
   * for none.
   */
  readonly allowedInstanceTypes?: {
    readonly provider: string;
    readonly types: readonly string[];
    readonly default?: string;
  };
  /** All its nodes, with what selectors look at. Left out where there are more than `maxClusterNodes`. */
  readonly nodes?: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
  /** All its KataConfigs. `words` is one line: `kata 3/5, worker-1 installing`. */
  readonly kataConfigs?: readonly {
    readonly name: string;
    readonly words: string;
    readonly health: ClusterObjectHealth;
  }[];
  /** It has no workers of its own: the operator ignores the selector of a KataConfig. */
  readonly converged?: boolean;
  /** The number of nodes on which Kata is installed, as the KataConfigs report it. */
  readonly kataNodes?: number;
}

/** How an object of a cluster does. */
export type ClusterObjectHealth = 'ok' | 'busy' | 'attention' | 'failed' | 'unknown';

/** Of a cluster with more nodes than this, none are told of: rules say nothing by a part of them. */
export const maxClusterNodes = 5000;
