/**
 * Derives changes that happened while nothing was recorded: from the times in objects, from managed fields, and from
 * events. Contains only changes inside the gap. A derived change never replaces a recorded one.
 */
import type { ClusterEvent } from './objects/clusterEvent.ts';
import { findStatusCondition } from './objects/clusterObject.ts';
import type { FieldWrite } from './objects/fieldWrite.ts';
import type { ClusterHistory, Happening, HistoryGap, Transition } from './history.ts';
import { nodeLists, type KataConfig } from './watchedKinds/kataConfig.ts';
import type { Snapshot } from './snapshot.ts';

/** Returns the changes whose time an object contains. Only the last change of each kind is known. */
export function deriveFromObjects(snapshot: Snapshot, { from, to }: HistoryGap): readonly Transition[] {
  const derived: Transition[] = [];
  const add = (about: Transition['about'], name: string, at: number | undefined, what: Happening): void => {
    if (at !== undefined && at > from && at <= to) derived.push({ at, derived: 'object', about, name, what });
  };
  for (const { name, created, deleting, inProgress } of snapshot.kataConfigs.items.values()) {
    add('kataConfig', name, created, { kind: 'came' });
    add('kataConfig', name, deleting, { kind: 'deleting' });
    if (inProgress !== undefined) {
      const { status, reason, message, since } = inProgress;
      add('kataConfig', name, since, { kind: 'condition', status, reason, message });
    }
  }
  for (const { name, created, conditions } of snapshot.machineConfigPools.items.values()) {
    const [updating, degraded] = ['Updating', 'Degraded'].map((type) => findStatusCondition(conditions, type));
    add('pool', name, created, { kind: 'came' });
    add('pool', name, updating?.since, { kind: 'pool', is: updating?.status === 'True' ? 'updating' : 'updated' });
    add('pool', name, degraded?.since, { kind: 'pool', is: degraded?.status === 'True' ? 'degraded' : 'recovered' });
  }
  for (const { name, created, cordoned, cordonedSince, ready, readySince } of snapshot.nodes.items.values()) {
    add('node', name, created, { kind: 'came' });
    if (cordoned) add('node', name, cordonedSince, { kind: 'cordon', cordoned });
    add('node', name, readySince, { kind: 'ready', status: ready });
  }
  return derived;
}

/**
 * Returns the changes that managed fields show. The time of a manager is the last write of any of its fields. A value
 * that differs from the last known one therefore changed between the start of the gap and this time.
 * @param history the changes before the gap
 */
export function deriveFromManagedFields(
  snapshot: Snapshot,
  history: ClusterHistory,
  { from, to }: HistoryGap,
): readonly Transition[] {
  const derived: Transition[] = [];
  const before = lastKnown(history, from);
  const add = (about: Transition['about'], name: string, write: FieldWrite | undefined, what: Happening): void => {
    if (write === undefined || write.at <= from || write.at > to) return;
    const known = before.get(keyOf(about, name, what));
    if (known === undefined ? !write.isExact : isSame(known, what)) return;
    const { at, isExact } = write;
    derived.push({ at, ...(isExact ? {} : { earliest: from }), derived: 'managedFields', about, name, what });
  };
  for (const { name, paused, pausedWrite } of snapshot.machineConfigPools.items.values())
    add('pool', name, pausedWrite, { kind: 'pool', is: paused ? 'paused' : 'resumed' });
  for (const {
    name,
    cordoned,
    cordonedSince,
    cordonedWrite,
    mcoState,
    mcoReason,
    mcoWrite,
  } of snapshot.nodes.items.values()) {
    if (cordonedSince === undefined) add('node', name, cordonedWrite, { kind: 'cordon', cordoned });
    if (mcoState !== undefined)
      add('node', name, mcoWrite, { kind: 'daemon', state: mcoState, reason: mcoReason ?? '' });
  }
  for (const kataConfig of snapshot.kataConfigs.items.values())
    for (const [name, list] of placesOf(kataConfig))
      add('node', name, kataConfig.listsWrite, { kind: 'list', to: list });
  return derived;
}

/**
 * Reasons of kubelet events with the change that they report. Source:
 * kubernetes/kubernetes@00bdb3fade2ef1ada898bd8fae2c6a1958da3a5d pkg/kubelet/events/event.go.
 */
const knownReasons: Readonly<Record<string, Happening>> = {
  NodeReady: { kind: 'ready', status: 'True' },
  NodeNotReady: { kind: 'ready', status: 'False' },
  NodeSchedulable: { kind: 'cordon', cordoned: false },
  NodeNotSchedulable: { kind: 'cordon', cordoned: true },
  Rebooted: { kind: 'boot' },
};

const kinds: Readonly<Record<string, Transition['about']>> = {
  Node: 'node',
  MachineConfigPool: 'pool',
  KataConfig: 'kataConfig',
};

/** Maximum number of changes that are derived from events. */
const mostFromEvents = 500;

/** Returns whether an event is about an object that the history contains. */
export function isHistoryEvent({ kind }: Pick<ClusterEvent, 'kind'>): boolean {
  return Object.hasOwn(kinds, kind);
}

/** Returns the changes that events report. The cluster keeps events only for a few hours. */
export function deriveFromEvents(events: readonly ClusterEvent[], gaps: readonly HistoryGap[]): readonly Transition[] {
  return events
    .flatMap(({ at, kind, name, reason, message, count }): readonly Transition[] => {
      const about = isHistoryEvent({ kind }) ? kinds[kind] : undefined;
      if (about === undefined || name === undefined || at === undefined) return [];
      if (!gaps.some(({ from, to }) => at > from && at <= to)) return [];
      const known = about === 'node' && Object.hasOwn(knownReasons, reason) ? knownReasons[reason] : undefined;
      return [{ at, derived: 'event', about, name, what: known ?? { kind: 'event', reason, message, count } }];
    })
    .toSorted((one, other) => one.at - other.at)
    .slice(-mostFromEvents);
}

function placesOf({ lists }: KataConfig): readonly (readonly [name: string, list: (typeof nodeLists)[number]])[] {
  return nodeLists.flatMap((list) => lists[list].map((name) => [name, list] as const));
}

/** Returns the last known change of each kind before a time, by object. It can be derived for an earlier gap. */
function lastKnown({ transitions }: ClusterHistory, until: number): ReadonlyMap<string, Happening> {
  return new Map(
    transitions.filter(({ at }) => at <= until).map(({ about, name, what }) => [keyOf(about, name, what), what]),
  );
}

/** Returns the key of changes that exclude each other, such as paused and resumed. */
function keyOf(about: Transition['about'], name: string, what: Happening): string {
  const isPause = what.kind === 'pool' && (what.is === 'paused' || what.is === 'resumed');
  return JSON.stringify([about, name, isPause ? 'pause' : what.kind]);
}

function isSame(known: Happening, what: Happening): boolean {
  if (known.kind === 'list' && what.kind === 'list') return known.to === what.to;
  return JSON.stringify(known) === JSON.stringify(what);
}
