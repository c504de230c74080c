/**
 * Saves the history of a cluster as text, and restores it after a window was reloaded or VS Code was restarted. The
 * time in between is a gap. What changed in the gap is derived (`derivedHistory.ts`), and is marked.
 */
import { getList, getNumber, getString, getValue, isJsonObject } from '../common/json.ts';
import { fail, succeed, type Result } from '../common/result.ts';
import { nodeLists } from './watchedKinds/kataConfig.ts';
import { deriveFromManagedFields, deriveFromObjects } from './derivedHistory.ts';
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
/**
 * Time by which transitions can be in the future without a mark, in milliseconds. The clock of the computer can be set
 * back, for example after the computer sleeps.
 */
const clockError = 12 * 3_600_000;
/** Maximum number of transitions in the future. */
const mostFuture = 500;
/** Largest time that a `Date` can represent, in milliseconds since 1970. Source: ECMA-262, Time Values. */
const latestTime = 8.64e15;
const version = 1;

/** A history that was saved. */
export interface SavedHistory {
  readonly history: ClusterHistory;
  /** Time of the last observation, in milliseconds since 1970. */
  readonly until: number;
  /** Time when transitions were first too old, in milliseconds since 1970. Undefined if none was. */
  readonly agedSince?: number;
}

/**
 * Time for which transitions and files are kept after they are too old, in milliseconds. The clock of the computer can
 * be weeks ahead for a while, and must not cause the loss of the history.
 */
export const graceTime = 86_400_000;

/**
 * Formats the history for saving.
 * @param clusterId ID of the ClusterVersion
 * @param until time of the last observation, in milliseconds since 1970
 * @param previouslyAged value of `agedSince` in the file
 */
export function formatHistory(
  history: ClusterHistory,
  clusterId: string,
  until: number,
  previouslyAged?: number,
): string {
  const isAged = history.transitions.some(({ at }) => until - at > longestAge);
  const since = previouslyAged !== undefined && previouslyAged <= until ? previouslyAged : until;
  const isExpired = until - since >= graceTime;
  const agedSince = isAged && !isExpired ? since : undefined;
  const { began, transitions, gaps, forgotten } = limitHistory(history, isExpired ? until : Number.POSITIVE_INFINITY);
  const saved = transitions.map(({ isFuture: _isFuture, ...transition }) => transition);
  const text = `${JSON.stringify({ version, clusterId, until, agedSince, began, forgotten, gaps, transitions: saved })}\n`;
  if (text.length <= longestHistory || transitions.length === 0) return text;
  // A longer text can't be read again. Half of the transitions is enough, because each one is short.
  const omitted = Math.ceil(transitions.length / 2);
  const rest = { ...history, transitions: transitions.slice(omitted), forgotten: forgotten + omitted };
  return formatHistory(rest, clusterId, until, previouslyAged);
}

/**
 * Parses a saved history. The error describes why it can't be used: another cluster has the same context, or the text
 * is damaged. Ignores invalid transitions.
 * @param now milliseconds since 1970. Much later transitions are kept and marked, because the clock was set back
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
  const until = getTime(value, 'until');
  if (until === undefined) return fail('the file has no time');
  const transitions = getList(value, 'transitions')
    .slice(-historyLimit)
    .flatMap((one) => readTransition(one) ?? [])
    .toSorted((one, other) => one.at - other.at);
  const gaps = getList(value, 'gaps')
    .slice(-mostGaps)
    .flatMap((one) => readGap(one) ?? []);
  const began = getTime(value, 'began');
  const history: ClusterHistory = {
    transitions,
    forgotten: getCount(value, 'forgotten') ?? 0,
    gaps,
    ...(began === undefined || began > now + clockError ? {} : { began }),
  };
  const agedSince = getTime(value, 'agedSince');
  return succeed({
    history: markFuture(limitHistory(history, Number.POSITIVE_INFINITY), now),
    until: Math.min(until, now),
    ...(agedSince === undefined ? {} : { agedSince }),
  });
}

/** Marks the transitions that are much later than now, and removes the mark of all others. */
export function markFuture(history: ClusterHistory, now: number): ClusterHistory {
  const isWrong = ({ at, isFuture }: Transition): boolean => (isFuture === true) !== at > now + clockError;
  if (!history.transitions.some(isWrong)) return history;
  const transitions = history.transitions.map(({ isFuture: _isFuture, ...transition }): Transition => ({
    ...transition,
    ...(transition.at > now + clockError ? { isFuture: true } : {}),
  }));
  // A clock that was wrong for long must not displace the other transitions.
  const surplus = Math.max(0, transitions.filter(({ isFuture }) => isFuture).length - mostFuture);
  return {
    ...history,
    transitions: surplus === 0 ? transitions : transitions.slice(0, transitions.length - surplus),
    forgotten: history.forgotten + surplus,
  };
}

/**
 * Continues a saved history with the history of this window. The time between them is a gap.
 * @param snapshot current objects, whose times show what changed in the gap
 */
export function continueHistory(saved: SavedHistory, current: ClusterHistory, snapshot: Snapshot): ClusterHistory {
  const { history, until } = saved;
  const to = current.began;
  const recorded = mergeTransitions(history.transitions, current.transitions);
  // Changes in a short gap, such as a reload of the window, are derived, but the gap isn't shown.
  const unseen = to === undefined || to <= until ? undefined : { from: until, to };
  const isShown = unseen !== undefined && unseen.to - unseen.from >= shortestGap;
  const began = history.began ?? current.began;
  const continued: ClusterHistory = {
    ...(began === undefined ? {} : { began }),
    transitions: recorded,
    forgotten: history.forgotten + current.forgotten,
    gaps: [...(history.gaps ?? []), ...(isShown ? [unseen] : [])],
  };
  if (unseen === undefined) return limitHistory(continued, Number.POSITIVE_INFINITY);
  return addDerived(continued, [
    ...deriveFromObjects(snapshot, unseen),
    ...deriveFromManagedFields(snapshot, history, unseen),
  ]);
}

/** Adds derived changes, except those that are known. Two sources can report the same change. */
export function addDerived(history: ClusterHistory, derived: readonly Transition[]): ClusterHistory {
  const transitions = mergeTransitions(history.transitions, derived);
  return transitions === history.transitions
    ? history
    : limitHistory({ ...history, transitions }, Number.POSITIVE_INFINITY);
}

/** Shortest gap to show, in milliseconds. Reloading a window takes several seconds. */
const shortestGap = 60_000;

/** Adds the transitions that another window saved. Two windows record the same one at slightly different times. */
export function mergeTransitions(
  transitions: readonly Transition[],
  others: readonly Transition[],
): readonly Transition[] {
  const index = new TransitionIndex(transitions);
  const missing = others.filter((other) => index.add(other));
  return missing.length === 0 ? transitions : [...transitions, ...missing].toSorted((one, other) => one.at - other.at);
}

/**
 * Combines the history of this window with the one in the file, which another window might have changed.
 * @param recorded period in which this window recorded. It isn't a gap, even if another window didn't know this
 * @param isFirst true if the file doesn't contain the gaps of this window yet
 */
export function mergeHistories(
  own: ClusterHistory,
  other: ClusterHistory,
  recorded: HistoryGap,
  isFirst: boolean,
): ClusterHistory {
  const began = [own.began, other.began].filter((time) => time !== undefined);
  const gaps = [...(other.gaps ?? []), ...(isFirst ? (own.gaps ?? []) : [])];
  const distinct = new Map(gaps.map((gap) => [`${gap.from}-${gap.to}`, gap]));
  return {
    ...own,
    ...(began.length === 0 ? {} : { began: Math.min(...began) }),
    transitions: mergeTransitions(own.transitions, other.transitions),
    gaps: [...distinct.values()]
      .flatMap((gap) => withoutPeriod(gap, recorded))
      .toSorted((one, next) => one.from - next.from),
  };
}

/** Returns the parts of a gap before and after a period, if they are long enough. */
function withoutPeriod({ from, to }: HistoryGap, period: HistoryGap): readonly HistoryGap[] {
  if (period.to <= from || period.from >= to) return [{ from, to }];
  return [
    { from, to: Math.min(to, period.from) },
    { from: Math.max(from, period.to), to },
  ].filter((part) => part.to - part.from >= shortestGap);
}

/** Maximum difference between two records of the same change, in milliseconds. */
const sameChange = 5000;

/** Finds records of the same change. The time of a record can be a period. */
class TransitionIndex {
  readonly #periods = new Map<string, HistoryGap[]>();

  constructor(transitions: readonly Transition[]) {
    for (const transition of transitions) this.#list(transition).push(periodOf(transition));
  }

  /**
   * Adds a transition.
   * @returns false if the change is already recorded
   */
  add(transition: Transition): boolean {
    const [list, { from, to }] = [this.#list(transition), periodOf(transition)];
    if (list.some((period) => period.from <= to && from <= period.to)) return false;
    list.push({ from, to });
    return true;
  }

  #list({ about, name, what }: Transition): HistoryGap[] {
    const key = JSON.stringify([about, name, what]);
    const known = this.#periods.get(key) ?? [];
    this.#periods.set(key, known);
    return known;
  }
}

function periodOf({ at, earliest = at }: Transition): HistoryGap {
  return { from: earliest - sameChange / 2, to: at + sameChange / 2 };
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

/** Returns a time in milliseconds since 1970. Undefined if it isn't valid, because it couldn't be formatted. */
function getTime(value: unknown, field: string): number | undefined {
  const time = getNumber(value, field);
  return time !== undefined && time >= 0 && time <= latestTime ? time : undefined;
}

function getCount(value: unknown, field: string): number | undefined {
  const count = getNumber(value, field);
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function readGap(value: unknown): HistoryGap | undefined {
  const [from, to] = [getTime(value, 'from'), getTime(value, 'to')];
  return from === undefined || to === undefined || from >= to ? undefined : { from, to };
}

function readTransition(value: unknown): Transition | undefined {
  const at = getTime(value, 'at');
  const earliest = getTime(value, 'earliest');
  const about = (['node', 'kataConfig', 'pool'] as const).find((one) => one === getString(value, 'about'));
  const name = getString(value, 'name');
  const what = readHappening(getValue(value, 'what'));
  if (at === undefined || about === undefined || name === undefined || name.length > 253 || what === undefined)
    return undefined;
  return {
    at,
    ...(earliest === undefined || earliest >= at ? {} : { earliest }),
    ...readDerived(getValue(value, 'derived')),
    about,
    name,
    what,
  };
}

function readDerived(value: unknown): Pick<Transition, 'derived'> {
  // Version 0.1.0 wrote true, because it derived changes only from times in objects.
  const derived = value === true ? 'object' : derivedFrom.find((one) => one === value);
  return derived === undefined ? {} : { derived };
}

const derivedFrom = ['object', 'managedFields', 'event'] as const;

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
    case 'event':
      return { kind, reason: text('reason'), message: text('message'), count: getCount(value, 'count') ?? 1 };
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
