/**
 * Determines whether a DaemonSet installs Kata on the nodes, which is how the operator installs it on clusters without
 * the MachineConfig API, such as those with a hosted control plane. Sources: domain/11-newer-releases.md 11.1;
 * openshift/sandboxed-containers-operator@5e13985f (older form) and @022d5144 (newer form)
 * controllers/daemonset_reconcile.go.
 */
import * as l10n from '@vscode/l10n';
import { installerName, operatorNamespace, uninstallerName } from '#core/product/namespaces.ts';
import { daemonSetInstallLabel } from '#core/product/nodeLabels.ts';
import type { NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { indexSnapshot, isKnown, listItems } from '../snapshotIndex.ts';

/** Prefix of the DaemonSets that copy and remove the files for peer pods. Only the older form has them. */
const configSyncPrefix = 'osc-config-sync-';

/** Lists of a KataConfig that the operator never fills in this mode. */
export const unreportedLists: readonly NodeList[] = ['failedToInstall', 'failedToUninstall'];

export interface DaemonSetMode {
  /**
   * Form of the installer. The older one requires a reboot of each node. Undefined if the cluster doesn't show it,
   * because only the DaemonSets for peer pods differ.
   */
  readonly form?: 'older' | 'newer';
  /** True if the KataConfig is being deleted, and the operator has started to uninstall Kata. */
  readonly isUninstalling: boolean;
  /** False if no DaemonSet exists that could change the labels. Undefined if DaemonSets can't be read. */
  readonly hasInstaller?: boolean;
}

interface CachedMode {
  readonly daemonSets: unknown;
  readonly pools: unknown;
  readonly kataConfigs: unknown;
  readonly mode: DaemonSetMode | undefined;
}

/** Caches the mode by the node list of a snapshot, because every node of a cluster asks for it. */
const cache = new WeakMap<object, CachedMode>();

/** Returns the mode if a DaemonSet installs Kata, or undefined if the Machine Config Operator does or it's unknown. */
export function getDaemonSetMode(snapshot: Snapshot): DaemonSetMode | undefined {
  const { nodes, daemonSets, machineConfigPools, kataConfigs } = snapshot;
  const cached = cache.get(nodes.items);
  if (
    cached?.daemonSets === daemonSets.items &&
    cached.pools === machineConfigPools.items &&
    cached.kataConfigs === kataConfigs.items
  )
    return cached.mode;
  const mode = detectMode(snapshot);
  const [pools, sets] = [machineConfigPools.items, daemonSets.items];
  cache.set(nodes.items, { daemonSets: sets, pools, kataConfigs: kataConfigs.items, mode });
  return mode;
}

function detectMode(snapshot: Snapshot): DaemonSetMode | undefined {
  const names = listItems(snapshot, 'daemonSets').map(({ name }) => name);
  const isOlder = names.some((name) => name.startsWith(configSyncPrefix));
  const hasInstaller = isOlder || names.includes(installerName) || names.includes(uninstallerName);
  const { kataConfig, nodeFacts } = indexSnapshot(snapshot);
  // A label alone can remain from an earlier installation, so it's no evidence on a cluster with pools.
  if (!hasInstaller && (!nodeFacts.hasInstallLabel || listItems(snapshot, 'machineConfigPools').length > 0))
    return undefined;
  const isKnownList = isKnown(snapshot, 'daemonSets');
  const form =
    isOlder || nodeFacts.hasConfigLabel
      ? 'older'
      : isKnownList && hasInstaller && kataConfig?.enablePeerPods === true
        ? 'newer'
        : undefined;
  return {
    ...(form === undefined ? {} : { form }),
    isUninstalling:
      kataConfig?.deleting !== undefined &&
      (names.includes(uninstallerName) || kataConfig.inProgress?.reason.toLowerCase() === 'uninstalling'),
    ...(isKnownList ? { hasInstaller } : {}),
  };
}

/** Returns the value of the label with the progress of the installation, or undefined if the node has none. */
export function getInstallLabel({ labels }: Pick<ClusterNode, 'labels'>): string | undefined {
  return Object.hasOwn(labels, daemonSetInstallLabel) ? labels[daemonSetInstallLabel] : undefined;
}

/**
 * Returns the list of the KataConfig in which the operator puts a node with this label. It lists a node with another
 * label, or without a label, as waiting.
 */
export function listForLabel(label: string | undefined, { form, isUninstalling }: DaemonSetMode): NodeList | undefined {
  const waiting = isUninstalling ? 'waitingToUninstall' : 'waitingToInstall';
  switch (label) {
    case 'installing':
      return isUninstalling ? waiting : 'installing';
    case 'uninstalling':
      return isUninstalling ? 'uninstalling' : waiting;
    case 'installed':
      return isUninstalling ? waiting : 'installed';
    case 'uninstalled':
      return isUninstalling ? undefined : waiting;
    case 'waiting_for_reboot':
      if (form === 'older') return isUninstalling ? 'uninstalling' : 'installing';
      // The forms differ, so the list is unknown without the form.
      return form === 'newer' ? waiting : undefined;
    default:
      return waiting;
  }
}

/** Returns the command that shows the log of the pods that install or uninstall Kata. */
export function installerLogCommand({ isUninstalling }: Pick<DaemonSetMode, 'isUninstalling'>): string {
  const name = isUninstalling ? uninstallerName : installerName;
  return `oc logs -n ${operatorNamespace} -l name=${name} -c kata-install --prefix`;
}

/** Returns the text that replaces the number of failed nodes. */
export function notReported(): string {
  return l10n.t`not reported in this mode`;
}

/** Explains why failed nodes aren't known. */
export function whyNotReported(): string {
  return l10n.t`A DaemonSet installs Kata on this cluster. In this mode, the operator doesn't report nodes on which the installation or uninstall failed.`;
}
