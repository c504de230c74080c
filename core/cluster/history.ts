/**
 * What changed on the cluster while somebody watched. Only what was seen is recorded: what happened before, or while
 * the connection was cut, is not made up. A value: recording gives a new one.
 */
import { nodeLists, type KataConfig, type NodeList } from './watchedKinds/kataConfig.ts';
import type { MachineConfigPool } from './watchedKinds/machineConfigPool.ts';
import type { ClusterNode } from './watchedKinds/node.ts';
import { findStatusCondition } from './objects/clusterObject.ts';
import type { Snapshot } from './snapshot.ts';
import type { WatchedItems } from './syncState.ts';

/** What changed. */
export type Happening =
  /** A node stands in another list of the KataConfig; undefined: in none. */
  | { readonly kind: 'list'; readonly from?: NodeList; readonly to?: NodeList }
  /** The node has booted. */
  | { readonly kind: 'boot' }
  /** The condition Ready of the node: `True`, `False`, `Unknown`. */
  | { readonly kind: 'ready'; readonly status: string }
  /** The machine-config-daemon's word on the node: `Done`, `Working`, `Degraded`. */
  | { readonly kind: 'daemon'; readonly state: string; readonly reason: string }
  /** The drain of the node was asked for, or is done. */
  | { readonly kind: 'drain'; readonly is: 'asked' | 'done' }
  | { readonly kind: 'cordon'; readonly cordoned: boolean }
  /** The condition InProgress of the KataConfig. */
  | { readonly kind: 'condition'; readonly status: string; readonly reason: string; readonly message: string }
  /** Something of the pool: it began or ended to update, was paused, got another target. */
  | {
      readonly kind: 'pool';
      readonly is: 'updating' | 'updated' | 'paused' | 'resumed' | 'degraded' | 'recovered' | 'retargeted';
    }
  /** An event of the cluster: only a must-gather has them. */
  | { readonly kind: 'event'; readonly reason: string; readonly message: string; readonly count: number }
  | { readonly kind: 'came' }
  | { readonly kind: 'deleting' }
  | { readonly kind: 'went' };

export interface Transition {
  /** When it was seen; where the cluster says when it happened, then. Milliseconds since 1970. */
  readonly at: number;
  /** Not before that, where nobody looked in between. Absent: at `at`. */
  readonly earliest?: number;
  readonly about: 'node' | 'kataConfig' | 'pool';
  readonly name: string;
  readonly what: Happening;
}

export interface ClusterHistory {
  /** When watching began; undefined: not yet. Milliseconds since 1970. */
  readonly began?: number;
  /** In order of time. */
  readonly transitions: readonly Transition[];
  /** How many of the oldest were forgotten. */
  readonly forgotten: number;
}

export const emptyHistory: ClusterHistory = { transitions: [], forgotten: 0 };

/** How many transitions are kept: a thousand nodes leave some eight each. */
export const historyLimit = 5000;

/** Servers send a bookmark every minute. Where nothing came for longer, nobody was listening. Milliseconds. */
const silence = 90_000;

/** How far the clock of the cluster may be from ours and is believed. Milliseconds. */
const tolerance = 10_000;

/**
 * Adds what differs between two states. What was not known before gives nothing: a first list is no change.
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
  const all = [...history.transitions, ...found];
  const surplus = Math.max(0, all.length - historyLimit);
  return {
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
    // The clock of the cluster may be wrong: a time outside of the span in which it must have happened is not believed.
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

/** Whether pods are being moved away from the node: asked for, and not done. */
export function isDraining({
  desiredDrain,
  lastAppliedDrain,
}: Pick<ClusterNode, 'desiredDrain' | 'lastAppliedDrain'>): boolean {
  return desiredDrain?.startsWith('drain-') === true && desiredDrain !== lastAppliedDrain;
}

/** When the node came into the list in which it stands, as far as that was seen. */
export function findListEntry(history: ClusterHistory, node: string): Transition | undefined {
  return lastAbout(history, node, (what) => what.kind === 'list');
}

/** The last thing of the kind that was seen of a node. */
export function lastAbout(
  history: ClusterHistory,
  node: string,
  isMeant: (what: Happening) => boolean,
): Transition | undefined {
  return byNode(history)
    .get(node)
    ?.findLast(({ what }) => isMeant(what));
}

/** A function of its key. */
const indexes = new WeakMap<readonly Transition[], ReadonlyMap<string, readonly Transition[]>>();

function byNode({ transitions }: ClusterHistory): ReadonlyMap<string, readonly Transition[]> {
  const known = indexes.get(transitions);
  if (known !== undefined) return known;
  const index = new Map<string, Transition[]>();
  for (const transition of transitions) {
    if (transition.about !== 'node') continue;
    const list = index.get(transition.name);
    if (list === undefined) index.set(transition.name, [transition]);
    else list.push(transition);
  }
  indexes.set(transitions, index);
  return index;
}
