/**
 * Tests the cluster lookups of operations and checks: with objects as clusters contain them, with nothing, and with
 * malformed responses.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { factIds, lookups, type LookupId, type LookupValue } from '#core/operations/lookupList.ts';
import { requiredPermissions, formatPermission } from '#core/operations/lookups/permissions.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import {
  unreachableCluster,
  forbidden,
  simulatedReader,
  writtenReader,
  type Answers,
} from '#test/support/operations/lookupReaders.ts';
import { createMetadata, readFact, readFactValue } from './readFact.ts';

const marketplace =
  '/apis/packages.operators.coreos.com/v1/namespaces/openshift-marketplace/packagemanifests/sandboxed-containers-operator';
const catalogues = '/apis/operators.coreos.com/v1alpha1/namespaces/openshift-marketplace/catalogsources';

describe('cluster facts', () => {
  test('have values on an empty cluster', async () => {
    for (const id of factIds) assert.equal((await readFact(id, { '/api/v1/pods': [] })).kind, 'value', id);
  });

  test('report a server without pods, which is not an API server', async () => {
    assert.equal((await readFact('kataPods', {})).kind, 'problem');
  });

  test('have values for malformed responses', async () => {
    const odd = [
      null,
      7,
      'x',
      [],
      {},
      { metadata: 7 },
      { metadata: { name: 'x', uid: 'y' }, spec: [], status: 'z', data: [1] },
    ];
    for (const id of factIds) {
      for (const one of odd) {
        const reader = {
          get: () => Promise.resolve({ kind: 'value' as const, value: one }),
          list: () => Promise.resolve({ kind: 'value' as const, value: { items: odd, cut: false } }),
          mayI: () => Promise.resolve({ kind: 'value' as const, value: true }),
          tryCreate: () => Promise.resolve({ kind: 'value' as const, value: {} }),
        };
        assert.equal((await lookups[id].read(reader)).kind, 'value', `${id} of ${JSON.stringify(one)}`);
      }
    }
  });

  test('report a problem with the reason when access is forbidden', async () => {
    const no = { kind: 'problem' as const, problem: forbidden };
    const refuse = () => Promise.resolve(no);
    const reader = { get: refuse, list: refuse, mayI: refuse, tryCreate: refuse };
    for (const id of factIds) assert.deepEqual(await lookups[id].read(reader), no, id);
  });

  test('match a simulated cluster with Kata installed', async () => {
    const { client } = stage({ name: 'two-workers-installed' });
    const reader = simulatedReader(client);
    const of = async <Id extends LookupId>(id: Id): Promise<LookupValue<Id>> => {
      const answer = await lookups[id].read(reader);
      assert.ok(answer.kind === 'value', id);
      return answer.value as LookupValue<Id>;
    };
    const found = (await of('packageManifest')).found;
    assert.equal(found?.catalogue, 'redhat-operators');
    assert.deepEqual(
      found.channels.map(({ name, version }) => [name, version]),
      [['stable', '1.12.0']],
    );
    assert.ok((found.channels[0]?.entries.length ?? 0) >= 1);
    assert.deepEqual(
      (await of('catalogues')).sources.map(({ name, state }) => [name, state]),
      [
        ['certified-operators', 'READY'],
        ['redhat-operators', 'READY'],
      ],
    );
    assert.equal((await of('operatorNamespace')).found?.phase, 'Active');
    assert.deepEqual((await of('kataConfigCrd')).found?.versions, [{ name: 'v1', served: true, storage: true }]);
    assert.deepEqual(await of('webhookEndpoints'), { service: 'controller-manager-service', ready: 1 });
    assert.deepEqual(await of('infrastructure'), {
      name: 'demo-x7k2p',
      platform: 'BareMetal',
      controlPlaneTopology: 'HighlyAvailable',
      infrastructureTopology: 'HighlyAvailable',
    });
    assert.deepEqual(await of('subscriptionsElsewhere'), { found: [] });
    assert.deepEqual(await of('kubeVersion'), { version: 'v1.34.1' });
  });
});

test('access fact has a unique ID per permission and omits permissions without a response', async () => {
  assert.equal(new Set(requiredPermissions.map(({ id }) => id)).size, requiredPermissions.length);
  assert.ok(requiredPermissions.every(({ purposes }) => purposes.length > 0));
  assert.ok(
    requiredPermissions.some(
      (right) => formatPermission(right) === `create subscriptions.operators.coreos.com in ${operatorNamespace}`,
    ),
  );
  assert.ok(
    requiredPermissions.some(
      (right) => formatPermission(right) === 'create serviceaccounts/token in openshift-monitoring',
    ),
  );
  const answer = await lookups.access.read(
    writtenReader({}, ({ verb, resource }) =>
      resource === 'nodes'
        ? { kind: 'problem', problem: unreachableCluster }
        : { kind: 'value', value: !(verb === 'delete' && resource === 'kataconfigs') },
    ),
  );
  assert.ok(answer.kind === 'value');
  assert.equal(answer.value.allowed.get('delete kataconfigs'), false);
  assert.equal(answer.value.allowed.get('create kataconfigs'), true);
  assert.equal(answer.value.allowed.has('list nodes'), false);
});

test('package fact reads channels, entries, and minimum Kubernetes version, and skips empty channels', async () => {
  const status = {
    catalogSource: 'mirror',
    catalogSourceNamespace: 'openshift-marketplace',
    defaultChannel: 'stable',
    channels: [
      {
        name: 'stable',
        currentCSV: 'sandboxed-containers-operator.v1.12.0',
        currentCSVDesc: { version: '1.12.0', minKubeVersion: '1.28.0' },
        entries: [
          { name: 'sandboxed-containers-operator.v1.12.0', version: '1.12.0' },
          { name: 'sandboxed-containers-operator.v1.11.1' },
          7,
        ],
      },
      { name: 'empty' },
    ],
  };
  assert.deepEqual(await readFactValue('packageManifest', { [marketplace]: { status } }), {
    found: {
      catalogue: 'mirror',
      catalogueNamespace: 'openshift-marketplace',
      catalogueName: 'mirror',
      defaultChannel: 'stable',
      channels: [
        {
          name: 'stable',
          currentCsv: 'sandboxed-containers-operator.v1.12.0',
          version: '1.12.0',
          minKubeVersion: '1.28.0',
          entries: [
            { csv: 'sandboxed-containers-operator.v1.12.0', version: '1.12.0' },
            { csv: 'sandboxed-containers-operator.v1.11.1' },
          ],
        },
      ],
    },
  });
});

test('catalogs fact reads connection states, and OperatorHub settings unless they are forbidden', async () => {
  const hub = '/apis/config.openshift.io/v1/operatorhubs/cluster';
  const source = {
    metadata: createMetadata('mirror', 'openshift-marketplace'),
    spec: { image: 'registry.example.com/index:v4.21' },
    status: { connectionState: { lastObservedState: 'TRANSIENT_FAILURE' }, message: 'no such host' },
  };
  const read1 = await readFactValue('catalogues', {
    [catalogues]: [source],
    [hub]: { spec: { disableAllDefaultSources: true, sources: [{ name: 'redhat-operators', disabled: true }] } },
  });
  assert.deepEqual(read1.hub, {
    disableAllDefaultSources: true,
    sources: [{ name: 'redhat-operators', disabled: true }],
  });
  assert.equal(read1.sources[0]?.state, 'TRANSIENT_FAILURE');
  assert.equal(read1.sources[0]?.message, 'no such host');
  assert.equal(
    (await readFactValue('catalogues', { [catalogues]: [source], [hub]: { problem: forbidden } })).hub,
    undefined,
  );
  assert.equal((await readFact('catalogues', { [catalogues]: { problem: forbidden } })).kind, 'problem');
});

test('subscriptions fact lists subscriptions to the package in other namespaces', async () => {
  const one = (name: string, namespace: string, wanted = 'sandboxed-containers-operator'): object => ({
    metadata: createMetadata(name, namespace),
    spec: { name: wanted, channel: 'stable', source: 'x', sourceNamespace: 'y' },
  });
  const { found } = await readFactValue('subscriptionsElsewhere', {
    '/apis/operators.coreos.com/v1alpha1/subscriptions': [
      one('a', 'openshift-operators'),
      one('b', operatorNamespace),
      one('c', 'other', 'nfd'),
    ],
  });
  assert.deepEqual(
    found.map(({ name, namespace }) => `${namespace ?? ''}/${name}`),
    ['openshift-operators/a'],
  );
});

test('webhook fact counts ready endpoints from EndpointSlices or Endpoints', async () => {
  const slices = `/apis/discovery.k8s.io/v1/namespaces/${operatorNamespace}/endpointslices`;
  const old = `/api/v1/namespaces/${operatorNamespace}/endpoints/controller-manager-service`;
  const slice = (service: string, endpoints: readonly object[]): object => ({
    metadata: { labels: { 'kubernetes.io/service-name': service } },
    endpoints,
  });
  const ready = async (answers: Answers): Promise<number> => (await readFactValue('webhookEndpoints', answers)).ready;
  // A missing condition means ready.
  const two = [
    slice('controller-manager-service', [{ conditions: { ready: true } }, {}, { conditions: { ready: false } }]),
    slice('other', [{}]),
  ];
  assert.equal(await ready({ [slices]: two }), 2);
  assert.equal(
    await ready({
      [slices]: [slice('other', [{}])],
      [old]: { subsets: [{ addresses: [{ ip: '10.0.0.1' }] }, { notReadyAddresses: [{}] }] },
    }),
    1,
  );
  assert.equal(await ready({ [slices]: { problem: forbidden }, [old]: { subsets: [] } }), 0);
  assert.deepEqual(await readFactValue('webhookEndpoints', {}), {
    service: 'controller-manager-service',
    ready: 0,
    unheard: true,
  });
  assert.equal(
    (await readFact('webhookEndpoints', { [slices]: { problem: forbidden }, [old]: { problem: forbidden } })).kind,
    'problem',
  );
  assert.equal((await readFact('webhookEndpoints', { [slices]: { problem: forbidden } })).kind, 'problem');
});

test('infrastructure fact reads the region and resource group of each cloud provider', async () => {
  const of = (status: object): Promise<LookupValue<'infrastructure'>> =>
    readFactValue('infrastructure', { '/apis/config.openshift.io/v1/infrastructures/cluster': { status } });
  assert.deepEqual(
    await of({
      platform: 'AWS',
      platformStatus: { type: 'AWS', aws: { region: 'eu-west-1' } },
      controlPlaneTopology: 'External',
    }),
    {
      platform: 'AWS',
      region: 'eu-west-1',
      controlPlaneTopology: 'External',
    },
  );
  assert.deepEqual(
    await of({
      platformStatus: { type: 'Azure', azure: { resourceGroupName: 'rg', networkResourceGroupName: 'net' } },
    }),
    {
      platform: 'Azure',
      resourceGroup: 'rg',
      networkResourceGroup: 'net',
    },
  );
  assert.deepEqual(await of({ platformStatus: { type: 'GCP', gcp: { projectID: 'p', region: 'r' } } }), {
    platform: 'GCP',
    region: 'r',
    project: 'p',
  });
});

test('PodDisruptionBudget fact lists budgets that match pods and allow no disruption', async () => {
  const one = (name: string, status: object, spec: object = { minAvailable: 1 }): object => ({
    metadata: createMetadata(name, 'shop'),
    spec,
    status,
  });
  const { tight, cut } = await readFactValue('disruptionBudgets', {
    '/apis/policy/v1/poddisruptionbudgets': [
      one('tight', { disruptionsAllowed: 0, expectedPods: 1, currentHealthy: 1, desiredHealthy: 1 }),
      one('loose', { disruptionsAllowed: 1, expectedPods: 2, currentHealthy: 2, desiredHealthy: 1 }),
      one('of nobody', { disruptionsAllowed: 0, expectedPods: 0 }),
      one('not counted', {}),
    ],
  });
  assert.deepEqual(
    tight.map(({ name, namespace, expectedPods, minAvailable }) => [namespace, name, expectedPods, minAvailable]),
    [['shop', 'tight', 1, '1']],
  );
  assert.equal(cut, false);
});

test("VM fact lists running VMs that can't be live-migrated", async () => {
  const one = (name: string, status: string, more: object = {}): object => ({
    metadata: createMetadata(name, 'vms'),
    spec: { evictionStrategy: 'LiveMigrate' },
    status: {
      phase: 'Running',
      nodeName: 'worker-0',
      conditions: [{ type: 'LiveMigratable', status, reason: 'DisksNotLiveMigratable' }],
      ...more,
    },
  });
  const { fixed } = await readFactValue('virtualMachines', {
    '/apis/kubevirt.io/v1/virtualmachineinstances': [
      one('fixed', 'False'),
      one('moves', 'True'),
      one('ended', 'False', { phase: 'Succeeded' }),
      { metadata: createMetadata('young', 'vms'), status: {} },
    ],
  });
  assert.deepEqual(
    fixed.map(({ name, node, reason, evictionStrategy }) => [name, node, reason, evictionStrategy]),
    [['fixed', 'worker-0', 'DisksNotLiveMigratable', 'LiveMigrate']],
  );
});

test('ClusterExtension fact lists only extensions for the package', async () => {
  const one = (name: string, packageName: string): object => ({
    metadata: createMetadata(name),
    spec: { namespace: 'osc', source: { sourceType: 'Catalog', catalog: { packageName } } },
    status: { install: { bundle: { name: 'x', version: '1.12.0' } } },
  });
  const { found, featureSet } = await readFactValue('clusterExtension', {
    '/apis/config.openshift.io/v1/featuregates/cluster': {
      metadata: createMetadata('cluster'),
      spec: { featureSet: 'TechPreviewNoUpgrade' },
    },
    '/apis/olm.operatorframework.io/v1/clusterextensions': [
      one('osc', 'sandboxed-containers-operator'),
      one('other', 'nfd'),
    ],
  });
  assert.deepEqual(
    found.map(({ name, installNamespace, installedVersion }) => [name, installNamespace, installedVersion]),
    [['osc', 'osc', '1.12.0']],
  );
  assert.equal(featureSet, 'TechPreviewNoUpgrade');
});

test('peer-pods-secret fact keeps key names and never values', async () => {
  const secret = `/api/v1/namespaces/${operatorNamespace}/secrets/peer-pods-secret`;
  const canary = Buffer.from('canary-of-the-secret').toString('base64');
  const annotation = { 'kubectl.kubernetes.io/last-applied-configuration': canary };
  const read1 = await readFactValue('peerPodsSecretKeys', {
    [secret]: {
      metadata: createMetadata('peer-pods-secret', operatorNamespace, { annotations: annotation }),
      data: { AWS_ACCESS_KEY_ID: canary, AWS_SECRET_ACCESS_KEY: '' },
      stringData: { X: canary },
    },
  });
  assert.deepEqual(read1, { found: { set: ['AWS_ACCESS_KEY_ID'], empty: ['AWS_SECRET_ACCESS_KEY'] } });
  assert.doesNotMatch(JSON.stringify(read1), new RegExp(canary));
});
