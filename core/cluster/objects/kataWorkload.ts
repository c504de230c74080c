/**
 * Parses workloads whose pods use Kata: kind, runtime class of the pod template, and the number of pods that they
 * request. Source: Kubernetes API, apps/v1 and batch/v1; OpenShift API, apps.openshift.io/v1.
 */
import { getBoolean, getNumber, omitUndefined } from '#core/common/json.ts';
import { getName, parseClusterObject, readConditions, type ClusterObject } from './clusterObject.ts';
import { readController, type Controller } from './kataPod.ts';
import type { ObjectReference } from './objectReference.ts';

export interface KataWorkload extends ClusterObject {
  readonly namespace: string;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  /** Runtime class of the pod template. */
  readonly runtimeClass: string;
  /** Number of pods that must be ready. Undefined for Jobs and CronJobs, whose pods end. */
  readonly wanted?: number;
  /** Number of ready pods that the controller of the workload reports. */
  readonly reportedReady?: number;
  /** True if the workload creates no pods until it's resumed. */
  readonly isSuspended: boolean;
  /** True for a Job that has completed or failed. It creates no more pods. */
  readonly isFinished?: true;
  /** Object that manages the workload, such as the CronJob of a Job. */
  readonly controller?: Controller;
}

type WorkloadKind = Pick<ObjectReference, 'group' | 'version' | 'plural' | 'kind'> & {
  /** Path of the pod template. */
  readonly template: readonly string[];
  /** Selects the objects to list. Without it, all are listed. */
  readonly labelSelector?: string;
};

const template = ['spec', 'template'];
const apps = { group: 'apps', version: 'v1', template };

/**
 * The kinds whose pod template names a runtime class. The ReplicaSets of Deployments aren't listed: they are numerous,
 * and each has the template of its Deployment. A Deployment adds a label to them. Source: Kubernetes API, apps/v1
 * Deployment, `pod-template-hash`.
 */
export const kataWorkloadKinds: readonly WorkloadKind[] = [
  { ...apps, plural: 'deployments', kind: 'Deployment' },
  { ...apps, plural: 'replicasets', kind: 'ReplicaSet', labelSelector: '!pod-template-hash' },
  { ...apps, plural: 'statefulsets', kind: 'StatefulSet' },
  { ...apps, plural: 'daemonsets', kind: 'DaemonSet' },
  { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', template },
  {
    group: 'batch',
    version: 'v1',
    plural: 'cronjobs',
    kind: 'CronJob',
    template: ['spec', 'jobTemplate', 'spec', 'template'],
  },
  { group: 'apps.openshift.io', version: 'v1', plural: 'deploymentconfigs', kind: 'DeploymentConfig', template },
  { group: '', version: 'v1', plural: 'replicationcontrollers', kind: 'ReplicationController', template },
];

/** Parses a workload with one of these runtime classes. Returns undefined for other workloads and objects. */
export function readKataWorkload(
  kind: WorkloadKind,
  raw: unknown,
  runtimeClasses: ReadonlySet<string>,
): KataWorkload | undefined {
  const runtimeClass = getName(raw, ...kind.template, 'spec', 'runtimeClassName');
  if (runtimeClass === undefined || !runtimeClasses.has(runtimeClass)) return undefined;
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined) return undefined;
  return {
    ...object,
    namespace: object.namespace,
    group: kind.group,
    version: kind.version,
    plural: kind.plural,
    kind: kind.kind,
    runtimeClass,
    isSuspended: getBoolean(raw, 'spec', 'suspend') === true,
    ...(isFinished(kind.kind, raw) ? { isFinished: true } : {}),
    ...omitUndefined({
      wanted: wantedPods(kind.kind, raw),
      reportedReady: reportedReady(kind.kind, raw),
      controller: readController(raw),
    }),
  };
}

function isFinished(kind: string, raw: unknown): boolean {
  return (
    kind === 'Job' &&
    readConditions(raw).some(({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True')
  );
}

function wantedPods(kind: string, raw: unknown): number | undefined {
  switch (kind) {
    case 'Job':
    case 'CronJob':
      return undefined;
    case 'DaemonSet':
      return getNumber(raw, 'status', 'desiredNumberScheduled');
    default:
      return getNumber(raw, 'spec', 'replicas') ?? 1;
  }
}

/** Returns the number of ready pods in the status. */
function reportedReady(kind: string, raw: unknown): number | undefined {
  switch (kind) {
    case 'Job':
    case 'CronJob':
      return undefined;
    case 'DaemonSet':
      return getNumber(raw, 'status', 'numberReady');
    default:
      return getNumber(raw, 'status', 'readyReplicas');
  }
}
