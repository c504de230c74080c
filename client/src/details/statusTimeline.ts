/**
 * Builds the timeline of objects without recorded changes, from the timestamps in their status. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { formatTimeOfDay } from '../text/timeOfDay.ts';
import type { DetailSection, TimelineView } from './detailPage.ts';

/** A change that the status of an object reports. */
export interface StatusChange {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly words: string;
  /** Name of the object, if the page shows several. */
  readonly name?: string;
}

/** Maximum number of entries on a page. */
const mostEntries = 200;

/**
 * Returns when an object was created, and when each of its conditions last changed.
 * @param created milliseconds since 1970
 */
export function statusChanges(
  created: number | undefined,
  conditions: readonly StatusCondition[],
): readonly StatusChange[] {
  const changed = conditions.flatMap(({ type, status, reason, since }) =>
    since === undefined
      ? []
      : [
          {
            at: since,
            words: [`${sanitizeLine(type, 60)}: ${sanitizeLine(status, 20)}`, sanitizeLine(reason, 60)]
              .filter((part) => part !== '')
              .join(', '),
          },
        ],
  );
  return [...(created === undefined ? [] : [{ at: created, words: l10n.t`Created` }]), ...changed];
}

/**
 * Lists changes, newest first.
 * @param note source of the timestamps
 */
export function statusTimeline(changes: readonly StatusChange[], now: number, note: string): DetailSection {
  const entries = changes
    .toSorted((one, other) => other.at - one.at)
    .slice(0, mostEntries)
    .map(({ at, words, name }): TimelineView => ({
      time: formatTimeOfDay(at, now),
      words,
      ...omitUndefined({ name }),
    }));
  return {
    kind: 'timeline',
    id: 'timeline',
    title: l10n.t({ message: 'Timeline', args: [], comment: ['The heading of a list of changes with their times.'] }),
    entries,
    note,
  };
}
