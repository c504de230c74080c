/** Plays a simulator scenario and maintains the snapshot and history that a client following the cluster would have. */
import assert from 'node:assert/strict';
import { emptyHistory, recordTransitions, type ClusterHistory } from '#core/cluster/history.ts';
import { watchedKindIds, watchedKinds, type ItemOf, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { updateSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { WatchChange } from '#core/cluster/syncState.ts';
import type { Behaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import type { KubeObject } from '#simulator/store/kubeObject.ts';
import { stage, type TestCluster } from './controllersStage.ts';

export interface LiveStage {
  readonly cluster: TestCluster;
  readonly snapshot: () => Snapshot;
  readonly history: () => ClusterHistory;
  /** Returns the cluster's time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** @param seen called after every reported change */
export function liveStage(
  scenario: Partial<Scenario> & { readonly name: string },
  behaviour: Partial<Behaviour> = {},
  seen: (snapshot: Snapshot, history: ClusterHistory, now: number) => void = () => undefined,
): LiveStage {
  const cluster = stage(scenario, behaviour);
  const now = (): number => cluster.clock.now();
  let snapshot = emptySnapshot;
  let history = emptyHistory;
  for (const id of watchedKindIds) {
    const { group, plural } = watchedKinds[id];
    const items = cluster.client.list({ group, plural }).flatMap((object) => readOf(id, object) ?? []);
    snapshot = change(snapshot, id, {
      kind: 'replace',
      items: new Map(items.map((item) => [item.uid, item])),
      asOf: now(),
    });
  }
  history = recordTransitions(history, emptySnapshot, snapshot, now());
  const watching = cluster.store.watch(undefined, undefined, ({ type, object, resource }) => {
    const id = watchedKindIds.find(
      (one) => watchedKinds[one].group === resource.group && watchedKinds[one].plural === resource.plural,
    );
    const item = id === undefined ? undefined : readOf(id, object);
    if (id === undefined || item === undefined) return;
    const before = watchedKindIds.reduce((all, one) => change(all, one, { kind: 'confirmed', asOf: now() }), snapshot);
    const changes = [
      type === 'DELETED' ? ({ kind: 'delete', uid: item.uid } as const) : ({ kind: 'put', item } as const),
    ];
    snapshot = change(before, id, { kind: 'items', changes, asOf: now() });
    history = recordTransitions(history, before, snapshot, now());
    seen(snapshot, history, now());
  });
  assert.ok(watching.ok);
  return { cluster, snapshot: () => snapshot, history: () => history, now };
}

function readOf(id: WatchedKindId, object: KubeObject): ItemOf<WatchedKindId> | undefined {
  const kind = watchedKinds[id];
  if (kind.scope === 'operator' && object.metadata.namespace !== operatorNamespace) return undefined;
  // Objects are sent as JSON.
  return kind.read(JSON.parse(JSON.stringify(object)));
}

function change(snapshot: Snapshot, id: WatchedKindId, what: WatchChange<ItemOf<WatchedKindId>>): Snapshot {
  return updateSnapshot(snapshot, id, what as WatchChange<never>);
}
