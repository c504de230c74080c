/** Gives each waiting pod a node: one that is ready, that the pod wants, and that wants the pod; of those the one with the fewest pods. */
import { listAt, mapAt, stringAt, valueAt, type KubeObject } from '../../store/kubeObject.ts';
import { fromQueueKey, keyOf, queueKey, type Client } from '../client.ts';
import { withCondition } from '../conditions.ts';
import type { Controller } from '../controller.ts';
import { tell } from '../events.ts';
import { isReady } from '../machineConfig/pools.ts';
import { nodes, pods } from '../names.ts';
import { WorkQueue } from '../queue.ts';
import { hasLabels } from '../selector.ts';
import { tolerates } from './templates.ts';

const component = 'default-scheduler';

/** The scheduler. */
export const scheduler: Controller = {
  name: 'scheduler',
  start({ client, clock, behaviour }) {
    const waiting = new Set<string>();
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const pod = client.get(pods, name, namespace);
      if (pod === undefined || !isWaiting(pod) || place(client, pod)) waiting.delete(key);
      else waiting.add(key);
      return undefined;
    });
    const stopPods = client.follow(pods, ({ type, object }) => {
      if (type === 'DELETED') waiting.delete(queueKey(object));
      else if (isWaiting(object) && !waiting.has(queueKey(object))) queue.add(queueKey(object));
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
  return (stringAt(pod, 'spec', 'nodeName') ?? '') === '' && pod.metadata.deletionTimestamp === undefined;
}

/** Whether a pod of this specification may be put on the node. */
export function fits(spec: unknown, node: KubeObject): boolean {
  return (
    hasLabels(node.metadata.labels, mapAt(spec, 'nodeSelector')) && listAt(node, 'spec', 'taints').every((taint) => !isHard(taint) || tolerates(spec, taint))
  );
}

function isHard(taint: unknown): boolean {
  return stringAt(taint, 'effect') !== 'PreferNoSchedule';
}

function place(client: Client, pod: KubeObject): boolean {
  const all = client.list(nodes);
  const possible = all.filter((node) => isReady(node) && valueAt(node, 'spec', 'unschedulable') !== true && fits(pod['spec'], node));
  if (possible.length === 0) {
    const message = `0/${all.length} nodes are available: ${all.length} node(s) didn't match Pod's node affinity/selector or are unschedulable.`;
    client.changeStatus(pods, keyOf(pod), (status) => ({
      ...status,
      conditions: withCondition(listAt(status, 'conditions'), { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }, client.now()),
    }));
    tell(client, pod, { reason: 'FailedScheduling', message, type: 'Warning', component });
    return false;
  }
  const load = new Map<string, number>();
  // What is placed counts; on the largest clusters counting it each time would be most of the work.
  if (all.length <= 500)
    for (const other of client.list(pods)) load.set(stringAt(other, 'spec', 'nodeName') ?? '', (load.get(stringAt(other, 'spec', 'nodeName') ?? '') ?? 0) + 1);
  const best = possible.reduce((one, other) => ((load.get(other.metadata.name) ?? 0) < (load.get(one.metadata.name) ?? 0) ? other : one));
  client.change(pods, keyOf(pod), (object) => ({ ...object, spec: { ...mapAt(object, 'spec'), nodeName: best.metadata.name } }), 'binding');
  tell(client, pod, {
    reason: 'Scheduled',
    message: `Successfully assigned ${pod.metadata.namespace ?? ''}/${pod.metadata.name} to ${best.metadata.name}`,
    component,
  });
  return true;
}
