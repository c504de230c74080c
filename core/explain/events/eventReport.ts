/** Creates the list of events for the command line and assistants, with the meaning of known messages. */
import { isWarning, warningsFirst, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { combineRepeatedEvents } from '#core/cluster/objects/repeatedEvents.ts';
import { omitUndefined, type JsonObject } from '#core/common/json.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { explainEvent } from './explainEvent.ts';

/** Events of one object or of one namespace. */
export interface EventReport {
  /** Object such as `Pod web-0`. Undefined for all objects of the namespace. */
  readonly about?: string;
  /** Namespaces that contain the events. */
  readonly namespaces: readonly string[];
  readonly events: readonly ClusterEvent[];
  /** Sentences about the events that the list doesn't contain. */
  readonly notes: readonly string[];
}

/** Returns the events, warnings first, then the newest first. Repeated events are one entry. */
export function listReportedEvents({ events }: Pick<EventReport, 'events'>): readonly ClusterEvent[] {
  return warningsFirst(combineRepeatedEvents(events));
}

/** Returns an object such as `pod/web-0`. */
function formatEventObject({ kind, name = '' }: Pick<ClusterEvent, 'kind' | 'name'>): string {
  return `${sanitizeLine(kind, 63).toLowerCase()}/${sanitizeLine(name, 253)}`;
}

/** Returns the meaning and the next step of a warning, as lines. Returns none if the message isn't known. */
export function explanationLines(event: ClusterEvent): readonly string[] {
  const explanation = isWarning(event) ? explainEvent(event) : undefined;
  if (explanation === undefined) return [];
  const { meaning, todo } = explanation;
  return [`  Meaning: ${meaning}`, ...(todo === undefined ? [] : [`  To do: ${todo}`])];
}

/** Returns the report as text. Times are in UTC, because logs and other people use them. */
export function eventReportText(report: EventReport): string {
  const rows = listReportedEvents(report);
  const cells = rows.map((event) => eventCells(event));
  const widths = eventColumns.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [
    ...(rows.length === 0 ? [] : [line(eventColumns)]),
    ...rows.flatMap((event, index) => [line(cells[index] ?? []), ...explanationLines(event)]),
    ...report.notes,
    '',
  ].join('\n');
}

/** Column heads of the text. */
const eventColumns: readonly string[] = ['LAST SEEN', 'COUNT', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'];

/** Returns the cells of an event, in the order of `eventColumns`. */
export function eventCells(event: ClusterEvent): readonly string[] {
  const { at, count, type, reason, message } = event;
  return [
    at === undefined ? 'unknown' : formatTimestamp(at),
    String(count),
    sanitizeLine(type, 20),
    sanitizeLine(reason, 60),
    formatEventObject(event),
    sanitizeLine(message, 1000),
  ];
}

/** Returns an event as a JSON value. */
export function createEventJson(event: ClusterEvent): JsonObject {
  const { at, first, count, type, reason, message, kind, name, namespace, uid, source } = event;
  const explanation = isWarning(event) ? explainEvent(event) : undefined;
  return omitUndefined({
    type,
    reason,
    message,
    count,
    first: first === undefined ? undefined : formatTimestamp(first),
    last: at === undefined ? undefined : formatTimestamp(at),
    kind,
    name,
    namespace,
    uid,
    source,
    meaning: explanation?.meaning,
    todo: explanation?.todo,
  });
}

/** Returns the report as a JSON value. */
export function createEventReportJson(report: EventReport): JsonObject {
  const { about, namespaces, notes } = report;
  const events = listReportedEvents(report);
  return { ...omitUndefined({ about }), namespaces, events: events.map(createEventJson), notes };
}

/** Returns a sentence such as `3 warnings and 12 other events for Pod web-0.`, in English. */
export function eventHeadline(report: EventReport): string {
  const rows = listReportedEvents(report);
  const warnings = rows.filter(isWarning).length;
  const others = rows.length - warnings;
  const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;
  const subject = report.about ?? `namespace ${report.namespaces.join(', ')}`;
  return `${count(warnings, 'warning')} and ${count(others, 'other event')} for ${subject}.`;
}
