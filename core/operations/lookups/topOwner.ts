/**
 * Who makes a pod anew when it is deleted: from owner to owner, up to the last that can be seen. Source: Kubernetes
 * "Owners and Dependents".
 */
import { getBoolean, omitUndefined, getList, getNumber, getString } from '#core/common/json.ts';
import { managerOf } from '#core/cluster/objects/managedBy.ts';
import { truncateWord } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { ReadResult, ClusterReader } from './lookup.ts';

export interface TopOwner {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Where it is; undefined for kinds that are not known here: then somebody else's operator made it. */
  readonly reference?: ObjectReference;
  /** `spec.replicas`; undefined for kinds that have none, or when it could not be read. */
  readonly replicas?: number;
  /** The tool that makes it from a Git repository. */
  readonly managedBy?: string;
  /** As it was read with that. */
  readonly resourceVersion?: string;
  /** What it says of itself could not be read: there may be another above it. */
  readonly unsure?: true;
}

interface KnownOwner {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

const apps = (plural: string): KnownOwner => ({ group: 'apps', version: 'v1', plural });
const known: Readonly<Record<string, KnownOwner>> = {
  'apps/ReplicaSet': apps('replicasets'),
  'apps/Deployment': apps('deployments'),
  'apps/StatefulSet': apps('statefulsets'),
  'apps/DaemonSet': apps('daemonsets'),
  'batch/Job': { group: 'batch', version: 'v1', plural: 'jobs' },
  'batch/CronJob': { group: 'batch', version: 'v1', plural: 'cronjobs' },
  '/ReplicationController': { group: '', version: 'v1', plural: 'replicationcontrollers' },
  'apps.openshift.io/DeploymentConfig': { group: 'apps.openshift.io', version: 'v1', plural: 'deploymentconfigs' },
};

/** Different objects that are read, at most; those after them are unsure. */
const mostReads = 300;
/** Owners of owners. */
const deepest = 5;

/** Of each of these pods, in order. @param pods as the cluster sent them */
export async function findTopOwners(
  reader: ClusterReader,
  pods: readonly unknown[],
): Promise<readonly (TopOwner | undefined)[]> {
  const read = new Map<string, Promise<ReadResult<unknown>>>();
  // What is shared are the answers, not the climbs: owners that own each other would wait for each other.
  const ask = (path: string): Promise<ReadResult<unknown>> | undefined => {
    const before = read.get(path);
    if (before !== undefined || read.size >= mostReads) return before;
    const asked = reader.get(path);
    read.set(path, asked);
    return asked;
  };
  return Promise.all(pods.map((raw) => climb(raw, getString(raw, 'metadata', 'namespace') ?? '', ask)));
}

async function climb(
  pod: unknown,
  namespace: string,
  ask: (path: string) => Promise<ReadResult<unknown>> | undefined,
): Promise<TopOwner | undefined> {
  let own = controllerOf(pod, namespace);
  for (let depth = 0; own?.reference !== undefined; depth += 1) {
    const answer = depth >= deepest ? undefined : await ask(getObjectPath(own.reference));
    if (answer?.kind !== 'value') return { ...own, unsure: true };
    const above = controllerOf(answer.value, namespace);
    if (above === undefined) {
      const replicas = getNumber(answer.value, 'spec', 'replicas');
      return {
        ...own,
        ...omitUndefined({
          replicas,
          resourceVersion: getString(answer.value, 'metadata', 'resourceVersion'),
          managedBy: managerOf(answer.value),
        }),
      };
    }
    own = above;
  }
  return own;
}

function controllerOf(raw: unknown, namespace: string): TopOwner | undefined {
  const owner = getList(raw, 'metadata', 'ownerReferences').find((one) => getBoolean(one, 'controller') === true);
  const [kind, name] = [getString(owner, 'kind'), getString(owner, 'name')];
  if (kind === undefined || name === undefined || name.length > 253) return undefined;
  const group = /^([^/]*)\//.exec(getString(owner, 'apiVersion') ?? '')?.[1] ?? '';
  const key = `${group}/${kind}`;
  const place = Object.hasOwn(known, key) ? known[key] : undefined;
  return {
    kind: truncateWord(kind),
    name,
    namespace,
    ...(place === undefined ? {} : { reference: { ...place, kind, name, namespace } }),
  };
}
