/**
 * Assigns each pending pod to a ready node that matches the pod and whose taints the pod tolerates. Prefers the node
 * with the fewest pods.
 */
import { getList, getMap, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import { fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import { withCondition } from '../framework/conditions.ts';
import type { Controller } from '../framework/controller.ts';
import { recordEvent } from '../framework/events.ts';
import { isReady } from '../nodes/nodePools.ts';
import { nodes, pods } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { hasLabels } from '../framework/labelSelector.ts';
import { tolerates } from '../framework/podTemplates.ts';

const recorder = { component: 'default-scheduler', action: 'Scheduling', isSeries: true };

/**
 * Time until the scheduler retries an unschedulable pod although nothing changed, in milliseconds. Source:
 * kubernetes/kubernetes@0da37d8c544ff961800828ed9e8999a116aa12aa pkg/scheduler/backend/queue/scheduling_queue.go
 * (DefaultPodMaxInUnschedulablePodsDuration).
 */
const retryAfter = 300_000;

/** Scheduler of the cluster. */
export const scheduler: Controller = {
  name: 'scheduler',
  start({ client, clock, behaviour }) {
    const waiting = new Set<string>();
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const pod = client.get(pods, name, namespace);
      if (pod === undefined || !isWaiting(pod) || place(client, pod)) {
        waiting.delete(key);
        return undefined;
      }
      waiting.add(key);
      return retryAfter;
    });
    const stopPods = client.follow(pods, ({ type, object }) => {
      if (type === 'DELETED') waiting.delete(toQueueKey(object));
      else if (isWaiting(object) && !waiting.has(toQueueKey(object))) queue.add(toQueueKey(object));
    });
    const stopNodes = client.follow(nodes, () => {
      for (const key of waiting) queue.add(key);
    });
    return () => {
      stopPods();
      stopNodes();
      queue.stop();
    };
  },
};

function isWaiting(pod: KubeObject): boolean {
  return (getString(pod, 'spec', 'nodeName') ?? '') === '' && pod.metadata.deletionTimestamp === undefined;
}

/** Returns whether a pod with this specification can run on the node. */
export function fits(spec: unknown, node: KubeObject): boolean {
  return (
    hasLabels(node.metadata.labels, getMap(spec, 'nodeSelector')) &&
    getList(node, 'spec', 'taints').every((taint) => !isHard(taint) || tolerates(spec, taint))
  );
}

function isHard(taint: unknown): boolean {
  return getString(taint, 'effect') !== 'PreferNoSchedule';
}

function isCordoned(node: KubeObject): boolean {
  return getValue(node, 'spec', 'unschedulable') === true;
}

/**
 * Returns the message for an unschedulable pod. As in the real scheduler, counts each reason separately, and the first
 * filter that rejects a node determines the reason. Reasons are sorted as text. Sources:
 * kubernetes/kubernetes@0da37d8c544ff961800828ed9e8999a116aa12aa pkg/scheduler/framework/types.go (FitError.Error),
 * pkg/scheduler/framework/plugins (`nodeunschedulable`, `tainttoleration`, `nodeaffinity`: order of default_plugins.go)
 * and preemption/preemption.go.
 */
function whyNowhere(spec: unknown, all: readonly KubeObject[]): string {
  const nowhere = `0/${all.length} nodes are available`;
  if (all.length === 0) return 'no nodes available to schedule pods';
  const counts = new Map<string, number>();
  for (const node of all) {
    const reason = whyNot(spec, node);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const reasons = [...counts].map(([reason, count]) => `${count} ${reason}`).toSorted();
  return `${nowhere}: ${reasons.join(', ')}. preemption: ${nowhere}: ${all.length} Preemption is not helpful for scheduling.`;
}

/** Returns why a node doesn't accept a pod with this specification. */
function whyNot(spec: unknown, node: KubeObject): string {
  if (isCordoned(node)) return 'node(s) were unschedulable';
  const taint = getList(node, 'spec', 'taints').find((one) => isHard(one) && !tolerates(spec, one));
  if (taint !== undefined) return untolerated(getString(taint, 'key') ?? '', getString(taint, 'value') ?? '');
  // In a real cluster, the node controller taints nodes that aren't ready.
  return isReady(node)
    ? "node(s) didn't match Pod's node affinity/selector"
    : untolerated('node.kubernetes.io/not-ready', '');
}

function untolerated(key: string, value: string): string {
  return `node(s) had untolerated taint {${key}: ${value}}`;
}

function place(client: Client, pod: KubeObject): boolean {
  const all = client.list(nodes);
  const possible = all.filter((node) => isReady(node) && !isCordoned(node) && fits(pod['spec'], node));
  if (possible.length === 0) {
    const message = whyNowhere(pod['spec'], all);
    client.changeStatus(pods, getObjectKey(pod), (status) => ({
      ...status,
      conditions: withCondition(
        getList(status, 'conditions'),
        { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message },
        client.now(),
      ),
    }));
    recordEvent(client, pod, { reason: 'FailedScheduling', message, type: 'Warning', ...recorder });
    return false;
  }
  const load = new Map<string, number>();
  // Skipped on the largest clusters, where counting the pods each time would take most of the time.
  if (all.length <= 500)
    for (const other of client.list(pods))
      load.set(
        getString(other, 'spec', 'nodeName') ?? '',
        (load.get(getString(other, 'spec', 'nodeName') ?? '') ?? 0) + 1,
      );
  const best = possible.reduce((one, other) =>
    (load.get(other.metadata.name) ?? 0) < (load.get(one.metadata.name) ?? 0) ? other : one,
  );
  client.change(
    pods,
    getObjectKey(pod),
    (object) => ({ ...object, spec: { ...getMap(object, 'spec'), nodeName: best.metadata.name } }),
    'binding',
  );
  recordEvent(client, pod, {
    reason: 'Scheduled',
    message: `Successfully assigned ${pod.metadata.namespace ?? ''}/${pod.metadata.name} to ${best.metadata.name}`,
    ...recorder,
  });
  return true;
}
