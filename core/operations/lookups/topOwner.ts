/**
 * Finds the object that recreates a deleted pod. Follows the controllers up to the last one that can be read. Source:
 * Kubernetes "Owners and Dependents".
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
  /** Reference of the owner. Undefined for unknown kinds, which belong to a third-party operator. */
  readonly reference?: ObjectReference;
  /** Value of `spec.replicas`. Undefined if the kind has none or the owner can't be read. */
  readonly replicas?: number;
  /** GitOps tool that manages the owner. */
  readonly managedBy?: string;
  /** The resourceVersion of the owner when it was read. */
  readonly resourceVersion?: string;
  /** True if the owner can't be read. In that case, it might have an owner itself. */
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

/** Maximum number of objects to read. Owners beyond that are marked as unsure. */
const mostReads = 300;
/** Maximum number of levels of owners. */
const deepest = 5;

/**
 * Returns the owner of each pod, in the same order.
 * @param pods Pod objects as returned by the cluster
 */
export async function findTopOwners(
  reader: ClusterReader,
  pods: readonly unknown[],
): Promise<readonly (TopOwner | undefined)[]> {
  const ask = shareReads(reader);
  return Promise.all(
    pods.map(async (raw) => (await climb(raw, getString(raw, 'metadata', 'namespace') ?? '', ask)).at(-1)),
  );
}

/**
 * Returns the owners of an object, from its controller to the topmost readable one. Empty if nothing owns the object.
 * @param raw a namespaced object as returned by the cluster
 */
export function findOwnerChain(reader: ClusterReader, raw: unknown): Promise<readonly TopOwner[]> {
  return climb(raw, getString(raw, 'metadata', 'namespace') ?? '', shareReads(reader));
}

type Ask = (path: string) => Promise<ReadResult<unknown>> | undefined;

/**
 * Returns a function that reads each object once. Shares the responses but not the traversals. Otherwise, two objects
 * that own each other would cause a deadlock.
 */
function shareReads(reader: ClusterReader): Ask {
  const read = new Map<string, Promise<ReadResult<unknown>>>();
  return (path) => {
    const before = read.get(path);
    if (before !== undefined || read.size >= mostReads) return before;
    const asked = reader.get(path);
    read.set(path, asked);
    return asked;
  };
}

async function climb(pod: unknown, namespace: string, ask: Ask): Promise<readonly TopOwner[]> {
  const chain: TopOwner[] = [];
  let own = controllerOf(pod, namespace);
  for (let depth = 0; own?.reference !== undefined; depth += 1) {
    const answer = depth >= deepest ? undefined : await ask(getObjectPath(own.reference));
    if (answer?.kind !== 'value') return [...chain, { ...own, unsure: true }];
    chain.push({
      ...own,
      ...omitUndefined({
        replicas: getNumber(answer.value, 'spec', 'replicas'),
        resourceVersion: getString(answer.value, 'metadata', 'resourceVersion'),
        managedBy: managerOf(answer.value),
      }),
    });
    own = controllerOf(answer.value, namespace);
  }
  return own === undefined ? chain : [...chain, own];
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
