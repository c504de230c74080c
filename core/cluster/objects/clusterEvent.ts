/** An event as an object, old or new in form. Source: Kubernetes API, core/v1 Event and events.k8s.io/v1 Event (`regarding`, `note`, `deprecated...`). */
import { given, isJsonObject, numberAt, stringAt, valueAt } from '#core/common/json.ts';
import { messageText, nameAt, shortText } from './clusterObject.ts';
import { millisecondsOf } from '#core/common/time.ts';

export interface LiveEvent {
  /** When it last happened. Milliseconds since 1970; undefined where that is not said. */
  readonly at?: number;
  /** How often it has happened, at least once. */
  readonly count: number;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** What it is about. */
  readonly kind: string;
  readonly name?: string;
}

/** Sorts events: warnings first, then the newest. */
export function warningsFirst(events: readonly LiveEvent[]): readonly LiveEvent[] {
  return events.toSorted((one, other) => Number(isWarning(other)) - Number(isWarning(one)) || (other.at ?? 0) - (one.at ?? 0));
}

/** Returns the newest event of type Warning. */
export function newestWarning(events: readonly LiveEvent[]): LiveEvent | undefined {
  const [first] = warningsFirst(events);
  return first !== undefined && isWarning(first) ? first : undefined;
}

function isWarning({ type }: LiveEvent): boolean {
  return type === 'Warning';
}

/** Undefined for what is none: it is another object, or says nothing of what it is about. */
export function readEvent(raw: unknown): LiveEvent | undefined {
  const kind = valueAt(raw, 'kind');
  if (kind !== undefined && kind !== 'Event') return undefined;
  const about = valueAt(raw, 'involvedObject') ?? valueAt(raw, 'regarding');
  if (!isJsonObject(about)) return undefined;
  const times = [['series', 'lastObservedTime'], ['lastTimestamp'], ['deprecatedLastTimestamp'], ['eventTime'], ['metadata', 'creationTimestamp']];
  const at = times.map((path) => millisecondsOf(stringAt(raw, ...path))).find((time) => time !== undefined);
  const count = numberAt(raw, 'series', 'count') ?? numberAt(raw, 'count') ?? numberAt(raw, 'deprecatedCount') ?? 1;
  return {
    count: Math.max(1, Math.floor(count)),
    type: shortText(stringAt(raw, 'type') ?? ''),
    reason: shortText(stringAt(raw, 'reason') ?? ''),
    message: messageText(stringAt(raw, 'message') ?? stringAt(raw, 'note') ?? ''),
    kind: shortText(stringAt(about, 'kind') ?? ''),
    ...given({ at, name: nameAt(about, 'name') }),
  };
}
