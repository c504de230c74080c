import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchedKindIds, watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { requiredKindIds } from '#core/cluster/optionalKinds.ts';
import { selectorProblem, matchesSelector, formatSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import { listSelectedNodes, getNodeExclusion } from '#core/status/nodes/nodeSelection.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { updateSnapshot, emptySnapshot } from '#core/cluster/snapshot.ts';
import { condition, kataConfig, pools, snapshotOf, worker } from '#test/support/cluster/clusterObjects.ts';
import { isCutValue } from '#core/cluster/objects/clusterObject.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';

const metadata = { name: 'peer-pods-cm', uid: 'u' };
const nonsense: readonly unknown[] = [
  undefined,
  null,
  1,
  'x',
  [],
  {},
  { metadata: null },
  { metadata: { name: 1, uid: 2 } },
];
const odd: readonly unknown[] = [
  { metadata, spec: null, status: null, data: null },
  {
    metadata: { ...metadata, labels: [], annotations: 'x', ownerReferences: {}, finalizers: 7 },
    spec: [],
    status: [],
    data: [],
  },
  {
    metadata,
    spec: {
      kataConfigPoolSelector: { matchLabels: [], matchExpressions: [null, 1, {}] },
      taints: [null],
      replicas: '3',
    },
    status: { conditions: [null, {}, 'x'], kataNodes: 'x', history: [null] },
  },
  JSON.parse(
    '{"metadata":{"name":"peer-pods-cm","uid":"u","labels":{"__proto__":"x"},"annotations":{"__proto__":"y"}},"data":{"__proto__":"z"}}',
  ),
];

for (const id of watchedKindIds) {
  test(`${id} reader tolerates malformed objects`, () => {
    for (const raw of nonsense) assert.equal(watchedKinds[id].read(raw), undefined);
    for (const raw of odd) {
      const read: unknown = watchedKinds[id].read(raw);
      assert.ok(read === undefined || typeof read === 'object');
    }
    assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
  });
}

test('live kinds are all read from a simulated cluster with peer pods', () => {
  const { cluster, snapshot } = liveStage({ name: 'peer-pods' });
  cluster.play(
    {
      resource: { group: 'kataconfiguration.openshift.io', plural: 'kataconfigs' },
      create: {
        apiVersion: 'kataconfiguration.openshift.io/v1',
        kind: 'KataConfig',
        metadata: { name: 'k' },
        spec: { checkNodeEligibility: false, enablePeerPods: true },
      },
    },
    { wait: 20 * 60_000 },
  );
  const found = snapshot();
  for (const id of requiredKindIds) if (id !== 'peerPods') assert.ok(found[id].items.size > 0, id);
  const [version] = found.clusterVersions.items.values();
  assert.equal(version?.version, '4.21.9');
  const [runtimeClass] = found.runtimeClasses.items.values();
  assert.deepEqual(
    [runtimeClass?.name, runtimeClass?.handler, runtimeClass?.overhead],
    ['kata', 'kata', { cpu: '250m', memory: '350Mi' }],
  );
  assert.equal([...found.secrets.items.values()].length, 1);
});

const selector = (
  matchLabels: LabelSelector['matchLabels'],
  ...matchExpressions: LabelSelector['matchExpressions']
): LabelSelector => ({
  matchLabels,
  matchExpressions,
});
const expression = (key: string, operator: string, ...values: string[]): LabelSelector =>
  selector({}, { key, operator, values });

test('label selectors support all operators and report invalid expressions', () => {
  const labels = { zone: 'a', kata: '' };
  const cases: readonly (readonly [LabelSelector, boolean | undefined])[] = [
    [selector({ zone: 'a' }), true],
    [selector({ zone: 'b' }), false],
    [selector({ toString: 'x' }), false],
    [expression('zone', 'In', 'a', 'b'), true],
    [expression('zone', 'In', 'b'), false],
    [expression('other', 'In', 'a'), false],
    [expression('zone', 'NotIn', 'a'), false],
    [expression('other', 'NotIn', 'a'), true],
    [expression('kata', 'Exists'), true],
    [expression('constructor', 'Exists'), false],
    [expression('other', 'DoesNotExist'), true],
    [expression('kata', 'DoesNotExist'), false],
    [expression('zone', 'In'), undefined],
    [expression('zone', 'Exists', 'a'), undefined],
    [expression('zone', 'Gt', '1'), undefined],
    [expression('', 'Exists'), undefined],
  ];
  for (const [one, expected] of cases) {
    assert.equal(matchesSelector(one, labels), expected, formatSelector(one));
    assert.equal(selectorProblem(one) === undefined, expected !== undefined);
  }
});

test('KataConfig selects nodes by label selector and eligibility', () => {
  const eligible = { 'feature.node.kubernetes.io/runtime.kata': 'true' };
  const nodes = [
    worker('plain', { labels: {} }),
    worker('able', { labels: eligible }),
    worker('chosen', { labels: { kata: 'yes' } }),
  ];
  const meant = (spec: Parameters<typeof kataConfig>[3]): readonly string[] => {
    const snapshot = snapshotOf({
      kataConfigs: [kataConfig(undefined, {}, {}, spec)],
      nodes,
      machineConfigPools: pools,
    });
    const { kataConfig: found } = indexSnapshot(snapshot);
    assert.ok(found);
    return listSelectedNodes(found, snapshot).map(({ name }) => name);
  };
  assert.deepEqual(meant({}), ['plain', 'able', 'chosen']);
  assert.deepEqual(meant({ kataConfigPoolSelector: { matchLabels: { kata: 'yes' } } }), ['chosen']);
  assert.deepEqual(meant({ checkNodeEligibility: true }), ['able']);
  assert.deepEqual(
    meant({ checkNodeEligibility: true, enablePeerPods: true }),
    ['able'],
    'the operator asks for the label with peer pods, too',
  );
  assert.deepEqual(
    meant({ kataConfigPoolSelector: { matchExpressions: [{ key: 'kata', operator: 'In', values: [] }] } }),
    [],
  );
});

test('KataConfig selector is ignored on a compact cluster', () => {
  const [found] = snapshotOf({
    kataConfigs: [kataConfig(undefined, {}, {}, { kataConfigPoolSelector: { matchLabels: { kata: 'yes' } } })],
  }).kataConfigs.items.values();
  assert.ok(found);
  assert.equal(getNodeExclusion(found, { labels: { 'node-role.kubernetes.io/master': '' } }, true), undefined);
});

test('status bar text shows progress and node states', () => {
  const words = (...args: Parameters<typeof kataConfig>): string =>
    getKataStatus(snapshotOf({ kataConfigs: [kataConfig(...args)], machineConfigPools: pools })).words;
  const installing = condition('True', 'Installing', '');
  assert.equal(
    words(installing, { installed: ['a', 'b', 'c'], installing: ['worker-1'], waitingToInstall: ['d'], nodeCount: 5 }),
    'Kata 3/5, worker-1 installing',
  );
  assert.equal(
    words(installing, { installed: ['a'], installing: ['b', 'c', 'd'], nodeCount: 9 }),
    'Kata 1/9, b and 2 more installing',
  );
  assert.equal(
    words(
      condition('True', 'Uninstalling', ''),
      { uninstalling: ['b'] },
      {},
      {},
      { deletionTimestamp: '2026-11-01T11:00:00Z' },
    ),
    'Kata uninstalled from 0 of 1 nodes, b uninstalling',
  );
  assert.equal(getKataStatus(snapshotOf({})).words, 'Not installed (no KataConfig)');
  assert.equal(getKataStatus(emptySnapshot).words, 'Kata: status unknown');
  assert.equal(
    getKataStatus(updateSnapshot(emptySnapshot, 'kataConfigs', { kind: 'state', state: { kind: 'absent' } })).phase,
    'none',
  );
});

test('nodes and pools are derived only once per snapshot state', () => {
  const nodes = Array.from({ length: 5000 }, (_, index) => worker(`worker-${index}`));
  const snapshot = snapshotOf({ nodes, machineConfigPools: pools });
  assert.equal(indexSnapshot(snapshot), indexSnapshot({ ...snapshot }));
  assert.notEqual(
    indexSnapshot(snapshot),
    indexSnapshot(updateSnapshot(snapshot, 'machineConfigPools', { kind: 'items', changes: [], asOf: 1 })),
  );
});

test('live kinds truncate long texts and drop invalid names', () => {
  const long = 'x'.repeat(1_000_000);
  const metadata = {
    name: 'a',
    uid: 'u',
    resourceVersion: '1',
    annotations: { 'machineconfiguration.openshift.io/reason': long },
    finalizers: [long],
    labels: { a: long, [long]: 'a' },
  };
  const conditions = Array.from({ length: 1000 }, () => ({
    type: 'InProgress',
    status: long,
    reason: long,
    message: long,
  }));
  const status = {
    conditions,
    kataNodes: { installed: ['a', long] },
    nodeInfo: { bootID: long },
    message: long,
    requirementStatus: [{ status: long, message: long }],
    phase: long,
    state: long,
    installedCSV: long,
    currentCSV: long,
    installPlanRef: { name: long },
    desired: { version: long },
    history: [{ state: 'Completed', version: long }],
    namespaces: [long],
  };
  const template = { spec: { nodeSelector: { a: long, [long]: 'a' }, containers: [{ image: long }] } };
  const spec = {
    name: long,
    channel: long,
    source: long,
    sourceNamespace: long,
    installPlanApproval: long,
    startingCSV: long,
    approval: long,
    clusterServiceVersionNames: [long],
    cloudProvider: long,
    instanceID: long,
    logLevel: long,
    targetNamespaces: [long],
    maxUnavailable: long,
    configuration: { name: long, source: [{ name: long }] },
    template,
  };
  const catalog = { packageName: 'sandboxed-containers-operator', version: long };
  const rest = {
    handler: long,
    overhead: { podFixed: { cpu: long, [long]: '1' } },
    scheduling: { nodeSelector: { a: long } },
  };
  const data = { AWS_REGION: long, [long]: 'a' };
  const owned = { ...metadata, ownerReferences: [{ kind: 'Pod', name: long }] };
  for (const id of watchedKindIds) {
    const name =
      { configMaps: 'peer-pods-cm', secrets: 'peer-pods-secret', machineConfigs: '50-kata-remote' }[id as string] ??
      'a';
    const own = id === 'clusterExtensions' ? { ...spec, source: { catalog } } : spec;
    const kept = watchedKinds[id].read({ metadata: { ...owned, name }, spec: own, status, data, ...rest });
    assert.ok(kept !== undefined && JSON.stringify(kept).length < 200_000, id);
  }
  const kept = watchedKinds.configMaps.read({ metadata: { ...metadata, name: 'peer-pods-cm' }, data });
  assert.deepEqual(
    [Object.keys(kept?.data ?? {}), kept?.data['AWS_REGION']?.length, isCutValue(kept?.data['AWS_REGION'] ?? '')],
    [['AWS_REGION'], 20_000, true],
  );
  assert.deepEqual(watchedKinds.kataConfigs.read({ metadata, status })?.lists.installed, ['a']);
  assert.deepEqual(
    [
      watchedKinds.kataConfigs.read({ metadata, status })?.inProgress?.reason.length,
      watchedKinds.nodes.read({ metadata, status })?.mcoReason?.length,
    ],
    [200, 1000],
  );
  assert.equal(watchedKinds.nodes.read({ metadata: { ...metadata, name: long } }), undefined);
});
