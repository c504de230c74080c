/**
 * Simulates the namespace controller. For a namespace that is being deleted, it deletes the contents, reports what
 * remains and why, and releases the namespace when it's empty. New namespaces become active and get the objects of
 * every OpenShift namespace: the CA bundles, and the service accounts `default`, `builder`, and `deployer` with their
 * Secrets.
 */
import { formatQualifiedName } from '#simulator/store/resourceName.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import { getList, type KubeObject } from '#simulator/store/kubeObject.ts';
import { withCondition, type ConditionUpdate } from '../framework/conditions.ts';
import type { Controller } from '../framework/controller.ts';
import type { Client } from '../framework/client.ts';
import { configMaps, namespaces, secrets, serviceAccounts } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';

/** Returns the namespaced resource types. */
export type NamespacedTypes = () => readonly ResourceType[];

/**
 * Creates the namespace controller.
 * @param types returns all current namespaced resource types
 */
export function namespaceController(types: NamespacedTypes): Controller {
  return {
    name: 'namespaces',
    start({ client, clock, behaviour }) {
      const queue = new WorkQueue(clock, behaviour.timings.reconcile, (name) => {
        const namespace = client.get(namespaces, name);
        if (namespace === undefined) return undefined;
        if (namespace.metadata.deletionTimestamp !== undefined)
          return empty(client, types(), namespace) ? undefined : behaviour.timings.reconcile * 10;
        furnish(client, namespace);
        return undefined;
      });
      const stop = client.follow(namespaces, ({ object }) => queue.add(object.metadata.name));
      return () => {
        stop();
        queue.stop();
      };
    },
  };
}

/**
 * Creates the standard objects of a namespace. Sources: kubernetes/kubernetes
 * pkg/controller/certificates/rootcacertpublisher; openshift/service-ca-operator pkg/controller/configmapcabundle;
 * openshift/openshift-controller-manager pkg/serviceaccounts (the Secret with the image registry credentials).
 */
function furnish(client: Client, { metadata: { name: namespace, uid } }: KubeObject): void {
  for (const [name, key] of [
    ['kube-root-ca.crt', 'ca.crt'],
    ['openshift-service-ca.crt', 'service-ca.crt'],
  ] as const)
    client.ensure(configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace },
      data: { [key]: '' },
    });
  for (const account of ['default', 'builder', 'deployer']) {
    client.ensure(serviceAccounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: account, namespace },
    });
    client.ensure(secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/dockercfg',
      metadata: {
        name: `${account}-dockercfg-${uid.slice(0, 5)}`,
        namespace,
        annotations: { 'openshift.io/internal-registry-auth-token.service-account': account },
      },
      data: { '.dockercfg': 'e30=' },
    });
  }
}

/** Deletes the contents of a namespace. If nothing remains, releases the namespace and returns true. */
function empty(client: Client, types: readonly ResourceType[], namespace: KubeObject): boolean {
  const { name } = namespace.metadata;
  const remaining: { readonly type: ResourceType; readonly count: number }[] = [];
  const finalizers = new Map<string, number>();
  for (const type of types) {
    for (const object of client.list(type, name))
      if (object.metadata.deletionTimestamp === undefined) client.store.delete(type, name, object.metadata.name);
    const left = client.list(type, name);
    if (left.length > 0) remaining.push({ type, count: left.length });
    for (const finalizer of left.flatMap((object) => object.metadata.finalizers ?? []))
      finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
  }
  if (remaining.length > 0) {
    const contents = remaining
      .map(({ type, count }) => `${formatQualifiedName(type)}. has ${count} resource instances`)
      .sort();
    const holders = [...finalizers].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`).sort();
    client.changeStatus(namespaces, { name }, (status) => ({
      ...status,
      phase: 'Terminating',
      conditions: conditionsOf(contents, holders).reduce(
        (all, condition) => withCondition(all, condition, client.now()),
        getList(status, 'conditions'),
      ),
    }));
    return false;
  }
  const released = client.change(
    namespaces,
    { name },
    (object) => ({ ...object, spec: { finalizers: [] } }),
    'finalize',
  );
  return released.ok;
}

function conditionsOf(contents: readonly string[], holders: readonly string[]): readonly ConditionUpdate[] {
  return [
    {
      type: 'NamespaceDeletionDiscoveryFailure',
      status: 'False',
      reason: 'ResourcesDiscovered',
      message: 'All resources successfully discovered',
    },
    {
      type: 'NamespaceDeletionGroupVersionParsingFailure',
      status: 'False',
      reason: 'ParsedGroupVersions',
      message: 'All legacy kube types successfully parsed',
    },
    {
      type: 'NamespaceDeletionContentFailure',
      status: 'False',
      reason: 'ContentDeleted',
      message: 'All content successfully deleted, may be waiting on finalization',
    },
    {
      type: 'NamespaceContentRemaining',
      status: 'True',
      reason: 'SomeResourcesRemain',
      message: `Some resources are remaining: ${contents.join(', ')}`,
    },
    holders.length === 0
      ? {
          type: 'NamespaceFinalizersRemaining',
          status: 'False',
          reason: 'ContentHasNoFinalizers',
          message: 'All content-preserving finalizers finished',
        }
      : {
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          reason: 'SomeFinalizersRemain',
          message: `Some content in the namespace has finalizers remaining: ${holders.join(', ')}`,
        },
  ];
}
