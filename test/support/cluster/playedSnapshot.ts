/** Reads the snapshot of a simulated cluster at a point in time, as the cluster watcher would. */
import {
  failedSandboxOf,
  readUnscheduledPod,
  readSandboxPod,
  sandboxEvents,
  type FailedSandbox,
} from '#core/cluster/objects/failedSandbox.ts';
import { watchedKindIds, watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { WatchedItems, SyncState } from '#core/cluster/syncState.ts';
import type { Client } from '#simulator/controllers/framework/client.ts';

/**
 * @param states states of kinds that aren't live
 * @param now in milliseconds since 1970
 */
export function playedSnapshot(
  client: Client,
  now: number,
  states: Partial<Readonly<Record<keyof Snapshot, SyncState>>> = {},
): Snapshot {
  const held = watchedKindIds.map((id) => {
    const kind: WatchedKind<ClusterObject> = watchedKinds[id];
    const resource = { group: kind.group, plural: kind.plural };
    const state = states[id] ?? (client.has(resource) ? { kind: 'live' as const } : { kind: 'absent' as const });
    if (state.kind === 'absent' || state.kind === 'forbidden') return [id, { state, items: new Map() }] as const;
    const objects = client
      .list(resource, kind.scope === 'operator' ? operatorNamespace : undefined)
      .flatMap((raw) => kind.read(raw) ?? []);
    return [id, { state, asOf: now, items: new Map(objects.map((object) => [object.uid, object])) }] as const;
  });
  const failedSandboxes = playedSandboxes(client, now, states.failedSandboxes ?? { kind: 'live' });
  return Object.fromEntries<WatchedItems<ClusterObject>>([
    ...held,
    ['failedSandboxes', failedSandboxes],
  ]) as unknown as Snapshot;
}

/** Returns pods whose sandbox failed, with their events, as the cluster watcher combines them. */
function playedSandboxes(client: Client, now: number, state: SyncState): WatchedItems<FailedSandbox> {
  if (state.kind === 'forbidden' || state.kind === 'absent') return { state, items: new Map() };
  const events = client.list({ group: '', plural: 'events' }).flatMap((raw) => sandboxEvents.read(raw) ?? []);
  const failed = client.list({ group: '', plural: 'pods' }).flatMap((raw) => {
    const pod = readSandboxPod(raw);
    return (
      (pod === undefined
        ? undefined
        : failedSandboxOf(
            pod,
            events.filter((event) => event.pod.uid === pod.uid),
          )) ??
      readUnscheduledPod(raw) ??
      []
    );
  });
  return { state, asOf: now, items: new Map(failed.map((pod) => [pod.uid, pod])) };
}
