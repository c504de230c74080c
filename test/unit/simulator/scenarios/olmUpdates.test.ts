/** Tests the versions to which the simulated OLM updates the operator, and the images of these versions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operatorNamespace } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { formatCsvName, packageName } from '#simulator/controllers/olm/bundle.ts';
import { findUpdate } from '#simulator/controllers/olm/resolution.ts';
import {
  createKataConfig,
  createNamespace,
  createOperatorGroup,
  untilDone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { subscribeWith, theCsv, untilSubscription } from '#simulator/scenarios/faults/faultSteps.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import { getList, getString, getValue } from '#simulator/store/kubeObject.ts';
import { stage, type TestCluster } from '#test/support/cluster/controllersStage.ts';

const approve = { approve: { resource: names.installPlans, namespace: operatorNamespace } };
const succeeded = (version: string) => ({
  until: { ...theCsv, name: formatCsvName(version), path: 'status.phase', is: 'Succeeded' },
});

/** Creates a cluster with a release installed, whose update is waiting for approval. */
function withRelease(version: string, openShift: string): TestCluster {
  return stage({
    name: 'operator-missing',
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', openShift }, now),
    prelude: [
      createNamespace,
      createOperatorGroup,
      subscribeWith({ installPlanApproval: 'Manual', startingCSV: formatCsvName(version) }),
      untilSubscription('InstallPlanPending', 'RequiresApproval'),
      approve,
      succeeded(version),
      untilSubscription('InstallPlanPending', 'RequiresApproval'),
    ],
  });
}

const csvNames = ({ client }: TestCluster): readonly string[] =>
  client.list(names.csvs, operatorNamespace).map(({ metadata }) => metadata.name);

const plannedCsvs = ({ client }: TestCluster): readonly unknown[] =>
  client
    .list(names.installPlans, operatorNamespace)
    .filter((plan) => getString(plan, 'status', 'phase') === 'RequiresApproval')
    .flatMap((plan) => getList(plan, 'spec', 'clusterServiceVersionNames'));

describe('update by the simulated OLM', () => {
  for (const [openShift, newest] of [
    ['4.21.9', '1.12.0'],
    ['4.22.1', '1.13.1'],
  ] as const)
    test(`leads from 1.10.3 directly to ${newest} on OpenShift ${openShift}`, () => {
      const cluster = withRelease('1.10.3', openShift);
      assert.deepEqual(plannedCsvs(cluster), [formatCsvName(newest)]);
      cluster.play(approve, succeeded(newest), { wait: 120_000 });
      assert.deepEqual(csvNames(cluster), [formatCsvName(newest)]);
      const csv = cluster.client.get(names.csvs, formatCsvName(newest), operatorNamespace);
      assert.equal(getString(csv, 'spec', 'replaces'), formatCsvName('1.10.3'), 'the installed CSV');
      assert.equal(csv?.metadata.annotations?.['olm.skipRange'], `>=1.1.0 <${newest}`);
      const subscription = cluster.client.get(names.subscriptions, packageName, operatorNamespace);
      assert.equal(getString(subscription, 'status', 'state'), 'AtLatestKnown');
    });

  test('installs the images of the release', () => {
    const cluster = withRelease('1.13.0', '4.22.1');
    assert.deepEqual(plannedCsvs(cluster), [formatCsvName('1.13.1')]);
    cluster.play(approve, succeeded('1.13.1'), { wait: 120_000 }, createKataConfig(), untilDone);
    const manager = cluster.client.get(names.deployments, 'controller-manager', operatorNamespace);
    const monitor = cluster.client.get(names.daemonSets, 'openshift-sandboxed-containers-monitor', operatorNamespace);
    for (const object of [manager, monitor]) {
      const [container] = getList(object, 'spec', 'template', 'spec', 'containers');
      assert.match(getString(container, 'image') ?? '', /:1\.13\.1$/);
    }
    const csv = cluster.client.get(names.csvs, formatCsvName('1.13.1'), operatorNamespace);
    assert.match(csv?.metadata.annotations?.['operators.openshift.io/must-gather-image'] ?? '', /:1\.13\.1$/);
  });
});

test('a PackageManifest of the simulator has all versions of the channel and the range of the newest one', () => {
  const { client } = withRelease('1.11.0', '4.22.1');
  const [channel] = getList(
    client.get(names.packageManifests, packageName, 'openshift-marketplace'),
    'status',
    'channels',
  );
  assert.deepEqual(
    getList(channel, 'entries').map((entry) => getString(entry, 'version')),
    ['1.13.1', '1.13.0', '1.12.0', '1.11.0', '1.10.3'],
  );
  assert.equal(getValue(channel, 'currentCSVDesc', 'annotations', 'olm.skipRange'), '>=1.1.0 <1.13.1');
});

test('the newest bundle whose range contains the installed version updates it', () => {
  const available = ['1.13.1', '1.13.0', '1.12.0'];
  const updateOf = (version: string | undefined, csv = formatCsvName(version ?? '')): string | undefined =>
    findUpdate(available, csv, version);
  assert.equal(updateOf('1.12.0'), '1.13.1');
  assert.equal(updateOf('1.12.1'), '1.13.1', 'versions that are not in the channel are skipped, too');
  assert.equal(updateOf('1.13.1'), undefined);
  assert.equal(updateOf('1.14.0'), undefined);
  assert.equal(updateOf('1.0.2'), undefined, 'older than the range');
  assert.equal(updateOf(undefined, formatCsvName('1.13.0')), '1.13.1', 'a bundle replaces its predecessor');
});
