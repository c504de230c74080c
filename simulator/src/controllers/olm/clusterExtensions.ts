/**
 * Simulates ClusterExtensions of the operator (OLM v1): checks the configuration and the permissions of the installer,
 * creates the objects of the bundle, and reports the result in conditions. The objects belong to the ClusterExtension,
 * so they are deleted with it. Sources: operator-framework/operator-controller@df2c201d
 * internal/operator-controller/controllers/common_controller.go, internal/operator-controller/applier;
 * openshift/sandboxed-containers-operator@24f3950d docs/olm/MIGRATION.md.
 */
import { parseVersionRange } from '#core/common/versionRange.ts';
import { compareVersionTexts } from '#core/common/versions.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { masterRole } from '#core/product/nodeLabels.ts';
import { getList, getMap, getNumber, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { createOwnerReference, type Client } from '../framework/client.ts';
import { isConditionTrue, withCondition, type ConditionUpdate } from '../framework/conditions.ts';
import type { ControllerContext, Controller } from '../framework/controller.ts';
import { managerName } from '../kata/kataOperator.ts';
import * as names from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import {
  formatCsvName,
  kataConfigCrd,
  managerDeployment,
  managerService,
  packageName,
  versions as earlierVersions,
  webhookConfiguration,
} from './bundle.ts';

/** Versions in the catalogs of OLM v1, newest first. */
const extensionVersions: readonly string[] = [...new Set(['1.13.1', '1.13.0', ...earlierVersions])];

/** First version that watches all namespaces and therefore needs no configuration. */
const firstForAllNamespaces = '1.14.0';

/** Time after which OLM v1 retries. */
const retry = 30_000;

/** Permissions that the objects of the bundle need. */
const needed: readonly (readonly [group: string, resource: string])[] = [
  ['admissionregistration.k8s.io', 'validatingwebhookconfigurations'],
  ['apiextensions.k8s.io', 'customresourcedefinitions'],
  ['apps', 'deployments'],
  ['', 'serviceaccounts'],
  ['', 'services'],
];
const neededVerbs = ['create', 'list', 'watch'];

/** Controller of ClusterExtensions. */
export const clusterExtensionController: Controller = {
  name: 'cluster extensions',
  start(cluster) {
    const { client, clock, behaviour } = cluster;
    // The time includes that for the bundle.
    const queue = new WorkQueue(clock, behaviour.timings.bundleUnpack, (name) => reconcile(cluster, name));
    const noticeAll = (): void => {
      for (const { metadata } of client.list(names.clusterExtensions)) queue.add(metadata.name);
    };
    const stops = [
      client.follow(names.clusterExtensions, ({ type, object, previous }) => {
        if (type !== 'DELETED' && object.metadata.generation !== previous?.metadata.generation)
          queue.add(object.metadata.name);
      }),
      client.follow(names.deployments, ({ object }) => {
        if (object.metadata.name === managerName) noticeAll();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      queue.stop();
    };
  },
};

function reconcile({ client }: ControllerContext, name: string): number | undefined {
  const extension = client.get(names.clusterExtensions, name);
  if (extension === undefined || extension.metadata.deletionTimestamp !== undefined) return undefined;
  const catalog = getMap(extension, 'spec', 'source', 'catalog');
  const wanted = getString(catalog, 'version');
  if (getString(catalog, 'packageName') !== packageName) return undefined;
  const isWanted = wanted === undefined ? () => true : (parseVersionRange(wanted) ?? ((one: string) => one === wanted));
  const version = extensionVersions.find(isWanted);
  if (version === undefined)
    return fail(
      client,
      extension,
      'Retrying',
      `no bundles found for package "${packageName}" matching version "${wanted ?? ''}"`,
    );
  const about = `error for resolved bundle "${formatCsvName(version)}" with version "${version}": `;
  const account = getString(extension, 'spec', 'serviceAccount', 'name') ?? '';
  if (client.get(names.serviceAccounts, account, operatorNamespace) === undefined)
    return fail(
      client,
      extension,
      'Retrying',
      `${about}service account "${account}" not found in namespace "${operatorNamespace}": unable to authenticate with the Kubernetes cluster.`,
    );
  if (needsConfiguration(version) && watchNamespaceOf(client, extension) === undefined)
    return fail(
      client,
      extension,
      'InvalidConfiguration',
      `${about}invalid ClusterExtension configuration: invalid configuration: required field "watchNamespace" is missing`,
    );
  const missing = listMissingPermissions(client, account);
  if (missing.length > 0)
    return fail(
      client,
      extension,
      'Retrying',
      `${about}pre-authorization failed: service account requires the following permissions to manage cluster extension:\n  ${missing.join('\n  ')}`,
    );
  const other = client
    .list(names.clusterExtensions)
    .find((each) => each.metadata.name !== name && isConditionTrue(each, 'Installed'));
  if (other !== undefined)
    return fail(
      client,
      extension,
      'Retrying',
      `${about}CustomResourceDefinition '${kataConfigCrd.metadata.name ?? ''}' already exists in namespace '' and cannot be managed by operator-controller`,
    );
  return apply(client, extension, version);
}

/** Creates or updates the objects of the bundle, and reports whether the operator runs. */
function apply(client: Client, extension: KubeObject, version: string): number | undefined {
  const owned = { ownerReferences: [createOwnerReference(extension)] };
  client.ensure(names.crds, { ...kataConfigCrd, metadata: { ...kataConfigCrd.metadata, ...owned } });
  for (const name of ['controller-manager', 'monitor'])
    client.ensure(names.serviceAccounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name, namespace: operatorNamespace, ...owned },
    });
  client.ensure(names.services, { ...managerService, metadata: { ...managerService.metadata, ...owned } });
  if (
    client.list(names.validatingWebhooks).every((one) => one.metadata.labels?.['olm.owner'] !== extension.metadata.name)
  ) {
    const webhook = webhookConfiguration(operatorNamespace, extension.metadata.name);
    client.create(names.validatingWebhooks, { ...webhook, metadata: { ...webhook.metadata, ...owned } });
  }
  const isHosted = client.list(names.nodes).every(({ metadata }) => metadata.labels?.[masterRole] === undefined);
  const spec = managerDeployment(version, isHosted);
  const key = { name: managerName, namespace: operatorNamespace };
  const before = client.get(names.deployments, key.name, key.namespace);
  if (before === undefined)
    client.create(names.deployments, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { ...key, ...owned },
      spec,
    });
  else if (!isOfVersion(before, version))
    client.change(names.deployments, key, (old) => ({ ...old, spec: { ...getMap(old, 'spec'), ...spec } }));
  const deployment = client.get(names.deployments, key.name, key.namespace);
  if (!isAvailable(deployment)) {
    report(client, extension, [
      { type: 'Progressing', status: 'True', reason: 'RollingOut', message: `Rolling out ${formatCsvName(version)}` },
    ]);
    return retry;
  }
  const bundle = { name: formatCsvName(version), version };
  report(
    client,
    extension,
    [
      { type: 'Progressing', status: 'True', reason: 'Succeeded', message: 'Desired state reached' },
      {
        type: 'Installed',
        status: 'True',
        reason: 'Succeeded',
        message: `Installed bundle ${bundle.name} successfully`,
      },
    ],
    bundle,
  );
  return undefined;
}

function isOfVersion(deployment: KubeObject, version: string): boolean {
  const [container] = getList(deployment, 'spec', 'template', 'spec', 'containers');
  return getString(container, 'image')?.endsWith(`:${version}`) === true;
}

/** Returns whether the current version of the Deployment is available. */
function isAvailable(deployment: KubeObject | undefined): boolean {
  if (deployment === undefined) return false;
  return (
    getNumber(deployment, 'status', 'observedGeneration') === deployment.metadata.generation &&
    getNumber(deployment, 'status', 'updatedReplicas') === getNumber(deployment, 'status', 'replicas') &&
    isConditionTrue(deployment, 'Available')
  );
}

function needsConfiguration(version: string): boolean {
  return (compareVersionTexts(version, firstForAllNamespaces) ?? -1) < 0;
}

/** Returns the configured namespace. Without the feature set, the API server removes the field `config`. */
function watchNamespaceOf(client: Client, extension: KubeObject): string | undefined {
  const featureSet = getString(client.get(names.featureGates, 'cluster'), 'spec', 'featureSet');
  if (featureSet !== 'TechPreviewNoUpgrade') return undefined;
  return getString(extension, 'spec', 'config', 'inline', 'watchNamespace');
}

/** Returns the permissions that the ServiceAccount lacks, as OLM v1 reports them. */
function listMissingPermissions(client: Client, account: string): readonly string[] {
  const roles = client
    .list(names.clusterRoleBindings)
    .filter((binding) =>
      getList(binding, 'subjects').some(
        (subject) =>
          getString(subject, 'kind') === 'ServiceAccount' &&
          getString(subject, 'name') === account &&
          getString(subject, 'namespace') === operatorNamespace,
      ),
    )
    .flatMap((binding) => client.get(names.clusterRoles, getString(binding, 'roleRef', 'name') ?? '') ?? []);
  const rules = roles.flatMap((role) => getList(role, 'rules'));
  const has = (rule: unknown, field: string, value: string): boolean => {
    const values = getList(rule, field);
    return values.includes('*') || values.includes(value);
  };
  return needed.flatMap(([group, resource]) => {
    const verbs = neededVerbs.filter(
      (verb) =>
        !rules.some(
          (rule) => has(rule, 'apiGroups', group) && has(rule, 'resources', resource) && has(rule, 'verbs', verb),
        ),
    );
    return verbs.length === 0
      ? []
      : [`Namespace:"" APIGroups:[${group}] Resources:[${resource}] Verbs:[${verbs.join(',')}]`];
  });
}

/** Reports a problem. Without an installed version, OLM v1 also reports that there is none. */
function fail(
  client: Client,
  extension: KubeObject,
  reason: 'Retrying' | 'InvalidConfiguration',
  message: string,
): number | undefined {
  report(client, extension, [
    { type: 'Progressing', status: reason === 'Retrying' ? 'True' : 'False', reason, message },
    ...(isConditionTrue(extension, 'Installed')
      ? []
      : [{ type: 'Installed', status: 'False', reason: 'Failed', message: 'No bundle installed' } as const]),
  ]);
  // OLM v1 doesn't retry an invalid configuration until the ClusterExtension changes.
  return reason === 'Retrying' ? retry : undefined;
}

function report(
  client: Client,
  { metadata: { name } }: KubeObject,
  updates: readonly ConditionUpdate[],
  bundle?: { readonly name: string; readonly version: string },
): void {
  client.changeStatus(names.clusterExtensions, { name }, (status) => ({
    ...status,
    ...(bundle === undefined ? {} : { install: { bundle } }),
    conditions: updates.reduce(
      (conditions, update) => withCondition(conditions, update, client.now()),
      getList(status, 'conditions'),
    ),
  }));
}
