/** Simulates Endpoints, which list the pods of a Service. A new pod is added after a short delay. */
import { getList, getMap, getNumber, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { fromQueueKey, toQueueKey, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { endpoints, pods, services } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { hasLabels } from '../framework/labelSelector.ts';
import { isReadyPod } from '../framework/podTemplates.ts';

/** Controller of Endpoints. */
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
    const stopServices = client.follow(services, ({ object }) =>
      queue.add(toQueueKey(object), behaviour.timings.reconcile),
    );
    const stopPods = client.follow(pods, ({ object, previous }) => {
      if (isReadyPod(object) === (previous !== undefined && isReadyPod(previous))) return;
      for (const service of client.list(services, object.metadata.namespace))
        if (isBehind(service, object)) queue.add(toQueueKey(service));
    });
    return () => {
      stopServices();
      stopPods();
      queue.stop();
    };
  },
};

/** Returns whether a Service has ready pods. */
export function isServed(client: Client, name: string, namespace: string): boolean {
  return getList(client.get(endpoints, name, namespace), 'subsets').some(
    (subset) => getList(subset, 'addresses').length > 0,
  );
}

function isBehind(service: KubeObject, pod: KubeObject): boolean {
  const selector = getMap(service, 'spec', 'selector');
  return Object.keys(selector).length > 0 && hasLabels(pod.metadata.labels, selector);
}

function write(client: Client, service: KubeObject): void {
  const { name, namespace } = service.metadata;
  if (Object.keys(getMap(service, 'spec', 'selector')).length === 0) return;
  const addresses = client
    .list(pods, namespace)
    .filter((pod) => isBehind(service, pod) && isReadyPod(pod))
    .map((pod) => ({
      ip: getString(pod, 'status', 'podIP') ?? '',
      nodeName: getString(pod, 'spec', 'nodeName') ?? '',
      targetRef: { kind: 'Pod', name: pod.metadata.name, namespace, uid: pod.metadata.uid },
    }));
  const subsets =
    addresses.length === 0
      ? []
      : [
          {
            addresses,
            ports: getList(service, 'spec', 'ports').map((port) => ({
              port: getNumber(port, 'targetPort') ?? getNumber(port, 'port') ?? 0,
              protocol: getString(port, 'protocol') ?? 'TCP',
            })),
          },
        ];
  const made = client.ensure(endpoints, {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name, namespace },
    subsets,
  });
  if (made.ok) client.change(endpoints, { name, namespace }, (object) => ({ ...object, subsets }));
}
