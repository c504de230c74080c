/**
 * Describes what a waiting node is waiting for. Source: openshift/machine-config-operator@00d4bfc3 pkg/controller/node
 * (getAllCandidateMachines: unavailable nodes count toward maxUnavailable, including failed ones), pkg/helpers
 * (`belongs to 2 custom roles`).
 */
import * as l10n from '@vscode/l10n';
import { findListEntry, isDraining } from '#core/cluster/history.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { NodeContext } from './nodeContext.ts';
import type { NodeStatusText } from './activeNode.ts';
import { capacityOf, findPoolBlocker, type Hindrance } from './pools.ts';
import { isKnown, type SnapshotIndex } from '../snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Describes why the update of the node hasn't started. */
export function tellWaiting(context: NodeContext): NodeStatusText {
  const { history, node, enabled } = context;
  const entered = findListEntry(history, node.name);
  const since =
    entered?.what.kind === 'list' &&
    (entered.what.to === 'waitingToInstall' || entered.what.to === 'waitingToUninstall')
      ? entered.at
      : undefined;
  const shared = poolReasonOf(context);
  return {
    next: enabled ? shared.next.install : shared.next.uninstall,
    ...(since === undefined ? {} : { since }),
    ...(notReachable(context) ??
      hindered(context, shared) ??
      ownState(context, shared) ??
      others(context, shared) ??
      shared.notBegun),
  };
}

type Reason = Omit<NodeStatusText, 'since' | 'expected'>;

/** Returns a reason if the node's pool can't be read, doesn't exist, or isn't its only custom pool. */
function notReachable({ snapshot, customPools: custom, pool, poolName }: NodeContext): Reason | undefined {
  if (custom.length > 1) {
    return {
      headline: l10n.t`In ${custom.length} custom pools`,
      health: 'attention',
      stuck: l10n.t`The node's labels match several custom pools: ${formatNames(custom)}. A node can be in only one custom pool, so the Machine Config Operator doesn't update this node.`,
      todo: l10n.t`Remove one pool's label from the node, or use kataConfigPoolSelector to exclude the node from the KataConfig.`,
    };
  }
  if (pool !== undefined) return undefined;
  if (isKnown(snapshot, 'machineConfigPools')) {
    return {
      headline: l10n.t`Waiting for pool ${poolName}`,
      health: 'busy',
      next: l10n.t`The operator creates the pool. Then the Machine Config Operator starts to update nodes.`,
    };
  }
  const absent = snapshot.machineConfigPools.state.kind === 'absent';
  return {
    headline: absent ? l10n.t`No MachineConfigPools in this cluster` : l10n.t`Waiting`,
    health: 'unknown',
    stuck: absent
      ? l10n.t`This cluster has no MachineConfigPools, as is usual with a hosted control plane. Node progress can't be determined.`
      : l10n.t`The node's machine config pool can't be read, so the reason why the node is waiting is unknown.`,
  };
}

/** Returns a reason if the whole pool is blocked. */
function hindered({ poolName, pool, node }: NodeContext, { blocker: found, capacity }: PoolReason): Reason | undefined {
  if (found === undefined || pool === undefined) return undefined;
  if (found.nodes.length > 0 && found.nodes.length < capacity) return undefined;
  const names = found.nodes.filter((name) => name !== node.name);
  return {
    headline: pool.paused
      ? l10n.t`Waiting: pool ${poolName} is paused`
      : names.length > 0
        ? l10n.t`Waiting for ${formatNames(names)} (failed)`
        : l10n.t`Waiting: pool ${poolName} is degraded`,
    health: 'attention',
    stuck: found.what,
    ...(found.todo === undefined ? {} : { todo: found.todo }),
  };
}

/** Returns a reason if the node itself prevents the start of its update. */
function ownState({ node }: NodeContext, { busy }: PoolReason): Reason | undefined {
  if (node.desiredConfig !== node.currentConfig && node.mcoState === 'Done') {
    return {
      headline: l10n.t`About to start`,
      health: 'busy',
      next: l10n.t`The Machine Config Operator drains the node, applies the new machine config, and reboots the node.`,
    };
  }
  if (busy.length > 1 || (busy.length === 1 && busy[0]?.name !== node.name)) return undefined;
  if (node.ready !== 'True') {
    return {
      headline: l10n.t`Not ready`,
      health: 'attention',
      stuck: l10n.t`The node isn't ready, although it isn't being updated. The Machine Config Operator won't start updating it.`,
      todo: l10n.t('To find the cause, run `oc describe node {0}`.', node.name),
    };
  }
  if (!node.cordoned) return undefined;
  return {
    headline: l10n.t`Cordoned`,
    health: 'attention',
    stuck: l10n.t`The node is cordoned, although it isn't being updated. The Machine Config Operator counts it as unavailable and won't start updating it.`,
    todo: l10n.t('Uncordon the node: `oc adm uncordon {0}`.', node.name),
  };
}

/** What all waiting nodes of a pool have in common. */
interface PoolReason {
  /** Unavailable nodes of the pool, and those of them that are being updated. */
  readonly away: readonly ClusterNode[];
  readonly busy: readonly ClusterNode[];
  /** Names of the unavailable nodes of the pool. */
  readonly unavailable: ReadonlySet<string>;
  /** Number of nodes that can be unavailable at once. */
  readonly capacity: number;
  readonly blocker: Hindrance | undefined;
  /** The reason for the available nodes of the pool. */
  readonly reason: Reason | undefined;
  /** The reason if the update of the pool hasn't started yet. */
  readonly notBegun: Reason;
  readonly next: { readonly install: string; readonly uninstall: string };
}

/** Caches the reasons by pool. Otherwise, the time would grow with the square of the number of waiting nodes. */
const poolReasons = new WeakMap<SnapshotIndex, Map<string, PoolReason>>();

function poolReasonOf(context: NodeContext): PoolReason {
  const { index, poolName, pool } = context;
  // This also notes that the state depends on other nodes if the reason is cached.
  const away = index.away.get(poolName) ?? [];
  const reasons = poolReasons.get(index) ?? new Map<string, PoolReason>();
  poolReasons.set(index, reasons);
  const known = reasons.get(poolName);
  if (known !== undefined) return known;
  const capacity = pool === undefined ? 1 : capacityOf(pool, index.members.get(poolName)?.length ?? 0);
  const shared: PoolReason = {
    away,
    busy: away.filter(isBusy),
    unavailable: new Set(away.map(({ name }) => name)),
    capacity,
    blocker: findPoolBlocker(index, poolName),
    reason: reasonOfUnavailable(capacity, away),
    notBegun: notBegun(context),
    next: {
      install: l10n.t`When it's this node's turn, the Machine Config Operator drains and reboots it to install Kata.`,
      uninstall: l10n.t`When it's this node's turn, the Machine Config Operator drains and reboots it to uninstall Kata.`,
    },
  };
  reasons.set(poolName, shared);
  return shared;
}

/** Returns a reason if the maximum number of other nodes is already unavailable. */
function others({ node }: NodeContext, { away, unavailable, capacity, reason }: PoolReason): Reason | undefined {
  if (!unavailable.has(node.name)) return reason;
  return reasonOfUnavailable(
    capacity,
    away.filter((other) => other.name !== node.name),
  );
}

/** Returns a reason if this number of nodes in the pool is the maximum that can be unavailable. */
function reasonOfUnavailable(capacity: number, away: readonly ClusterNode[]): Reason | undefined {
  if (away.length < capacity) return undefined;
  const busy = away.filter(isBusy);
  if (busy.length > 0) {
    const names = busy.map(({ name }) => name);
    return {
      headline: l10n.t`Waiting for ${formatNames(names)}`,
      health: 'busy',
      next: `${stageWords(busy, formatCount(capacity, 'node'))}${getSentenceSeparator()}${l10n.t`After a node is updated, the Machine Config Operator updates the next one.`}`,
    };
  }
  const [first] = away;
  if (first === undefined) return undefined;
  const names = formatNames(away.map(({ name }) => name));
  if (first.ready === 'True') {
    return {
      headline: l10n.t`Waiting for ${names} (cordoned)`,
      health: 'attention',
      stuck: l10n.t`${first.name} is cordoned, although it isn't being updated. It counts as unavailable, so other nodes in its pool are waiting.`,
      todo: l10n.t('Uncordon the node: `oc adm uncordon {0}`.', first.name),
    };
  }
  return {
    headline: l10n.t`Waiting for ${names} (not ready)`,
    health: 'attention',
    stuck: l10n.t`${first.name} isn't ready, although it isn't being updated. It counts as unavailable, so other nodes in its pool are waiting.`,
    todo: l10n.t('To find the cause, run `oc describe node {0}`.', first.name),
  };
}

/** Returns whether the node is being updated. */
function isBusy({ mcoState, currentConfig, desiredConfig }: ClusterNode): boolean {
  return mcoState === 'Working' || currentConfig !== desiredConfig;
}

/**
 * Returns text such as `worker-1 is rebooting. At most 1 node in the pool can be unavailable at a time.`
 * @param capacity number of nodes as text
 */
function stageWords(busy: readonly ClusterNode[], capacity: string): string {
  const [first] = busy;
  if (first === undefined || busy.length > 1)
    return l10n.t`At most ${capacity} in the pool can be unavailable at a time.`;
  if (isDraining(first))
    return l10n.t`${first.name} is being drained. At most ${capacity} in the pool can be unavailable at a time.`;
  return first.ready === 'True'
    ? l10n.t`${first.name} is being updated. At most ${capacity} in the pool can be unavailable at a time.`
    : l10n.t`${first.name} is rebooting. At most ${capacity} in the pool can be unavailable at a time.`;
}

/** Returns the reason if the update of the pool hasn't started yet. */
function notBegun({ index, pool, poolName }: NodeContext): Reason {
  const updating = pool !== undefined && findStatusCondition(pool.conditions, 'Updating')?.status === 'True';
  if (index.kataConfig?.waitingForMco === true || pool?.target === undefined || !updating) {
    return {
      headline: l10n.t`Waiting for the Machine Config Operator`,
      health: 'busy',
      next: l10n.t`The Machine Config Operator creates a machine config for pool ${poolName}, then updates the pool's nodes one after another.`,
    };
  }
  return { headline: l10n.t`Pending`, health: 'busy' };
}
