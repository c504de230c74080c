/**
 * What the objects of a must-gather tell of times: when something came, began, turned. Of what happened between,
 * nothing is made up.
 */
import type { GatheredEvent } from './mustGatherEvent.ts';
import type { ClusterHistory, Transition } from '#core/cluster/history.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listItems } from '#core/status/snapshotIndex.ts';

/** In order of time. `began` is not told: nobody watched. */
export function gatheredHistory(snapshot: Snapshot, events: readonly GatheredEvent[] = []): ClusterHistory {
  const transitions: Transition[] = [];
  const add = (about: Transition['about'], name: string, at: number | undefined, what: Transition['what']): void => {
    if (at !== undefined) transitions.push({ at, about, name, what });
  };
  for (const { name, created, deleting, inProgress } of listItems(snapshot, 'kataConfigs')) {
    add('kataConfig', name, created, { kind: 'came' });
    add('kataConfig', name, deleting, { kind: 'deleting' });
    if (inProgress === undefined) continue;
    const { status, reason, message, since } = inProgress;
    add('kataConfig', name, since, { kind: 'condition', status, reason, message });
  }
  for (const { name, created, conditions } of listItems(snapshot, 'machineConfigPools')) {
    add('pool', name, created, { kind: 'came' });
    const [updating, degraded] = [
      findStatusCondition(conditions, 'Updating'),
      findStatusCondition(conditions, 'Degraded'),
    ];
    add('pool', name, updating?.since, { kind: 'pool', is: updating?.status === 'True' ? 'updating' : 'updated' });
    // That it is not degraded says nothing of whether it ever was.
    if (degraded?.status === 'True') add('pool', name, degraded.since, { kind: 'pool', is: 'degraded' });
  }
  for (const { name, created, ready, readySince, cordoned, cordonedSince } of listItems(snapshot, 'nodes')) {
    add('node', name, created, { kind: 'came' });
    add('node', name, readySince, { kind: 'ready', status: ready });
    if (cordoned) add('node', name, cordonedSince, { kind: 'cordon', cordoned });
  }
  for (const { at, about, name, reason, message, count } of events)
    add(about, name, at, { kind: 'event', reason, message, count });
  return { transitions: transitions.toSorted((one, other) => one.at - other.at), forgotten: 0 };
}
