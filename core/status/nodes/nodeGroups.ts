/**
 * Groups the nodes of a KataConfig by state. While the Machine Config Operator updates a node, the operator lists it
 * under `installing` if it's in the operator's pool, or under `uninstalling` if it's another worker node. The meaning
 * depends on whether Kata is already installed on the node. Source: domain/01-kataconfig.md 1.6.
 */
import * as l10n from '@vscode/l10n';
import type { KataConfig, NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Health } from '../explanation.ts';
import { getNodeListText } from '../daemonSetMode/daemonSetListText.ts';
import { getDaemonSetMode } from '../daemonSetMode/daemonSetMode.ts';
import { nodeListText } from './nodeListText.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { joinSentences } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/** Nodes in the same state. */
export interface NodeGroup {
  /** List in the status of the KataConfig, such as `installing`, that contains these nodes. */
  readonly list: NodeList;
  /** True if the nodes only get a new configuration, and Kata isn't being installed or uninstalled. */
  readonly isUpdate: boolean;
  readonly names: readonly string[];
  /** State of the nodes, such as `Installing`. */
  readonly title: string;
  readonly health: Health;
  /** Meaning in one or two sentences. */
  readonly meaning: string;
  readonly next: string;
  readonly todo: string;
}

/**
 * Groups that need attention come first, then groups in progress. Waiting and finished groups can have hundreds of
 * nodes.
 */
const order: readonly NodeList[] = [
  'failedToInstall',
  'failedToUninstall',
  'installing',
  'uninstalling',
  'waitingToInstall',
  'waitingToUninstall',
  'installed',
];

const titles: Readonly<Record<NodeList, Message>> = {
  failedToInstall: () => l10n.t`Failed`,
  failedToUninstall: () => l10n.t`Failed`,
  installing: () => l10n.t`Installing`,
  uninstalling: () => l10n.t`Uninstalling`,
  waitingToInstall: () => l10n.t`Waiting`,
  waitingToUninstall: () => l10n.t`Waiting`,
  installed: () => l10n.t`Installed`,
};

/** Returns the groups that contain nodes. */
export function nodeGroups(kataConfig: KataConfig, snapshot: Snapshot): readonly NodeGroup[] {
  return order.flatMap((list) => {
    const names = kataConfig.lists[list];
    const updated = names.filter((name) => isUpdate(list, name, kataConfig, snapshot));
    const known = new Set(updated);
    const others = names.filter((name) => !known.has(name));
    return [
      ...(others.length === 0 ? [] : [groupOf(list, others, snapshot)]),
      ...(updated.length === 0 ? [] : [updateOf(list, updated)]),
    ];
  });
}

/** Returns whether a listed node only gets a new configuration, and Kata isn't being installed or uninstalled. */
export function isUpdate(list: NodeList, name: string, kataConfig: KataConfig, snapshot: Snapshot): boolean {
  if (list === 'installed' || kataConfig.deleting !== undefined) return false;
  // A DaemonSet installs packages on every node that it changes.
  if (getDaemonSetMode(snapshot) !== undefined) return false;
  const hasKata = hasKataAlready(name, kataConfig, snapshot);
  return isInstallList(list) ? hasKata === true : hasKata === false;
}

/** Returns whether the list contains nodes of the pool with Kata. */
function isInstallList(list: NodeList): boolean {
  return list === 'waitingToInstall' || list === 'installing' || list === 'failedToInstall';
}

/** Returns whether Kata was installed on the node before its new configuration, or undefined if unknown. */
function hasKataAlready(name: string, { inProgress }: KataConfig, snapshot: Snapshot): boolean | undefined {
  const { nodes, converged } = indexSnapshot(snapshot);
  const current = nodes.get(name)?.currentConfig;
  // The operator reports an update of its pool only after an installation.
  if (converged || current === undefined) return inProgress?.reason.toLowerCase() === 'updating' ? true : undefined;
  return current.startsWith('rendered-kata-oc-');
}

function groupOf(list: NodeList, names: readonly string[], snapshot: Snapshot): NodeGroup {
  const { health, meaning, next, todo } = getNodeListText(list, snapshot);
  return {
    list,
    isUpdate: false,
    names,
    title: titles[list](),
    health,
    meaning: meaning(),
    next: next(),
    todo: todo(),
  };
}

function updateOf(list: NodeList, names: readonly string[]): NodeGroup {
  const { health, todo } = nodeListText[list];
  const isMoving = list === 'installing' || list === 'uninstalling';
  const hasFailed = list === 'failedToInstall' || list === 'failedToUninstall';
  const progress = hasFailed
    ? l10n.t`The Machine Config Daemon couldn't apply a new machine config and reports the node as degraded.`
    : isMoving
      ? l10n.t`The Machine Config Operator is applying a new machine config to the node.`
      : l10n.t`The node is waiting for its update to a new machine config.`;
  return {
    list,
    isUpdate: true,
    names,
    title: isMoving ? l10n.t`Updating` : titles[list](),
    health,
    meaning: joinSentences(
      isInstallList(list) ? l10n.t`Kata is installed on the node.` : l10n.t`Kata isn't installed on the node.`,
      progress,
    ),
    next: hasFailed
      ? nodeListText.failedToInstall.next()
      : isMoving
        ? l10n.t`The node reboots with its new configuration and accepts pods again.`
        : l10n.t`The Machine Config Operator drains the node, writes its configuration, and reboots it.`,
    todo: todo(),
  };
}
