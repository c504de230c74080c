/**
 * Describes a node on which a DaemonSet installs Kata, from the label of the node. Sources:
 * domain/11-newer-releases.md 11.1; openshift/sandboxed-containers-operator@5e13985f and @022d5144
 * controllers/daemonset_reconcile.go; openshift/sandboxed-containers-operator@d4773e1f and @09b0a6cf
 * scripts/kata-install/osc-kata-install.sh.
 */
import * as l10n from '@vscode/l10n';
import { installerName, uninstallerName } from '#core/product/namespaces.ts';
import { findListEntry } from '#core/cluster/history.ts';
import { daemonSetInstallLabel } from '#core/product/nodeLabels.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { NodeStatusText } from '../nodes/activeNode.ts';
import type { NodeContext } from '../nodes/nodeContext.ts';
import { isOperatorRunning } from '../snapshotIndex.ts';
import { getInstallLabel, installerLogCommand, type DaemonSetMode } from './daemonSetMode.ts';
import { hasPeerPodsFault, peerPodsFaultText } from './peerPodsFault.ts';

/** Describes a node that the KataConfig selects and whose installation isn't complete. */
export function describeDaemonSetNode(context: NodeContext, mode: DaemonSetMode): NodeStatusText {
  const { snapshot, node } = context;
  const told = describeLabel(context, mode);
  if (told.health !== 'busy') return told;
  if (getInstallLabel(node) === 'installing' && hasPeerPodsFault(snapshot))
    return {
      ...told,
      health: 'attention',
      stuck: peerPodsFaultText(),
      todo: l10n.t('Read the log of the installer pods: `{0}`.', installerLogCommand(mode)),
    };
  if (mode.hasInstaller === false)
    return {
      ...told,
      health: 'attention',
      stuck: mode.isUninstalling
        ? l10n.t`The label ${daemonSetInstallLabel} shows progress, but the DaemonSet ${uninstallerName} doesn't exist. No pod uninstalls Kata from the node.`
        : l10n.t`The label ${daemonSetInstallLabel} shows progress, but the DaemonSet ${installerName} doesn't exist. No pod installs Kata on the node.`,
    };
  if (isOperatorRunning(snapshot) === false)
    return {
      ...told,
      health: 'attention',
      stuck: l10n.t`The operator isn't running, so it can't complete the installation or uninstall.`,
      todo: l10n.t`To find out why the operator isn't running, see the details of the operator.`,
    };
  if (node.ready !== 'True')
    return {
      ...told,
      health: 'attention',
      stuck: l10n.t`The node isn't ready, so the installer pod might not run.`,
      todo: l10n.t('To find the cause, run `oc describe node {0}`.', node.name),
    };
  return told;
}

function describeLabel(context: NodeContext, mode: DaemonSetMode): NodeStatusText {
  const label = getInstallLabel(context.node);
  switch (label) {
    case undefined:
    case 'waiting_to_install':
    case 'waiting_to_uninstall':
      return { headline: l10n.t`Pending`, health: 'busy', ...sinceListed(context), next: nextOf(mode) };
    case 'installing':
      return { headline: l10n.t`Installing`, health: 'busy', ...sinceListed(context), ...workText(mode) };
    case 'uninstalling':
      return { headline: l10n.t`Uninstalling`, health: 'busy', ...sinceListed(context), ...workText(mode) };
    case 'waiting_for_reboot':
      return describeReboot(context);
    case 'installed':
      // The uninstall hasn't reached the node yet.
      return {
        headline: l10n.t`Installed, uninstall pending`,
        health: 'busy',
        ...sinceListed(context),
        next: nextOf({ isUninstalling: true }),
      };
    case 'uninstalled':
      return { headline: l10n.t`Kata isn't installed`, health: 'ok' };
    default: {
      const value = sanitizeLine(label, 60);
      return {
        headline: l10n.t`Unknown state: ${value}`,
        health: 'unknown',
        next: l10n.t`The operator treats a node with an unknown label value as waiting.`,
        todo: l10n.t('Read the log of the installer pods: `{0}`.', installerLogCommand(mode)),
      };
    }
  }
}

/**
 * Describes a node whose packages are staged. The pod that sets this label waits for the reboot in every form. Newer
 * pods set it only during an uninstall.
 */
function describeReboot({ node }: NodeContext): NodeStatusText {
  return {
    headline: l10n.t`Blocked: reboot the node`,
    health: 'attention',
    stuck: l10n.t`The installer pod staged the packages, which apply only after a reboot. Neither the pod nor the operator reboots the node.`,
    next: l10n.t`After the reboot, the installer pod continues automatically.`,
    todo: l10n.t(
      'Drain the node: `oc adm drain {0} --ignore-daemonsets --delete-emptydir-data`. Then reboot it: `oc debug node/{0} -- chroot /host systemctl reboot`. Finally, uncordon it: `oc adm uncordon {0}`.',
      node.name,
    ),
  };
}

function nextOf({ isUninstalling }: Pick<DaemonSetMode, 'isUninstalling'>): string {
  return isUninstalling
    ? l10n.t`The pod of the DaemonSet ${uninstallerName} will uninstall Kata from the node.`
    : l10n.t`The pod of the DaemonSet ${installerName} will install Kata on the node.`;
}

function workText(mode: DaemonSetMode): Pick<NodeStatusText, 'next' | 'todo'> {
  return { next: workNext(mode), todo: l10n.t('Follow the installer pods: `{0}`.', installerLogCommand(mode)) };
}

function workNext({ form, isUninstalling }: DaemonSetMode): string {
  if (form === 'older') return l10n.t`The installer pod stages the packages. It continues after you reboot the node.`;
  return isUninstalling
    ? l10n.t`The installer pod stages the removal of the packages, which takes effect when the node reboots. Then it updates the label of the node.`
    : l10n.t`The installer pod changes the packages, restarts CRI-O, and then updates the label of the node.`;
}

/** Returns when the node entered its list, if that was observed. */
function sinceListed({ history, node, listed }: NodeContext): Pick<NodeStatusText, 'since'> {
  const entered = findListEntry(history, node.name);
  return entered?.what.kind === 'list' && entered.what.to === listed ? { since: entered.at } : {};
}
