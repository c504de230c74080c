/**
 * The seven lists of a KataConfig in words. Sources: domain/01-kataconfig.md 1.6; OSC 1.12 §5.2 (how long a reboot
 * takes), §8.1.
 */
import * as l10n from '@vscode/l10n';
import type { NodeList } from '#core/cluster/resources/kataConfig.ts';
import type { Health } from '../explanation.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

export interface ListWords {
  readonly title: Message;
  /** What these nodes do: `worker-1 installing`. */
  readonly doing: (names: string) => string;
  readonly health: Health;
  readonly meaning: Message;
  readonly next: Message;
  readonly todo: Message;
}

const reboot = () => l10n.t`A reboot can take 10 to 60 minutes, longest on physical machines.`;
const nothing = () => l10n.t({ message: 'Nothing.', args: [], comment: ['What is to be done.'] });
const turns = () => l10n.t`Only so many nodes of a pool may be away at once: one, unless its pool says otherwise.`;
const reason = () =>
  l10n.t`Read why in the annotation machineconfiguration.openshift.io/reason of the node and in the log of its machine-config-daemon; mend it, and it goes on.`;

export const nodeListText: Readonly<Record<NodeList, ListWords>> = {
  waitingToInstall: {
    title: () => l10n.t`Waiting to install`,
    doing: (names) => l10n.t`${names} waiting`,
    health: 'busy',
    meaning: () => `${l10n.t`The node is to get kata, and its turn has not come.`}${getSentenceSeparator()}${turns()}`,
    next: () =>
      l10n.t`The Machine Config Operator moves its pods away, writes the configuration with kata and reboots it.`,
    todo: () => l10n.t`Nothing, as long as another node is at work.`,
  },
  installing: {
    title: () => l10n.t`Installing`,
    doing: (names) => l10n.t`${names} installing`,
    health: 'busy',
    meaning: () =>
      l10n.t`The Machine Config Operator is at work on the node: it moves the pods away, writes the configuration with kata, and reboots it.`,
    next: () => l10n.t`The node comes back with kata and takes pods again.`,
    todo: () => `${nothing()}${getSentenceSeparator()}${reboot()}`,
  },
  installed: {
    title: () => l10n.t`Installed`,
    doing: (names) => l10n.t`${names} installed`,
    health: 'ok',
    meaning: () => l10n.t`The node has the configuration with kata.`,
    next: () => l10n.t`Pods can use kata when all nodes are done: the runtime classes are made at the end.`,
    todo: nothing,
  },
  failedToInstall: {
    title: () => l10n.t`Failed to install`,
    doing: (names) => l10n.t`${names} failed`,
    health: 'failed',
    meaning: () =>
      l10n.t`The machine-config-daemon of the node could not bring it to the configuration with kata, and says that it is degraded.`,
    next: () => l10n.t`Other nodes wait: a node that fails counts as one that is away.`,
    todo: reason,
  },
  waitingToUninstall: {
    title: () => l10n.t`Waiting to uninstall`,
    doing: (names) => l10n.t`${names} waiting`,
    health: 'busy',
    meaning: () =>
      `${l10n.t`Kata is to be taken from the node, and its turn has not come.`}${getSentenceSeparator()}${turns()}`,
    next: () =>
      l10n.t`The Machine Config Operator moves its pods away, writes the configuration without kata and reboots it.`,
    todo: () => l10n.t`Nothing, as long as another node is at work.`,
  },
  uninstalling: {
    title: () => l10n.t`Uninstalling`,
    doing: (names) => l10n.t`${names} uninstalling`,
    health: 'busy',
    meaning: () =>
      l10n.t`The Machine Config Operator is at work on the node: it moves the pods away, takes kata out of the configuration, and reboots it.`,
    next: () => l10n.t`The node comes back without kata and takes pods again.`,
    todo: () => `${nothing()}${getSentenceSeparator()}${reboot()}`,
  },
  failedToUninstall: {
    title: () => l10n.t`Failed to uninstall`,
    doing: (names) => l10n.t`${names} failed`,
    health: 'failed',
    meaning: () =>
      l10n.t`The machine-config-daemon of the node could not bring it to the configuration without kata, and says that it is degraded.`,
    next: () =>
      l10n.t`Other nodes wait: a node that fails counts as one that is away. The KataConfig stays until all are done.`,
    todo: reason,
  },
};
