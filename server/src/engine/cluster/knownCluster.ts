/**
 * What rules may ask about the cluster that the user chose. Checked at the border (readFacts.ts): no text in it is
 * long, and none has two lines.
 */
import type { ClusterObjectHealth } from '#server/protocol/clusterFacts.ts';

/** A node, with the labels that selectors look at. */
export interface KnownNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** What its peer-pods-cm says of instance types. */
export interface KnownInstanceTypes {
  /** CLOUD_PROVIDER. */
  readonly provider: string;
  /** Empty: there is no list, and only the default type is allowed. */
  readonly types: readonly string[];
  /** The type for pods that ask for none; undefined: not set. */
  readonly default: string | undefined;
}

/** A KataConfig as the cluster has it. */
export interface KnownKataConfig {
  readonly name: string;
  /** `kata 3/5, worker-1 installing` */
  readonly words: string;
  readonly health: ClusterObjectHealth;
}

/**
 * Parts that are undefined are not known. Those that did not change are the same objects as before, so that nobody must
 * look again.
 */
export interface ValidationCluster {
  readonly name: string;
  /** How old that is: `live`, or `as of 10:41`, of another day with its date. */
  readonly asOf: string;
  /** Both as messages say them: `cluster demo`, or `cluster demo, as of 10:41`. */
  readonly said: string;
  /** The id of a release that we know. */
  readonly release: string | undefined;
  readonly runtimeClasses: readonly string[] | undefined;
  readonly allowedInstanceTypes: KnownInstanceTypes | undefined;
  readonly nodes: readonly KnownNode[] | undefined;
  readonly kataConfigs: readonly KnownKataConfig[] | undefined;
  readonly converged: boolean | undefined;
  /** The number of nodes on which Kata is installed. */
  readonly kataNodes: number | undefined;
}
