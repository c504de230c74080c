/** The health of a cluster with a state of Kata and of its connection, for tests of what shows it. */
import { healthOf, type ClusterHealth, type HealthFinding } from '#core/status/health/clusterHealth.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { Deployment } from '#core/cluster/watchedKinds/deployment.ts';
import type { KataConfig, NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { KataPhase } from '#core/status/kataConfig/kataStatus.ts';
import { noWatchedItems, type SyncState } from '#core/cluster/syncState.ts';

export interface HealthOptions {
  readonly phase?: KataPhase;
  /** Of all kinds. */
  readonly state?: SyncState;
  /** When the cluster last confirmed them, in milliseconds since 1970; `never`: it didn't. */
  readonly asOf?: number | 'never';
  readonly findings?: readonly HealthFinding[];
}

const lists: Readonly<Record<NodeList, readonly string[]>> = {
  waitingToInstall: [],
  installing: [],
  installed: ['worker-0', 'worker-1'],
  failedToInstall: [],
  waitingToUninstall: [],
  uninstalling: [],
  failedToUninstall: [],
};
const installed: KataConfig = {
  uid: 'k',
  name: 'example',
  resourceVersion: '1',
  checkNodeEligibility: false,
  enablePeerPods: false,
  inProgress: { type: 'InProgress', status: 'False', reason: '', message: '' },
  runtimeClasses: ['kata'],
  lists,
  nodeCount: 2,
  readyNodeCount: 2,
  waitingForMco: false,
  finalizers: [],
};
const inProgress = (reason: string): Partial<KataConfig> => ({
  inProgress: { type: 'InProgress', status: 'True', reason, message: '' },
});
const ofPhase: Partial<Readonly<Record<KataPhase, Partial<KataConfig>>>> = {
  installed: {},
  installing: {
    ...inProgress('Installing'),
    runtimeClasses: [],
    lists: { ...lists, installed: ['worker-0'], installing: ['worker-1'] },
  },
  updating: { ...inProgress('Updating'), lists: { ...lists, installed: ['worker-0'], installing: ['worker-1'] } },
  uninstalling: {
    ...inProgress('Uninstalling'),
    deleting: 1,
    lists: { ...lists, installed: ['worker-0'], uninstalling: ['worker-1'] },
  },
  failed: { ...inProgress('Failed'), lists: { ...lists, installed: ['worker-0'], failedToInstall: ['worker-1'] } },
  blocked: { ...inProgress('BlockedByExistingKataPods'), deleting: 1 },
};

/** A cluster on which nothing but a KataConfig is known. */
export function snapshotWith({
  phase = 'installed',
  state = { kind: 'live' },
  asOf = 0,
}: HealthOptions = {}): Snapshot {
  const config = ofPhase[phase];
  const items = config === undefined ? [] : [{ ...installed, ...config }];
  const held = { state, ...(asOf === 'never' ? {} : { asOf }), items: new Map<string, never>() };
  const all = Object.fromEntries(Object.keys(emptySnapshot).map((id) => [id, held])) as unknown as Snapshot;
  const deployment: Deployment = {
    uid: 'd',
    name: 'controller-manager',
    resourceVersion: '1',
    available: 1,
    wanted: 1,
    updated: 1,
    conditions: [],
    images: [],
  };
  return {
    ...all,
    // Not followed: nobody misses the monitor.
    daemonSets: noWatchedItems,
    kataConfigs: { ...held, items: new Map(items.map((item) => [item.uid, item])) },
    deployments: { ...held, items: new Map([[deployment.uid, deployment]]) },
  };
}

export function healthWith(options: HealthOptions = {}): ClusterHealth {
  return healthOf(snapshotWith(options), options.findings);
}
