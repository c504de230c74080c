/** The seven lists of a KataConfig in words. Sources: domain/01-kataconfig.md 1.6; OSC 1.12 §5.2 (how long a reboot takes), §8.1. */
import type { NodeList } from '../kinds/kataConfig.ts';
import type { Health } from './explanation.ts';

export interface ListWords {
  readonly title: string;
  /** After a name or a number of nodes: `worker-1 installing`. */
  readonly doing: string;
  readonly health: Health;
  readonly meaning: string;
  readonly next: string;
  readonly todo: string;
}

const reboot = 'A reboot can take 10 to 60 minutes, longest on physical machines.';
const turns = 'Only so many nodes of a pool may be away at once: one, unless its pool says otherwise.';
const reason =
  'Read why in the annotation machineconfiguration.openshift.io/reason of the node and in the log of its machine-config-daemon; mend it, and it goes on.';

export const listWords: Readonly<Record<NodeList, ListWords>> = {
  waitingToInstall: {
    title: 'Waiting to install',
    doing: 'waiting',
    health: 'busy',
    meaning: `The node is to get kata, and its turn has not come. ${turns}`,
    next: 'The Machine Config Operator moves its pods away, writes the configuration with kata and reboots it.',
    todo: 'Nothing, as long as another node is at work.',
  },
  installing: {
    title: 'Installing',
    doing: 'installing',
    health: 'busy',
    meaning: 'The Machine Config Operator is at work on the node: it moves the pods away, writes the configuration with kata, and reboots it.',
    next: 'The node comes back with kata and takes pods again.',
    todo: `Nothing. ${reboot}`,
  },
  installed: {
    title: 'Installed',
    doing: 'installed',
    health: 'ok',
    meaning: 'The node has the configuration with kata.',
    next: 'Pods can use kata when all nodes are done: the runtime classes are made at the end.',
    todo: 'Nothing.',
  },
  failedToInstall: {
    title: 'Failed to install',
    doing: 'failed',
    health: 'failed',
    meaning: 'The machine-config-daemon of the node could not bring it to the configuration with kata, and says that it is degraded.',
    next: 'Other nodes wait: a node that fails counts as one that is away.',
    todo: reason,
  },
  waitingToUninstall: {
    title: 'Waiting to uninstall',
    doing: 'waiting',
    health: 'busy',
    meaning: `Kata is to be taken from the node, and its turn has not come. ${turns}`,
    next: 'The Machine Config Operator moves its pods away, writes the configuration without kata and reboots it.',
    todo: 'Nothing, as long as another node is at work.',
  },
  uninstalling: {
    title: 'Uninstalling',
    doing: 'uninstalling',
    health: 'busy',
    meaning: 'The Machine Config Operator is at work on the node: it moves the pods away, takes kata out of the configuration, and reboots it.',
    next: 'The node comes back without kata and takes pods again.',
    todo: `Nothing. ${reboot}`,
  },
  failedToUninstall: {
    title: 'Failed to uninstall',
    doing: 'failed',
    health: 'failed',
    meaning: 'The machine-config-daemon of the node could not bring it to the configuration without kata, and says that it is degraded.',
    next: 'Other nodes wait: a node that fails counts as one that is away. The KataConfig stays until all are done.',
    todo: reason,
  },
};
