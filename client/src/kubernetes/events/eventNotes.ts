/** Describes what a list of events doesn't contain. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { formatNumber, selectPlural } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ApiProblem } from '../connection.ts';
import type { EventsRead } from './readEvents.ts';
import type { ObjectEvents } from './readObjectEvents.ts';

/** Returns sentences about the events that a list doesn't contain. */
export function eventListNotes({
  events,
  total,
  isCut,
}: Pick<EventsRead, 'events' | 'total' | 'isCut'>): readonly string[] {
  return [
    ...(total === 0 ? [l10n.t`No events found. Older events might have expired.`] : []),
    ...(total > events.length
      ? [
          l10n.t`Showing ${formatNumber(events.length)} of ${formatNumber(total)} events: warnings first, then the newest events.`,
        ]
      : []),
    ...(isCut ? [l10n.t`The namespace contains more events than were read.`] : []),
  ];
}

/** Returns sentences about the events of an object that a list doesn't contain. */
export function objectEventNotes(read: ObjectEvents): readonly string[] {
  const { earlier, object, problems, total } = read;
  return [
    ...eventListNotes(read),
    ...(earlier === 0
      ? []
      : [
          selectPlural(
            earlier,
            l10n.t`${earlier} event about an earlier object with this name isn't shown.`,
            l10n.t`${earlier} events about earlier objects with this name aren't shown.`,
          ),
        ]),
    ...(object === 'gone' && total === 0 ? [l10n.t`The object doesn't exist.`] : []),
    ...(object === 'gone' && total > 0
      ? [l10n.t`The object doesn't exist. The events are about an earlier object with this name.`]
      : []),
    ...(object === 'unknown' && total > 0
      ? [l10n.t`Can't read the object, so some events might be about an earlier object with this name.`]
      : []),
    ...problems.map(({ namespace, problem }) => describeEventProblem(problem, namespace)),
  ];
}

/** Describes why the events of a namespace can't be read. Names the missing permission. */
export function describeEventProblem({ kind, message }: ApiProblem, namespace: string): string {
  return kind === 'forbidden'
    ? l10n.t`You don't have permission to list events in namespace ${namespace}.`
    : l10n.t("Can't list {0}: {1}", 'events', sanitizeLine(message));
}
