/** Reads the newest warning events of a pod that hasn't started. Doesn't use VS Code. */
import { getList } from '#core/common/json.ts';
import { readEvent, warningsFirst, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { LogPod } from '#core/logs/pods/logPod.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { redact } from '#client/text/redact.ts';

/** Maximum number of events to read and to return. */
const mostRead = 100;
const mostReturned = 3;

/** Returns the newest warnings, oldest first. Returns none if they can't be read. */
export async function newestWarnings(
  connection: Pick<Connection, 'ask'>,
  { uid, namespace }: Pick<LogPod, 'uid' | 'namespace'>,
  signal: AbortSignal,
): Promise<readonly ClusterEvent[]> {
  if (uid === '') return [];
  const answer = await connection.ask(`/api/v1/namespaces/${encodeURIComponent(namespace)}/events`, {
    signal,
    query: { limit: mostRead, fieldSelector: `involvedObject.uid=${uid},type=Warning` },
  });
  if (!answer.ok) return [];
  return warningsFirst(getList(answer.value, 'items').flatMap((raw) => readEvent(raw) ?? []))
    .slice(0, mostReturned)
    .toReversed()
    .map((event) => ({ ...event, message: redact(event.message) }));
}
