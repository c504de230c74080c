/**
 * Reads problems of a cluster that OpenShift sandboxed containers doesn't cause: of ClusterOperators, nodes, platform
 * pods, and certificate signing requests. Only the fields of a problem are kept.
 */
import { getBoolean, getList, getNumber, getString, getStringMap, omitUndefined } from '#core/common/json.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { crashMemoryMs, mentionsRepeatedCrash, readRepeatedCrash } from './repeatedCrash.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { findStatusCondition, getName, getWord, readConditions, truncateMessage } from './clusterObject.ts';
import type { StatusCondition } from './clusterObject.ts';

/** The kinds of objects that can have such a problem. The names are the plural names of the API. */
export const platformKinds = ['nodes', 'clusteroperators', 'pods', 'certificatesigningrequests'] as const;
export type PlatformKind = (typeof platformKinds)[number];

/** A problem of one object. */
export interface PlatformProblem {
  readonly kind: PlatformKind;
  /** Kind and name of the object that is shown, such as `ClusterOperator image-registry`. For pods, their owner. */
  readonly subject: string;
  /** Name of the object that was read. Differs from the subject for pods and certificate signing requests. */
  readonly name: string;
  /** State as the API names it, such as `Degraded=True` or `CrashLoopBackOff`. */
  readonly state: string;
  /** The reason of the condition, and other details. */
  readonly details: readonly string[];
  readonly message: string;
  /** Number of restarts of the container. */
  readonly restarts?: number;
  /** When a container that crashed repeatedly last started, in milliseconds since 1970. Undefined if it doesn't run. */
  readonly runningSince?: number;
  /** YAML line that shows the problem in a file with the object, such as `type: Degraded`. */
  readonly line: string;
}

/**
 * Returns whether an object still has a problem: a container that crashed repeatedly and runs now has one until the
 * kubelet forgets the crashes.
 * @param now when the object was read, in milliseconds since 1970. If undefined, returns false for such containers
 */
export function isCurrentProblem({ runningSince }: PlatformProblem, now: number | undefined): boolean {
  return runningSince === undefined || (now !== undefined && now - runningSince < crashMemoryMs);
}

/**
 * Returns the problems of an object. `isCurrentProblem` determines whether they still exist. Returns an empty list if
 * the object has none, or isn't valid.
 */
export function readPlatformProblems(kind: PlatformKind, raw: unknown): readonly PlatformProblem[] {
  const name = getName(raw, 'metadata', 'name');
  if (name === undefined) return [];
  return readers[kind](raw, name);
}

const readers: Readonly<Record<PlatformKind, (raw: unknown, name: string) => readonly PlatformProblem[]>> = {
  nodes: readNode,
  clusteroperators: readClusterOperator,
  pods: readPlatformPod,
  certificatesigningrequests: readSigningRequest,
};

/**
 * A ClusterOperator that is only progressing is being updated, which isn't a problem. Source: openshift/api
 * config/v1/types_cluster_operator.go (ClusterStatusConditionType).
 */
function readClusterOperator(raw: unknown, name: string): readonly PlatformProblem[] {
  const conditions = readConditions(raw);
  return (
    [
      ['Available', 'False'],
      ['Degraded', 'True'],
    ] as const
  ).flatMap(([type, bad]) => {
    const condition = findStatusCondition(conditions, type);
    return condition?.status === bad
      ? fromCondition('clusteroperators', `ClusterOperator ${name}`, name, condition)
      : [];
  });
}

/** Source: kubernetes/api core/v1/types.go (NodeConditionType). */
function readNode(raw: unknown, name: string): readonly PlatformProblem[] {
  const conditions = readConditions(raw);
  const state = getStringMap(raw, 'metadata', 'annotations')[stateAnnotation];
  return ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].flatMap((type) => {
    const condition = findStatusCondition(conditions, type);
    const isReady = type === 'Ready';
    if (condition === undefined || (isReady ? condition.status === 'True' : condition.status !== 'True')) return [];
    const problem = fromCondition('nodes', `Node ${name}`, name, condition);
    // A node that the Machine Config Operator reboots isn't ready.
    const isUpdating = isReady && state !== undefined && state !== 'Done';
    return isUpdating
      ? { ...problem, details: [...problem.details, truncateMessage(`${stateAnnotation}=${state}`)] }
      : problem;
  });
}

const stateAnnotation = 'machineconfiguration.openshift.io/state';

function fromCondition(
  kind: PlatformKind,
  subject: string,
  name: string,
  { type, status, reason, message, since }: StatusCondition,
): PlatformProblem {
  const time = since === undefined ? [] : [formatTimestamp(since)];
  return {
    kind,
    subject,
    name,
    state: `${type}=${status}`,
    details: [...(reason === '' ? [] : [reason]), ...time],
    message,
    line: `type: ${type}`,
  };
}

/**
 * Reasons why a container waits: it ends again and again, or its image can't be pulled. Source:
 * kubernetes/kubernetes@v1.31.0 pkg/kubelet/images/types.go, pkg/kubelet/container/sync_result.go.
 */
const waitingReasons: ReadonlySet<string> = new Set([
  'CrashLoopBackOff',
  'ErrImageNeverPull',
  'ErrImagePull',
  'ImageInspectError',
  'ImagePullBackOff',
  'InvalidImageName',
  'RegistryUnavailable',
  'SignatureValidationFailed',
]);

/** Returns whether a text in YAML can contain a pod with a problem. Parsing all lists of pods would take long. */
export function mentionsPlatformProblem(text: string): boolean {
  return mention.test(text) || mentionsRepeatedCrash(text);
}

const mention = new RegExp(`reason: (?:${[...waitingReasons].join('|')})\\b`);

/** Returns whether the pods of a namespace belong to the platform, and not to OpenShift sandboxed containers. */
export function isPlatformNamespace(namespace: string): boolean {
  return namespace.startsWith('openshift-') && namespace !== operatorNamespace;
}

/** Reads the first failing container of a pod. */
function readPlatformPod(raw: unknown, name: string): readonly PlatformProblem[] {
  const namespace = getName(raw, 'metadata', 'namespace') ?? '';
  if (!isPlatformNamespace(namespace)) return [];
  const statuses = [...getList(raw, 'status', 'initContainerStatuses'), ...getList(raw, 'status', 'containerStatuses')];
  const owner = ownerOf(raw, name);
  const subject = `${owner.kind} ${namespace}/${owner.name}`;
  const failing = statuses.find((one) => waitingReasons.has(getString(one, 'state', 'waiting', 'reason') ?? ''));
  const reason = getWord(failing, 'state', 'waiting', 'reason');
  if (reason !== undefined) {
    const message = truncateMessage(getString(failing, 'state', 'waiting', 'message') ?? '');
    const restarts = omitUndefined({ restarts: getNumber(failing, 'restartCount') });
    return [
      { kind: 'pods', subject, name, state: reason, details: [], message, ...restarts, line: `reason: ${reason}` },
    ];
  }
  if (['Succeeded', 'Failed'].includes(getString(raw, 'status', 'phase') ?? '')) return [];
  // Between two starts, the state of a crash-looping container is running or terminated.
  const [crash] = statuses.flatMap((one) => readRepeatedCrash(one) ?? []);
  return crash === undefined
    ? []
    : [{ kind: 'pods', subject, name, ...crash, details: [...crash.details], line: `reason: ${crash.state}` }];
}

/** Returns the controller of a pod, and for the ReplicaSet of a Deployment, the Deployment. */
function ownerOf(raw: unknown, pod: string): { readonly kind: string; readonly name: string } {
  const owner = getList(raw, 'metadata', 'ownerReferences').find((one) => getBoolean(one, 'controller') === true);
  const [kind, name] = [getWord(owner, 'kind'), getName(owner, 'name')];
  if (kind === undefined || name === undefined) return { kind: 'Pod', name: pod };
  const hash = getStringMap(raw, 'metadata', 'labels')['pod-template-hash'] ?? '';
  return kind === 'ReplicaSet' && hash !== '' && name.endsWith(`-${hash}`)
    ? { kind: 'Deployment', name: name.slice(0, -hash.length - 1) }
    : { kind, name };
}

/** Reads a request that is neither approved nor denied. Source: kubernetes/api certificates/v1/types.go. */
function readSigningRequest(raw: unknown, name: string): readonly PlatformProblem[] {
  if (readConditions(raw).length > 0 || getString(raw, 'status', 'certificate') !== undefined) return [];
  const signer = getWord(raw, 'spec', 'signerName') ?? '';
  const user = getWord(raw, 'spec', 'username');
  return [
    {
      kind: 'certificatesigningrequests',
      subject: `CertificateSigningRequest ${signer}`,
      name,
      state: 'Pending',
      details: user === undefined ? [] : [user],
      message: '',
      line: `signerName: ${signer}`,
    },
  ];
}
