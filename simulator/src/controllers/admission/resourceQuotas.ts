/**
 * Simulates ResourceQuotas that limit the number of pods: their status, and the admission plug-in that rejects pods
 * above the limit. Ignores other limits and scopes. Sources: kubernetes/kubernetes
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (CheckRequest) and
 * pkg/quota/v1/evaluator/core/pods.go (pods that have ended aren't counted as `pods`).
 */
import { forbidden } from '#simulator/store/apiError.ts';
import { getMap, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { fail, succeed } from '#core/common/result.ts';
import { fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { pods, resourceQuotas } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';

/** Controller and admission plug-in of ResourceQuotas. */
export const resourceQuotaController: Controller = {
  name: 'resource quotas',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const quota = client.get(resourceQuotas, name, namespace);
      if (quota !== undefined) report(client, quota);
      return undefined;
    });
    const stopQuotas = client.follow(resourceQuotas, ({ object }) => queue.add(toQueueKey(object)));
    const stopPods = client.follow(pods, ({ object }) => {
      // Most namespaces have no quota.
      if (client.store.count(resourceQuotas) === 0) return;
      for (const quota of client.list(resourceQuotas, object.metadata.namespace)) queue.add(toQueueKey(quota));
    });
    return () => {
      stopQuotas();
      stopPods();
      queue.stop();
    };
  },
  admission:
    ({ client }) =>
    ({ operation, resource, subresource, object, namespace, name }) => {
      const isNewPod =
        operation === 'CREATE' &&
        resource.plural === pods.plural &&
        resource.group === pods.group &&
        subresource === undefined;
      if (!isNewPod || client.store.count(resourceQuotas) === 0) return succeed(object);
      for (const quota of client.list(resourceQuotas, namespace)) {
        const limit = podLimit(quota);
        const used = countPods(client, namespace);
        if (limit !== undefined && used >= limit) {
          const why = `exceeded quota: ${quota.metadata.name}, requested: pods=1, used: pods=${used}, limited: pods=${limit}`;
          return fail(forbidden(resource, name, why));
        }
      }
      return succeed(object);
    },
};

function report(client: Client, quota: KubeObject): void {
  const limit = podLimit(quota);
  if (limit === undefined) return;
  client.changeStatus(resourceQuotas, getObjectKey(quota), () => ({
    hard: { pods: String(limit) },
    used: { pods: String(countPods(client, quota.metadata.namespace)) },
  }));
}

/** Returns the number of pods that a quota allows, if it limits them. */
function podLimit(quota: KubeObject): number | undefined {
  const value: unknown = getMap(quota, 'spec', 'hard')['pods'];
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : undefined;
}

function countPods(client: Client, namespace: string | undefined): number {
  return client
    .list(pods, namespace)
    .filter((pod) => !['Succeeded', 'Failed'].includes(getString(pod, 'status', 'phase') ?? '')).length;
}
