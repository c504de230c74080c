/**
 * Derives a history from the timestamps of must-gather objects: when they were created, started, or changed state.
 * Doesn't invent events in between.
 */
import type { MustGatherEvent } from './mustGatherEvent.ts';
import type { ClusterHistory, Transition } from '#core/cluster/history.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listItems } from '#core/status/snapshotIndex.ts';

/** Returns the history in chronological order. It has no `began` because the start of the observation is unknown. */
export function mustGatherHistory(snapshot: Snapshot, events: readonly MustGatherEvent[] = []): ClusterHistory {
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
    // A pool that isn't degraded now might have been degraded before.
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
