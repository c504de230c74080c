/**
 * Describes an installation on a cluster without the MachineConfig API, where a DaemonSet installs Kata on the nodes.
 * Sources: domain/11-newer-releases.md 11.1; openshift/sandboxed-containers-operator@0896cdd1
 * controllers/deployment_mode_handler.go.
 */
import * as l10n from '@vscode/l10n';
import { getDaemonSetMode } from '../status/daemonSetMode/daemonSetMode.ts';
import { findItem, isKnown, listItems } from '../status/snapshotIndex.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import type { Direction } from '../status/nodes/rolloutEstimate.ts';
import { formatCount } from '../text/counts.ts';
import { formatNames } from '../text/phrases.ts';
import { featureGatesName } from '../product/namespaces.ts';
import { isHosted } from './lookups/cluster/infrastructure.ts';
import { getLookupValue, type ObservedCluster } from './observedCluster.ts';

/** Maximum number of node names to list. */
const mostNames = 8;

/**
 * Returns whether the Machine Config Operator certainly doesn't change nodes: a DaemonSet already installs Kata,
 * osc-feature-gates requires one for a new installation, or the cluster has no machine config pools, as is usual with a
 * hosted control plane.
 */
export function installsByDaemonSet(situation: ObservedCluster): boolean {
  const { snapshot } = situation;
  if (getDaemonSetMode(snapshot) !== undefined) return true;
  const isNew = isKnown(snapshot, 'kataConfigs') && listItems(snapshot, 'kataConfigs').length === 0;
  if (isNew && getDeploymentMode(snapshot) === 'DaemonSet') return true;
  const { state, asOf } = snapshot.machineConfigPools;
  if (state.kind === 'absent') return true;
  const infrastructure = getLookupValue(situation, 'infrastructure');
  const hosted = infrastructure !== undefined && isHosted(infrastructure) === true;
  return hosted && asOf !== undefined && listItems(snapshot, 'machineConfigPools').length === 0;
}

/**
 * Returns whether osc-feature-gates requires the Machine Config Operator. All other values allow a DaemonSet. Source:
 * core/peerPods/featureGates.ts (deploymentMode).
 */
export function requiresMachineConfig(snapshot: Snapshot): boolean {
  return getDeploymentMode(snapshot) === 'MachineConfig';
}

function getDeploymentMode(snapshot: Snapshot): string | undefined {
  return findItem(snapshot, 'configMaps', featureGatesName)?.data['deploymentMode'];
}

/** Returns the command that lets the operator use a DaemonSet. */
export function daemonSetFallbackTodo(): string {
  return l10n.t`Set deploymentMode to DaemonSetFallback in ${featureGatesName}, or remove the key.`;
}

/** Returns what is known about the mode. */
export function daemonSetModeFact(): string {
  return l10n.t`In about OSC 1.11 and later, the operator installs Kata with a DaemonSet on clusters without the MachineConfig kind. This is known only from its source code.`;
}

/**
 * Describes the consequences for the nodes, one sentence each.
 * @param names names of the nodes; undefined if unknown
 */
export function describeDaemonSetConsequences(
  names: readonly string[] | undefined,
  direction: Direction,
): readonly string[] {
  const isInstall = direction === 'install';
  return [
    names === undefined
      ? isInstall
        ? l10n.t`A DaemonSet installs Kata on every selected node. Can't determine which nodes are selected.`
        : l10n.t`A DaemonSet uninstalls Kata from every selected node. Can't determine which nodes are selected.`
      : nodesText(names, isInstall),
    l10n.t`In this mode, neither the operator nor the DaemonSet drains or reboots nodes.`,
    l10n.t`Depending on the operator release, the pods of the DaemonSet restart CRI-O on each node, or you must reboot each node.`,
    ...(isInstall ? [] : [l10n.t`The packages remain on a node until it reboots.`]),
  ];
}

function nodesText(nodes: readonly string[], isInstall: boolean): string {
  const [count, names] = [formatCount(nodes.length, 'node'), formatNames(nodes, mostNames)];
  return isInstall
    ? l10n.t`A DaemonSet installs Kata on ${count}: ${names}.`
    : l10n.t`A DaemonSet uninstalls Kata from ${count}: ${names}.`;
}
