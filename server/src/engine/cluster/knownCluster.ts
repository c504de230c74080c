/**
 * The data about the selected cluster that rules can use. readClusterInfo.ts validates it, so all texts are short and
 * on one line.
 */
import type { ClusterObjectHealth } from '#server/protocol/clusterFacts.ts';

/** A node with the labels that selectors match. */
export interface KnownNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The instance types in the cluster's peer-pods-cm. */
export interface KnownInstanceTypes {
  /** Value of CLOUD_PROVIDER. */
  readonly provider: string;
  /** Empty if there is no list, so that only the default type is allowed. */
  readonly types: readonly string[];
  /** The type for pods that don't request one. Undefined if it isn't set. */
  readonly default: string | undefined;
}

/** A KataConfig in the cluster. */
export interface KnownKataConfig {
  readonly name: string;
  /** Status in a few words, such as `Kata 3/5, worker-1 installing`. */
  readonly words: string;
  readonly health: ClusterObjectHealth;
}

/**
 * The selected cluster. Undefined properties are unknown. Unchanged properties keep their object identity, so that an
 * update doesn't cause unnecessary checks.
 */
export interface ValidationCluster {
  readonly name: string;
  /** Age of the data: `live`, or `last updated 10:41`, with the date if it isn't today. */
  readonly asOf: string;
  /** Cluster name and age for messages, such as `cluster demo` or `cluster demo, last updated 10:41`. */
  readonly said: string;
  /** ID of a known release. */
  readonly release: string | undefined;
  /** Version of an OSC release that isn't known, such as `1.99.0`. */
  readonly unknownRelease: string | undefined;
  /** OpenShift version, such as `4.21.9`. */
  readonly openShift: string | undefined;
  /** Kubernetes version of a cluster without OpenShift, such as `v1.34.1`. */
  readonly kubernetes: string | undefined;
  readonly runtimeClasses: readonly string[] | undefined;
  readonly allowedInstanceTypes: KnownInstanceTypes | undefined;
  readonly nodes: readonly KnownNode[] | undefined;
  readonly kataConfigs: readonly KnownKataConfig[] | undefined;
  readonly converged: boolean | undefined;
  /** Number of nodes on which Kata is installed. */
  readonly kataNodes: number | undefined;
}
