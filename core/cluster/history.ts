/**
 * Records the changes on a cluster while it's being followed. Contains only observed changes, without guesses about
 * earlier times or connection gaps. Immutable: recording returns a new history.
 */
import { nodeLists, type KataConfig, type NodeList } from './watchedKinds/kataConfig.ts';
import type { MachineConfigPool } from './watchedKinds/machineConfigPool.ts';
import type { ClusterNode } from './watchedKinds/node.ts';
import { findStatusCondition } from './objects/clusterObject.ts';
import type { Snapshot } from './snapshot.ts';
import type { WatchedItems } from './syncState.ts';

/** A change to an object. */
export type Happening =
  /**
   * The node moved to another list of the KataConfig status. `from` or `to` is undefined if the node was or is in no
   * list.
   */
  | { readonly kind: 'list'; readonly from?: NodeList; readonly to?: NodeList }
  /** The node rebooted. */
  | { readonly kind: 'boot' }
  /** Status of the node's Ready condition: `True`, `False`, `Unknown`. */
  | { readonly kind: 'ready'; readonly status: string }
  /** State that the Machine Config Daemon reports for the node: `Done`, `Working`, `Degraded`. */
  | { readonly kind: 'daemon'; readonly state: string; readonly reason: string }
  /** A drain of the node was requested or is complete. */
  | { readonly kind: 'drain'; readonly is: 'asked' | 'done' }
  | { readonly kind: 'cordon'; readonly cordoned: boolean }
  /** The InProgress condition of the KataConfig changed. */
  | { readonly kind: 'condition'; readonly status: string; readonly reason: string; readonly message: string }
  /**
   * The pool started or finished updating, was paused or resumed, became degraded or recovered, or has a new target
   * configuration.
   */
  | {
      readonly kind: 'pool';
      readonly is: 'updating' | 'updated' | 'paused' | 'resumed' | 'degraded' | 'recovered' | 'retargeted';
    }
  /** An event of the cluster, from a must-gather or for a gap in the history. */
  | { readonly kind: 'event'; readonly reason: string; readonly message: string; readonly count: number }
  | { readonly kind: 'came' }
  | { readonly kind: 'deleting' }
  | { readonly kind: 'went' };

/**
 * Source of a derived change: a time in the object, such as `lastTransitionTime`, the managed fields of the object, or
 * an event.
 */
export type DerivedFrom = 'object' | 'managedFields' | 'event';

export interface Transition {
  /**
   * Time of the change according to the cluster, if known. Otherwise, the time of the observation. In milliseconds
   * since 1970.
   */
  readonly at: number;
  /**
   * Earliest possible time of the change if the cluster wasn't observed for a while, in milliseconds since 1970.
   * Undefined if `at` is exact.
   */
  readonly earliest?: number;
  /** Source of the time if the change wasn't recorded, but derived. */
  readonly derived?: DerivedFrom;
  /**
   * True if `at` is in the future, because the clock of the computer was set back. The time isn't reliable, so the
   * change only appears in lists of changes. Not saved.
   */
  readonly isFuture?: true;
  readonly about: 'node' | 'kataConfig' | 'pool';
  readonly name: string;
  readonly what: Happening;
}

/** A period in which nothing was recorded, because no window had the cluster open. Milliseconds since 1970. */
export interface HistoryGap {
  readonly from: number;
  readonly to: number;
}

export interface ClusterHistory {
  /** Time when recording started, in milliseconds since 1970. Undefined if it hasn't started. */
  readonly began?: number;
  /** Transitions in chronological order. */
  readonly transitions: readonly Transition[];
  /** Number of old transitions that were discarded. */
  readonly forgotten: number;
  /** Periods between the first and the last transition in which nothing was recorded. */
  readonly gaps?: readonly HistoryGap[];
}

export const emptyHistory: ClusterHistory = { transitions: [], forgotten: 0 };

/** Maximum number of transitions to keep. Updating a thousand nodes causes about eight transitions per node. */
export const historyLimit = 5000;

/**
 * Maximum time between messages of a live watch, in milliseconds. The API server sends a bookmark every minute, so a
 * longer gap means that the connection was lost.
 */
const silence = 90_000;

/** Maximum difference between the cluster's clock and the local clock for a time to be trusted, in milliseconds. */
const tolerance = 10_000;

/**
 * Adds the differences between two snapshots. Data that wasn't known before isn't a change, so the first list adds
 * nothing.
 * @param now milliseconds since 1970
 */
export function recordTransitions(
  history: ClusterHistory,
  before: Snapshot,
  after: Snapshot,
  now: number,
): ClusterHistory {
  const found = [
    ...changes(before.kataConfigs, after.kataConfigs, kataConfigChanges, now),
    ...changes(before.machineConfigPools, after.machineConfigPools, poolChanges, now),
    ...changes(before.nodes, after.nodes, nodeChanges, now),
  ].toSorted((one, other) => one.at - other.at);
  const isKnown = after.kataConfigs.asOf !== undefined || after.nodes.asOf !== undefined;
  const began = history.began ?? (isKnown ? now : undefined);
  if (found.length === 0)
    return began === history.began ? history : { ...history, ...(began === undefined ? {} : { began }) };
  const last = history.transitions.at(-1);
  const isOrdered = last === undefined || (found[0]?.at ?? 0) >= last.at;
  // The clock might have been set back, or the cluster contains an earlier time.
  const all = isOrdered
    ? [...history.transitions, ...found]
    : [...history.transitions, ...found].toSorted((one, other) => one.at - other.at);
  const surplus = Math.max(0, all.length - historyLimit);
  return {
    ...history,
    ...(began === undefined ? {} : { began }),
    transitions: surplus === 0 ? all : all.slice(surplus),
    forgotten: history.forgotten + surplus,
  };
}

type Made = Omit<Transition, 'at'> & { readonly at?: number };

function changes<T>(
  old: WatchedItems<T>,
  next: WatchedItems<T>,
  compare: (old: T | undefined, next: T | undefined) => readonly Made[],
  now: number,
): readonly Transition[] {
  if (old.asOf === undefined || old.items === next.items) return [];
  const made: Made[] = [];
  for (const [uid, item] of next.items) {
    const previous = old.items.get(uid);
    if (previous !== item) made.push(...compare(previous, item));
  }
  for (const [uid, item] of old.items) if (!next.items.has(uid)) made.push(...compare(item, undefined));
  const { asOf } = old;
  const earliest = old.state.kind === 'live' && now - asOf <= silence ? undefined : asOf;
  return made.map(({ at, ...rest }) => {
    // The cluster's clock might be wrong, so a time outside the possible range is ignored.
    const believed = at !== undefined && at <= now && at >= asOf - tolerance ? at : undefined;
    return {
      at: believed ?? now,
      ...(believed === undefined && earliest !== undefined && earliest < now ? { earliest } : {}),
      ...rest,
    };
  });
}

function kataConfigChanges(old: KataConfig | undefined, next: KataConfig | undefined): readonly Made[] {
  const name = (next ?? old)?.name ?? '';
  const about = (what: Happening, at?: number): Made => ({
    about: 'kataConfig',
    name,
    what,
    ...(at === undefined ? {} : { at }),
  });
  const made: Made[] = [];
  if (old === undefined) made.push(about({ kind: 'came' }, next?.created));
  if (next?.deleting !== undefined && old?.deleting === undefined)
    made.push(about({ kind: 'deleting' }, next.deleting));
  const condition = next?.inProgress;
  const previous = old?.inProgress;
  if (
    condition !== undefined &&
    (condition.status !== previous?.status ||
      condition.reason !== previous.reason ||
      condition.message !== previous.message)
  ) {
    const { status, reason, message, since } = condition;
    made.push(about({ kind: 'condition', status, reason, message }, since));
  }
  made.push(...listChanges(old, next));
  if (next === undefined) made.push(about({ kind: 'went' }));
  return made;
}

function listChanges(old: KataConfig | undefined, next: KataConfig | undefined): readonly Made[] {
  const [were, are] = [placesOf(old), placesOf(next)];
  const made: Made[] = [];
  const add = (name: string, from: NodeList | undefined, to: NodeList | undefined): void => {
    if (from === to) return;
    made.push({
      about: 'node',
      name,
      what: { kind: 'list', ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
    });
  };
  for (const [name, to] of are) add(name, were.get(name), to);
  for (const [name, from] of were) if (!are.has(name)) add(name, from, undefined);
  return made;
}

function placesOf(kataConfig: KataConfig | undefined): ReadonlyMap<string, NodeList> {
  return new Map(
    kataConfig === undefined
      ? []
      : nodeLists.flatMap((list) => kataConfig.lists[list].map((name) => [name, list] as const)),
  );
}

function poolChanges(old: MachineConfigPool | undefined, next: MachineConfigPool | undefined): readonly Made[] {
  const name = (next ?? old)?.name ?? '';
  const about = (what: Happening, at?: number): Made => ({
    about: 'pool',
    name,
    what,
    ...(at === undefined ? {} : { at }),
  });
  if (next === undefined) return [about({ kind: 'went' })];
  if (old === undefined) return [about({ kind: 'came' }, next.created)];
  const made: Made[] = [];
  const is = (pool: MachineConfigPool, type: string): boolean =>
    findStatusCondition(pool.conditions, type)?.status === 'True';
  const since = (type: string): number | undefined => findStatusCondition(next.conditions, type)?.since;
  if (next.target !== old.target) made.push(about({ kind: 'pool', is: 'retargeted' }));
  if (next.paused !== old.paused) made.push(about({ kind: 'pool', is: next.paused ? 'paused' : 'resumed' }));
  if (is(next, 'Updating') !== is(old, 'Updating'))
    made.push(about({ kind: 'pool', is: is(next, 'Updating') ? 'updating' : 'updated' }, since('Updating')));
  if (is(next, 'Degraded') !== is(old, 'Degraded'))
    made.push(about({ kind: 'pool', is: is(next, 'Degraded') ? 'degraded' : 'recovered' }, since('Degraded')));
  return made;
}

function nodeChanges(old: ClusterNode | undefined, next: ClusterNode | undefined): readonly Made[] {
  const name = (next ?? old)?.name ?? '';
  const about = (what: Happening, at?: number): Made => ({
    about: 'node',
    name,
    what,
    ...(at === undefined ? {} : { at }),
  });
  if (next === undefined) return [about({ kind: 'went' })];
  if (old === undefined) return [about({ kind: 'came' }, next.created)];
  const made: Made[] = [];
  if (next.cordoned !== old.cordoned) made.push(about({ kind: 'cordon', cordoned: next.cordoned }, next.cordonedSince));
  if (next.desiredDrain !== old.desiredDrain && isDraining(next)) made.push(about({ kind: 'drain', is: 'asked' }));
  if (isDraining(old) && !isDraining(next)) made.push(about({ kind: 'drain', is: 'done' }));
  if (next.ready !== old.ready) made.push(about({ kind: 'ready', status: next.ready }, next.readySince));
  if (next.bootId !== old.bootId && old.bootId !== '') made.push(about({ kind: 'boot' }));
  if (next.mcoState !== old.mcoState && next.mcoState !== undefined)
    made.push(about({ kind: 'daemon', state: next.mcoState, reason: next.mcoReason ?? '' }));
  return made;
}

/** Returns whether the node is being drained: a drain was requested and isn't complete. */
export function isDraining({
  desiredDrain,
  lastAppliedDrain,
}: Pick<ClusterNode, 'desiredDrain' | 'lastAppliedDrain'>): boolean {
  return desiredDrain?.startsWith('drain-') === true && desiredDrain !== lastAppliedDrain;
}

/** Returns the transition with which the node moved to its current list, if observed. */
export function findListEntry(history: ClusterHistory, node: string): Transition | undefined {
  return lastAbout(history, node, (what) => what.kind === 'list');
}

/** Returns the last change of an object, without events. Undefined if none is known. */
export function findLastChange(
  { transitions }: ClusterHistory,
  about: Transition['about'],
  name: string,
): Transition | undefined {
  return transitions.findLast(
    (one) => one.about === about && one.name === name && one.what.kind !== 'event' && one.isFuture !== true,
  );
}

/** Returns the last observed change of a node that satisfies the predicate. */
export function lastAbout(
  history: ClusterHistory,
  node: string,
  isMeant: (what: Happening) => boolean,
): Transition | undefined {
  return transitionsOfNode(history, node)?.findLast(({ what }) => isMeant(what));
}

/** Returns the observed changes of a node in chronological order, or undefined if there are none. */
export function transitionsOfNode(history: ClusterHistory, node: string): readonly Transition[] | undefined {
  return byNode(history).get(node);
}

/** Cached index of transitions by node. It depends only on the key. */
const indexes = new WeakMap<readonly Transition[], ReadonlyMap<string, readonly Transition[]>>();

function byNode({ transitions }: ClusterHistory): ReadonlyMap<string, readonly Transition[]> {
  const known = indexes.get(transitions);
  if (known !== undefined) return known;
  const index = new Map<string, Transition[]>();
  for (const transition of transitions) {
    if (transition.about !== 'node' || transition.isFuture === true) continue;
    const list = index.get(transition.name);
    if (list === undefined) index.set(transition.name, [transition]);
    else list.push(transition);
  }
  indexes.set(transitions, index);
  return index;
}
