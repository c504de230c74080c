/**
 * Explains a KataConfig while a DaemonSet installs or uninstalls Kata. Sources: domain/11-newer-releases.md 11.1;
 * openshift/sandboxed-containers-operator@5e13985f controllers/daemonset_reconcile.go (isNodeRebootRequired).
 */
import * as l10n from '@vscode/l10n';
import { installerName, uninstallerName } from '#core/product/namespaces.ts';
import { statusMessages } from '#core/product/docSections.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { Explanation } from '../explanation.ts';
import { hasKataRole } from '../nodes/nodeSelection.ts';
import { listItems } from '../snapshotIndex.ts';
import { getInstallLabel, installerLogCommand } from './daemonSetMode.ts';
import { hasPeerPodsFault, peerPodsFaultText } from './peerPodsFault.ts';

/** Explains nodes that a user must reboot. Returns undefined if there are none. */
export function explainPendingReboots(snapshot: Snapshot): Explanation | undefined {
  const names = listItems(snapshot, 'nodes')
    .filter((node) => hasKataRole(node) && getInstallLabel(node) === 'waiting_for_reboot')
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  const listed = formatNames(names);
  return {
    health: 'attention',
    headline: l10n.t`Blocked: reboot the nodes`,
    meaning: selectPlural(
      names.length,
      l10n.t`The installer pod on ${listed} staged the packages, which apply only after a reboot. Neither the pod nor the operator reboots the node.`,
      l10n.t`The installer pods on ${listed} staged the packages, which apply only after a reboot. Neither the pods nor the operator reboot the nodes.`,
    ),
    next: l10n.t`After the reboot, the installer pod continues automatically.`,
    todo: l10n.t`Reboot these nodes, one after another. The details of each node show the commands.`,
    docs: statusMessages,
  };
}

/** Explains an installation that never finishes because of a known fault. */
export function explainPeerPodsFault(snapshot: Snapshot): Explanation | undefined {
  if (!hasPeerPodsFault(snapshot)) return undefined;
  return {
    health: 'attention',
    headline: l10n.t`Peer pods are never installed`,
    meaning: peerPodsFaultText(),
    todo: l10n.t('Read the log of the installer pods: `{0}`.', installerLogCommand({ isUninstalling: false })),
    docs: statusMessages,
  };
}

/**
 * Returns what happens next during an installation or update.
 * @param runtimeClass class that the operator creates at the end. Undefined during an update
 */
export function installProgressText(runtimeClass: string | undefined): string {
  return runtimeClass === undefined
    ? l10n.t`The pods of the DaemonSet ${installerName} update the packages on the nodes.`
    : l10n.t`The pods of the DaemonSet ${installerName} install Kata on the nodes. Then the operator creates the ${runtimeClass} runtime class.`;
}

/** Returns what happens next during an uninstall. */
export function uninstallProgressText(): string {
  return l10n.t`The pods of the DaemonSet ${uninstallerName} uninstall Kata from the nodes. Then the operator deletes the runtime classes, the monitor DaemonSet, and the KataConfig.`;
}
