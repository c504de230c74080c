/**
 * Simulates InstallPlans: wait for approval if required, then create the objects of the bundle in the cluster. Source:
 * operator-lifecycle-manager@992bb097 pkg/controller/operators/catalog/operator.go.
 */
import { omitUndefined } from '#core/common/json.ts';
import { documentedSubscription as known } from '#core/product/namespaces.ts';
import {
  getList,
  getValue,
  getString,
  type JsonObject,
  type KubeObject,
  type ObjectToWrite,
} from '#simulator/store/kubeObject.ts';
import { fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import type { ControllerContext, Controller } from '../framework/controller.ts';
import { crds, csvs, installPlans, subscriptions } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { formatCsvName, csvOf, kataConfigCrd, versionOf } from './bundle.ts';

/** Controller of InstallPlans. */
export const installPlanController: Controller = {
  name: 'install plans',
  start(cluster) {
    const queue = new WorkQueue(cluster.clock, cluster.behaviour.timings.installPlanStep, (key) => step(cluster, key));
    const stop = cluster.client.follow(installPlans, ({ type, object, previous }) => {
      if (type !== 'DELETED' && object.metadata.generation !== previous?.metadata.generation)
        queue.add(toQueueKey(object));
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

/** Returns the plan that installs a release. */
export function installPlanFor(subscription: KubeObject, version: string, manual: boolean): ObjectToWrite {
  const { namespace = '' } = subscription.metadata;
  const { apiVersion, kind, metadata } = subscription;
  const owner = {
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    controller: false,
    blockOwnerDeletion: false,
  };
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'InstallPlan',
    metadata: { generateName: 'install-', namespace, ownerReferences: [owner] },
    spec: {
      approval: manual ? 'Manual' : 'Automatic',
      approved: !manual,
      clusterServiceVersionNames: [formatCsvName(version)],
      generation: 1,
    },
  };
}

function step(cluster: ControllerContext, key: string): number | undefined {
  const { client, behaviour } = cluster;
  const { name, namespace } = fromQueueKey(key);
  const plan = client.get(installPlans, name, namespace);
  if (plan === undefined) return undefined;
  const again = behaviour.timings.installPlanStep;
  switch (getString(plan, 'status', 'phase')) {
    case undefined:
    case '':
      report(client, plan, {
        phase: 'Planning',
        catalogSources: [],
        plan: parts(plan, behaviour.minKubeVersion).map((part) => stepOf(plan, part, 'Unknown')),
        startTime: client.now(),
      });
      return again;
    case 'Planning':
      if (getValue(plan, 'spec', 'approved') === true) {
        report(client, plan, { phase: 'Installing' });
        return again;
      }
      report(client, plan, { phase: 'RequiresApproval' });
      return undefined;
    case 'RequiresApproval':
      if (getValue(plan, 'spec', 'approved') !== true) return undefined;
      report(client, plan, { phase: 'Installing' });
      return again;
    case 'Installing':
      install(cluster, plan);
      return undefined;
    default:
      return undefined;
  }
}

/** Returns the name of the CSV that the Subscription of a plan installed before. */
function installedCsvOf(client: Client, { metadata }: KubeObject): string | undefined {
  const owner = metadata.ownerReferences?.find(({ kind }) => kind === 'Subscription');
  return getString(client.get(subscriptions, owner?.name ?? '', metadata.namespace), 'status', 'installedCSV');
}

/**
 * Returns the objects of the bundle.
 * @param kubeVersion overrides the oldest supported Kubernetes version in the bundle
 * @param installed name of the CSV that the plan replaces
 */
function parts(plan: KubeObject, kubeVersion: string | undefined, installed?: string): readonly ObjectToWrite[] {
  const [csv] = getList(plan, 'spec', 'clusterServiceVersionNames');
  const version = typeof csv === 'string' ? versionOf(csv) : undefined;
  if (version === undefined) return [];
  return [kataConfigCrd, csvOf(version, plan.metadata.namespace ?? '', omitUndefined({ kubeVersion, installed }))];
}

function install({ client, behaviour }: ControllerContext, plan: KubeObject): void {
  const done: JsonObject[] = [];
  if (behaviour.installPlanFailure !== undefined) {
    finish(
      client,
      plan,
      'Failed',
      { status: 'False', reason: 'InstallComponentFailed', message: behaviour.installPlanFailure },
      done,
    );
    return;
  }
  for (const part of parts(plan, behaviour.minKubeVersion, installedCsvOf(client, plan))) {
    const resource = part.kind === 'CustomResourceDefinition' ? crds : csvs;
    const present = client.get(resource, part.metadata.name ?? '', part.metadata.namespace) !== undefined;
    const made = client.ensure(resource, part);
    if (!made.ok) {
      finish(
        client,
        plan,
        'Failed',
        { status: 'False', reason: 'InstallComponentFailed', message: made.error.message },
        done,
      );
      return;
    }
    done.push(stepOf(plan, part, present ? 'Present' : 'Created'));
  }
  finish(client, plan, 'Complete', { status: 'True' }, done);
}

function finish(
  client: Client,
  plan: KubeObject,
  phase: 'Complete' | 'Failed',
  installed: JsonObject,
  steps: readonly JsonObject[],
): void {
  const now = client.now();
  report(client, plan, {
    phase,
    plan: steps,
    conditions: [{ type: 'Installed', ...installed, lastTransitionTime: now, lastUpdateTime: now }],
  });
}

function report(client: Client, plan: KubeObject, changes: JsonObject): void {
  client.changeStatus(installPlans, getObjectKey(plan), (status) => ({ ...status, ...changes }));
}

function stepOf(plan: KubeObject, part: ObjectToWrite, status: 'Unknown' | 'Present' | 'Created'): JsonObject {
  const [group = '', version = ''] = part.apiVersion.split('/');
  const source = { sourceName: known.source, sourceNamespace: known.sourceNamespace };
  return {
    resolving: getList(plan, 'spec', 'clusterServiceVersionNames')[0],
    status,
    resource: { group, version, kind: part.kind, name: part.metadata.name ?? '', manifest: '', ...source },
  };
}
