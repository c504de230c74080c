/** Defines the messages with cluster data for the server. See protocol.ts. */

/**
 * Client to server: sends the known data of the cluster that the user selected. Without `facts`, no cluster is
 * selected.
 */
export const clusterFactsNotification = 'osc/clusterFacts';
export interface ClusterInfoParams {
  readonly facts?: ClusterFacts;
}

/**
 * Data of a cluster. Unknown values are omitted, so an omitted value doesn't mean that there is none. Never contains a
 * token, a server address, or a user name.
 */
export interface ClusterFacts {
  /** Name of the cluster in messages. */
  readonly cluster: string;
  /** Time at which the cluster last confirmed the data, in ISO 8601, such as `2026-11-21T10:41:00Z`. */
  readonly asOf: string;
  /** True if the cluster is followed, so that the data is current and is sent again after each change. */
  readonly live?: boolean;
  /** Installed OSC release, such as `1.12`. */
  readonly release?: string;
  /** OpenShift version, such as `4.21.9`. */
  readonly openShift?: string;
  /** Kubernetes version of a cluster without OpenShift, such as `v1.34.1`. */
  readonly kubernetes?: string;
  /** Names of all RuntimeClasses. */
  readonly runtimeClasses?: readonly string[];
  /**
   * Values of peer-pods-cm: the list as written (empty if it isn't set), and the default type for pods that don't
   * request one.
   */
  readonly allowedInstanceTypes?: {
    readonly provider: string;
    readonly types: readonly string[];
    readonly default?: string;
  };
  /** All nodes with the labels that selectors use. Omitted if there are more than `maxClusterNodes`. */
  readonly nodes?: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
  /** All KataConfigs. `words` is one line, such as `Kata 3/5, worker-1 installing`. */
  readonly kataConfigs?: readonly {
    readonly name: string;
    readonly words: string;
    readonly health: ClusterObjectHealth;
  }[];
  /** True if the cluster has no separate worker nodes, so that the operator ignores the selector of a KataConfig. */
  readonly converged?: boolean;
  /** Number of nodes on which Kata is installed, according to the KataConfigs. */
  readonly kataNodes?: number;
}

/** Health of a cluster object. */
export type ClusterObjectHealth = 'ok' | 'busy' | 'attention' | 'failed' | 'unknown';

/** Maximum number of nodes. If there are more, none are sent, because rules can't use an incomplete list. */
export const maxClusterNodes = 5000;
