/** Calculates how many of the selected pods each PodDisruptionBudget allows to be evicted now. */
import { getMap, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
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
        client.changeStatus(podDisruptionBudgets, getObjectKey(budget), (status) => ({
          ...status,
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

/** Returns the budget that currently blocks the eviction of a pod. */
export function budgetAgainst(client: Client, pod: KubeObject): KubeObject | undefined {
  return client
    .list(podDisruptionBudgets, pod.metadata.namespace)
    .find((budget) => speaksOf(budget, pod) && standingOf(client, budget).disruptionsAllowed <= 0);
}

function speaksOf(budget: KubeObject, pod: KubeObject): boolean {
  return matchesLabels(getMap(budget, 'spec', 'selector'), pod.metadata.labels) === true;
}

function standingOf(client: Client, budget: KubeObject): Standing {
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
