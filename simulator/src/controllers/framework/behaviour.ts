/**
 * Configures how a cluster behaves: durations and failures. The configuration contains only data, and scenarios can
 * change it. Times are those of a fast cluster, in milliseconds of simulated time. Comments mark times that are
 * constants in the real controllers.
 */

const seconds = 1000;
const minutes = 60 * seconds;

/** Durations in milliseconds. */
export interface Timings {
  /** Time from an event until a controller has handled it. */
  readonly reconcile: number;
  /** Duration of one reconciliation of the operator, whose API calls are rate-limited. */
  readonly operatorPass: number;
  /** The operator's requeue interval. Constant of the operator. */
  readonly operatorRequeue: number;
  /** Time that the render controller waits for further MachineConfigs. `renderDelay` of the Machine Config Operator. */
  readonly render: number;
  /**
   * Time from the announcement of an update until the first node is updated. `updateDelay` of the Machine Config
   * Operator.
   */
  readonly updateDelay: number;
  readonly applyConfig: number;
  /** Time from the reboot command until the kubelet stops reporting. */
  readonly shutDown: number;
  readonly reboot: number;
  /** Interval at which a drain that a PodDisruptionBudget blocks is retried. */
  readonly drainRetry: number;
  /** Time after which a blocked drain is retried less often. `DrainRequeueFailingThreshold` of the operator. */
  readonly drainFailingThreshold: number;
  /** Interval of the retries after that time. `DrainRequeueFailingDelay` of the operator. */
  readonly drainFailingRetry: number;
  /** Time after which a node that can't be drained is degraded. Constant of the Machine Config Operator. */
  readonly drainTimeout: number;
  /** Time that a node stays degraded until the Machine Config Daemon retries. */
  readonly degradedRetry: number;
  readonly podStart: number;
  readonly podStop: number;
  /** Time after which the Service of a newly ready pod sends requests to it. */
  readonly endpoints: number;
  readonly job: number;
  readonly bundleUnpack: number;
  readonly bundleUnpackTimeout: number;
  readonly installPlanStep: number;
  /** Time that OLM waits for the Deployment of an operator. Constant of OLM. */
  readonly operatorTimeout: number;
  readonly garbage: number;
  /** Time from the creation of a Node Feature Discovery rule until the nodes have its labels. */
  readonly featureDiscovery: number;
  /** Duration of an OpenShift update. */
  readonly clusterUpdate: number;
}

/** Result of the job that creates or deletes the pod VM image. */
export type JobOutcome =
  /** The job succeeds, and sets or clears the image ID in peer-pods-cm. */
  | 'succeeds'
  | 'fails'
  /** The job succeeds but doesn't set or clear the image ID in peer-pods-cm. */
  | 'forgetsImageId'
  /** The job is neither running nor finished, which the operator reports as unknown. */
  | 'unclear';

/** A node that can't apply its new configuration. */
export interface NodeFailure {
  readonly node: string;
  /** Name of the pool that the node is moving to. */
  readonly pool: string;
  /** The reason that the Machine Config Daemon writes to the annotation of the node. */
  readonly reason: string;
  /** Number of failures before the node succeeds. If undefined, it always fails. */
  readonly times?: number;
}

/** Result of unpacking the operator bundle. */
type BundleOutcome = 'unpacks' | 'failsToUnpack';

/** Response of a webhook as the API server sees it. */
export type WebhookOutcome = 'answers' | 'timesOut' | 'refusesConnections';

/** Regular output of the containers of some pods. */
export interface ContainerOutput {
  /** Name of the owner, with which the names of the pods start. */
  readonly pod: string;
  readonly container: string;
  /** Time between two outputs, in milliseconds. */
  readonly every: number;
  /** Number of lines of one output. */
  readonly lines: number;
  /** How the container exits after a number of outputs. It restarts each time. If undefined, it never exits. */
  readonly exit?: {
    readonly after: number;
    readonly reason: string;
    readonly exitCode: number;
    /** Last message of the container. */
    readonly message: string;
    /** Time until the next instance starts, in milliseconds. By default, 10 seconds. */
    readonly backOff?: number;
  };
}

/** Hardware of a node that Node Feature Discovery detects. */
export interface NodeHardware {
  readonly cpuVendor: string;
  readonly cpuFlags: readonly string[];
  /** Loaded kernel modules. */
  readonly modules: readonly string[];
  /** Attributes of the feature `cpu.security`, such as `tdx.enabled`. */
  readonly security: readonly string[];
}

/** How the operator installs Kata if a DaemonSet does it instead of the Machine Config Operator. */
export interface DaemonSetInstallation {
  /** Form of the installer. With the older one, a user must reboot each node. */
  readonly form: 'older' | 'newer';
  /** True if the installer pods build an image that peer pods don't need, and never finish. */
  readonly neverEnds?: true;
}

export interface Behaviour {
  readonly timings: Timings;
  /** Wording of the operator's condition messages: as in its code, or as in the peer pods documentation. */
  readonly wording: 'code' | 'documents';
  readonly imageCreation: JobOutcome;
  readonly imageDeletion: JobOutcome;
  readonly nodeFailures: readonly NodeFailure[];
  readonly bundle: BundleOutcome;
  /** Error of every install plan. If undefined, install plans succeed. */
  readonly installPlanFailure?: string;
  /** Kubernetes version that the operator requires, if it differs from its bundle. */
  readonly minKubeVersion?: string;
  /** Worker nodes on which virtualization is disabled in the firmware. */
  readonly nodesWithoutVirtualization: readonly string[];
  /** Hardware of worker nodes that differs from the default, by node name. */
  readonly hardware: Readonly<Record<string, Partial<NodeHardware>>>;
  /** Parts of image names. Images whose names contain one of them can't be pulled. */
  readonly missingImages: readonly string[];
  readonly containerOutput: readonly ContainerOutput[];
  /** Response of the operator webhook, if its Service has endpoints. */
  readonly webhook: WebhookOutcome;
  /** Installation by a DaemonSet. If undefined, the Machine Config Operator installs Kata. */
  readonly daemonSetInstallation?: DaemonSetInstallation;
}

/** The behavior of a cluster without failures. */
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
    drainFailingThreshold: 10 * minutes,
    drainFailingRetry: 5 * minutes,
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
  hardware: {},
  missingImages: [],
  containerOutput: [],
  webhook: 'answers',
};
