/** Builds the list of events on detail pages. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { isWarning, warningsFirst, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { combineRepeatedEvents } from '#core/cluster/objects/repeatedEvents.ts';
import { omitUndefined } from '#core/common/json.ts';
import { explainEvent } from '#core/explain/events/explainEvent.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { formatTimeOfDay } from '../text/timeOfDay.ts';
import type { DetailAction, DetailSection, EventView } from './detailPage.ts';
import type { EventsReading } from './objectDetails.ts';

/** ID of the section, to which `osc.object.events` scrolls. */
const eventsSectionId = 'events';

/**
 * Lists events, warnings first, then newest first. Repeated events are one row.
 * @param several true if the page shows several objects, so that each row must name its object
 */
export function eventsSection(reading: EventsReading | undefined, now: number, several = false): DetailSection {
  const head = {
    kind: 'events',
    id: eventsSectionId,
    title: l10n.t({ message: 'Events', args: [], comment: ['The heading of a list of Kubernetes events.'] }),
  } as const;
  if (reading === undefined) return { ...head, entries: [], note: l10n.t`Reading...` };
  const { value, problem, notes = [] } = reading;
  const entries = warningsFirst(combineRepeatedEvents(value)).map((event) => eventView(event, now, several));
  const note = [...(problem === undefined ? notes : [l10n.t("Can't list {0}: {1}", 'events', problem)])].join(
    getSentenceSeparator(),
  );
  return { ...head, entries, ...omitUndefined({ note: note === '' ? undefined : note }) };
}

/** Creates a button that scrolls to the events of the same page. */
export function eventsAction(): DetailAction {
  return { label: l10n.t`Show Events`, effect: { kind: 'section', section: eventsSectionId } };
}

function eventView(event: ClusterEvent, now: number, several: boolean): EventView {
  const { reason, message, kind, name = '' } = event;
  const explanation = isWarning(event) ? explainEvent(event) : undefined;
  return {
    isWarning: isWarning(event),
    reason: sanitizeLine(reason, 60),
    message: sanitizeLine(message, 600),
    time: eventTime(event, now),
    ...omitUndefined({
      name: several ? sanitizeLine([kind, name].join(' ').trim()) : undefined,
      explanation: explanation === undefined ? undefined : joinSentences(explanation.meaning, explanation.todo ?? ''),
    }),
  };
}

/** Returns text such as `10:41`, or `10:12 to 10:41, 5 times` for a repeated event. */
function eventTime({ first, at, count }: ClusterEvent, now: number): string {
  const last = at === undefined ? undefined : formatTimeOfDay(at, now);
  if (count === 1) return last ?? '';
  const times = l10n.t`${count} times`;
  if (last === undefined) return times;
  const start = first === undefined ? last : formatTimeOfDay(first, now);
  return `${start === last ? last : l10n.t`${start} to ${last}`}, ${times}`;
}
