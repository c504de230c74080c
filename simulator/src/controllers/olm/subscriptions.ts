/**
 * Simulates Subscriptions: resolves them, unpacks the bundle, creates an InstallPlan, and reports its progress. If the
 * namespace has no OperatorGroup or several, silently does nothing. Source: operator-lifecycle-manager@992bb097
 * pkg/controller/operators/catalog/operator.go, subscription.
 */
import {
  getList,
  getNumber,
  getString,
  getValue,
  type JsonObject,
  type KubeObject,
} from '#simulator/store/kubeObject.ts';
import { fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import {
  findObjectCondition,
  isConditionTrue,
  withCondition,
  withoutCondition,
  type ConditionUpdate,
} from '../framework/conditions.ts';
import type { ControllerContext, Controller } from '../framework/controller.ts';
import { catalogSources, csvs, installPlans, operatorGroups, subscriptions } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { formatCsvName } from './bundle.ts';
import { installPlanFor } from './installPlans.ts';
import { resolve, sourceOf } from './resolution.ts';

/** Controller of Subscriptions. */
export const subscriptionController: Controller = {
  name: 'subscriptions',
  start(cluster) {
    const { client, clock, behaviour } = cluster;
    const bundles = new Map<string, 'unpacking' | 'ended'>();
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => sync(cluster, key, bundles));
    const unpackers = new WorkQueue(
      clock,
      behaviour.bundle === 'unpacks' ? behaviour.timings.bundleUnpack : behaviour.timings.bundleUnpackTimeout,
      (key) => {
        bundles.set(key, 'ended');
        queue.add(key);
        return undefined;
      },
    );
    const noticeAll = (namespace?: string): void => {
      for (const subscription of client.list(subscriptions, namespace)) queue.add(toQueueKey(subscription));
    };
    const stops = [
      client.follow(subscriptions, ({ type, object, previous }) => {
        const key = toQueueKey(object);
        if (type !== 'DELETED' && object.metadata.generation !== previous?.metadata.generation) queue.add(key);
        if (type === 'DELETED') bundles.delete(key);
        // Starts the unpack job, whose duration doesn't depend on other events.
        else if (isConditionTrue(object, 'BundleUnpacking') && !bundles.has(key)) {
          bundles.set(key, 'unpacking');
          unpackers.add(key);
        }
      }),
      client.follow(operatorGroups, ({ object }) => noticeAll(object.metadata.namespace)),
      client.follow(installPlans, ({ object }) => noticeAll(object.metadata.namespace)),
      client.follow(csvs, ({ type, object }) => {
        if (type !== 'MODIFIED') noticeAll(object.metadata.namespace);
      }),
      client.follow(catalogSources, () => noticeAll()),
    ];
    return () => {
      for (const stop of stops) stop();
      queue.stop();
      unpackers.stop();
    };
  },
};

function sync(
  { client, behaviour }: ControllerContext,
  key: string,
  bundles: Map<string, 'unpacking' | 'ended'>,
): number | undefined {
  const { name, namespace } = fromQueueKey(key);
  const subscription = client.get(subscriptions, name, namespace);
  if (subscription === undefined) return undefined;
  reportCatalogue(client, subscription);
  if (client.list(operatorGroups, namespace).length !== 1) return undefined;
  const plan = planOf(client, subscription);
  if (plan !== undefined && getString(plan, 'status', 'phase') !== 'Complete') {
    reportPlan(client, subscription, plan);
    return undefined;
  }
  if (plan !== undefined) finishPlan(client, subscription, plan);
  const resolution = resolve(client, client.get(subscriptions, name, namespace) ?? subscription);
  if (resolution.is === 'satisfied') return undefined;
  if (resolution.is === 'prevented') {
    setCondition(client, subscription, {
      type: 'ResolutionFailed',
      status: 'True',
      reason: 'ErrorPreventedResolution',
      message: resolution.message,
    });
    return undefined;
  }
  if (resolution.is === 'unsatisfiable') {
    setCondition(client, subscription, {
      type: 'ResolutionFailed',
      status: 'True',
      reason: 'ConstraintsNotSatisfiable',
      message: resolution.message,
    });
    return undefined;
  }
  clearCondition(client, subscription, 'ResolutionFailed');
  if (bundles.get(key) === 'unpacking') return undefined;
  return unpack(client, subscription, resolution.version, behaviour, () => void bundles.delete(key));
}

/** Unpacks the bundle, then creates the InstallPlan. */
function unpack(
  client: Client,
  subscription: KubeObject,
  version: string,
  { bundle, timings }: ControllerContext['behaviour'],
  forget: () => void,
): number | undefined {
  const now = client.get(subscriptions, subscription.metadata.name, subscription.metadata.namespace) ?? subscription;
  if (isConditionTrue(now, 'BundleUnpackFailed')) return undefined;
  if (!isConditionTrue(now, 'BundleUnpacking')) {
    setCondition(client, now, { type: 'BundleUnpacking', status: 'True', reason: 'UnpackingInProgress' });
    return undefined;
  }
  clearCondition(client, now, 'BundleUnpacking');
  forget();
  if (bundle === 'failsToUnpack') {
    const message =
      'bundle unpacking failed. Reason: DeadlineExceeded, and Message: Job was active longer than specified deadline';
    setCondition(client, now, { type: 'BundleUnpackFailed', status: 'True', reason: 'BundleUnpackFailed', message });
    return undefined;
  }
  const made = client.create(installPlans, installPlanFor(now, version, isManual(client, now)));
  if (!made.ok) return timings.bundleUnpack;
  const { apiVersion, kind, metadata } = made.value;
  const ref = {
    apiVersion,
    kind,
    name: metadata.name,
    namespace: metadata.namespace,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
  };
  client.changeStatus(subscriptions, getObjectKey(now), (status) => ({
    ...status,
    currentCSV: formatCsvName(version),
    installPlanGeneration: getNumber(made.value, 'spec', 'generation') ?? 1,
    installPlanRef: ref,
    installplan: { apiVersion, kind, name: metadata.name, uuid: metadata.uid },
    state: 'UpgradePending',
    lastUpdated: client.now(),
  }));
  return undefined;
}

/**
 * Returns whether plans require approval. If one Subscription requires manual approval, this applies to all plans in
 * its namespace.
 */
function isManual(client: Client, { metadata: { namespace } }: KubeObject): boolean {
  return client
    .list(subscriptions, namespace)
    .some((subscription) => getString(subscription, 'spec', 'installPlanApproval') === 'Manual');
}

function planOf(client: Client, subscription: KubeObject): KubeObject | undefined {
  return client.get(
    installPlans,
    getString(subscription, 'status', 'installPlanRef', 'name') ?? '',
    subscription.metadata.namespace,
  );
}

function reportPlan(client: Client, subscription: KubeObject, plan: KubeObject): void {
  const phase = getString(plan, 'status', 'phase');
  if (phase === 'Failed') {
    const message = getString(findObjectCondition(getList(plan, 'status', 'conditions'), 'Installed'), 'message') ?? '';
    clearCondition(client, subscription, 'InstallPlanPending');
    setCondition(client, subscription, {
      type: 'InstallPlanFailed',
      status: 'True',
      reason: 'InstallComponentFailed',
      message,
    });
    return;
  }
  const reason = phase === undefined || phase === '' ? 'InstallPlanNotYetReconciled' : phase;
  setCondition(client, subscription, { type: 'InstallPlanPending', status: 'True', reason });
}

function finishPlan(client: Client, subscription: KubeObject, plan: KubeObject): void {
  const [csv] = getList(plan, 'spec', 'clusterServiceVersionNames');
  if (client.get(csvs, typeof csv === 'string' ? csv : '', plan.metadata.namespace) === undefined) return;
  client.changeStatus(subscriptions, getObjectKey(subscription), (status) => {
    if (status['installedCSV'] === csv) return undefined;
    return {
      ...status,
      installedCSV: csv,
      state: 'AtLatestKnown',
      lastUpdated: client.now(),
      conditions: withoutCondition(getList(status, 'conditions'), 'InstallPlanPending'),
    };
  });
}

function reportCatalogue(client: Client, subscription: KubeObject): void {
  const [name, namespace] = sourceOf(subscription);
  const all = client.list(catalogSources, namespace);
  const type = 'CatalogSourcesUnhealthy';
  const catalogHealth = all.map((catalogue) => ({
    catalogSourceRef: {
      apiVersion: catalogue.apiVersion,
      kind: catalogue.kind,
      name: catalogue.metadata.name,
      namespace,
      uid: catalogue.metadata.uid,
    },
    healthy: getString(catalogue, 'status', 'connectionState', 'lastObservedState') !== undefined,
    lastUpdated: catalogue.metadata.creationTimestamp,
  }));
  if (all.length === 0)
    setCondition(client, subscription, {
      type,
      status: 'True',
      reason: 'NoCatalogSourcesFound',
      message: 'dependency resolution requires at least one catalogsource',
    });
  else if (!all.some((catalogue) => catalogue.metadata.name === name)) {
    setCondition(
      client,
      subscription,
      {
        type,
        status: 'True',
        reason: 'UnhealthyCatalogSourceFound',
        message: `targeted catalogsource ${namespace}/${name} missing`,
      },
      { catalogHealth },
    );
  } else
    setCondition(
      client,
      subscription,
      {
        type,
        status: 'False',
        reason: 'AllCatalogSourcesHealthy',
        message: 'all available catalogsources are healthy',
      },
      { catalogHealth },
    );
}

function setCondition(
  client: Client,
  subscription: KubeObject,
  condition: ConditionUpdate,
  more: JsonObject = {},
): void {
  client.changeStatus(subscriptions, getObjectKey(subscription), (status) => {
    const conditions = withCondition(getList(status, 'conditions'), condition, client.now());
    return { ...status, ...more, lastUpdated: getValue(status, 'lastUpdated') ?? client.now(), conditions };
  });
}

function clearCondition(client: Client, subscription: KubeObject, type: string): void {
  client.changeStatus(subscriptions, getObjectKey(subscription), (status) =>
    findObjectCondition(getList(status, 'conditions'), type) === undefined
      ? undefined
      : { ...status, conditions: withoutCondition(getList(status, 'conditions'), type) },
  );
}
