/**
 * Defines the results of the command that tests the port of a pod VM (core/operations/peerPods/portTest.ts). Source:
 * bash(1), redirection to /dev/tcp; timeout(1), exit code 124; connect(2).
 */
import * as l10n from '@vscode/l10n';
import { enablingPorts } from '../../product/docSections.ts';
import type { KnownMessage } from './knownMessage.ts';

/** Matches the port and the address in the line that the command prints. */
const result = (code: string): RegExp => new RegExp(`Port (\\d{1,5}) of ([0-9A-Fa-f.:]{2,45}): exit code ${code}\\b`);
/** Matches the error of Bash. */
const refusal = (error: string): RegExp => new RegExp(`/dev/tcp/([0-9A-Fa-f.:]{2,45})/(\\d{1,5}): ${error}`);

const openPorts = (): string =>
  l10n.t('To open the ports, run Generate Firewall Commands for Peer Pods, and then run the script.');

export const portTestMessages: readonly KnownMessage[] = [
  {
    pattern: result('0'),
    health: 'ok',
    title: ([, port = '', address = '']) => l10n.t`Port ${port} of ${address} is open`,
    meaning: () => l10n.t`The node can connect to the agent in the pod VM, so no firewall blocks this port.`,
    todo: () => l10n.t`No action required. If the pod still doesn't start, check the log of cloud-api-adaptor.`,
    docs: enablingPorts,
  },
  {
    pattern: result('124'),
    title: ([, port = '', address = '']) => l10n.t`No response from port ${port} of ${address}`,
    meaning: () =>
      l10n.t`The pod VM didn't respond within 3 seconds. Usually, a firewall drops the packets. The address can also belong to a VM that no longer exists.`,
    todo: openPorts,
    docs: enablingPorts,
  },
  {
    pattern: refusal('Connection refused'),
    title: ([, address = '', port = '']) => l10n.t`Port ${port} of ${address} is closed`,
    meaning: () =>
      l10n.t`The pod VM is reachable, and no firewall blocks the port, but no process listens on it. While a VM boots, this is normal.`,
    todo: () =>
      l10n.t`Repeat the test after 1 minute. If the port is still closed, check the console of the pod VM, and FORWARDER_PORT in peer-pods-cm.`,
    docs: enablingPorts,
  },
  {
    pattern: refusal('(?:No route to host|Network is unreachable)'),
    title: ([, address = '']) => l10n.t`No route to ${address}`,
    meaning: () =>
      l10n.t`The node has no route to the network of the pod VM, or a firewall rejects the packets. The address can also belong to a VM that no longer exists.`,
    todo: () =>
      l10n.t`Check the subnet of the pod VMs in peer-pods-cm, and the routes between this subnet and the nodes.`,
    docs: enablingPorts,
  },
];
