/**
 * A node whose turn has not come: for what it waits. Source: openshift/machine-config-operator@00d4bfc3
 * pkg/controller/node (getAllCandidateMachines: nodes that are away count against maxUnavailable, those that fail as
 * well), pkg/helpers (`belongs to 2 custom roles`).
 */
import * as l10n from '@vscode/l10n';
import { findListEntry, isDraining } from '#core/cluster/history.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { countWords } from '#core/text/counts.ts';
import { namesWords } from '#core/text/phrases.ts';
import type { NodeContext } from './nodeContext.ts';
import type { NodeStatusText } from './activeNode.ts';
import { capacityOf, findPoolBlocker } from './pools.ts';
import { isKnown } from '../snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Why nothing happens to it. */
export function tellWaiting(context: NodeContext): NodeStatusText {
  const { history, node, enabled } = context;
  const entered = findListEntry(history, node.name);
  const since =
    entered?.what.kind === 'list' &&
    (entered.what.to === 'waitingToInstall' || entered.what.to === 'waitingToUninstall')
      ? entered.at
      : undefined;
  const next = enabled
    ? l10n.t`When its turn comes, its pods move away, and it reboots with kata.`
    : l10n.t`When its turn comes, its pods move away, and it reboots without kata.`;
  return {
    next,
    ...(since === undefined ? {} : { since }),
    ...(notReachable(context) ?? hindered(context) ?? ownState(context) ?? others(context) ?? notBegun(context)),
  };
}

type Reason = Omit<NodeStatusText, 'since' | 'expected'>;

/** The pool cannot be seen, is not there, or is not the only one. */
function notReachable({ snapshot, surroundings, node, pool, poolName }: NodeContext): Reason | undefined {
  const custom = surroundings.customPools.get(node.name) ?? [];
  if (custom.length > 1) {
    return {
      headline: l10n.t`In ${custom.length} pools at once`,
      health: 'attention',
      stuck: l10n.t`The labels of the node put it into the pools ${namesWords(custom)}. A node can be in one custom pool only: the Machine Config Operator does not update it.`,
      todo: l10n.t`Take the label of one pool from the node, or leave the node out of the KataConfig by kataConfigPoolSelector.`,
    };
  }
  if (pool !== undefined) return undefined;
  if (isKnown(snapshot, 'machineConfigPools')) {
    return {
      headline: l10n.t`Waiting for the pool ${poolName}`,
      health: 'busy',
      next: l10n.t`The operator makes the pool; then the Machine Config Operator begins.`,
    };
  }
  const absent = snapshot.machineConfigPools.state.kind === 'absent';
  return {
    headline: absent ? l10n.t`No MachineConfigPools here` : l10n.t`Waiting`,
    health: 'unknown',
    stuck: absent
      ? l10n.t`This cluster has no MachineConfigPools, as clusters with a hosted control plane: what happens to its nodes cannot be told.`
      : l10n.t`Its pool cannot be seen: why it waits cannot be told.`,
  };
}

/** Something keeps the whole pool. */
function hindered({ surroundings, poolName, pool, node }: NodeContext): Reason | undefined {
  const found = findPoolBlocker(surroundings, poolName);
  if (found === undefined || pool === undefined) return undefined;
  if (found.nodes.length > 0 && found.nodes.length < capacityOf(pool, surroundings.members.get(poolName)?.length ?? 0))
    return undefined;
  const names = found.nodes.filter((name) => name !== node.name);
  return {
    headline: pool.paused
      ? l10n.t`Waiting: the pool ${poolName} is paused`
      : names.length > 0
        ? l10n.t`Waiting for ${namesWords(names)}, which failed`
        : l10n.t`Waiting: the pool ${poolName} is degraded`,
    health: 'attention',
    stuck: found.what,
    ...(found.todo === undefined ? {} : { todo: found.todo }),
  };
}

/** It cannot be begun with. */
function ownState({ node, surroundings, poolName }: NodeContext): Reason | undefined {
  if (node.desiredConfig !== node.currentConfig && node.mcoState === 'Done') {
    return {
      headline: l10n.t`About to begin`,
      health: 'busy',
      next: l10n.t`Its pods move away; then its configuration is written, and it reboots.`,
    };
  }
  if ((surroundings.away.get(poolName) ?? []).some((other) => other.name !== node.name && isBusy(other)))
    return undefined;
  if (node.ready !== 'True') {
    return {
      headline: l10n.t`Not ready`,
      health: 'attention',
      stuck: l10n.t`The node is not ready, and nobody ordered that: the Machine Config Operator does not begin with it.`,
      todo: l10n.t`See why: \`oc describe node ${node.name}\`.`,
    };
  }
  if (!node.cordoned) return undefined;
  return {
    headline: l10n.t`Cordoned`,
    health: 'attention',
    stuck: l10n.t`Somebody has cordoned the node: the Machine Config Operator counts it as away, and waits.`,
    todo: l10n.t`Let it take pods again: \`oc adm uncordon ${node.name}\`.`,
  };
}

/** Others are away: as many as may be. */
function others({ surroundings, poolName, pool, node }: NodeContext): Reason | undefined {
  const away = (surroundings.away.get(poolName) ?? []).filter((other) => other.name !== node.name);
  const capacity = pool === undefined ? 1 : capacityOf(pool, surroundings.members.get(poolName)?.length ?? 0);
  if (away.length < capacity) return undefined;
  const busy = away.filter(isBusy);
  if (busy.length > 0) {
    const names = busy.map(({ name }) => name);
    return {
      headline: l10n.t`Waiting for ${namesWords(names)}`,
      health: 'busy',
      next: `${stageWords(busy, countWords(capacity, 'node'))}${getSentenceSeparator()}${l10n.t`Then it is the turn of the next.`}`,
    };
  }
  const [first] = away;
  if (first === undefined) return undefined;
  const names = namesWords(away.map(({ name }) => name));
  if (first.ready === 'True') {
    return {
      headline: l10n.t`Waiting for ${names}, cordoned`,
      health: 'attention',
      stuck: l10n.t`${first.name} is cordoned, and nobody is updating it: it counts as the one that is away, and the others of its pool wait.`,
      todo: l10n.t`Let it take pods again: \`oc adm uncordon ${first.name}\`.`,
    };
  }
  return {
    headline: l10n.t`Waiting for ${names}, not ready`,
    health: 'attention',
    stuck: l10n.t`${first.name} is not ready, and nobody is updating it: it counts as the one that is away, and the others of its pool wait.`,
    todo: l10n.t`See why: \`oc describe node ${first.name}\`.`,
  };
}

/** Whether somebody is updating it. */
function isBusy({ mcoState, currentConfig, desiredConfig }: ClusterNode): boolean {
  return mcoState === 'Working' || currentConfig !== desiredConfig;
}

/** `worker-1 is rebooting; 1 node of the pool may be away at once.` @param capacity counted nodes */
function stageWords(busy: readonly ClusterNode[], capacity: string): string {
  const [first] = busy;
  if (first === undefined || busy.length > 1) return l10n.t`Of its pool ${capacity} may be away at once.`;
  if (isDraining(first)) return l10n.t`${first.name} is being drained; ${capacity} of the pool may be away at once.`;
  return first.ready === 'True'
    ? l10n.t`${first.name} is being updated; ${capacity} of the pool may be away at once.`
    : l10n.t`${first.name} is rebooting; ${capacity} of the pool may be away at once.`;
}

/** Nobody is at it yet. */
function notBegun({ surroundings, pool, poolName }: NodeContext): Reason {
  const updating = pool !== undefined && findStatusCondition(pool.conditions, 'Updating')?.status === 'True';
  if (surroundings.kataConfig?.waitingForMco === true || pool?.target === undefined || !updating) {
    return {
      headline: l10n.t`Waiting for the Machine Config Operator`,
      health: 'busy',
      next: l10n.t`The Machine Config Operator makes a configuration for the pool ${poolName}, and updates one node after the other.`,
    };
  }
  return { headline: l10n.t`Waiting for its turn`, health: 'busy' };
}
