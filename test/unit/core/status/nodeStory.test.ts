import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyHistory, type ClusterHistory } from '#core/cluster/history.ts';
import { updateSnapshot } from '#core/cluster/snapshot.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { getNodeStatus, type NodeStatus } from '#core/status/nodes/nodeStatus.ts';
import {
  annotation,
  condition,
  kataConfig,
  manager,
  object,
  pool,
  pools,
  readAt,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';

const minute = 60_000;
const installing = kataConfig(condition('True', 'Installing', ''), {
  waitingToInstall: ['worker-0', 'worker-1'],
  nodeCount: 2,
});
const draining = annotation('desiredDrain', 'drain-2');

function story(
  nodes: readonly Raw[],
  more: Parameters<typeof snapshotOf>[0] = {},
  name = 'worker-0',
  history: ClusterHistory = emptyHistory,
): NodeStatus {
  return getNodeStatus(
    snapshotOf({ kataConfigs: [installing], machineConfigPools: pools, deployments: [manager], nodes, ...more }),
    name,
    readAt,
    history,
  );
}

const working = { state: 'Working', desired: 'rendered-kata-oc-1' };

test('node state names the node that is updated first', () => {
  const found = story([worker('worker-0'), worker('worker-1', working)]);
  assert.equal(found.headline, 'Waiting for worker-1');
  assert.equal(found.health, 'busy');
  assert.equal(found.stuck, undefined);
});

test('node state names no other node if maxUnavailable allows one more', () => {
  const found = story([worker('worker-0'), worker('worker-1', working)], {
    machineConfigPools: [pool('kata-oc', 'rendered-kata-oc-1', { maxUnavailable: 2 })],
  });
  assert.equal(found.headline, 'Pending');
});

test('node state reports a paused pool and how to resume it', () => {
  const found = story([worker('worker-0')], {
    machineConfigPools: [pool('kata-oc', 'rendered-kata-oc-1', { paused: true })],
  });
  assert.equal(found.headline, 'Waiting: pool kata-oc is paused');
  assert.match(found.stuck ?? '', /paused/);
  assert.match(found.todo ?? '', /oc patch mcp kata-oc/);
});

test('node state names the degraded node that blocks the pool, with the reason', () => {
  const found = story([
    worker('worker-0'),
    worker('worker-1', { ...working, state: 'Degraded', annotations: annotation('reason', 'disk is full') }),
  ]);
  assert.equal(found.headline, 'Waiting for worker-1 (failed)');
  assert.match(found.stuck ?? '', /worker-1 is degraded: disk is full\./);
});

test("node state reports a pool whose configuration can't be rendered", () => {
  const conditions = [{ type: 'RenderDegraded', status: 'True', message: 'invalid LogLevel "DEBUG"' }];
  assert.match(
    story([worker('worker-0')], { machineConfigPools: [pool('kata-oc', 'x', {}, conditions)] }).stuck ?? '',
    /invalid LogLevel "DEBUG"/,
  );
});

test('node state names another cordoned node that counts as unavailable', () => {
  const found = story([
    worker('worker-0'),
    worker('worker-1', { current: 'rendered-kata-oc-1', spec: { unschedulable: true } }),
  ]);
  assert.equal(found.headline, 'Waiting for worker-1 (cordoned)');
  assert.match(found.todo ?? '', /oc adm uncordon worker-1/);
});

test("node state names another node that isn't ready", () => {
  const found = story([worker('worker-0'), worker('worker-1', { current: 'rendered-kata-oc-1', ready: 'Unknown' })]);
  assert.equal(found.headline, 'Waiting for worker-1 (not ready)');
  assert.equal(found.health, 'attention');
});

test('node state is Cordoned if the node itself is cordoned', () => {
  assert.equal(story([worker('worker-0', { spec: { unschedulable: true } })]).headline, 'Cordoned');
});

test('node state reports a node in two custom pools', () => {
  const labels = { 'node-role.kubernetes.io/kata-oc': '', 'node-role.kubernetes.io/infra': '' };
  const found = story([worker('worker-0', { labels })], {
    machineConfigPools: [...pools, pool('infra', 'rendered-infra-1')],
  });
  assert.equal(found.headline, 'In 2 custom pools');
  assert.match(found.stuck ?? '', /kata-oc and infra/);
});

test('node state is waiting for the Machine Config Operator, or for a missing pool', () => {
  assert.equal(
    story([worker('worker-0')], { machineConfigPools: [pool('kata-oc', 'rendered-kata-oc-1', {}, [])] }).headline,
    'Waiting for the Machine Config Operator',
  );
  const listed = story([worker('worker-0')], { machineConfigPools: [pool('worker', 'rendered-worker-1')] });
  assert.equal(listed.list, 'waitingToInstall');
});

test('node state shows draining and rebooting', () => {
  assert.equal(story([worker('worker-0', { ...working, annotations: draining })]).headline, 'Draining');
  const rebooting = story([worker('worker-0', { ...working, ready: 'Unknown', readySince: '2026-11-01T11:56:00Z' })]);
  assert.equal(rebooting.headline, 'Rebooting');
  assert.equal(rebooting.since, readAt - 4 * minute);
  assert.equal(rebooting.stuck, undefined);
});

test('node state reports a reboot that takes longer than documented', () => {
  const found = story([worker('worker-0', { ...working, ready: 'Unknown', readySince: '2026-11-01T10:30:00Z' })]);
  assert.match(found.stuck ?? '', /The node has been NotReady for 1 h 30 min\./);
  assert.equal(found.health, 'attention');
});

test('node state reports a slow drain with a PodDisruptionBudget as the usual cause', () => {
  const history: ClusterHistory = {
    transitions: [{ at: readAt - 12 * minute, about: 'node', name: 'worker-0', what: { kind: 'drain', is: 'asked' } }],
    forgotten: 0,
  };
  const found = story([worker('worker-0', { ...working, annotations: draining })], {}, 'worker-0', history);
  assert.match(found.stuck ?? '', /for 12 min\. The usual cause is a PodDisruptionBudget/);
  assert.match(found.todo ?? '', /oc get pdb -A/);
  assert.equal(found.health, 'attention');
});

test('node state dates an unobserved drain by the taint, if any', () => {
  const taints = [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: '2026-11-01T11:30:00Z' }];
  assert.match(
    story([worker('worker-0', { ...working, annotations: draining, spec: { unschedulable: true, taints } })]).stuck ??
      '',
    /for 30 min/,
  );
  assert.equal(story([worker('worker-0', { ...working, annotations: draining })]).stuck, undefined);
});

test('node state shows the failure reason, and the usual cause of a failed drain', () => {
  const failed = (reason: string): NodeStatus =>
    story([worker('worker-0', { ...working, state: 'Degraded', annotations: annotation('reason', reason) })]);
  assert.equal(
    failed('invalid extensions found: [sandboxed-containers]').headline,
    'Failed: invalid extensions found: [sandboxed-containers]',
  );
  assert.doesNotMatch(failed('disk is full').stuck ?? '', /PodDisruptionBudget/);
  assert.match(failed('failed to drain node: worker-0 after 1 hour').stuck ?? '', /PodDisruptionBudget/);
});

test('node state names the operation that failed: the installation of Kata, or a new configuration', () => {
  const failedOn = (current: string): NodeStatus =>
    story([
      worker('worker-0', { ...working, current, state: 'Degraded', annotations: annotation('reason', 'disk is full') }),
    ]);
  assert.match(failedOn('rendered-worker-1').stuck ?? '', /^Kata installation failed on the node: disk is full\.$/);
  assert.match(failedOn('rendered-kata-oc-0').stuck ?? '', /^Configuration update failed on the node: disk is full\.$/);
  const failing = kataConfig(condition('True', 'Failed', 'Node worker-0 Degraded: disk is full'), {
    failedToInstall: ['worker-0'],
    nodeCount: 2,
  });
  const nodes = [worker('worker-0', { ...working, current: 'rendered-kata-oc-0', state: 'Degraded' })];
  const snapshot = snapshotOf({
    kataConfigs: [failing],
    machineConfigPools: pools,
    deployments: [manager],
    nodes,
  });
  const [config = assert.fail('no KataConfig')] = snapshot.kataConfigs.items.values();
  const explained = explainKataConfig(config, snapshot);
  assert.match(explained.meaning, /^Configuration update failed on worker-0: disk is full\./);
});

test("node state explains why Kata isn't installed", () => {
  const plain = { labels: {} };
  const selecting = kataConfig(
    condition('False', '', ''),
    {},
    {},
    { kataConfigPoolSelector: { matchLabels: { kata: 'yes' } } },
  );
  const unselected = story([worker('worker-0', plain)], { kataConfigs: [selecting] });
  assert.equal(unselected.headline, 'Not installed (not selected)');
  assert.match(unselected.next ?? '', /kata=yes/);
  const checking = kataConfig(condition('False', '', ''), {}, {}, { checkNodeEligibility: true });
  assert.equal(
    story([worker('worker-0', plain)], { kataConfigs: [checking] }).headline,
    'Not installed (not eligible)',
  );
  assert.equal(story([worker('worker-0', plain)]).headline, 'Install pending, not labeled yet');
  assert.equal(story([worker('worker-0', plain)], { deployments: [] }).headline, "Operator isn't running");
  assert.equal(
    story([object('master-0', {}, { labels: { 'node-role.kubernetes.io/master': '' } })], {}, 'master-0').headline,
    'Not installed (control plane node)',
  );
});

test('node state distinguishes an ordinary update from an uninstall', () => {
  const updating = kataConfig(
    condition('True', 'Updating', ''),
    { uninstalling: ['worker-0'], nodeCount: 0 },
    {},
    { kataConfigPoolSelector: { matchLabels: { kata: 'yes' } } },
  );
  const found = story([worker('worker-0', { labels: {}, state: 'Working', desired: 'rendered-worker-2' })], {
    kataConfigs: [updating],
  });
  assert.match(found.headline, /unrelated to Kata/);
  assert.ok(found.evidence.some((line) => line.startsWith("Kata wasn't installed on the node.")));
  const leaving = story(
    [worker('worker-0', { labels: {}, state: 'Working', current: 'rendered-kata-oc-1', desired: 'rendered-worker-1' })],
    {
      kataConfigs: [updating],
    },
  );
  assert.doesNotMatch(leaving.headline, /unrelated to Kata/);
});

test('node state shows both states if the KataConfig list and the node differ', () => {
  const found = story([worker('worker-0', { current: 'rendered-kata-oc-1' })]);
  assert.equal(found.headline, 'Installed');
  assert.equal(found.list, 'waitingToInstall');
  assert.ok(
    found.evidence.some(
      (line) => line.includes('The KataConfig status and the node annotations differ') && line.includes('"Installed"'),
    ),
  );
});

test('node state prefers the current KataConfig list over outdated node data', () => {
  const snapshot = snapshotOf({
    kataConfigs: [installing],
    machineConfigPools: pools,
    nodes: [worker('worker-0', { current: 'rendered-kata-oc-1' })],
  });
  const broken = updateSnapshot(snapshot, 'nodes', {
    kind: 'state',
    state: { kind: 'retrying', trouble: { message: 'connection refused' } },
  });
  const later = updateSnapshot(broken, 'kataConfigs', { kind: 'confirmed', asOf: readAt + 5 * minute });
  const found = getNodeStatus(later, 'worker-0', readAt + 5 * minute);
  assert.match(found.headline, /^Pending$/);
  assert.ok(found.evidence.some((line) => line.includes('Last updated: 5 min ago')));
});

test("node state uses only the KataConfig list if nodes can't be read", () => {
  const known = snapshotOf({ kataConfigs: [installing] }, ['kataConfigs']);
  const snapshot = updateSnapshot(known, 'nodes', {
    kind: 'state',
    state: { kind: 'forbidden', verb: 'list nodes', trouble: { message: 'forbidden' } },
  });
  const found = getNodeStatus(snapshot, 'worker-1', readAt);
  assert.equal(found.headline, 'Waiting to install');
  assert.ok(found.evidence.includes("You don't have permission to list nodes."));
  assert.equal(getNodeStatus(snapshot, 'nobody', readAt).headline, 'Unknown');
});

test('node state reports a drain blocked by a PodDisruptionBudget before the node is degraded', () => {
  const { cluster, snapshot, history, now } = liveStage({ name: 'two-workers' });
  const inPayments = { namespace: 'payments' };
  cluster.play(
    {
      resource: { group: '', plural: 'namespaces' },
      create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'payments' } },
    },
    {
      resource: { group: 'apps', plural: 'deployments' },
      create: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'payments', ...inPayments },
        spec: {
          replicas: 2,
          selector: { matchLabels: { app: 'payments' } },
          template: {
            metadata: { labels: { app: 'payments' } },
            spec: { containers: [{ name: 'server', image: 'registry.example.com/payments:1.4' }] },
          },
        },
      },
    },
    {
      resource: { group: 'policy', plural: 'poddisruptionbudgets' },
      create: {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'payments', ...inPayments },
        spec: { minAvailable: 2, selector: { matchLabels: { app: 'payments' } } },
      },
    },
    { wait: 30_000 },
    {
      resource: { group: 'kataconfiguration.openshift.io', plural: 'kataconfigs' },
      create: {
        apiVersion: 'kataconfiguration.openshift.io/v1',
        kind: 'KataConfig',
        metadata: { name: 'example-kataconfig' },
        spec: { checkNodeEligibility: false },
      },
    },
    { wait: 5 * minute },
  );
  const early = getNodeStatus(snapshot(), 'worker-1', now(), history());
  assert.equal(early.headline, 'Draining');
  assert.equal(early.stuck, undefined);
  cluster.play({ wait: 15 * minute });
  const late = getNodeStatus(snapshot(), 'worker-1', now(), history());
  assert.match(late.stuck ?? '', /for 20 min\. The usual cause is a PodDisruptionBudget/);
  assert.equal(getNodeStatus(snapshot(), 'worker-0', now(), history()).headline, 'Waiting for worker-1');
  cluster.play({ wait: 50 * minute });
  assert.match(getNodeStatus(snapshot(), 'worker-1', now(), history()).headline, /^Failed: failed to drain node/);
  assert.equal(getNodeStatus(snapshot(), 'worker-0', now(), history()).headline, 'Waiting for worker-1 (failed)');
});
