/** Reads the events about the objects whose history is recorded. Doesn't use VS Code. */
import { isHistoryEvent } from '#core/cluster/derivedHistory.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { Connection } from '../connection.ts';
import { readEvents } from './readEvents.ts';

/** Maximum number of events that are read. Without them, the history only has less detail. */
const mostRead = 5000;

/** Returns the newest events. Returns none if they can't be read, for example because the permission is missing. */
export async function readHistoryEvents(
  connection: Pick<Connection, 'ask'>,
  signal: AbortSignal,
): Promise<readonly ClusterEvent[]> {
  // Events about objects without a namespace are in the namespace default.
  const answer = await readEvents(connection, { namespace: 'default', keep: isHistoryEvent }, signal, mostRead);
  return answer.ok ? answer.value.events : [];
}
