/**
 * An event in the old or new API format. Source: Kubernetes API, core/v1 Event and events.k8s.io/v1 Event (`regarding`,
 * `note`, `deprecated...`).
 */
import { omitUndefined, isJsonObject, getNumber, getString, getValue } from '#core/common/json.ts';
import { truncateMessage, getName, getWord, truncateWord } from './clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';

export interface ClusterEvent {
  /** Time of the last occurrence, in milliseconds since 1970. Undefined if unknown. */
  readonly at?: number;
  /** Time of the first occurrence, in milliseconds since 1970. Undefined if unknown. */
  readonly first?: number;
  /** Number of occurrences, at least 1. */
  readonly count: number;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** Kind of the object that the event is about. */
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  /** UID of that object. An object that is created again with the same name has another UID. */
  readonly uid?: string;
  /** Component that reports the event, such as `kubelet`. */
  readonly source?: string;
}

/** Sorts events with warnings first, then the newest first. */
export function warningsFirst(events: readonly ClusterEvent[]): readonly ClusterEvent[] {
  return events.toSorted(
    (one, other) => Number(isWarning(other)) - Number(isWarning(one)) || (other.at ?? 0) - (one.at ?? 0),
  );
}

/** Returns the newest warning event. */
export function newestWarning(events: readonly ClusterEvent[]): ClusterEvent | undefined {
  const [first] = warningsFirst(events);
  return first !== undefined && isWarning(first) ? first : undefined;
}

/** Returns whether the type of an event is Warning. */
export function isWarning({ type }: Pick<ClusterEvent, 'type'>): boolean {
  return type === 'Warning';
}

/** Parses an event. Returns undefined for other objects and for events without an involved object. */
export function readEvent(raw: unknown): ClusterEvent | undefined {
  const kind = getValue(raw, 'kind');
  if (kind !== undefined && kind !== 'Event') return undefined;
  const about = getValue(raw, 'involvedObject') ?? getValue(raw, 'regarding');
  if (!isJsonObject(about)) return undefined;
  const times = [
    ['series', 'lastObservedTime'],
    ['lastTimestamp'],
    ['deprecatedLastTimestamp'],
    ['eventTime'],
    ['metadata', 'creationTimestamp'],
  ];
  const at = times.map((path) => parseTimestamp(getString(raw, ...path))).find((time) => time !== undefined);
  const firsts = [['firstTimestamp'], ['deprecatedFirstTimestamp'], ['eventTime'], ['metadata', 'creationTimestamp']];
  const first = firsts.map((path) => parseTimestamp(getString(raw, ...path))).find((time) => time !== undefined);
  const source = [
    ['reportingComponent'],
    ['reportingController'],
    ['source', 'component'],
    ['deprecatedSource', 'component'],
  ]
    .map((path) => getWord(raw, ...path))
    .find((name) => name !== undefined && name !== '');
  const count = getNumber(raw, 'series', 'count') ?? getNumber(raw, 'count') ?? getNumber(raw, 'deprecatedCount') ?? 1;
  return {
    count: Math.max(1, Math.floor(count)),
    type: truncateWord(getString(raw, 'type') ?? ''),
    reason: truncateWord(getString(raw, 'reason') ?? ''),
    message: truncateMessage(getString(raw, 'message') ?? getString(raw, 'note') ?? ''),
    kind: truncateWord(getString(about, 'kind') ?? ''),
    ...omitUndefined({
      at,
      first: first === undefined || at === undefined ? first : Math.min(first, at),
      name: getName(about, 'name'),
      namespace: getName(about, 'namespace'),
      uid: getName(about, 'uid'),
      source,
    }),
  };
}
