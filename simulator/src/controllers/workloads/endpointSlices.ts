/**
 * EndpointSlices: the same as Endpoints, as newer clients read it. Made of them, so that both say the same at the same time.
 * Source: kubernetes/kubernetes staging/src/k8s.io/endpointslice.
 */
import { isJsonObject, listAt, numberAt, sameJson, stringAt, type KubeObject } from '#simulator/store/kubeObject.ts';
import { fromQueueKey, keyOf, ownedBy, queueKey, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { endpoints, endpointSlices, services } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';

const serviceLabel = 'kubernetes.io/service-name';

/** The controller of EndpointSlices. */
export const endpointSlicesController: Controller = {
  name: 'endpoint slices',
  start({ client, clock }) {
    const queue = new WorkQueue(clock, 0, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const service = client.get(services, name, namespace);
      const known = client.get(endpoints, name, namespace);
      // Those of a Service that is gone go with it.
      if (service !== undefined && known !== undefined) write(client, service, known);
      return undefined;
    });
    const stop = client.follow(endpoints, ({ type, object }) => {
      if (type !== 'DELETED') queue.add(queueKey(object));
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

function write(client: Client, service: KubeObject, known: KubeObject): void {
  const { name, namespace } = service.metadata;
  const [subset] = listAt(known, 'subsets');
  const content = {
    addressType: 'IPv4',
    endpoints: listAt(subset, 'addresses')
      .filter(isJsonObject)
      .map((address) => ({
        addresses: [stringAt(address, 'ip') ?? ''],
        conditions: { ready: true, serving: true, terminating: false },
        nodeName: stringAt(address, 'nodeName') ?? '',
        targetRef: address['targetRef'],
      })),
    ports: listAt(subset, 'ports').map((port) => ({ name: '', port: numberAt(port, 'port') ?? 0, protocol: stringAt(port, 'protocol') ?? 'TCP' })),
  };
  const present = client.list(endpointSlices, namespace).find((slice) => slice.metadata.labels?.[serviceLabel] === name);
  if (present === undefined) {
    const labels = { [serviceLabel]: name, 'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io' };
    const metadata = { generateName: `${name}-`, namespace, labels, ownerReferences: [ownedBy(service)] };
    client.create(endpointSlices, { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata, ...content });
    return;
  }
  client.change(endpointSlices, keyOf(present), (slice) => (sameJson({ ...slice, ...content }, slice) ? undefined : { ...slice, ...content }));
}
