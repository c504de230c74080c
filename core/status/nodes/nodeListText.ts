/**
 * Text for the seven lists of a KataConfig. Sources: domain/01-kataconfig.md 1.6; OSC 1.12 §5.2 (how long a reboot
 * takes), §8.1.
 */
import * as l10n from '@vscode/l10n';
import type { NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Health } from '../explanation.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

export interface NodeListTexts {
  readonly title: Message;
  /** Returns the state of these nodes, such as `worker-1 installing`. */
  readonly doing: (names: string) => string;
  readonly health: Health;
  readonly meaning: Message;
  readonly next: Message;
  readonly todo: Message;
}

const reboot = () => l10n.t`A reboot can take 10 to 60 minutes and takes longest on bare metal.`;
const nothing = () =>
  l10n.t({ message: 'No action required.', args: [], comment: ['The answer to what the user must do: nothing.'] });
const turns = () =>
  l10n.t`By default, only 1 node in a pool can be unavailable at a time. A pool can set a different limit.`;
const reason = () =>
  l10n.t`To find the cause, check the node annotation machineconfiguration.openshift.io/reason and the Machine Config Daemon log. After you fix the cause, the node continues automatically.`;

export const nodeListText: Readonly<Record<NodeList, NodeListTexts>> = {
  waitingToInstall: {
    title: () => l10n.t`Waiting to install`,
    doing: (names) => l10n.t`${names} waiting`,
    health: 'busy',
    meaning: () =>
      `${l10n.t`Kata will be installed on the node. The node is waiting for its update to start.`}${getSentenceSeparator()}${turns()}`,
    next: () =>
      l10n.t`The Machine Config Operator drains the node, adds Kata to the machine config, and reboots the node.`,
    todo: () => l10n.t`No action required while another node is updating.`,
  },
  installing: {
    title: () => l10n.t`Installing`,
    doing: (names) => l10n.t`${names} installing`,
    health: 'busy',
    meaning: () =>
      l10n.t`The Machine Config Operator is updating the node. It drains the node, adds Kata to the machine config, and reboots the node.`,
    next: () => l10n.t`After the reboot, the node accepts pods again, with Kata installed.`,
    todo: () => `${nothing()}${getSentenceSeparator()}${reboot()}`,
  },
  installed: {
    title: () => l10n.t`Installed`,
    doing: (names) => l10n.t`${names} installed`,
    health: 'ok',
    meaning: () => l10n.t`The machine config with Kata has been applied to the node.`,
    next: () =>
      l10n.t`Pods can use Kata after it's installed on all nodes. The operator creates the runtime classes last.`,
    todo: nothing,
  },
  failedToInstall: {
    title: () => l10n.t`Failed to install`,
    doing: (names) => l10n.t`${names} failed`,
    health: 'failed',
    meaning: () =>
      l10n.t`The Machine Config Daemon couldn't apply the machine config with Kata and reports the node as degraded.`,
    next: () => l10n.t`Other nodes wait because a failed node counts as unavailable.`,
    todo: reason,
  },
  waitingToUninstall: {
    title: () => l10n.t`Waiting to uninstall`,
    doing: (names) => l10n.t`${names} waiting`,
    health: 'busy',
    meaning: () =>
      `${l10n.t`Kata will be uninstalled from the node. The node is waiting for its update to start.`}${getSentenceSeparator()}${turns()}`,
    next: () =>
      l10n.t`The Machine Config Operator drains the node, removes Kata from the machine config, and reboots the node.`,
    todo: () => l10n.t`No action required while another node is updating.`,
  },
  uninstalling: {
    title: () => l10n.t`Uninstalling`,
    doing: (names) => l10n.t`${names} uninstalling`,
    health: 'busy',
    meaning: () =>
      l10n.t`The Machine Config Operator is updating the node. It drains the node, removes Kata from the machine config, and reboots the node.`,
    next: () => l10n.t`After the reboot, the node accepts pods again, without Kata.`,
    todo: () => `${nothing()}${getSentenceSeparator()}${reboot()}`,
  },
  failedToUninstall: {
    title: () => l10n.t`Failed to uninstall`,
    doing: (names) => l10n.t`${names} failed`,
    health: 'failed',
    meaning: () =>
      l10n.t`The Machine Config Daemon couldn't apply the machine config without Kata and reports the node as degraded.`,
    next: () =>
      l10n.t`Other nodes wait because a failed node counts as unavailable. The KataConfig isn't deleted until Kata is uninstalled from all nodes.`,
    todo: reason,
  },
};
