/** Calculates how many of the selected pods each PodDisruptionBudget allows to be evicted now. */
import type { ApiError } from '#simulator/store/apiError.ts';
import { getMap, getNumber, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import { fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { podDisruptionBudgets, pods } from '../framework/resourceNames.ts';
import { isConditionTrue } from '../framework/conditions.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { matchesLabels } from '../framework/labelSelector.ts';

interface Standing {
  readonly expectedPods: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly disruptionsAllowed: number;
}

/** Disruption controller. */
export const disruptionController: Controller = {
  name: 'disruption budgets',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const budget = client.get(podDisruptionBudgets, name, namespace);
      if (budget !== undefined)
        client.changeStatus(podDisruptionBudgets, getObjectKey(budget), (status, object) => ({
          ...status,
          observedGeneration: object.metadata.generation ?? 1,
          ...standingOf(client, budget),
        }));
      return undefined;
    });
    const stopBudgets = client.follow(podDisruptionBudgets, ({ type, object }) => {
      if (type !== 'DELETED') queue.add(toQueueKey(object));
    });
    const stopPods = client.follow(pods, ({ object }) => {
      for (const budget of client.list(podDisruptionBudgets, object.metadata.namespace)) queue.add(toQueueKey(budget));
    });
    return () => {
      stopBudgets();
      stopPods();
      queue.stop();
    };
  },
};

/**
 * Returns the error with which the API server rejects the eviction of a pod, or undefined if it evicts the pod.
 * Sources: kubernetes/kubernetes@01aa0f3f6052c9866dcb69054d8924fa8c96e3cb pkg/registry/core/pod/storage/eviction.go
 * (Create, canIgnorePDB, checkAndDecrement); Kubernetes, "Unhealthy Pod Eviction Policy" (`AlwaysAllow`).
 */
export function findEvictionProblem(client: Pick<Client, 'list'>, pod: KubeObject): ApiError | undefined {
  if (hasEnded(pod) || getString(pod, 'status', 'phase') === 'Pending' || pod.metadata.deletionTimestamp !== undefined)
    return undefined;
  const [budget, ...others] = client
    .list(podDisruptionBudgets, pod.metadata.namespace)
    .filter((one) => speaksOf(one, pod));
  if (budget === undefined) return undefined;
  if (others.length > 0)
    return {
      code: 500,
      reason: '',
      message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    };
  const { currentHealthy, desiredHealthy, disruptionsAllowed } = standingOf(client, budget);
  if (!isConditionTrue(pod, 'Ready')) {
    const isAlways = getString(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow';
    if (isAlways || (currentHealthy >= desiredHealthy && desiredHealthy > 0)) return undefined;
  }
  const { name, generation = 1 } = budget.metadata;
  if ((getNumber(budget, 'status', 'observedGeneration') ?? 0) < generation)
    return tooManyEvictions(`The disruption budget ${name} is still being processed by the server.`, 10);
  return disruptionsAllowed > 0
    ? undefined
    : tooManyEvictions(
        `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
      );
}

function tooManyEvictions(cause: string, retryAfterSeconds?: number): ApiError {
  return {
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [{ reason: 'DisruptionBudget', message: cause }],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  };
}

function speaksOf(budget: KubeObject, pod: KubeObject): boolean {
  return matchesLabels(getMap(budget, 'spec', 'selector'), pod.metadata.labels) === true;
}

function standingOf(client: Pick<Client, 'list'>, budget: KubeObject): Standing {
  const meant = client.list(pods, budget.metadata.namespace).filter((pod) => speaksOf(budget, pod) && !hasEnded(pod));
  const currentHealthy = meant.filter(
    (pod) => pod.metadata.deletionTimestamp === undefined && isConditionTrue(pod, 'Ready'),
  ).length;
  const least = amount(getValue(budget, 'spec', 'minAvailable'), meant.length);
  const most = amount(getValue(budget, 'spec', 'maxUnavailable'), meant.length);
  const desiredHealthy = least ?? Math.max(0, meant.length - (most ?? 1));
  return {
    expectedPods: meant.length,
    currentHealthy,
    desiredHealthy,
    disruptionsAllowed: Math.max(0, currentHealthy - desiredHealthy),
  };
}

function hasEnded(pod: KubeObject): boolean {
  return ['Succeeded', 'Failed'].includes(getString(pod, 'status', 'phase') ?? '');
}

function amount(value: unknown, of: number): number | undefined {
  if (typeof value === 'number') return value;
  const percent = typeof value === 'string' ? /^(\d{1,3})%$/.exec(value)?.[1] : undefined;
  return percent === undefined ? undefined : Math.ceil((of * Number(percent)) / 100);
}
