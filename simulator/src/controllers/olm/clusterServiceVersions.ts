/**
 * Simulates ClusterServiceVersions: checks the requirements of the operator, starts it, and monitors it. Source:
 * operator-lifecycle-manager pkg/controller/operators/olm/operator.go (transitionCSVState, operatorGroupForCSV).
 */
import {
  getList,
  getMap,
  getNumber,
  getString,
  type JsonObject,
  type KubeObject,
  type OwnerReference,
} from '#simulator/store/kubeObject.ts';
import {
  withAnnotations,
  fromQueueKey,
  getObjectKey,
  createOwnerReference,
  toQueueKey,
  type Client,
} from '../framework/client.ts';
import { isConditionTrue } from '../framework/conditions.ts';
import type { ControllerContext, Controller } from '../framework/controller.ts';
import { recordEvent } from '../framework/events.ts';
import { masterRole } from '#core/product/nodeLabels.ts';
import { managerName } from '../kata/kataOperator.ts';
import { getKubernetesVersion } from '#simulator/resources/kubernetesVersion.ts';
import {
  clusterVersions,
  crds,
  csvs,
  deployments,
  nodes,
  operatorGroups,
  serviceAccounts,
  services,
  validatingWebhooks,
} from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import {
  kataConfigCrd,
  managerDeployment,
  managerService,
  managerServiceName,
  webhookConfiguration,
} from './bundle.ts';
import { targetsOf } from './operatorGroups.ts';

interface Phase {
  readonly phase: 'Pending' | 'InstallReady' | 'Installing' | 'Succeeded' | 'Failed' | 'Replacing' | 'Deleting';
  readonly reason: string;
  readonly message: string;
}

const phases = {
  unchecked: { phase: 'Pending', reason: 'RequirementsUnknown', message: 'requirements not yet checked' },
  unmet: { phase: 'Pending', reason: 'RequirementsNotMet', message: "one or more requirements couldn't be found" },
  met: { phase: 'InstallReady', reason: 'AllRequirementsMet', message: 'all requirements found, attempting install' },
  installing: {
    phase: 'Installing',
    reason: 'InstallSucceeded',
    message: 'waiting for install components to report healthy',
  },
  waiting: {
    phase: 'Installing',
    reason: 'InstallWaiting',
    message: `installing: waiting for deployment ${managerName} to become ready: deployment "${managerName}" not available: Deployment does not have minimum availability.`,
  },
  succeeded: { phase: 'Succeeded', reason: 'InstallSucceeded', message: 'install strategy completed with no errors' },
  unhealthy: {
    phase: 'Failed',
    reason: 'ComponentUnhealthy',
    message: `installing: waiting for deployment ${managerName} to become ready: deployment "${managerName}" not available: Deployment does not have minimum availability.`,
  },
  again: {
    phase: 'Pending',
    reason: 'NeedsReinstall',
    message: 'installing: deployment changed old hash, a new install is needed',
  },
  tooLate: { phase: 'Failed', reason: 'InstallCheckFailed', message: 'install timeout' },
  replaced: {
    phase: 'Deleting',
    reason: 'Replaced',
    message: 'has been replaced by a newer ClusterServiceVersion that has successfully installed.',
  },
  noGroup: { phase: 'Failed', reason: 'NoOperatorGroup', message: 'csv in namespace with no operatorgroups' },
  manyGroups: {
    phase: 'Failed',
    reason: 'TooManyOperatorGroups',
    message: "csv created in namespace with multiple operatorgroups, can't pick one automatically",
  },
} as const satisfies Readonly<Record<string, Phase>>;

/** Controller of ClusterServiceVersions. */
export const csvController: Controller = {
  name: 'cluster service versions',
  start(cluster) {
    const { client, clock, behaviour } = cluster;
    const queue = new WorkQueue(clock, behaviour.timings.reconcile * 5, (key) => step(cluster, key));
    const noticeAll = (namespace?: string): void => {
      for (const csv of client.list(csvs, namespace)) queue.add(toQueueKey(csv));
    };
    const stops = [
      client.follow(csvs, ({ type, object }) => {
        if (type === 'DELETED') cleanUp(client, object);
        else queue.add(toQueueKey(object));
        // The replaced release is removed when the new one succeeds.
        const older = getString(object, 'spec', 'replaces');
        if (older !== undefined) queue.add(`${object.metadata.namespace ?? ''}/${older}`);
      }),
      client.follow(operatorGroups, ({ object }) => noticeAll(object.metadata.namespace)),
      client.follow(crds, () => noticeAll()),
      client.follow(deployments, ({ object }) => {
        if (object.metadata.name === managerName) noticeAll(object.metadata.namespace);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      queue.stop();
    };
  },
};

function step({ client, clock, behaviour }: ControllerContext, key: string): number | undefined {
  const { name, namespace } = fromQueueKey(key);
  const csv = client.get(csvs, name, namespace);
  if (csv === undefined || csv.metadata.deletionTimestamp !== undefined) return undefined;
  const wrong = groupProblem(client, csv);
  if (wrong !== undefined) {
    setPhase(client, csv, wrong);
    return undefined;
  }
  const since = Date.parse(getString(csv, 'status', 'lastTransitionTime') ?? '');
  const left = since + behaviour.timings.operatorTimeout - clock.now();
  const next = nextPhase(client, csv, left <= 0);
  if (next !== undefined) setPhase(client, csv, next);
  return next === phases.waiting ? Math.max(left, behaviour.timings.reconcile) : undefined;
}

/**
 * Returns the problem with the OperatorGroup, if there is one. If the namespace has exactly one OperatorGroup, writes
 * its name and target namespaces to the annotations of the ClusterServiceVersion.
 */
function groupProblem(client: Client, csv: KubeObject): Phase | undefined {
  const { namespace = '' } = csv.metadata;
  const [group, ...others] = client.list(operatorGroups, namespace);
  if (group === undefined) return phases.noGroup;
  if (others.length > 0) return phases.manyGroups;
  const targets = targetsOf(group);
  const annotations = {
    'olm.operatorGroup': group.metadata.name,
    'olm.operatorNamespace': namespace,
    'olm.targetNamespaces': targets.join(','),
  };
  client.change(csvs, getObjectKey(csv), (object) => withAnnotations(object, annotations));
  const unsupported = (what: string): Phase => ({ phase: 'Failed', reason: 'UnsupportedOperatorGroup', message: what });
  if (targets.length > 1)
    return unsupported(
      'MultiNamespace InstallModeType not supported, cannot configure to watch 2 namespaces'.replace(
        '2',
        String(targets.length),
      ),
    );
  if (targets[0] === '')
    return unsupported('AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces');
  return undefined;
}

/** Returns the ClusterServiceVersion that replaces the given one. */
function replacementOf(client: Client, { metadata: { name, namespace } }: KubeObject): KubeObject | undefined {
  return client.list(csvs, namespace).find((other) => getString(other, 'spec', 'replaces') === name);
}

/**
 * Returns the next phase.
 * @param late true if the maximum wait for the Deployment is exceeded
 */
function nextPhase(client: Client, csv: KubeObject, late: boolean): Phase | undefined {
  const reason = getString(csv, 'status', 'reason') ?? '';
  const newer = replacementOf(client, csv);
  const phase = getString(csv, 'status', 'phase');
  if (phase === 'Deleting') {
    client.remove(csvs, getObjectKey(csv));
    return undefined;
  }
  if (newer !== undefined && (phase === 'Succeeded' || phase === 'Replacing' || phase === 'Failed')) {
    if (getString(newer, 'status', 'phase') === 'Succeeded') return phases.replaced;
    return { phase: 'Replacing', reason: 'BeingReplaced', message: `being replaced by csv: ${newer.metadata.name}` };
  }
  switch (phase) {
    case 'Pending':
      if (reason === phases.again.reason && !isAvailable(client, csv)) return undefined;
      return hasCrd(client) && isNewEnough(csv, getServerVersion(client)) ? phases.met : phases.unmet;
    case 'InstallReady':
      install(client, csv);
      return phases.installing;
    case 'Installing':
      if (isAvailable(client, csv)) return phases.succeeded;
      return late && reason === phases.waiting.reason ? phases.tooLate : phases.waiting;
    case 'Succeeded':
      return isAvailable(client, csv) ? undefined : phases.unhealthy;
    case 'Failed':
      // OLM would retry with the same result. Remains in this state so that it can be observed.
      if (reason === phases.tooLate.reason) return isAvailable(client, csv) ? phases.again : undefined;
      return reason === phases.unhealthy.reason ? phases.again : phases.unchecked;
    default:
      return phases.unchecked;
  }
}

function hasCrd(client: Client): boolean {
  return isConditionTrue(client.get(crds, kataConfigCrd.metadata.name ?? ''), 'Established');
}

/** Returns whether the current version of the Deployment is available. */
function isAvailable(client: Client, csv: KubeObject): boolean {
  const deployment = client.get(deployments, managerName, csv.metadata.namespace);
  const isSeen = getNumber(deployment, 'status', 'observedGeneration') === deployment?.metadata.generation;
  const isRolledOut =
    getNumber(deployment, 'status', 'updatedReplicas') === getNumber(deployment, 'status', 'replicas');
  return isSeen && isRolledOut && isConditionTrue(deployment, 'Available');
}

/** Returns the version in the response of `/version`. */
function getServerVersion(client: Client): string {
  return getKubernetesVersion(client.get(clusterVersions, 'version'));
}

/** Returns whether the cluster has the required Kubernetes version. */
function isNewEnough(csv: KubeObject, serverVersion: string): boolean {
  const parts = (version: string): readonly number[] => version.split('.').map(Number);
  const [major = 0, minor = 0] = parts(getString(csv, 'spec', 'minKubeVersion') ?? '0.0.0');
  const [serverMajor = 0, serverMinor = 0] = parts(serverVersion);
  return major < serverMajor || (major === serverMajor && minor <= serverMinor);
}

function install(client: Client, csv: KubeObject): void {
  const { name, namespace = '' } = csv.metadata;
  const labels = { 'olm.owner': name, 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': namespace };
  const metadata = {
    namespace,
    labels,
    ownerReferences: [{ ...createOwnerReference(csv), controller: false, blockOwnerDeletion: false }],
  };
  for (const account of ['controller-manager', 'monitor']) {
    client.ensure(serviceAccounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { ...metadata, name: account },
    });
  }
  const isHosted = client.list(nodes).every(({ metadata }) => metadata.labels?.[masterRole] === undefined);
  const spec = managerDeployment(getString(csv, 'spec', 'version') ?? '', isHosted);
  client.ensure(deployments, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...metadata, name: managerName },
    spec,
  });
  client.ensure(services, { ...managerService, metadata: { ...managerService.metadata, ...metadata } });
  takeOver(client, csv, metadata, spec);
  if (!client.list(validatingWebhooks).some((webhook) => webhook.metadata.labels?.['olm.owner'] === name)) {
    client.create(validatingWebhooks, webhookConfiguration(namespace, name));
  }
}

/** Makes a ClusterServiceVersion the owner of the objects that an older release created, and updates the Deployment. */
function takeOver(client: Client, csv: KubeObject, { labels, ownerReferences }: Owned, spec: JsonObject): void {
  const { namespace } = csv.metadata;
  const own = (object: KubeObject): KubeObject => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, ...labels }, ownerReferences },
  });
  for (const name of ['controller-manager', 'monitor']) client.change(serviceAccounts, { name, namespace }, own);
  client.change(services, { name: managerServiceName, namespace }, own);
  client.change(deployments, { name: managerName, namespace }, (deployment) => {
    const isOwn = deployment.metadata.labels?.['olm.owner'] === csv.metadata.name;
    return isOwn ? own(deployment) : { ...own(deployment), spec: { ...getMap(deployment, 'spec'), ...spec } };
  });
}

interface Owned {
  readonly labels: Readonly<Record<string, string>>;
  readonly ownerReferences: readonly OwnerReference[];
}

/**
 * Deletes cluster-scoped objects, which the garbage collector can't delete because a namespaced object can't own them.
 */
function cleanUp(client: Client, csv: KubeObject): void {
  for (const webhook of client.list(validatingWebhooks)) {
    if (webhook.metadata.labels?.['olm.owner'] === csv.metadata.name)
      client.remove(validatingWebhooks, getObjectKey(webhook));
  }
}

function setPhase(client: Client, csv: KubeObject, next: Phase): void {
  const now = client.now();
  const written = client.changeStatus(csvs, getObjectKey(csv), (status) => {
    if (status['phase'] === next.phase && status['reason'] === next.reason && status['message'] === next.message)
      return undefined;
    const times = { lastTransitionTime: now, lastUpdateTime: now };
    const conditions = [...getList(status, 'conditions'), { ...next, ...times }].slice(-20);
    return { ...status, ...next, ...times, conditions, requirementStatus: requirements(client, csv), cleanup: {} };
  });
  if (written.ok && written.value.metadata.resourceVersion !== csv.metadata.resourceVersion) {
    recordEvent(client, csv, {
      reason: next.reason,
      message: next.message,
      type: next.phase === 'Failed' ? 'Warning' : 'Normal',
      component: 'operator-lifecycle-manager',
    });
  }
}

function requirements(client: Client, csv: KubeObject): readonly JsonObject[] {
  const { name = '' } = kataConfigCrd.metadata;
  const present = hasCrd(client);
  const wanted = getString(csv, 'spec', 'minKubeVersion') ?? '';
  const serverVersion = getServerVersion(client);
  return [
    {
      group: 'operators.coreos.com',
      version: 'v1alpha1',
      kind: 'ClusterServiceVersion',
      name: csv.metadata.name,
      status: isNewEnough(csv, serverVersion) ? 'Present' : 'PresentNotSatisfied',
      message: isNewEnough(csv, serverVersion)
        ? `CSV minKubeVersion (${wanted}) less than server version (v${serverVersion})`
        : `CSV version requirement not met: minKubeVersion (${wanted}) > server version (${serverVersion})`,
    },
    {
      group: 'apiextensions.k8s.io',
      version: 'v1',
      kind: 'CustomResourceDefinition',
      name,
      status: present ? 'Present' : 'NotPresent',
      message: present ? 'CRD is present and Established condition is true' : 'CRD is not present',
    },
  ];
}
