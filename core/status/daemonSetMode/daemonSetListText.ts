/**
 * Text for the lists of a KataConfig if a DaemonSet installs Kata. Source: domain/11-newer-releases.md 11.1.
 */
import * as l10n from '@vscode/l10n';
import { installerName, uninstallerName } from '#core/product/namespaces.ts';
import type { NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { nodeListText, type NodeListTexts } from '../nodes/nodeListText.ts';
import { getDaemonSetMode, installerLogCommand } from './daemonSetMode.ts';

/** Returns the text for a list, as it applies to how Kata is installed on this cluster. */
export function getNodeListText(list: NodeList, snapshot: Snapshot): NodeListTexts {
  return getDaemonSetMode(snapshot) === undefined
    ? nodeListText[list]
    : { ...nodeListText[list], ...daemonSetListText[list] };
}

type Differing = Pick<NodeListTexts, 'meaning' | 'next' | 'todo'>;

const followInstall = () => l10n.t('Follow the installer pods: `{0}`.', installerLogCommand({ isUninstalling: false }));
const followUninstall = () =>
  l10n.t('Follow the installer pods: `{0}`.', installerLogCommand({ isUninstalling: true }));

const daemonSetListText: Readonly<Record<NodeList, Differing>> = {
  waitingToInstall: {
    meaning: () => l10n.t`The pod of the DaemonSet ${installerName} hasn't started to install Kata on the node.`,
    next: () => l10n.t`The pod of the DaemonSet ${installerName} will install Kata on the node.`,
    todo: followInstall,
  },
  installing: {
    meaning: () => l10n.t`The pod of the DaemonSet ${installerName} is installing Kata on the node.`,
    next: () => l10n.t`When the pod has installed Kata, it updates the label of the node.`,
    todo: followInstall,
  },
  installed: {
    meaning: () => l10n.t`The pod of the DaemonSet ${installerName} has installed Kata on the node.`,
    next: nodeListText.installed.next,
    todo: nodeListText.installed.todo,
  },
  failedToInstall: {
    meaning: () => l10n.t`The operator lists the node as failed.`,
    next: () => l10n.t`The next step is unknown, because released operators don't use this list in this mode.`,
    todo: followInstall,
  },
  waitingToUninstall: {
    meaning: () => l10n.t`The pod of the DaemonSet ${uninstallerName} hasn't started to uninstall Kata from the node.`,
    next: () => l10n.t`The pod of the DaemonSet ${uninstallerName} will uninstall Kata from the node.`,
    todo: followUninstall,
  },
  uninstalling: {
    meaning: () => l10n.t`The pod of the DaemonSet ${uninstallerName} is uninstalling Kata from the node.`,
    next: () => l10n.t`When the pod has uninstalled Kata, it updates the label of the node.`,
    todo: followUninstall,
  },
  failedToUninstall: {
    meaning: () => l10n.t`The operator lists the node as failed.`,
    next: () => l10n.t`The next step is unknown, because released operators don't use this list in this mode.`,
    todo: followUninstall,
  },
};
