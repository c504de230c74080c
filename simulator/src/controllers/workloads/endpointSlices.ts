/**
 * Simulates EndpointSlices, which newer clients use instead of Endpoints. EndpointSlices are created from Endpoints, so
 * that both always match. Source: kubernetes/kubernetes staging/src/k8s.io/endpointslice.
 */
import {
  isJsonObject,
  getList,
  getNumber,
  isSameJson,
  getString,
  type KubeObject,
} from '#simulator/store/kubeObject.ts';
import { fromQueueKey, getObjectKey, createOwnerReference, toQueueKey, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { endpoints, endpointSlices, services } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';

const serviceLabel = 'kubernetes.io/service-name';

/** Controller of EndpointSlices. */
export const endpointSlicesController: Controller = {
  name: 'endpoint slices',
  start({ client, clock }) {
    const queue = new WorkQueue(clock, 0, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const service = client.get(services, name, namespace);
      const known = client.get(endpoints, name, namespace);
      // The garbage collector deletes the EndpointSlices of a deleted Service.
      if (service !== undefined && known !== undefined) write(client, service, known);
      return undefined;
    });
    const stop = client.follow(endpoints, ({ type, object }) => {
      if (type !== 'DELETED') queue.add(toQueueKey(object));
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

function write(client: Client, service: KubeObject, known: KubeObject): void {
  const { name, namespace } = service.metadata;
  const [subset] = getList(known, 'subsets');
  const content = {
    addressType: 'IPv4',
    endpoints: getList(subset, 'addresses')
      .filter(isJsonObject)
      .map((address) => ({
        addresses: [getString(address, 'ip') ?? ''],
        conditions: { ready: true, serving: true, terminating: false },
        nodeName: getString(address, 'nodeName') ?? '',
        targetRef: address['targetRef'],
      })),
    ports: getList(subset, 'ports').map((port) => ({
      name: '',
      port: getNumber(port, 'port') ?? 0,
      protocol: getString(port, 'protocol') ?? 'TCP',
    })),
  };
  const present = client
    .list(endpointSlices, namespace)
    .find((slice) => slice.metadata.labels?.[serviceLabel] === name);
  if (present === undefined) {
    const labels = {
      [serviceLabel]: name,
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    };
    const metadata = { generateName: `${name}-`, namespace, labels, ownerReferences: [createOwnerReference(service)] };
    client.create(endpointSlices, { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata, ...content });
    return;
  }
  client.change(endpointSlices, getObjectKey(present), (slice) =>
    isSameJson({ ...slice, ...content }, slice) ? undefined : { ...slice, ...content },
  );
}
