/**
 * Tests scenarios with faults: what a client sees before anything is done, and that the steps of the scenario fix the
 * fault.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { faultyScenarios } from '#simulator/scenarios/faultyScenarios.ts';
import { getList, getNumber, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import { scenario, stage, type TestCluster } from '#test/support/cluster/controllersStage.ts';
import { olmV1Expectations } from './olmV1Expectations.ts';

const operator = 'openshift-sandboxed-containers-operator';
const subscriptionName = 'sandboxed-containers-operator';
const csvNamed = (version: string): string => `sandboxed-containers-operator.v${version}`;
const csv = csvNamed('1.12.0');

function condition(object: KubeObject | undefined, type: string): string {
  const found = getList(object, 'status', 'conditions').find((each) => getString(each, 'type') === type);
  return found === undefined
    ? ''
    : `${getString(found, 'status') ?? ''} ${getString(found, 'reason') ?? ''}: ${getString(found, 'message') ?? ''}`;
}

const subscription = ({ client }: TestCluster): KubeObject | undefined =>
  client.get(names.subscriptions, subscriptionName, operator);
const release = ({ client }: TestCluster, name = csv, namespace = operator): string => {
  const found = client.get(names.csvs, name, namespace);
  return [
    getString(found, 'status', 'phase'),
    getString(found, 'status', 'reason'),
    getString(found, 'status', 'message'),
  ].join(' | ');
};
const isInstalled = (cluster: TestCluster): void => assert.match(release(cluster), /^Succeeded/);
const silent = (cluster: TestCluster): void => {
  assert.equal(condition(subscription(cluster), 'ResolutionFailed'), '');
  assert.deepEqual(cluster.client.list(names.installPlans, operator), []);
};

interface Expectation {
  /** Checks what is visible immediately. */
  readonly before: (cluster: TestCluster) => void;
  /** Checks what is visible after the steps. */
  readonly after: (cluster: TestCluster) => void;
}

function unresolved(words: RegExp, reason = 'ConstraintsNotSatisfiable'): Expectation {
  return {
    before: (cluster) => {
      const said = condition(subscription(cluster), 'ResolutionFailed');
      assert.match(said, words);
      assert.ok(said.startsWith(`True ${reason}: `), said);
      assert.deepEqual(cluster.client.list(names.installPlans, operator), []);
    },
    after: (cluster) => {
      isInstalled(cluster);
      assert.equal(condition(subscription(cluster), 'ResolutionFailed'), '');
    },
  };
}

const expectations: Readonly<Record<string, Expectation>> = {
  'install-no-operator-group': { before: silent, after: isInstalled },
  'install-two-operator-groups': {
    before: (cluster) => {
      silent(cluster);
      for (const group of cluster.client.list(names.operatorGroups, operator))
        assert.match(condition(group, 'MultipleOperatorGroup'), /^True /);
    },
    after: isInstalled,
  },
  'install-all-namespaces': {
    before: (cluster) =>
      assert.match(
        release(cluster),
        /^Failed \| UnsupportedOperatorGroup \| AllNamespaces InstallModeType not supported/,
      ),
    after: isInstalled,
  },
  'install-wrong-target': {
    before: ({ client }) =>
      assert.deepEqual(getValue(client.list(names.operatorGroups, operator)[0], 'status', 'namespaces'), [
        'openshft-sandboxed-containers-operator',
      ]),
    after: ({ client }) =>
      assert.deepEqual(getValue(client.list(names.operatorGroups, operator)[0], 'status', 'namespaces'), [operator]),
  },
  'install-other-namespace': {
    before: (cluster) => {
      assert.match(release(cluster, csv, 'openshift-operators'), /^Failed \| UnsupportedOperatorGroup/);
      assert.equal(cluster.client.get(names.namespaces, operator), undefined);
    },
    after: (cluster) => {
      isInstalled(cluster);
      assert.deepEqual(cluster.client.list(names.csvs, 'openshift-operators'), []);
    },
  },
  'install-no-catalogue': {
    before: (cluster) => {
      unresolved(/no operators found from catalog redhat-operators in namespace openshift-marketplace/).before(cluster);
      assert.match(condition(subscription(cluster), 'CatalogSourcesUnhealthy'), /^True NoCatalogSourcesFound/);
    },
    after: isInstalled,
  },
  'install-catalogue-unreachable': {
    before: (cluster) => {
      unresolved(
        /^True .*failed to populate resolver cache from source redhat-operators\/openshift-marketplace/,
        'ErrorPreventedResolution',
      ).before(cluster);
      const catalogue = cluster.client.get(names.catalogSources, 'redhat-operators', 'openshift-marketplace');
      assert.equal(getString(catalogue, 'status', 'connectionState', 'lastObservedState'), 'TRANSIENT_FAILURE');
      assert.deepEqual(cluster.client.list(names.packageManifests), []);
    },
    after: isInstalled,
  },
  'install-wrong-catalogue': unresolved(
    /no operators found in package sandboxed-containers-operator in the catalog referenced by subscription/,
  ),
  'install-wrong-channel': unresolved(
    /no operators found in channel candidate of package sandboxed-containers-operator/,
  ),
  'install-starting-csv-missing': unresolved(
    /no operators found with name sandboxed-containers-operator\.v1\.4\.0 in channel stable/,
  ),
  'install-bundle-unpack-fails': {
    before: (cluster) => assert.equal(condition(subscription(cluster), 'BundleUnpackFailed'), ''),
    after: (cluster) =>
      assert.match(
        condition(subscription(cluster), 'BundleUnpackFailed'),
        /Job was active longer than specified deadline$/,
      ),
  },
  'install-csv-left-behind': {
    before: (cluster) => {
      assert.equal(subscription(cluster), undefined);
      isInstalled(cluster);
    },
    after: isInstalled,
  },
  'install-plan-fails': {
    before: ({ client }) => assert.deepEqual(client.list(names.csvs, operator), []),
    after: (cluster) => {
      const [plan] = cluster.client.list(names.installPlans, operator);
      assert.equal(getString(plan, 'status', 'phase'), 'Failed');
      assert.match(
        condition(plan, 'Installed'),
        /^False InstallComponentFailed: error validating existing CRs against new CRD's schema/,
      );
      assert.match(
        condition(subscription(cluster), 'InstallPlanFailed'),
        /^True InstallComponentFailed: error validating/,
      );
    },
  },
  'install-operator-image-missing': {
    before: ({ client }) => assert.deepEqual(client.list(names.pods, operator), []),
    after: (cluster) => {
      assert.match(release(cluster), /^Failed \| InstallCheckFailed \| install timeout$/);
      const [pod] = cluster.client.list(names.pods, operator);
      assert.equal(
        getString(getList(pod, 'status', 'containerStatuses')[0], 'state', 'waiting', 'reason'),
        'ImagePullBackOff',
      );
    },
  },
  'install-cluster-too-old': {
    before: ({ client }) => assert.deepEqual(client.list(names.csvs, operator), []),
    after: (cluster) => {
      assert.match(release(cluster), /^Pending \| RequirementsNotMet/);
      const [first] = getList(cluster.client.get(names.csvs, csv, operator), 'status', 'requirementStatus');
      assert.equal(getString(first, 'status'), 'PresentNotSatisfied');
      assert.equal(
        getString(first, 'message'),
        'CSV version requirement not met: minKubeVersion (1.36.0) > server version (1.34.1)',
      );
    },
  },
  'install-webhook-slow': {
    before: ({ client }) => assert.equal(client.has(names.kataConfigs), false),
    after: ({ client }) =>
      assert.equal(getString(getList(client.list(names.kataConfigs)[0], 'status', 'conditions')[0], 'status'), 'False'),
  },
  'install-webhook-silent': {
    before: isInstalled,
    after: ({ client }) => {
      const made = client.create(names.kataConfigs, {
        apiVersion: 'kataconfiguration.openshift.io/v1',
        kind: 'KataConfig',
        metadata: { name: 'a' },
        spec: {},
      });
      assert.ok(!made.ok);
      assert.equal(made.error.code, 500);
      assert.match(
        made.error.message,
        /failed calling webhook "vkataconfig\.kb\.io": failed to call webhook: Post ".*\?timeout=10s": context deadline exceeded$/,
      );
    },
  },
  'install-namespace-terminating': {
    before: ({ client }) => {
      const namespace = client.get(names.namespaces, operator);
      assert.equal(getString(namespace, 'status', 'phase'), 'Terminating');
      assert.match(
        condition(namespace, 'NamespaceContentRemaining'),
        /^True SomeResourcesRemain: .*peerpods\.confidentialcontainers\.org\. has 1 resource instances$/,
      );
      assert.match(
        condition(namespace, 'NamespaceFinalizersRemaining'),
        /^True SomeFinalizersRemain: .*peer\.pod\/finalizer in 1 resource instances$/,
      );
    },
    after: isInstalled,
  },
  'install-crd-terminating': {
    before: ({ client }) => {
      assert.match(condition(client.list(names.crds)[0], 'Terminating'), /^True InstanceDeletionInProgress/);
      assert.equal(client.list(names.kataConfigs).length, 1);
    },
    after: ({ client }) => assert.equal(client.has(names.kataConfigs), false),
  },
  'install-may-not-subscribe': {
    before: ({ client }) => assert.equal(client.get(names.namespaces, operator), undefined),
    after: () => undefined,
  },
  'install-may-not-create-kataconfig': {
    before: ({ client }) => assert.equal(client.get(names.namespaces, operator), undefined),
    after: () => undefined,
  },
  'install-pool-paused': {
    before: ({ client }) => {
      assert.match(
        condition(client.get(names.machineConfigPools, 'master'), 'Updating'),
        /^False : Pool is paused; will not update to/,
      );
      assert.equal(getValue(client.list(names.kataConfigs)[0], 'status', 'waitingForMcoToStart'), true);
    },
    after: ({ client }) =>
      assert.equal(getNumber(client.list(names.kataConfigs)[0], 'status', 'kataNodes', 'readyNodeCount'), 3),
  },
  'install-rule-ignored': {
    before: ({ client }) => {
      assert.ok(client.list(names.nodes).every((node) => node.metadata.labels?.[eligibleLabel] === undefined));
      assert.equal(client.list(names.nodeFeatures['nfd.k8s-sigs.io']).length, 2);
      assert.equal(getValue(client.list(names.kataConfigs)[0], 'status', 'conditions'), undefined);
    },
    after: ({ client }) =>
      assert.equal(getNumber(client.list(names.kataConfigs)[0], 'status', 'kataNodes', 'readyNodeCount'), 2),
  },
  'install-node-degraded': {
    before: ({ client }) => {
      assert.match(condition(client.get(names.machineConfigPools, 'worker'), 'Degraded'), /^True .*worker-1/);
      assert.deepEqual(client.list(names.kataConfigs), []);
    },
    after: ({ client }) =>
      assert.equal(getNumber(client.list(names.kataConfigs)[0], 'status', 'kataNodes', 'readyNodeCount'), 2),
  },
  'install-drain-blocked': {
    before: ({ client }) => {
      const [budget] = client.list(names.podDisruptionBudgets);
      assert.equal(getNumber(budget, 'status', 'disruptionsAllowed'), 0);
      assert.equal(getNumber(budget, 'status', 'expectedPods'), 2);
    },
    after: ({ client }) => {
      assert.equal(getNumber(client.list(names.kataConfigs)[0], 'status', 'kataNodes', 'readyNodeCount'), 2);
      assert.ok(client.list(names.events).some((event) => event['reason'] === 'DrainThresholdExceeded'));
    },
  },
  ...olmV1Expectations,
  'update-waits': {
    before: (cluster) => {
      assert.equal(getString(subscription(cluster), 'status', 'installedCSV'), csvNamed('1.11.0'));
      assert.equal(getString(subscription(cluster), 'status', 'currentCSV'), csv);
      assert.equal(getString(subscription(cluster), 'status', 'state'), 'UpgradePending');
      const waiting = cluster.client
        .list(names.installPlans, operator)
        .filter((plan) => getString(plan, 'status', 'phase') === 'RequiresApproval');
      assert.deepEqual(
        waiting.map((plan) => getValue(plan, 'spec', 'clusterServiceVersionNames')),
        [[csv]],
      );
    },
    after: isUpdated,
  },
  'update-appears': {
    before: (cluster) => {
      assert.match(release(cluster, csvNamed('1.11.0')), /^Succeeded/);
      const shown = cluster.client.get(names.packageManifests, subscriptionName, 'openshift-marketplace');
      assert.equal(getString(getList(shown, 'status', 'channels')[0], 'currentCSV'), csvNamed('1.11.0'));
    },
    after: isUpdated,
  },
  'update-skips': {
    before: (cluster) =>
      assert.equal(getString(subscription(cluster), 'status', 'currentCSV'), csvNamed('1.13.1'), 'skips 1.12'),
    after: (cluster) => {
      assert.match(release(cluster, csvNamed('1.13.1')), /^Succeeded/);
      assert.equal(release(cluster, csvNamed('1.12.0')), ' |  | ', 'never installed');
    },
  },
  'uninstall-operator-gone': {
    before: ({ client, pass }) => {
      pass(600_000);
      const [kataConfig] = client.list(names.kataConfigs);
      assert.deepEqual(kataConfig?.metadata.finalizers, ['kataconfiguration.openshift.io/finalizer']);
      assert.notEqual(kataConfig.metadata.deletionTimestamp, undefined);
      assert.deepEqual(client.list(names.deployments, operator), []);
    },
    after: ({ client }) => assert.deepEqual(client.list(names.kataConfigs), []),
  },
  'runtimeclass-finalizer': {
    before: ({ client }) => assert.ok(client.get(names.runtimeClasses, 'kata')?.metadata.deletionTimestamp),
    after: ({ client }) => assert.equal(client.get(names.runtimeClasses, 'kata'), undefined),
  },
  'uninstall-pool-paused': {
    before: ({ client, pass }) => {
      pass(3_600_000);
      const [kataConfig] = client.list(names.kataConfigs);
      assert.match(condition(kataConfig, 'InProgress'), /^True Uninstalling/);
      assert.match(
        condition(client.get(names.machineConfigPools, 'worker'), 'Updating'),
        /^False : Pool is paused; will not update to/,
      );
      assert.notEqual(client.get(names.machineConfigPools, 'kata-oc'), undefined);
    },
    after: ({ client }) => assert.equal(client.get(names.machineConfigPools, 'kata-oc'), undefined),
  },
  'uninstall-leftovers': { before: isLeftOver, after: isLeftOver },
};

function isUpdated(cluster: TestCluster): void {
  isInstalled(cluster);
  cluster.pass(120_000);
  assert.equal(cluster.client.get(names.csvs, csvNamed('1.11.0'), operator), undefined);
  assert.equal(getString(subscription(cluster), 'status', 'installedCSV'), csv);
  assert.equal(getString(subscription(cluster), 'status', 'state'), 'AtLatestKnown');
  const ready = getNumber(cluster.client.list(names.kataConfigs)[0], 'status', 'kataNodes', 'readyNodeCount');
  assert.equal(ready, 2, 'kata stays');
}

function isLeftOver({ client }: TestCluster): void {
  assert.deepEqual(client.list(names.kataConfigs), []);
  assert.notEqual(client.get(names.machineConfigPools, 'kata-oc'), undefined);
  assert.notEqual(client.get(names.machineConfigs, '50-enable-sandboxed-containers-extension'), undefined);
  const labelled = client
    .list(names.nodes)
    .filter((node) => node.metadata.labels?.['node-role.kubernetes.io/kata-oc'] !== undefined);
  assert.equal(labelled.length, 2);
}

test('every faulty scenario has expectations', () => {
  assert.deepEqual(Object.keys(expectations).toSorted(), faultyScenarios.map(({ name }) => name).toSorted());
});

for (const [name, { before, after }] of Object.entries(expectations)) {
  test(`scenario ${name} shows its fault and then its outcome`, () => {
    const cluster = stage({ name });
    before(cluster);
    cluster.play(...scenario(name).steps);
    after(cluster);
  });
}
