/**
 * A node whose turn has not come: for what it waits. Source: openshift/machine-config-operator@00d4bfc3 pkg/controller/node (getAllCandidateMachines:
 * nodes that are away count against maxUnavailable, those that fail as well), pkg/helpers (`belongs to 2 custom roles`).
 */
import { inListSince, isDraining } from '../history.ts';
import type { ClusterNode } from '../kinds/node.ts';
import { conditionOf } from '../object.ts';
import { countWords, namesWords } from '../words.ts';
import type { NodeContext } from './nodeContext.ts';
import type { NodeWords } from './nodeWork.ts';
import { capacityOf, poolHindrance } from './pools.ts';
import { isKnown } from './surroundings.ts';

/** Why nothing happens to it. */
export function tellWaiting(context: NodeContext): NodeWords {
  const { history, node, enabled } = context;
  const entered = inListSince(history, node.name);
  const since = entered?.what.kind === 'list' && (entered.what.to === 'waitingToInstall' || entered.what.to === 'waitingToUninstall') ? entered.at : undefined;
  const next = `When its turn comes, its pods move away, and it reboots ${enabled ? 'with' : 'without'} kata.`;
  return {
    next,
    ...(since === undefined ? {} : { since }),
    ...(notReachable(context) ?? hindered(context) ?? ownState(context) ?? others(context) ?? notBegun(context)),
  };
}

type Reason = Omit<NodeWords, 'since' | 'expected'>;

/** The pool cannot be seen, is not there, or is not the only one. */
function notReachable({ snapshot, surroundings, node, pool, poolName }: NodeContext): Reason | undefined {
  const custom = surroundings.customPools.get(node.name) ?? [];
  if (custom.length > 1) {
    return {
      headline: `In ${custom.length} pools at once`,
      health: 'attention',
      stuck: `The labels of the node put it into the pools ${namesWords(custom)}. A node can be in one custom pool only: the Machine Config Operator does not update it.`,
      todo: 'Take the label of one pool from the node, or leave the node out of the KataConfig by kataConfigPoolSelector.',
    };
  }
  if (pool !== undefined) return undefined;
  if (isKnown(snapshot, 'machineConfigPools')) {
    return { headline: `Waiting for the pool ${poolName}`, health: 'busy', next: 'The operator makes the pool; then the Machine Config Operator begins.' };
  }
  const absent = snapshot.machineConfigPools.state.kind === 'absent';
  return {
    headline: absent ? 'No MachineConfigPools here' : 'Waiting',
    health: 'unknown',
    stuck: absent
      ? 'This cluster has no MachineConfigPools, as clusters with a hosted control plane: what happens to its nodes cannot be told.'
      : 'Its pool cannot be seen: why it waits cannot be told.',
  };
}

/** Something keeps the whole pool. */
function hindered({ surroundings, poolName, pool, node }: NodeContext): Reason | undefined {
  const found = poolHindrance(surroundings, poolName);
  if (found === undefined || pool === undefined) return undefined;
  if (found.nodes.length > 0 && found.nodes.length < capacityOf(pool, surroundings.members.get(poolName)?.length ?? 0)) return undefined;
  const names = found.nodes.filter((name) => name !== node.name);
  return {
    headline: pool.paused
      ? `Waiting: the pool ${poolName} is paused`
      : names.length > 0
        ? `Waiting for ${namesWords(names)}, which failed`
        : `Waiting: the pool ${poolName} is degraded`,
    health: 'attention',
    stuck: found.what,
    ...(found.todo === undefined ? {} : { todo: found.todo }),
  };
}

/** It cannot be begun with. */
function ownState({ node, surroundings, poolName }: NodeContext): Reason | undefined {
  if (node.desiredConfig !== node.currentConfig && node.mcoState === 'Done') {
    return { headline: 'About to begin', health: 'busy', next: 'Its pods move away; then its configuration is written, and it reboots.' };
  }
  if ((surroundings.away.get(poolName) ?? []).some((other) => other.name !== node.name && isBusy(other))) return undefined;
  if (node.ready !== 'True') {
    return {
      headline: 'Not ready',
      health: 'attention',
      stuck: 'The node is not ready, and nobody ordered that: the Machine Config Operator does not begin with it.',
      todo: `See why: \`oc describe node ${node.name}\`.`,
    };
  }
  if (!node.cordoned) return undefined;
  return {
    headline: 'Cordoned',
    health: 'attention',
    stuck: 'Somebody has cordoned the node: the Machine Config Operator counts it as away, and waits.',
    todo: `Let it take pods again: \`oc adm uncordon ${node.name}\`.`,
  };
}

/** Others are away: as many as may be. */
function others({ surroundings, poolName, pool, node }: NodeContext): Reason | undefined {
  const away = (surroundings.away.get(poolName) ?? []).filter((other) => other.name !== node.name);
  const capacity = pool === undefined ? 1 : capacityOf(pool, surroundings.members.get(poolName)?.length ?? 0);
  if (away.length < capacity) return undefined;
  const busy = away.filter(isBusy);
  if (busy.length > 0) {
    const one = countWords(capacity, 'node');
    const names = busy.map(({ name }) => name);
    const [first] = busy;
    return {
      headline: `Waiting for ${namesWords(names)}`,
      health: 'busy',
      next: `${first === undefined || busy.length > 1 ? `Of its pool ${one} may be away at once` : `${first.name} is ${stageWords(first)}; ${one} of the pool may be away at once`}. Then it is the turn of the next.`,
    };
  }
  const [first] = away;
  if (first === undefined) return undefined;
  const why = first.ready === 'True' ? 'cordoned' : 'not ready';
  return {
    headline: `Waiting for ${namesWords(away.map(({ name }) => name))}, ${why}`,
    health: 'attention',
    stuck: `${first.name} is ${why}, and nobody is updating it: it counts as the one that is away, and the others of its pool wait.`,
    todo: why === 'cordoned' ? `Let it take pods again: \`oc adm uncordon ${first.name}\`.` : `See why: \`oc describe node ${first.name}\`.`,
  };
}

/** Whether somebody is updating it. */
function isBusy({ mcoState, currentConfig, desiredConfig }: ClusterNode): boolean {
  return mcoState === 'Working' || currentConfig !== desiredConfig;
}

/** `being drained`, `rebooting`. */
function stageWords(node: ClusterNode): string {
  if (isDraining(node)) return 'being drained';
  return node.ready === 'True' ? 'being updated' : 'rebooting';
}

/** Nobody is at it yet. */
function notBegun({ surroundings, pool, poolName }: NodeContext): Reason {
  const updating = pool !== undefined && conditionOf(pool.conditions, 'Updating')?.status === 'True';
  if (surroundings.kataConfig?.waitingForMco === true || pool?.target === undefined || !updating) {
    return {
      headline: 'Waiting for the Machine Config Operator',
      health: 'busy',
      next: `The Machine Config Operator makes a configuration for the pool ${poolName}, and updates one node after the other.`,
    };
  }
  return { headline: 'Waiting for its turn', health: 'busy' };
}
