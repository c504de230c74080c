/** What objects that aren't followed tell of times by their status. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { given, listAt, stringAt } from '../../../core/json.ts';
import { readConditions } from '../../../core/live/object.ts';
import { millisecondsOf } from '../../../core/live/time.ts';
import { oneLine } from '../../../core/live/words.ts';
import { timeOfDay } from '../tree/words.ts';
import type { DetailSection, TimelineView } from './detailPage.ts';

/** Lists the times in the status of pods and of what creates them, the newest first. */
export function objectTimeline(objects: readonly { readonly name: string; readonly raw: unknown }[], several: boolean, now: number): DetailSection {
  const all = objects.flatMap(({ name, raw }) => happenings(raw).map((one) => ({ ...one, name })));
  const entries = all
    .toSorted((one, other) => other.at - one.at)
    .slice(0, 200)
    .map(({ at, words, name }): TimelineView => ({ time: timeOfDay(at, now), words, ...given({ name: several ? name : undefined }) }));
  return {
    kind: 'timeline',
    id: 'timeline',
    title: l10n.t({ message: 'Timeline', args: [], comment: ['A heading: what happened, and when.'] }),
    entries,
    note: l10n.t`The times come from the status of the pods. Only the last time of each change is known.`,
  };
}

function happenings(raw: unknown): readonly { readonly at: number; readonly words: string }[] {
  const created = millisecondsOf(stringAt(raw, 'metadata', 'creationTimestamp'));
  const conditions = readConditions(raw).flatMap(({ type, status, reason, since }) =>
    since === undefined
      ? []
      : [{ at: since, words: [`${oneLine(type, 60)}: ${oneLine(status, 20)}`, oneLine(reason, 60)].filter((part) => part !== '').join(', ') }],
  );
  const containers = [...listAt(raw, 'status', 'initContainerStatuses'), ...listAt(raw, 'status', 'containerStatuses')]
    .slice(0, 50)
    .flatMap(containerHappenings);
  return [...(created === undefined ? [] : [{ at: created, words: l10n.t`Created` }]), ...conditions, ...containers];
}

function containerHappenings(status: unknown): readonly { readonly at: number; readonly words: string }[] {
  const name = oneLine(stringAt(status, 'name') ?? '', 63);
  const started = millisecondsOf(stringAt(status, 'state', 'running', 'startedAt') ?? stringAt(status, 'state', 'terminated', 'startedAt'));
  const ended = millisecondsOf(stringAt(status, 'state', 'terminated', 'finishedAt'));
  const reason = oneLine(stringAt(status, 'state', 'terminated', 'reason') ?? '', 60);
  return [
    ...(started === undefined ? [] : [{ at: started, words: l10n.t`Container ${name} started` }]),
    ...(ended === undefined ? [] : [{ at: ended, words: reason === '' ? l10n.t`Container ${name} exited` : l10n.t`Container ${name} exited: ${reason}` }]),
  ];
}
