/** Combines events that differ only in their time and number, as `kubectl describe` users expect one line for them. */
import { omitUndefined } from '#core/common/json.ts';
import type { ClusterEvent } from './clusterEvent.ts';

/**
 * Combines events about the same object with the same type, reason, and message. Adds up their occurrences, and keeps
 * the first and the last time. Keeps the order in which the events first appear.
 */
export function combineRepeatedEvents(events: Iterable<ClusterEvent>): readonly ClusterEvent[] {
  const rows = new Map<string, ClusterEvent>();
  for (const event of events) {
    const { kind, namespace, name, uid, type, reason, message } = event;
    const key = JSON.stringify([kind, namespace, name, uid, type, reason, message]);
    const before = rows.get(key);
    rows.set(key, before === undefined ? event : combined(before, event));
  }
  return [...rows.values()];
}

function combined(one: ClusterEvent, other: ClusterEvent): ClusterEvent {
  const newest = (other.at ?? -Infinity) > (one.at ?? -Infinity) ? other : one;
  const firsts = [one.first, other.first].filter((time) => time !== undefined);
  return {
    ...newest,
    count: one.count + other.count,
    ...omitUndefined({ first: firsts.length === 0 ? undefined : Math.min(...firsts) }),
  };
}
