/**
 * Saves the history of a cluster as text, and restores it after a window was reloaded or VS Code was restarted. The
 * time in between is a gap. What changed in the gap is derived from the times that objects contain, and is marked.
 */
import { getList, getNumber, getString, getValue, isJsonObject } from '../common/json.ts';
import { fail, succeed, type Result } from '../common/result.ts';
import { nodeLists } from './watchedKinds/kataConfig.ts';
import { findStatusCondition } from './objects/clusterObject.ts';
import { historyLimit, type ClusterHistory, type Happening, type HistoryGap, type Transition } from './history.ts';
import type { Snapshot } from './snapshot.ts';

/** Time for which transitions are saved, in milliseconds. */
const longestAge = 30 * 86_400_000;
/** Maximum number of gaps. */
const mostGaps = 200;
/** Maximum length of a text in a saved transition, in UTF-16 code units. */
const longestText = 1000;
/** Maximum length of a saved history, in UTF-16 code units. */
const longestHistory = 5_000_000;
const version = 1;

/** A history that was saved. */
export interface SavedHistory {
  readonly history: ClusterHistory;
  /** Time of the last observation, in milliseconds since 1970. */
  readonly until: number;
}

/**
 * Formats the history for saving.
 * @param clusterId ID of the ClusterVersion
 * @param until time of the last observation, in milliseconds since 1970
 */
export function formatHistory(history: ClusterHistory, clusterId: string, until: number): string {
  const { began, transitions, gaps, forgotten } = limitHistory(history, until);
  return `${JSON.stringify({ version, clusterId, until, began, forgotten, gaps, transitions })}\n`;
}

/**
 * Parses a saved history. The error describes why it can't be used: another cluster has the same context, or the text
 * is damaged. Ignores invalid transitions.
 * @param now milliseconds since 1970. Later transitions are ignored, because the clock was wrong
 */
export function parseHistory(text: string, clusterId: string, now: number): Result<SavedHistory, string> {
  if (text.length > longestHistory) return fail('the file is too large');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail("the file isn't valid JSON");
  }
  if (getNumber(value, 'version') !== version) return fail('the file has an unknown version');
  if (getString(value, 'clusterId') !== clusterId) return fail('the cluster was re-created');
  const until = getNumber(value, 'until');
  if (until === undefined || !Number.isFinite(until)) return fail('the file has no time');
  const transitions = getList(value, 'transitions')
    .slice(-historyLimit)
    .flatMap((one) => readTransition(one) ?? [])
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => one.at - other.at);
  const gaps = getList(value, 'gaps')
    .slice(-mostGaps)
    .flatMap((one) => readGap(one) ?? []);
  const began = getNumber(value, 'began');
  const history: ClusterHistory = {
    transitions,
    forgotten: Math.max(0, getNumber(value, 'forgotten') ?? 0),
    gaps: gaps.filter(({ to }) => to <= now),
    ...(began === undefined || began > now ? {} : { began }),
  };
  return succeed({ history: limitHistory(history, now), until: Math.min(until, now) });
}

/**
 * Continues a saved history with the history of this window. The time between them is a gap.
 * @param snapshot current objects, whose times show what changed in the gap
 */
export function continueHistory(saved: SavedHistory, current: ClusterHistory, snapshot: Snapshot): ClusterHistory {
  const { history, until } = saved;
  const to = current.began;
  const recorded = mergeTransitions(history.transitions, current.transitions);
  const gap = to === undefined || to - until < shortestGap ? undefined : { from: until, to };
  const isRecorded = indexOf(recorded);
  const derived = gap === undefined ? [] : deriveTransitions(snapshot, gap).filter((one) => !isRecorded(one));
  const began = history.began ?? current.began;
  return limitHistory(
    {
      ...(began === undefined ? {} : { began }),
      transitions: [...recorded, ...derived].toSorted((one, other) => one.at - other.at),
      forgotten: history.forgotten + current.forgotten,
      gaps: [...(history.gaps ?? []), ...(gap === undefined ? [] : [gap])],
    },
    Number.POSITIVE_INFINITY,
  );
}

/** Shortest gap to show, in milliseconds. Reloading a window takes several seconds. */
const shortestGap = 60_000;

/** Adds the transitions that another window saved. Two windows record the same one at slightly different times. */
export function mergeTransitions(
  transitions: readonly Transition[],
  others: readonly Transition[],
): readonly Transition[] {
  const isRecorded = indexOf(transitions);
  const missing = others.filter((other) => !isRecorded(other));
  return missing.length === 0 ? transitions : [...transitions, ...missing].toSorted((one, other) => one.at - other.at);
}

/** Maximum difference between two records of the same change, in milliseconds. */
const sameChange = 5000;

/** Returns the function that finds a record of the same change. */
function indexOf(transitions: readonly Transition[]): (wanted: Transition) => boolean {
  const key = ({ about, name, what }: Transition): string => JSON.stringify([about, name, what]);
  const times = new Map<string, number[]>();
  for (const transition of transitions) {
    const known = times.get(key(transition));
    if (known === undefined) times.set(key(transition), [transition.at]);
    else known.push(transition.at);
  }
  return (wanted) => times.get(key(wanted))?.some((at) => Math.abs(at - wanted.at) <= sameChange) === true;
}

/** Returns the changes in a gap whose time an object contains. Only the last change of each kind is known. */
function deriveTransitions(snapshot: Snapshot, { from, to }: HistoryGap): readonly Transition[] {
  const derived: Transition[] = [];
  const add = (about: Transition['about'], name: string, at: number | undefined, what: Happening): void => {
    if (at !== undefined && at > from && at <= to) derived.push({ at, derived: true, about, name, what });
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
  return derived.toSorted((one, other) => one.at - other.at);
}

/** Removes what is too old or too much. */
function limitHistory(history: ClusterHistory, now: number): ClusterHistory {
  const young = Number.isFinite(now)
    ? history.transitions.filter(({ at }) => now - at <= longestAge)
    : history.transitions;
  const transitions = young.slice(-historyLimit);
  const first = transitions[0]?.at ?? Number.POSITIVE_INFINITY;
  return {
    ...history,
    transitions,
    forgotten: history.forgotten + history.transitions.length - transitions.length,
    // The history starts after a gap before the first transition.
    gaps: (history.gaps ?? []).filter(({ to }) => to >= first || transitions.length === 0).slice(-mostGaps),
  };
}

function readGap(value: unknown): HistoryGap | undefined {
  const [from, to] = [getNumber(value, 'from'), getNumber(value, 'to')];
  return from === undefined || to === undefined || from >= to ? undefined : { from, to };
}

function readTransition(value: unknown): Transition | undefined {
  const at = getNumber(value, 'at');
  const earliest = getNumber(value, 'earliest');
  const about = (['node', 'kataConfig', 'pool'] as const).find((one) => one === getString(value, 'about'));
  const name = getString(value, 'name');
  const what = readHappening(getValue(value, 'what'));
  if (at === undefined || about === undefined || name === undefined || name.length > 253 || what === undefined)
    return undefined;
  return {
    at,
    ...(earliest === undefined ? {} : { earliest }),
    ...(getValue(value, 'derived') === true ? { derived: true as const } : {}),
    about,
    name,
    what,
  };
}

function readHappening(value: unknown): Happening | undefined {
  if (!isJsonObject(value)) return undefined;
  const text = (field: string): string => (getString(value, field) ?? '').slice(0, longestText);
  const kind = getString(value, 'kind');
  switch (kind) {
    case 'list': {
      const [from, to] = ['from', 'to'].map((field) => nodeLists.find((list) => list === getString(value, field)));
      return { kind, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    }
    case 'ready':
      return { kind, status: text('status') };
    case 'daemon':
      return { kind, state: text('state'), reason: text('reason') };
    case 'drain': {
      const is = (['asked', 'done'] as const).find((one) => one === text('is'));
      return is === undefined ? undefined : { kind, is };
    }
    case 'cordon':
      return { kind, cordoned: getValue(value, 'cordoned') === true };
    case 'condition':
      return { kind, status: text('status'), reason: text('reason'), message: text('message') };
    case 'pool': {
      const is = poolChanges.find((one) => one === text('is'));
      return is === undefined ? undefined : { kind, is };
    }
    case 'boot':
    case 'came':
    case 'deleting':
    case 'went':
      return { kind };
    default:
      return undefined;
  }
}

const poolChanges = ['updating', 'updated', 'paused', 'resumed', 'degraded', 'recovered', 'retargeted'] as const;
