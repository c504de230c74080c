/**
 * ClusterServiceVersions: checks that the operator may be here, starts it, and watches over it.
 * Source: operator-lifecycle-manager pkg/controller/operators/olm/operator.go (transitionCSVState, operatorGroupForCSV).
 */
import { listAt, stringAt, type JsonObject, type KubeObject } from '../../store/kubeObject.ts';
import { annotated, fromQueueKey, keyOf, ownedBy, queueKey, type Client } from '../client.ts';
import { isTrue } from '../conditions.ts';
import type { Cluster, Controller } from '../controller.ts';
import { tell } from '../events.ts';
import { managerName } from '../kataOperator.ts';
import { crds, csvs, deployments, operatorGroups, serviceAccounts, services, validatingWebhooks } from '../names.ts';
import { WorkQueue } from '../queue.ts';
import { kataConfigCrd, managerDeployment, managerService, webhookConfiguration } from './bundle.ts';
import { targetsOf } from './operatorGroups.ts';

interface Phase {
  readonly phase: 'Pending' | 'InstallReady' | 'Installing' | 'Succeeded' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

const phases = {
  unchecked: { phase: 'Pending', reason: 'RequirementsUnknown', message: 'requirements not yet checked' },
  unmet: { phase: 'Pending', reason: 'RequirementsNotMet', message: "one or more requirements couldn't be found" },
  met: { phase: 'InstallReady', reason: 'AllRequirementsMet', message: 'all requirements found, attempting install' },
  installing: { phase: 'Installing', reason: 'InstallSucceeded', message: 'waiting for install components to report healthy' },
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
  again: { phase: 'Pending', reason: 'NeedsReinstall', message: 'installing: deployment changed old hash, a new install is needed' },
  noGroup: { phase: 'Failed', reason: 'NoOperatorGroup', message: 'csv in namespace with no operatorgroups' },
  manyGroups: {
    phase: 'Failed',
    reason: 'TooManyOperatorGroups',
    message: "csv created in namespace with multiple operatorgroups, can't pick one automatically",
  },
} as const satisfies Readonly<Record<string, Phase>>;

/** The controller of ClusterServiceVersions. */
export const csvController: Controller = {
  name: 'cluster service versions',
  start(cluster) {
    const { client, clock, behaviour } = cluster;
    const queue = new WorkQueue(clock, behaviour.timings.reconcile * 5, (key) => step(cluster, key));
    const noticeAll = (namespace?: string): void => {
      for (const csv of client.list(csvs, namespace)) queue.add(queueKey(csv));
    };
    const stops = [
      client.follow(csvs, ({ type, object }) => {
        if (type === 'DELETED') cleanUp(client, object);
        else queue.add(queueKey(object));
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

function step({ client }: Cluster, key: string): undefined {
  const { name, namespace } = fromQueueKey(key);
  const csv = client.get(csvs, name, namespace);
  if (csv === undefined || csv.metadata.deletionTimestamp !== undefined) return;
  const wrong = groupProblem(client, csv);
  if (wrong !== undefined) {
    setPhase(client, csv, wrong);
    return;
  }
  const next = nextPhase(client, csv);
  if (next !== undefined) setPhase(client, csv, next);
}

/** What is wrong with the OperatorGroup. A right one is written into the annotations. */
function groupProblem(client: Client, csv: KubeObject): Phase | undefined {
  const { namespace = '' } = csv.metadata;
  const [group, ...others] = client.list(operatorGroups, namespace);
  if (group === undefined) return phases.noGroup;
  if (others.length > 0) return phases.manyGroups;
  const targets = targetsOf(group);
  const annotations = { 'olm.operatorGroup': group.metadata.name, 'olm.operatorNamespace': namespace, 'olm.targetNamespaces': targets.join(',') };
  client.change(csvs, keyOf(csv), (object) => annotated(object, annotations));
  const unsupported = (what: string): Phase => ({ phase: 'Failed', reason: 'UnsupportedOperatorGroup', message: what });
  if (targets.length > 1)
    return unsupported('MultiNamespace InstallModeType not supported, cannot configure to watch 2 namespaces'.replace('2', String(targets.length)));
  if (targets[0] === '') return unsupported('AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces');
  return undefined;
}

function nextPhase(client: Client, csv: KubeObject): Phase | undefined {
  const reason = stringAt(csv, 'status', 'reason') ?? '';
  switch (stringAt(csv, 'status', 'phase')) {
    case 'Pending':
      if (reason === phases.again.reason && !isAvailable(client, csv)) return undefined;
      return hasCrd(client) ? phases.met : phases.unmet;
    case 'InstallReady':
      install(client, csv);
      return phases.installing;
    case 'Installing':
      return isAvailable(client, csv) ? phases.succeeded : phases.waiting;
    case 'Succeeded':
      return isAvailable(client, csv) ? undefined : phases.unhealthy;
    case 'Failed':
      return reason === phases.unhealthy.reason ? phases.again : phases.unchecked;
    default:
      return phases.unchecked;
  }
}

function hasCrd(client: Client): boolean {
  return isTrue(client.get(crds, kataConfigCrd.metadata.name ?? ''), 'Established');
}

function isAvailable(client: Client, csv: KubeObject): boolean {
  return isTrue(client.get(deployments, managerName, csv.metadata.namespace), 'Available');
}

function install(client: Client, csv: KubeObject): void {
  const { name, namespace = '' } = csv.metadata;
  const labels = { 'olm.owner': name, 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': namespace };
  const metadata = { namespace, labels, ownerReferences: [{ ...ownedBy(csv), controller: false, blockOwnerDeletion: false }] };
  for (const account of ['controller-manager', 'monitor']) {
    client.ensure(serviceAccounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { ...metadata, name: account } });
  }
  const spec = managerDeployment(stringAt(csv, 'spec', 'version') ?? '');
  client.ensure(deployments, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { ...metadata, name: managerName }, spec });
  client.ensure(services, { ...managerService, metadata: { ...managerService.metadata, ...metadata } });
  if (!client.list(validatingWebhooks).some((webhook) => webhook.metadata.labels?.['olm.owner'] === name)) {
    client.create(validatingWebhooks, webhookConfiguration(namespace, name));
  }
}

/** What has no namespace has no owner that the garbage collector could miss. */
function cleanUp(client: Client, csv: KubeObject): void {
  for (const webhook of client.list(validatingWebhooks)) {
    if (webhook.metadata.labels?.['olm.owner'] === csv.metadata.name) client.remove(validatingWebhooks, keyOf(webhook));
  }
}

function setPhase(client: Client, csv: KubeObject, next: Phase): void {
  const now = client.now();
  const written = client.changeStatus(csvs, keyOf(csv), (status) => {
    if (status['phase'] === next.phase && status['reason'] === next.reason && status['message'] === next.message) return undefined;
    const times = { lastTransitionTime: now, lastUpdateTime: now };
    const conditions = [...listAt(status, 'conditions'), { ...next, ...times }].slice(-20);
    return { ...status, ...next, ...times, conditions, requirementStatus: requirements(client, csv), cleanup: {} };
  });
  if (written.ok && written.value.metadata.resourceVersion !== csv.metadata.resourceVersion) {
    tell(client, csv, {
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
  return [
    {
      group: 'operators.coreos.com',
      version: 'v1alpha1',
      kind: 'ClusterServiceVersion',
      name: csv.metadata.name,
      status: 'Present',
      message: 'CSV minKubeVersion (1.28.0) less than server version (v1.34.2)',
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
