/** Endpoints: which pods are behind a Service. It takes a moment until a new pod is asked. */
import { listAt, mapAt, numberAt, stringAt, type KubeObject } from '#simulator/store/kubeObject.ts';
import { fromQueueKey, queueKey, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { endpoints, pods, services } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { hasLabels } from '../framework/labelSelector.ts';
import { isReadyPod } from '../framework/podTemplates.ts';

/** The controller of Endpoints. */
export const endpointsController: Controller = {
  name: 'endpoints',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.endpoints, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const service = client.get(services, name, namespace);
      if (service === undefined) client.remove(endpoints, { name, namespace });
      else write(client, service);
      return undefined;
    });
    const stopServices = client.follow(services, ({ object }) => queue.add(queueKey(object), behaviour.timings.reconcile));
    const stopPods = client.follow(pods, ({ object, previous }) => {
      if (isReadyPod(object) === (previous !== undefined && isReadyPod(previous))) return;
      for (const service of client.list(services, object.metadata.namespace)) if (isBehind(service, object)) queue.add(queueKey(service));
    });
    return () => {
      stopServices();
      stopPods();
      queue.stop();
    };
  },
};

/** Whether a Service has somebody to ask. */
export function isServed(client: Client, name: string, namespace: string): boolean {
  return listAt(client.get(endpoints, name, namespace), 'subsets').some((subset) => listAt(subset, 'addresses').length > 0);
}

function isBehind(service: KubeObject, pod: KubeObject): boolean {
  const selector = mapAt(service, 'spec', 'selector');
  return Object.keys(selector).length > 0 && hasLabels(pod.metadata.labels, selector);
}

function write(client: Client, service: KubeObject): void {
  const { name, namespace } = service.metadata;
  if (Object.keys(mapAt(service, 'spec', 'selector')).length === 0) return;
  const addresses = client
    .list(pods, namespace)
    .filter((pod) => isBehind(service, pod) && isReadyPod(pod))
    .map((pod) => ({
      ip: stringAt(pod, 'status', 'podIP') ?? '',
      nodeName: stringAt(pod, 'spec', 'nodeName') ?? '',
      targetRef: { kind: 'Pod', name: pod.metadata.name, namespace, uid: pod.metadata.uid },
    }));
  const subsets =
    addresses.length === 0
      ? []
      : [
          {
            addresses,
            ports: listAt(service, 'spec', 'ports').map((port) => ({
              port: numberAt(port, 'targetPort') ?? numberAt(port, 'port') ?? 0,
              protocol: stringAt(port, 'protocol') ?? 'TCP',
            })),
          },
        ];
  const made = client.ensure(endpoints, { apiVersion: 'v1', kind: 'Endpoints', metadata: { name, namespace }, subsets });
  if (made.ok) client.change(endpoints, { name, namespace }, (object) => ({ ...object, subsets }));
}
