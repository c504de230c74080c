/**
 * A cluster whose objects, watches, and time change, for tests of what stays valid after a change. Changes are random,
 * but the same for the same seed.
 */
import assert from 'node:assert/strict';
import { emptyHistory, recordTransitions, type ClusterHistory } from '#core/cluster/history.ts';
import type { FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import {
  updateSnapshot,
  snapshotParts,
  type PartItem,
  type Snapshot,
  type SnapshotPart,
} from '#core/cluster/snapshot.ts';
import type { SyncState, WatchChange } from '#core/cluster/syncState.ts';
import { watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { nodeLists } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { installerName } from '#core/product/namespaces.ts';
import { daemonSetInstallLabel } from '#core/product/nodeLabels.ts';
import type { NodePods } from '#core/operations/lookups/nodePods.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { random, type Random } from '../randomInput/random.ts';
import {
  annotation,
  condition,
  kataConfig,
  manager,
  object,
  pool,
  readAt,
  snapshotOf,
  worker,
  type Raw,
} from './clusterObjects.ts';
import { emptyTreeInput } from './treeInput.ts';

export const minute = 60_000;
export const workers: readonly [string, ...string[]] = [
  'worker-0',
  'worker-1',
  'worker-2.a.example.com',
  'worker-2.b.example.com',
  'worker-3',
];
export const kataLabels = { 'node-role.kubernetes.io/kata-oc': '' };
const gpu = { 'node-role.kubernetes.io/gpu': '' };
const configs = ['rendered-worker-1', 'rendered-kata-oc-1', 'rendered-kata-oc-2'] as const;

/** A cluster that changes. */
export class ChangingCluster {
  readonly random: Random;
  snapshot: Snapshot;
  history: ClusterHistory = emptyHistory;
  now = readAt;
  more: Partial<ClusterTreeInput> = {};
  #version = 1;

  /** @param objects replace the objects of these kinds */
  constructor(seed: number, objects: Parameters<typeof snapshotOf>[0] = {}) {
    this.random = random(seed);
    this.snapshot = snapshotOf({
      nodes: [
        object('master-0', {}, { labels: { 'node-role.kubernetes.io/master': '' } }),
        ...workers.map((name) => worker(name, { current: 'rendered-kata-oc-1' })),
      ],
      kataConfigs: [kataConfig(condition('False', '', ''), { installed: workers }, { runtimeClasses: ['kata'] })],
      machineConfigPools: ['master', 'worker', 'kata-oc'].map((name) => pool(name, `rendered-${name}-1`, {}, [])),
      deployments: [manager],
      runtimeClasses: [object('kata', { handler: 'kata' })],
      ...objects,
    });
    for (const part of snapshotParts) this.setState(part, { kind: 'live' });
  }

  /** Replaces an object, as a watch does, or adds it. */
  put(id: WatchedKindId, raw: Raw): void {
    this.#version += 1;
    const [metadata] = [raw['metadata']].map(Object);
    const item = watchedKinds[id].read({ ...raw, metadata: { ...metadata, resourceVersion: String(this.#version) } });
    assert.ok(item !== undefined);
    const change: WatchChange<PartItem<WatchedKindId>> = {
      kind: 'items',
      changes: [{ kind: 'put', item }],
      asOf: this.now,
    };
    this.#apply(id, change);
  }

  /** Changes fields of a node, and nothing else. */
  edit(name: string, fields: (node: ClusterNode) => Partial<ClusterNode>): void {
    const node = [...this.snapshot.nodes.items.values()].find((one) => one.name === name);
    if (node === undefined) return;
    const changes = [{ kind: 'put', item: { ...node, ...fields(node) } }] as const;
    this.#apply('nodes', { kind: 'items', changes, asOf: this.now });
  }

  remove(id: SnapshotPart, name: string): void {
    const item = [...this.snapshot[id].items.values()].find((one) => one.name === name);
    if (item === undefined) return;
    this.#apply(id, { kind: 'items', changes: [{ kind: 'delete', uid: item.uid }], asOf: this.now });
  }

  setState(part: SnapshotPart, state: SyncState): void {
    this.#apply(part, { kind: 'state', state });
  }

  /** Confirms the data, as a bookmark does. */
  confirm(part: SnapshotPart, asOf = this.now): void {
    this.#apply(part, { kind: 'confirmed', asOf });
  }

  setSandboxes(pods: readonly FailedSandbox[]): void {
    const items = new Map(pods.map((pod) => [pod.uid, pod]));
    this.#apply('failedSandboxes', { kind: 'replace', items, asOf: this.now });
  }

  #apply<Part extends SnapshotPart>(part: Part, change: WatchChange<PartItem<Part>>): void {
    const before = this.snapshot;
    this.snapshot = updateSnapshot(before, part, change);
    this.history = recordTransitions(this.history, before, this.snapshot, this.now);
  }

  get seen(): ClusterTreeInput {
    const { snapshot, history, now } = this;
    return { ...emptyTreeInput, snapshot, history, now, ...this.more };
  }
}

export const yes = 'True';
export const isoOf = (at: number): string => new Date(at).toISOString();

function changedNode({ random: { pick, chance, below }, now }: ChangingCluster): Raw {
  const name = pick(workers);
  const config = pick(configs);
  const drain = `drain-${config}`;
  return worker(name, {
    labels: {
      ...(chance(0.7) ? kataLabels : {}),
      ...(chance(0.2) ? { 'feature.node.kubernetes.io/runtime.kata': 'true' } : {}),
      ...(chance(0.2) ? { 'intel.feature.node.kubernetes.io/tdx': 'true' } : {}),
      ...(chance(0.1) ? { 'amd.feature.node.kubernetes.io/snp': 'true' } : {}),
      ...(chance(0.1) ? { 'node-role.kubernetes.io/gpu': '' } : {}),
      ...(chance(0.1) ? { [daemonSetInstallLabel]: pick(['installing', 'installed', 'waiting_for_reboot']) } : {}),
    },
    state: pick(['Done', 'Done', 'Working', 'Working', 'Degraded']),
    current: pick(configs),
    desired: config,
    ready: pick([yes, yes, 'False', 'Unknown']),
    readySince: isoOf(now - below(90) * minute),
    annotations: chance(0.3)
      ? { ...annotation('desiredDrain', drain), ...annotation('lastAppliedDrain', chance(0.3) ? drain : '') }
      : chance(0.3)
        ? annotation('reason', 'disk full')
        : {},
    spec: chance(0.3)
      ? { unschedulable: true, taints: [{ key: 'node.kubernetes.io/unschedulable', timeAdded: isoOf(now - minute) }] }
      : {},
  });
}

function changedKataConfig({ random: { pick, chance, below }, now }: ChangingCluster): Raw {
  const lists: Record<string, string[]> = {};
  for (const name of workers)
    if (chance(0.9)) (lists[pick([...nodeLists, 'installed', 'installing'])] ??= []).push(name);
  const since = { lastTransitionTime: isoOf(now - below(60) * minute) };
  const reason = pick(['', '', 'Installing', 'Updating', 'Uninstalling', 'Failed', 'BlockedByExistingKataPods']);
  return kataConfig(
    { ...condition(reason === '' ? 'False' : yes, reason, chance(0.5) ? 'text' : ''), ...since },
    { ...lists, nodeCount: workers.length },
    { runtimeClasses: chance(0.7) ? ['kata'] : [], waitingForMcoToStart: chance(0.2) },
    {
      checkNodeEligibility: chance(0.3),
      enablePeerPods: chance(0.3),
      ...(chance(0.2) ? { kataConfigPoolSelector: { matchLabels: { zone: 'a' } } } : {}),
    },
    chance(0.2) ? { deletionTimestamp: isoOf(now), finalizers: ['x'] } : {},
  );
}

function changedPool({ random: { pick, chance } }: ChangingCluster): Raw {
  const name = pick(['worker', 'kata-oc', 'kata-oc', 'gpu', 'master']);
  return pool(
    name,
    pick([...configs, 'rendered-worker-2']),
    {
      paused: chance(0.2),
      ...(chance(0.5) ? { maxUnavailable: pick(['1', '2', '50%']) } : {}),
    },
    [
      { type: 'Updating', status: pick([yes, 'False']) },
      ...(chance(0.2) ? [{ type: pick(['Degraded', 'RenderDegraded']), status: yes, message: 'broken' }] : []),
    ],
  );
}

const pod = (node: string, now: number): FailedSandbox => ({
  uid: 'p',
  name: 'payments',
  namespace: 'shop',
  resourceVersion: '1',
  runtimeClass: 'kata',
  phase: 'Pending',
  node,
  message: 'Could not access KVM kernel module',
  count: 3,
  first: now - minute,
  last: now,
});

const nodePods: NodePods = {
  daemon: { kind: 'value', value: undefined },
  blocking: {
    kind: 'value',
    value: {
      cut: false,
      pods: [
        {
          uid: 'l',
          name: 'ledger-1',
          namespace: 'ledger',
          resourceVersion: '1',
          isTerminating: false,
          budgets: [{ name: 'ledger', currentHealthy: 1, desiredHealthy: 1 }],
        },
      ],
    },
  },
};

const refused = { message: 'refused' };
const states: readonly [SyncState, ...SyncState[]] = [
  { kind: 'live' },
  { kind: 'live' },
  { kind: 'retrying', trouble: refused, since: readAt },
  { kind: 'forbidden', verb: 'list', trouble: refused },
  { kind: 'paused' },
];
const statefulParts: readonly [SnapshotPart, ...SnapshotPart[]] = [
  'nodes',
  'kataConfigs',
  'failedSandboxes',
  'deployments',
];

/** Changes of each input of a state or a row. */
export const clusterChanges: Readonly<Record<string, (world: ChangingCluster) => void>> = {
  'a node': (world) => world.put('nodes', changedNode(world)),
  'another node': (world) => world.put('nodes', changedNode(world)),
  'the desired configuration of a node': (world) =>
    world.edit(world.random.pick(workers), () => ({ desiredConfig: world.random.pick(configs) })),
  'the labels of a node': (world) =>
    world.edit(world.random.pick(workers), ({ labels }) => ({ labels: { ...labels, ...gpu } })),
  'a deleted node': (world) => world.remove('nodes', world.random.pick(workers)),
  'a node that is created again': (world) => {
    const name = world.random.pick(workers);
    world.remove('nodes', name);
    world.put('nodes', { ...worker(name), metadata: { name, uid: `new ${String(world.now)}`, labels: kataLabels } });
  },
  'the KataConfig': (world) => world.put('kataConfigs', changedKataConfig(world)),
  'a deleted KataConfig': (world) => world.remove('kataConfigs', 'example-kataconfig'),
  'a machine config pool': (world) => world.put('machineConfigPools', changedPool(world)),
  'a deleted pool': (world) => world.remove('machineConfigPools', world.random.pick(['kata-oc', 'gpu', 'worker'])),
  'the Deployment of the operator': (world) =>
    world.put('deployments', { ...manager, status: { availableReplicas: world.random.below(2) } }),
  'the version of the operator': (world) =>
    world.put(
      'clusterServiceVersions',
      object('sandboxed-containers-operator.v1', {
        spec: { version: world.random.pick(['1.12.0', '1.13.0']) },
        status: { phase: 'Succeeded' },
      }),
    ),
  'the DaemonSet that installs Kata': (world) => world.put('daemonSets', object(installerName)),
  'a deleted DaemonSet': (world) => world.remove('daemonSets', installerName),
  'a failed sandbox': (world) => world.setSandboxes([pod(world.random.pick(workers), world.now)]),
  'no failed sandbox': (world) => world.setSandboxes([]),
  'the runtime class': (world) =>
    world.put('runtimeClasses', object('kata', { handler: world.random.pick(['kata', 'other']) })),
  'the features of a node': (world) =>
    world.put(
      'nodeFeatures',
      object(
        'features',
        { spec: { features: { flags: { 'cpu.cpuid': { elements: world.random.chance(0.5) ? { VMX: {} } : {} } } } } },
        { namespace: 'nfd', labels: { 'nfd.node.kubernetes.io/node-name': world.random.pick(workers) } },
      ),
    ),
  'the OpenShift version': (world) =>
    world.put(
      'clusterVersions',
      object('version', { status: { desired: { version: world.random.pick(['4.14.1', '4.21.9']) } } }),
    ),
  'the state of a watch': (world) => world.setState(world.random.pick(statefulParts), world.random.pick(states)),
  'the age of data': (world) => world.confirm(world.random.pick(statefulParts)),
  'the time': (world) => {
    world.now += world.random.pick([1000, minute, 11 * minute, 61 * minute, 26 * 60 * minute]);
  },
  'the time, without a change of the cluster': (world) => {
    world.now += 30_000;
  },
  'the forgotten history': (world) => {
    world.history = emptyHistory;
  },
  'the permissions': (world) => {
    const state = world.random.pick(['granted', 'missing'] as const);
    world.more = { ...world.more, permissions: { states: new Map([['patch nodes', state]]) } };
  },
  'the web console': (world) => {
    world.more = { ...world.more, console: world.random.chance(0.5) };
  },
  'the pods of a node': (world) => {
    world.more = { ...world.more, nodePods: new Map([[world.random.pick(workers), nodePods]]) };
  },
};
