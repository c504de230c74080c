/** Creates the health of a cluster with a Kata phase and a connection state, for tests of the UI that shows it. */
import { healthOf, type ClusterHealth, type HealthFinding } from '#core/status/health/clusterHealth.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { Deployment } from '#core/cluster/watchedKinds/deployment.ts';
import type { KataConfig, NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { KataPhase } from '#core/status/kataConfig/kataStatus.ts';
import { noWatchedItems, type SyncState } from '#core/cluster/syncState.ts';

export interface HealthOptions {
  readonly phase?: KataPhase;
  /** State of all kinds. */
  readonly state?: SyncState;
  /** Time when the cluster last confirmed the state, in milliseconds since 1970, or `never`. */
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

/** Creates a snapshot of a cluster with only the operator's Deployment and, in most phases, a KataConfig. */
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
    // DaemonSets aren't followed, so the monitor isn't reported as missing.
    daemonSets: noWatchedItems,
    kataConfigs: { ...held, items: new Map(items.map((item) => [item.uid, item])) },
    deployments: { ...held, items: new Map([[deployment.uid, deployment]]) },
  };
}

export function healthWith(options: HealthOptions = {}): ClusterHealth {
  return healthOf(snapshotWith(options), options.findings);
}
