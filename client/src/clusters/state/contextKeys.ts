/** The context keys that package.json uses to show commands and to complete walkthrough steps. Doesn't use VS Code. */
import { getConnectionState } from '#core/cluster/connectionState.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { canOfferInstallation } from '#core/operations/permissions/canOfferInstallation.ts';
import { levelToReset } from '#core/status/kataConfig/verboseLogLevel.ts';
import { usesPeerPods, mayHavePeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { findOperatorAbsence } from '#core/status/operator/operatorParts.ts';
import { listPermitted, type ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import type { PermissionReview } from '#core/operations/permissions/reviewPermissions.ts';
import { permissionWord } from './permissionWord.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';

/** The data from which the keys are determined. */
export interface ContextFacts {
  readonly clusters: readonly ContextCluster[];
  /** Number of must-gathers in the tree. */
  readonly mustGathers: number;
}

export interface ContextCluster {
  readonly snapshot: Snapshot;
  readonly isDemo: boolean;
  /** False if a search just found no workloads outside the platform namespaces. */
  readonly mayHaveWorkloads: boolean;
}

/** The keys with boolean values. */
export type ContextKeys = Readonly<Record<ContextKey, boolean>>;

type ContextKey =
  | 'osc.clusterOpen'
  | 'osc.peerPods'
  | 'osc.peerPodsPossible'
  | 'osc.mustGatherOpen'
  | 'osc.workloads'
  | 'osc.loginRequired'
  | 'osc.logLevelChanged'
  | 'osc.kataInstalled'
  | 'osc.ownClusterConnected';

export function contextKeys({ clusters, mustGathers }: ContextFacts): ContextKeys {
  const states = clusters.map(({ snapshot }) => getConnectionState(snapshot).kind);
  return {
    'osc.clusterOpen': clusters.length > 0,
    'osc.peerPods': clusters.some(({ snapshot }) => usesPeerPods(snapshot)),
    'osc.peerPodsPossible': clusters.some(({ snapshot }) => mayHavePeerPods(snapshot)),
    'osc.mustGatherOpen': mustGathers > 0,
    'osc.workloads': clusters.some(({ mayHaveWorkloads }) => mayHaveWorkloads),
    'osc.loginRequired': states.includes('unauthorized'),
    'osc.logLevelChanged': clusters.some(({ snapshot }) => levelToReset(snapshot) !== undefined),
    'osc.kataInstalled': clusters.some(({ snapshot }) => isInstalled(snapshot)),
    'osc.ownClusterConnected': clusters.some(({ isDemo, snapshot }) => !isDemo && isConnected(snapshot)),
  };
}

function isInstalled(snapshot: Snapshot): boolean {
  const { phase, done } = getKataStatus(snapshot);
  return phase === 'installed' && done > 0;
}

function isConnected(snapshot: Snapshot): boolean {
  const { kind } = getConnectionState(snapshot);
  return kind === 'live' || kind === 'forbidden';
}

/**
 * Returns the keys whose values changed.
 * @param before undefined if no keys are set yet
 */
export function changedKeys(
  before: ContextKeys | undefined,
  now: ContextKeys,
): readonly (readonly [key: string, value: boolean])[] {
  return Object.entries(now).filter(
    ([key, value]) =>
      before === undefined || Object.entries(before).every(([name, old]) => name !== key || old !== value),
  );
}

/** Commands that can't work without the operator. */
const operatorActions: ReadonlySet<ClusterAction> = new Set([
  'update',
  'setLogLevel',
  'setNodes',
  'setFeatureGates',
  'configurePeerPods',
  'enterCredentials',
  'setPeerPodsLimit',
  'setInstanceTypes',
]);

/** Returns the commands for a cluster that the user has permission for and that can work in its state. */
function listPossible(snapshot: Snapshot, permissions: PermissionReview | undefined): readonly ClusterAction[] {
  const permitted = listPermitted(snapshot, permissions);
  const absence = findOperatorAbsence(snapshot);
  if (absence === undefined) return permitted;
  // If the CRD still exists, an uninstall deletes it.
  return permitted.filter(
    (action) => !operatorActions.has(action) && (action !== 'uninstall' || absence === 'withCrd'),
  );
}

/**
 * Returns the `contextValue` words that the context menu of a cluster depends on.
 * @param permissions undefined if they aren't known. The menu then contains all commands.
 */
export function menuContextValues(snapshot: Snapshot, permissions?: PermissionReview): readonly string[] {
  const { phase } = getKataStatus(snapshot);
  const isDone = phase === 'installed' || phase === 'updating' || phase === 'uninstalling';
  const isInstallable = !isDone && canOfferInstallation(snapshot, permissions);
  return [
    ...(getConnectionState(snapshot).kind === 'unauthorized' ? ['osc-loggedOut'] : []),
    ...(isInstallable ? ['osc-installable'] : []),
    ...(usesPeerPods(snapshot) ? ['osc-peerPods'] : []),
    ...(mayHavePeerPods(snapshot) ? ['osc-peerPodsPossible'] : []),
    ...listPossible(snapshot, permissions).map(permissionWord),
  ];
}
