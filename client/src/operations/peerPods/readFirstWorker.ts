/** Reads a worker node with its cloud instance. Doesn't use VS Code. */
import { getList, getString } from '#core/common/json.ts';
import type { PortsInput } from '#core/operations/peerPods/portsScript.ts';
import { workerRole } from '#core/product/nodeLabels.ts';
import type { Connection } from '#client/kubernetes/connection.ts';

/** Returns the first worker node. Returns undefined if it can't be read. The script then asks for the node. */
export async function readFirstWorker(connection: Pick<Connection, 'ask'>): Promise<PortsInput['worker']> {
  const answer = await connection.ask('/api/v1/nodes', { query: { labelSelector: workerRole, limit: 1 } });
  const [node] = answer.ok ? getList(answer.value, 'items') : [];
  const [name, providerId] = [getString(node, 'metadata', 'name'), getString(node, 'spec', 'providerID')];
  return name === undefined || providerId === undefined ? undefined : { name, providerId };
}
