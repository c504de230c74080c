/**
 * How a cluster behaves where clusters differ: how long things take, and what goes wrong. Scenarios change it; all of
 * it is data. Times are those of a quick cluster, in milliseconds of simulated time. Where a time is a constant of the
 * real controller, it says so.
 */

const seconds = 1000;
const minutes = 60 * seconds;

/** How long things take. */
export interface Timings {
  /** From an event until a controller has dealt with it. */
  readonly reconcile: number;
  /** How long one pass of the operator takes: its calls to the API are limited in rate. */
  readonly operatorPass: number;
  /** The operator's own constant, wherever it looks again. */
  readonly operatorRequeue: number;
  /** The render controller waits for further MachineConfigs: `renderDelay` of the machine-config-operator. */
  readonly render: number;
  /** From the announcement of an update until the first node gets it: `updateDelay` of the machine-config-operator. */
  readonly updateDelay: number;
  readonly applyConfig: number;
  /** From the order to reboot until the kubelet is silent. */
  readonly shutDown: number;
  readonly reboot: number;
  /** How often a drain that a PodDisruptionBudget blocks is tried again. */
  readonly drainRetry: number;
  /** After this, the node is degraded: constant of the machine-config-operator. */
  readonly drainTimeout: number;
  /** How long a node stays degraded until the daemon tries again. */
  readonly degradedRetry: number;
  readonly podStart: number;
  readonly podStop: number;
  /** From a ready pod until its Service sends requests to it. */
  readonly endpoints: number;
  readonly job: number;
  readonly bundleUnpack: number;
  readonly bundleUnpackTimeout: number;
  readonly installPlanStep: number;
  /** How long OLM waits for an operator's Deployment: its constant. */
  readonly operatorTimeout: number;
  readonly garbage: number;
  /** From a rule until the nodes have its labels. */
  readonly featureDiscovery: number;
  /** How long an update of OpenShift takes. */
  readonly clusterUpdate: number;
}

/** How the job ends that makes or removes the image of pod VMs. */
export type JobOutcome =
  /** It ends well, and writes the image's id into peer-pods-cm, or takes it out. */
  | 'succeeds'
  | 'fails'
  /** It ends well, and yet the id stays as it was. */
  | 'forgetsImageId'
  /** It is neither running nor ended: what the operator calls unknown. */
  | 'unclear';

/** A node that cannot take its new configuration. */
export interface NodeFailure {
  readonly node: string;
  /** On the way into a pool of this name. */
  readonly pool: string;
  /** What the machine-config-daemon writes into the node's annotation. */
  readonly reason: string;
  /** How often it fails, before it succeeds; undefined: for ever. */
  readonly times?: number;
}

/** What of the install goes wrong. */
type BundleOutcome = 'unpacks' | 'failsToUnpack';

/** What the API sees of a webhook. */
export type WebhookOutcome = 'answers' | 'timesOut' | 'refusesConnections';

export interface Behaviour {
  readonly timings: Timings;
  /**
   * Whether messages of the operator's condition are worded as its code has them, or as the documents of peer pods
   * print them.
   */
  readonly wording: 'code' | 'documents';
  readonly imageCreation: JobOutcome;
  readonly imageDeletion: JobOutcome;
  readonly nodeFailures: readonly NodeFailure[];
  readonly bundle: BundleOutcome;
  /** What every InstallPlan fails with; undefined: it installs. */
  readonly installPlanFailure?: string;
  /** The version of Kubernetes that the operator asks for, where it is not the one of its bundle. */
  readonly minKubeVersion?: string;
  /** Workers whose processors cannot run virtual machines, or may not. */
  readonly nodesWithoutVirtualization: readonly string[];
  /** Images whose names contain one of these cannot be fetched. */
  readonly missingImages: readonly string[];
  /** Whether the API gets an answer from the operator's webhook, when somebody is behind its Service. */
  readonly webhook: WebhookOutcome;
}

/** A cluster in which all goes well. */
export const defaultBehaviour: Behaviour = {
  timings: {
    reconcile: 0.2 * seconds,
    operatorPass: 1 * seconds,
    operatorRequeue: 15 * seconds,
    render: 5 * seconds,
    updateDelay: 5 * seconds,
    applyConfig: 90 * seconds,
    shutDown: 20 * seconds,
    reboot: 4 * minutes,
    drainRetry: 1 * minutes,
    drainTimeout: 60 * minutes,
    degradedRetry: 2 * minutes,
    podStart: 3 * seconds,
    podStop: 2 * seconds,
    endpoints: 4 * seconds,
    job: 12 * minutes,
    bundleUnpack: 20 * seconds,
    bundleUnpackTimeout: 10 * minutes,
    installPlanStep: 3 * seconds,
    operatorTimeout: 5 * minutes,
    garbage: 1 * seconds,
    featureDiscovery: 30 * seconds,
    clusterUpdate: 45 * minutes,
  },
  wording: 'code',
  imageCreation: 'succeeds',
  imageDeletion: 'succeeds',
  nodeFailures: [],
  bundle: 'unpacks',
  nodesWithoutVirtualization: [],
  missingImages: [],
  webhook: 'answers',
};
