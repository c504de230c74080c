/**
 * Simulates the controller that counts the nodes of each pool, reports the progress of its update, and assigns the new
 * configuration to nodes one after another. Source: openshift/machine-config-operator@00d4bfc3 pkg/controller/node
 * (node_controller.go, status.go).
 */
import {
  getList,
  getMap,
  getNumber,
  getString,
  getValue,
  type JsonObject,
  type KubeObject,
} from '#simulator/store/kubeObject.ts';
import { withAnnotations, type Client } from '../framework/client.ts';
import { findObjectCondition, isConditionTrue, withCondition, type ConditionUpdate } from '../framework/conditions.ts';
import type { Controller, ControllerContext } from '../framework/controller.ts';
import { logController } from './machineConfigLogs.ts';
import { recordEvent } from '../framework/events.ts';
import { machineConfigPools, nodes } from '../framework/resourceNames.ts';
import { fieldManagers } from '../framework/fieldManagers.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { desiredConfig, readNodeConfig } from '../nodes/nodeAnnotations.ts';
import { isReady, nodesOf, poolOf, getTargetConfig } from '../nodes/nodePools.ts';

const component = 'machineconfigcontroller-nodecontroller';
const zoneLabel = 'topology.kubernetes.io/zone';

/** Node controller of the Machine Config Operator. */
export const poolController: Controller = {
  name: 'machine config pools',
  manager: fieldManagers.machineConfigController,
  start(cluster) {
    const { client, clock, behaviour } = cluster;
    const beginning = new Set<string>();
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (name) => {
      if (sync(cluster, name, beginning.has(name)) && !beginning.has(name)) {
        beginning.add(name);
        begin.add(name);
      }
      return undefined;
    });
    // An update is reported before it starts, so that further changes can join it.
    const begin = new WorkQueue(clock, behaviour.timings.updateDelay, (name) => {
      beginning.delete(name);
      queue.add(name, 0);
      return undefined;
    });
    const stopPools = client.follow(machineConfigPools, ({ type, object }) => {
      if (type !== 'MODIFIED') for (const pool of client.list(machineConfigPools)) queue.add(pool.metadata.name);
      else queue.add(object.metadata.name);
    });
    const stopNodes = client.follow(nodes, ({ object, previous }) => {
      const pools = client.list(machineConfigPools);
      for (const node of [object, previous]) {
        const pool = node === undefined ? undefined : poolOf(node, pools);
        if (pool !== undefined) queue.add(pool.metadata.name);
      }
    });
    return () => {
      stopPools();
      stopNodes();
      queue.stop();
      begin.stop();
    };
  },
};

/** Reconciles a pool. Returns whether an update starts now. If so, nodes don't get their new configuration yet. */
function sync(cluster: ControllerContext, name: string, isBeginning: boolean): boolean {
  const { client } = cluster;
  const pool = client.get(machineConfigPools, name);
  // A pool isn't reconciled before it has a configuration.
  if (pool === undefined || pool.metadata.deletionTimestamp !== undefined || getTargetConfig(pool) === '') return false;
  const members = nodesOf(client, pool);
  const begins = !isConditionTrue(pool, 'Updating');
  if (!begins && !isBeginning) {
    const next = nextNodes(pool, members);
    if (next.length > 0) logController(cluster, origin, `Pool ${name}: ${candidates(pool, members, next)}`);
    for (const node of next) target(client, pool, node);
  }
  if (begins && getValue(pool, 'spec', 'paused') === true && !isConditionTrue(pool, 'Updated'))
    logController(cluster, origin, `Pool ${name} is paused and will not update.`);
  // Reads the nodes again, to include the assignments above.
  report(client, pool, nodesOf(client, pool));
  return begins && isConditionTrue(client.get(machineConfigPools, name), 'Updating');
}

const origin = 'node_controller:821';

/** Formats the nodes that can be updated now as the node controller does. */
function candidates(pool: KubeObject, members: readonly KubeObject[], next: readonly KubeObject[]): string {
  const zones = new Set(next.map(({ metadata }) => metadata.labels?.[zoneLabel] ?? ''));
  const capacity = maxUnavailable(pool, members.length) - members.filter(isUnavailable).length;
  return `${next.length} candidate nodes in ${zones.size} zones for update, capacity: ${capacity}`;
}

function target(client: Client, pool: KubeObject, node: KubeObject): void {
  const config = getTargetConfig(pool);
  client.change(nodes, { name: node.metadata.name }, (object) => withAnnotations(object, { [desiredConfig]: config }));
  recordEvent(client, pool, {
    reason: 'SetDesiredConfig',
    message: `Targeted node ${node.metadata.name} to MachineConfig: ${config}`,
    component,
  });
}

/**
 * Returns the nodes whose update can start now without exceeding the maximum number of unavailable nodes. Sorts nodes
 * by zone, then oldest first.
 */
function nextNodes(pool: KubeObject, members: readonly KubeObject[]): readonly KubeObject[] {
  const config = getTargetConfig(pool);
  const capacity = maxUnavailable(pool, members.length) - members.filter(isUnavailable).length;
  if (capacity <= 0) return [];
  const candidates = members.filter(
    (node) => readNodeConfig(node).current !== '' && readNodeConfig(node).desired !== config && !isUnavailable(node),
  );
  return candidates.toSorted((one, other) => compare(orderOf(one), orderOf(other))).slice(0, capacity);
}

function orderOf(node: KubeObject): string {
  return `${node.metadata.labels?.[zoneLabel] ?? ''} ${node.metadata.creationTimestamp} ${node.metadata.name}`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Returns how many nodes of a pool can be unavailable at once: maxUnavailable, or 1 by default. */
export function maxUnavailable(pool: KubeObject, size: number): number {
  const wanted = getValue(pool, 'spec', 'maxUnavailable');
  if (typeof wanted === 'number') return Math.max(1, Math.trunc(wanted));
  const percent = typeof wanted === 'string' ? /^(\d{1,3})%$/.exec(wanted)?.[1] : undefined;
  return percent === undefined ? 1 : Math.max(1, Math.floor((size * Number(percent)) / 100));
}

function isUnavailable(node: KubeObject): boolean {
  const { current, desired, state } = readNodeConfig(node);
  return !isReady(node) || getValue(node, 'spec', 'unschedulable') === true || current !== desired || state !== 'Done';
}

function isUpdated(node: KubeObject, config: string): boolean {
  const { current, desired, state } = readNodeConfig(node);
  return current === config && desired === config && state === 'Done';
}

function report(client: Client, pool: KubeObject, members: readonly KubeObject[]): void {
  const config = getTargetConfig(pool);
  const updated = members.filter((node) => isUpdated(node, config));
  const ready = updated.filter((node) => isReady(node) && getValue(node, 'spec', 'unschedulable') !== true);
  const unavailable = members.filter(isUnavailable);
  const degraded = members.filter((node) => readNodeConfig(node).state === 'Degraded');
  const done = updated.length === members.length && ready.length === members.length && unavailable.length === 0;
  const key = { name: pool.metadata.name };
  client.changeStatus(machineConfigPools, key, (status, object) => {
    const conditions = conditionsOf(object, done, degraded, status);
    return {
      ...status,
      observedGeneration: object.metadata.generation ?? 1,
      machineCount: members.length,
      updatedMachineCount: updated.length,
      readyMachineCount: ready.length,
      unavailableMachineCount: unavailable.length,
      degradedMachineCount: degraded.length,
      conditions: conditions.reduce(
        (all, condition) => withCondition(all, condition, client.now()),
        getList(status, 'conditions'),
      ),
      ...(done ? { configuration: getMap(object, 'spec', 'configuration') } : {}),
    };
  });
  if (
    done &&
    getString(pool, 'status', 'configuration', 'name') !== config &&
    getNumber(pool, 'status', 'machineCount') !== undefined
  ) {
    recordEvent(client, pool, {
      reason: 'Completed',
      message: `Pool ${key.name} has completed update to MachineConfig ${config}`,
      component,
    });
  }
}

function conditionsOf(
  pool: KubeObject,
  done: boolean,
  degraded: readonly KubeObject[],
  status: JsonObject,
): readonly ConditionUpdate[] {
  const config = `MachineConfig ${getTargetConfig(pool)}`;
  const paused = getValue(pool, 'spec', 'paused') === true;
  const reasons = degraded
    .map((node) => `Node ${node.metadata.name} is reporting: ${JSON.stringify(readNodeConfig(node).reason)}`)
    .join(', ');
  const nodeDegraded = degraded.length > 0;
  const renderDegraded =
    getString(findObjectCondition(getList(status, 'conditions'), 'RenderDegraded'), 'status') === 'True';
  const plain = (type: string, is: boolean, message = '', reason = ''): ConditionUpdate => ({
    type,
    status: is ? 'True' : 'False',
    reason,
    message,
  });
  const updating = paused
    ? plain('Updating', false, `Pool is paused; will not update to ${config}`)
    : plain('Updating', true, `All nodes are updating to ${config}`);
  return [
    plain('RenderDegraded', renderDegraded),
    plain('Updated', done, done ? `All nodes are updated with ${config}` : ''),
    done ? plain('Updating', false) : updating,
    nodeDegraded
      ? plain('NodeDegraded', true, reasons, `${degraded.length} nodes are reporting degraded status on sync`)
      : plain('NodeDegraded', false),
    plain('Degraded', nodeDegraded || renderDegraded, nodeDegraded ? reasons : ''),
  ];
}
