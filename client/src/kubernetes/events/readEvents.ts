/**
 * Reads events in pages and keeps a limited number of them. The API server lists events by name, not by time, so all
 * pages must be read to find the newest events. Doesn't use VS Code.
 */
import { readEvent, warningsFirst, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { succeed } from '#core/common/result.ts';
import { redact } from '#client/text/redact.ts';
import type { ApiResult, Connection } from '../connection.ts';
import { PageSize, readPages } from '../read/readPages.ts';

/** Maximum number of events that are kept. Warnings have priority, then the newest events. */
export const mostEvents = 500;
/** Maximum number of events that are read from one list. A cluster with more events is out of order. */
const mostRead = 100_000;

/** Selects events of one namespace. */
export interface EventQuery {
  readonly namespace: string;
  readonly fieldSelector?: string;
  /** Returns whether an event matches. */
  readonly keep?: (event: ClusterEvent) => boolean;
  /** Returns whether to count an event that doesn't match. */
  readonly counts?: (event: ClusterEvent) => boolean;
}

export interface EventsRead {
  /** At most 500 events, warnings first, then the newest first. */
  readonly events: readonly ClusterEvent[];
  /** Number of matching events that were read. */
  readonly total: number;
  /** Number of events that don't match but that the query counts. */
  readonly others: number;
  /** True if the list has more events than are read. */
  readonly isCut: boolean;
  /** Resource version of the list. */
  readonly version: string;
}

/** Returns the path of the events in a namespace. Events of the API group events.k8s.io are in this list, too. */
function eventsPath(namespace: string): string {
  return getCollectionPath({ group: '', version: 'v1', plural: 'events', namespace });
}

/**
 * Reads the events that a query selects. Redacts their messages, because a component can log a credential in one.
 * @param most maximum number of events to read; larger lists are cut
 */
export async function readEvents(
  connection: Pick<Connection, 'ask'>,
  { namespace, fieldSelector, keep = () => true, counts = () => false }: EventQuery,
  signal: AbortSignal,
  most = mostRead,
): Promise<ApiResult<EventsRead>> {
  let kept: ClusterEvent[] = [];
  let [read, total, others, isCut] = [0, 0, 0, false];
  const answer = await readPages(connection, eventsPath(namespace), {
    query: { fieldSelector },
    signal,
    size: new PageSize(),
    most,
    enough: most,
    onPage(items, first, remaining) {
      if (first) [kept, read, total, others, isCut] = [[], 0, 0, 0, false];
      const page = items.flatMap((raw) => readEvent(raw) ?? []);
      const found = page.filter(keep);
      kept.push(...found);
      read += items.length;
      total += found.length;
      others += page.filter((event) => !keep(event) && counts(event)).length;
      isCut = read >= most && remaining !== 0;
      if (kept.length > 2 * mostEvents) kept = warningsFirst(kept).slice(0, mostEvents);
    },
  });
  if (!answer.ok) return answer;
  const events = warningsFirst(kept).slice(0, mostEvents);
  return succeed({ events: events.map(redactEvent), total, others, isCut, version: answer.value.version });
}

/** Returns an event with a redacted message. */
export function redactEvent(event: ClusterEvent): ClusterEvent {
  return { ...event, message: redact(event.message) };
}
