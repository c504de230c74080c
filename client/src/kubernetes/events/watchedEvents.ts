/** Defines the events of a namespace as a watched kind. Doesn't use VS Code. */
import { omitUndefined } from '#core/common/json.ts';
import { readEvent, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { defineWatchedKind, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import { mostEvents } from './readEvents.ts';

/** An event as an object of the API. */
export interface WatchedEvent extends ClusterObject {
  readonly event: ClusterEvent;
}

/** Returns the events of one namespace as a watched kind. Keeps a limited number of them. */
export function eventsOf(namespace: string, fieldSelector: string | undefined): WatchedKind<WatchedEvent> {
  return defineWatchedKind<WatchedEvent>({
    group: '',
    version: 'v1',
    plural: 'events',
    kind: 'Event',
    scope: 'all',
    namespace,
    most: 2 * mostEvents,
    ...omitUndefined({ fieldSelector }),
    neededFor: () => 'events',
    read(raw, object) {
      const event = readEvent(raw);
      return event === undefined ? undefined : { ...object, event };
    },
  });
}
