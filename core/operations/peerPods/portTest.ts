/**
 * Creates the command that tests the connection from a worker node to the agent in a pod VM. The command prints the
 * exit code with the port and the address, so that its output can be explained
 * (core/explain/messages/portTestMessages.ts). Source: OSC 1.12 §3.1 (port); bash(1), redirection to /dev/tcp;
 * timeout(1), exit code 124.
 */

/** Port of the agent in the pod VM. Source: core/operations/peerPods/portsScript.ts. */
export const defaultForwarderPort = '15150';

export interface PortTest {
  /** Name of the node, or a placeholder. */
  readonly node: string;
  /** IP address of the pod VM, or a placeholder. */
  readonly address: string;
  readonly port: string;
}

/** Returns the command. The caller makes sure that the values contain no shell characters. */
export function createPortTestCommand({ node, address, port }: PortTest): string {
  return `oc debug node/${node} -- bash -c 'timeout 3 bash -c "</dev/tcp/${address}/${port}"; echo "Port ${port} of ${address}: exit code $?"'`;
}

/** Returns the name of a node for the command, or a placeholder if the name is unknown or can't be used in a shell. */
export function getShellName(node: string | undefined): string {
  return /^[a-z0-9][a-z0-9.-]{0,252}$/.exec(node ?? '')?.[0] ?? 'NODE';
}
