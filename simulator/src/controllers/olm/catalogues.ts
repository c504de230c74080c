/** Catalogues of operators: connects to them, and shows their packages. Source: operator-lifecycle-manager pkg/package-server. */
import { subscription } from '../../../../core/namespaces.ts';
import { stringAt, type KubeObject, type ObjectToWrite } from '../../store/kubeObject.ts';
import { fromQueueKey, keyOf, queueKey, type Client } from '../client.ts';
import type { Controller } from '../controller.ts';
import { catalogSources, packageManifests } from '../names.ts';
import { WorkQueue } from '../queue.ts';
import { csvName, installModes, packageName, versions } from './bundle.ts';

/** Channels of the operator's package. */
export const channels: Readonly<Record<string, readonly string[]>> = { stable: versions };

/** The controller of CatalogSources. */
export const catalogueController: Controller = {
  name: 'catalogues',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const catalogue = client.get(catalogSources, name, namespace);
      if (catalogue === undefined) return undefined;
      const state = stringAt(catalogue, 'status', 'connectionState', 'lastObservedState');
      if (state === 'READY') {
        showPackages(client, catalogue);
        return undefined;
      }
      connect(client, catalogue, state === undefined ? 'CONNECTING' : 'READY');
      return behaviour.timings.podStart;
    });
    const stop = client.follow(catalogSources, ({ type, object }) => {
      if (type === 'DELETED') hidePackages(client, object);
      else if (type === 'ADDED') queue.add(queueKey(object));
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

/** Whether the operator can be had from this catalogue: Red Hat's, or a mirror of it. */
export function hasOperator(catalogue: KubeObject): boolean {
  const words = `${catalogue.metadata.name} ${stringAt(catalogue, 'spec', 'image') ?? ''}`;
  return words.includes('redhat-operator') && stringAt(catalogue, 'status', 'connectionState', 'lastObservedState') === 'READY';
}

function connect(client: Client, catalogue: KubeObject, lastObservedState: 'CONNECTING' | 'READY'): void {
  const { name, namespace } = catalogue.metadata;
  const address = `${name}.${namespace ?? ''}.svc:50051`;
  client.changeStatus(catalogSources, keyOf(catalogue), (status) => ({
    ...status,
    connectionState: { address, lastConnect: client.now(), lastObservedState },
  }));
}

function showPackages(client: Client, catalogue: KubeObject): void {
  if (!hasOperator(catalogue)) return;
  const type = client.type(packageManifests);
  if (type !== undefined && client.get(packageManifests, packageName, catalogue.metadata.namespace) === undefined) {
    // Nobody writes these by the API: they are a view of the catalogue.
    client.store.create(type, packageManifest(catalogue), { seed: true });
  }
}

function hidePackages(client: Client, catalogue: KubeObject): void {
  const shown = client.get(packageManifests, packageName, catalogue.metadata.namespace);
  if (shown?.metadata.labels?.['catalog'] === catalogue.metadata.name) client.remove(packageManifests, keyOf(shown));
}

function packageManifest(catalogue: KubeObject): ObjectToWrite {
  const { name, namespace } = catalogue.metadata;
  const catalogSourceDisplayName = stringAt(catalogue, 'spec', 'displayName') ?? name;
  return {
    apiVersion: 'packages.operators.coreos.com/v1',
    kind: 'PackageManifest',
    metadata: { name: packageName, namespace, labels: { catalog: name, 'catalog-namespace': namespace ?? '' } },
    spec: {},
    status: {
      catalogSource: name,
      catalogSourceDisplayName,
      catalogSourceNamespace: namespace,
      catalogSourcePublisher: stringAt(catalogue, 'spec', 'publisher') ?? '',
      packageName,
      defaultChannel: subscription.channel,
      provider: { name: 'Red Hat' },
      channels: Object.entries(channels).map(([channel, [newest = '', ...older]]) => ({
        name: channel,
        currentCSV: csvName(newest),
        currentCSVDesc: { displayName: 'OpenShift sandboxed containers Operator', version: newest, installModes, provider: { name: 'Red Hat' } },
        entries: [newest, ...older].map((version) => ({ name: csvName(version), version })),
      })),
    },
  };
}
