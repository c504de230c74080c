/**
 * Simulates operator catalogs: connects to them and shows their packages. Source: operator-lifecycle-manager
 * pkg/package-server.
 */
import { documentedSubscription } from '#core/product/namespaces.ts';
import { getString, type KubeObject, type ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { catalogSources, packageManifests } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import {
  defaultVersion,
  formatCsvName,
  installModes,
  minKubeVersionOf,
  packageName,
  releaseOf414,
  skipRangeOf,
  versions,
} from './bundle.ts';

/**
 * Newest release in the catalog of an OpenShift minor version, by catalog tag. Other catalogs end with the default
 * version. Real catalogs get releases over time. Each simulated one has those of one day.
 */
const newestIn: Readonly<Record<string, string>> = { 'v4.20': '1.11.0', 'v4.22': '1.13.1' };

/** Returns the channels of the operator package in a catalog, with their releases, newest first. */
export function channelsOf(catalogue: KubeObject): Readonly<Record<string, readonly string[]>> {
  const tag = /:(v\d+\.\d+)$/.exec(getString(catalogue, 'spec', 'image') ?? '')?.[1] ?? '';
  if (tag === 'v4.14') return { stable: [releaseOf414] };
  const newest = Object.hasOwn(newestIn, tag) ? newestIn[tag] : undefined;
  return { stable: versions.slice(versions.findIndex((version) => version === (newest ?? defaultVersion))) };
}

/** Controller of CatalogSources. */
export const catalogueController: Controller = {
  name: 'catalogues',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const catalogue = client.get(catalogSources, name, namespace);
      if (catalogue === undefined) return undefined;
      const state = getString(catalogue, 'status', 'connectionState', 'lastObservedState');
      if (isUnreachable(catalogue)) {
        // The catalog pod can't start.
        hidePackages(client, catalogue);
        connect(client, catalogue, state === undefined || state === 'READY' ? 'CONNECTING' : 'TRANSIENT_FAILURE');
        return state === 'TRANSIENT_FAILURE' ? undefined : behaviour.timings.podStart;
      }
      if (state === 'READY') {
        showPackages(client, catalogue);
        return undefined;
      }
      connect(client, catalogue, state === 'CONNECTING' ? 'READY' : 'CONNECTING');
      return behaviour.timings.podStart;
    });
    const stop = client.follow(catalogSources, ({ type, object, previous }) => {
      if (type === 'DELETED') hidePackages(client, object);
      else if (object.metadata.generation !== previous?.metadata.generation) queue.add(toQueueKey(object));
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

/** Returns whether the registry of the image can't exist. Names that end in `.invalid` never exist (RFC 2606). */
function isUnreachable(catalogue: KubeObject): boolean {
  return /^[\w.-]+\.invalid\//.test(getString(catalogue, 'spec', 'image') ?? '');
}

/** Returns whether the catalog responds. */
export function isReadyCatalogue(catalogue: KubeObject): boolean {
  return getString(catalogue, 'status', 'connectionState', 'lastObservedState') === 'READY';
}

/** Returns whether the catalog contains the operator: Red Hat's catalog, or a mirror of it. */
export function hasOperator(catalogue: KubeObject): boolean {
  const words = `${catalogue.metadata.name} ${getString(catalogue, 'spec', 'image') ?? ''}`;
  return words.includes('redhat-operator') && isReadyCatalogue(catalogue);
}

function connect(
  client: Client,
  catalogue: KubeObject,
  lastObservedState: 'CONNECTING' | 'READY' | 'TRANSIENT_FAILURE',
): void {
  const { name, namespace } = catalogue.metadata;
  const address = `${name}.${namespace ?? ''}.svc:50051`;
  client.changeStatus(catalogSources, getObjectKey(catalogue), (status) => ({
    ...status,
    connectionState: { address, lastConnect: client.now(), lastObservedState },
  }));
}

/**
 * Creates the PackageManifests of a catalog. They are a view of the catalog, so clients can't write them through the
 * API.
 */
function showPackages(client: Client, catalogue: KubeObject): void {
  if (!hasOperator(catalogue)) return;
  const type = client.type(packageManifests);
  const wanted = packageManifest(catalogue);
  const present = client.get(packageManifests, packageName, catalogue.metadata.namespace);
  if (type === undefined) return;
  if (present === undefined) client.store.create(type, wanted, { seed: true });
  else if (present.metadata.labels?.['catalog'] === catalogue.metadata.name) {
    client.store.modify(type, catalogue.metadata.namespace, packageName, (shown) => ({
      ...shown,
      status: wanted['status'],
    }));
  }
}

function hidePackages(client: Client, catalogue: KubeObject): void {
  const shown = client.get(packageManifests, packageName, catalogue.metadata.namespace);
  if (shown?.metadata.labels?.['catalog'] === catalogue.metadata.name)
    client.remove(packageManifests, getObjectKey(shown));
}

function packageManifest(catalogue: KubeObject): ObjectToWrite {
  const { name, namespace } = catalogue.metadata;
  const catalogSourceDisplayName = getString(catalogue, 'spec', 'displayName') ?? name;
  return {
    apiVersion: 'packages.operators.coreos.com/v1',
    kind: 'PackageManifest',
    metadata: { name: packageName, namespace, labels: { catalog: name, 'catalog-namespace': namespace ?? '' } },
    spec: {},
    status: {
      catalogSource: name,
      catalogSourceDisplayName,
      catalogSourceNamespace: namespace,
      catalogSourcePublisher: getString(catalogue, 'spec', 'publisher') ?? '',
      packageName,
      defaultChannel: documentedSubscription.channel,
      provider: { name: 'Red Hat' },
      channels: Object.entries(channelsOf(catalogue)).map(([channel, [newest = '', ...older]]) => ({
        name: channel,
        currentCSV: formatCsvName(newest),
        currentCSVDesc: {
          displayName: 'OpenShift sandboxed containers Operator',
          version: newest,
          annotations: { 'olm.skipRange': skipRangeOf(newest) },
          minKubeVersion: minKubeVersionOf(newest),
          installModes,
          provider: { name: 'Red Hat' },
        },
        entries: [newest, ...older].map((version) => ({ name: formatCsvName(version), version })),
      })),
    },
  };
}
