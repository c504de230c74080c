/**
 * Creates the default must-gather of a cluster, including `oc adm inspect` of resources related to Kata: objects as
 * YAML. Values of Secrets aren't written, because `oc adm inspect` removes them. Layout: domain/07-must-gather.md 7.2;
 * openshift/oc pkg/cli/admin/inspect (cluster-scoped-resources/<group>/<plural>/<name>.yaml; in namespaces a list per
 * kind).
 */
import { stringify } from 'yaml';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getList, getString } from '#core/common/json.ts';
import * as names from '../controllers/framework/resourceNames.ts';
import type { KubeObject } from '../store/kubeObject.ts';
import type { ResourceName } from '../store/resourceName.ts';
import { plainObject, timestampFile, type ClusterToGather, type FileToWrite } from './mustGatherFiles.ts';

const root = 'quay-io-openshift-release-dev-ocp-v4-0-art-dev-sha256-0000/';
const definition = 'kataconfigs.kataconfiguration.openshift.io';
const clusterScoped: readonly ResourceName[] = [
  names.nodes,
  names.clusterVersions,
  names.clusterOperators,
  names.signingRequests,
  names.infrastructures,
  names.machineConfigPools,
  names.machineConfigs,
  names.runtimeClasses,
  names.kataConfigs,
];
const inNamespace: readonly ResourceName[] = [
  names.pods,
  names.configMaps,
  names.secrets,
  names.deployments,
  names.daemonSets,
  names.jobs,
  names.subscriptions,
  names.operatorGroups,
  names.installPlans,
  names.csvs,
];

/** Kinds of workloads of which `oc adm inspect` writes a list in each namespace. */
const workloads: readonly ResourceName[] = [
  names.deployments,
  names.replicaSets,
  names.statefulSets,
  names.daemonSets,
  names.jobs,
  names.cronJobs,
];

export function inspectedMustGather(cluster: ClusterToGather): readonly FileToWrite[] {
  const { client, now } = cluster;
  return [
    timestampFile('', now),
    timestampFile(root, now),
    { path: `${root}version`, text: 'openshift/must-gather\n4.20.0-simulated\n' },
    ...clusterScoped.flatMap((resource) => scopedFiles(client.list(resource), resource)),
    ...inNamespace.flatMap((resource) =>
      listFile(client.list(resource, operatorNamespace), resource, operatorNamespace),
    ),
    ...namespacesOf(client).flatMap((namespace) => namespaceFiles(cluster, namespace)),
    // Inspected in addition, only if a ClusterExtension exists.
    ...client
      .list(names.clusterExtensions)
      .flatMap((object) =>
        named(
          object,
          `cluster-scoped-resources/${folderOf(names.clusterExtensions)}/clusterextensions/${object.metadata.name}.yaml`,
        ),
      ),
    ...named(
      client.get(names.crds, definition),
      `cluster-scoped-resources/apiextensions.k8s.io/customresourcedefinitions/${definition}.yaml`,
    ),
    ...subscriptionsElsewhere(client.list(names.subscriptions)),
    ...[operatorNamespace, 'openshift-machine-config-operator'].flatMap((namespace) => logFiles(cluster, namespace)),
  ];
}

function named(object: KubeObject | undefined, path: string): readonly FileToWrite[] {
  return object === undefined ? [] : [{ path: `${root}${path}`, text: yaml(plainObject(object)) }];
}

/** Returns all namespaces, including those without a Namespace object that still have pods. */
function namespacesOf(client: ClusterToGather['client']): readonly string[] {
  const ofPods = client.list(names.pods).flatMap(({ metadata }) => metadata.namespace ?? []);
  return [...new Set([...client.list(names.namespaces).map(({ metadata }) => metadata.name), ...ofPods])].toSorted();
}

/** Returns the files of a namespace: the Namespace, its pods, and its events. */
function namespaceFiles({ client }: ClusterToGather, namespace: string): readonly FileToWrite[] {
  return [
    ...named(client.get(names.namespaces, namespace), `namespaces/${namespace}/${namespace}.yaml`),
    ...(namespace === operatorNamespace ? [] : listFile(client.list(names.pods, namespace), names.pods, namespace)),
    ...listFile(client.list(names.events, namespace), names.events, namespace),
    ...(namespace === operatorNamespace ? [] : workloads).flatMap((resource) => {
      const objects = client.list(resource, namespace);
      return objects.length === 0 ? [] : listFile(objects, resource, namespace);
    }),
    // Inspected in addition, only if Node Feature Discovery is installed.
    ...[names.nodeFeatureDiscoveries, ...Object.values(names.nodeFeatureRules)].flatMap((resource) => {
      const objects = client.list(resource, namespace);
      return objects.length === 0 ? [] : listFile(objects, resource, namespace);
    }),
  ];
}

function subscriptionsElsewhere(subscriptions: readonly KubeObject[]): readonly FileToWrite[] {
  return subscriptions
    .filter(({ metadata: { namespace } }) => namespace !== undefined && namespace !== operatorNamespace)
    .map((object) => ({
      path: `${root}namespaces/${object.metadata.namespace ?? ''}/operators.coreos.com/subscriptions/${object.metadata.name}.yaml`,
      text: yaml(plainObject(object)),
    }));
}

function folderOf({ group }: ResourceName): string {
  return group === '' ? 'core' : group;
}

/** Returns the files of cluster-scoped objects. If there are none, returns an empty list. */
function scopedFiles(objects: readonly KubeObject[], resource: ResourceName): readonly FileToWrite[] {
  const folder = `${root}cluster-scoped-resources/${folderOf(resource)}/${resource.plural}`;
  if (objects.length === 0) return [{ path: `${folder}.yaml`, text: yaml(listOf([])) }];
  return objects.map((object) => ({ path: `${folder}/${object.metadata.name}.yaml`, text: yaml(plainObject(object)) }));
}

function listFile(objects: readonly KubeObject[], resource: ResourceName, namespace: string): readonly FileToWrite[] {
  const path = `${root}namespaces/${namespace}/${folderOf(resource)}/${resource.plural}.yaml`;
  return [
    {
      path,
      text: yaml(
        listOf(objects.map((object) => (resource === names.secrets ? withoutValues(object) : plainObject(object)))),
      ),
    },
  ];
}

function withoutValues({ data: _data, stringData: _stringData, ...secret }: KubeObject): object {
  return plainObject(secret);
}

function listOf(items: readonly object[]): object {
  return { apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } };
}

function logFiles({ client, logOf }: ClusterToGather, namespace: string): readonly FileToWrite[] {
  return client.list(names.pods, namespace).flatMap((pod) => {
    const { name } = pod.metadata;
    return getList(pod, 'spec', 'containers').flatMap((container) => {
      const called = getString(container, 'name') ?? name;
      const text = logOf(namespace, name, [called]);
      return text === ''
        ? []
        : [
            {
              path: `${root}namespaces/${namespace}/pods/${name}/${called}/${called}/logs/current.log`,
              text: `${text}\n`,
            },
          ];
    });
  });
}

function yaml(value: object): string {
  return `---\n${stringify(value, { sortMapEntries: true, aliasDuplicateObjects: false, indentSeq: false })}`;
}
