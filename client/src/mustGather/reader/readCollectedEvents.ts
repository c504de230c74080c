/** Reads the events about an object of a must-gather, for its page. */
import * as l10n from '@vscode/l10n';
import { Uri, workspace } from 'vscode';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { warningsFirst } from '#core/cluster/objects/clusterEvent.ts';
import type { EventsReading } from '#client/details/objectDetails.ts';
import { objectEventNotes } from '#client/kubernetes/events/eventNotes.ts';
import { mostEvents } from '#client/kubernetes/events/readEvents.ts';
import { eventNamespaces } from '#client/kubernetes/events/readObjectEvents.ts';
import { gatherUriParts } from '#client/language/documents/mustGatherUri.ts';
import type { MustGatherEntry } from '../tree/mustGatherEntry.ts';
import { findCollectedEvents, findEventSubject } from './collectedEvents.ts';

/** Reads the events of an object from the files of its namespaces. */
export async function readCollectedEvents(
  { id, state }: MustGatherEntry,
  reference: ObjectReference,
): Promise<EventsReading> {
  if (state.kind !== 'open') return { value: [], problem: l10n.t`Not collected` };
  const { gathered } = state.report;
  const subject = findEventSubject(gathered, reference);
  const namespaces = eventNamespaces(reference);
  const files = namespaces.flatMap((namespace) => gathered.eventFiles?.get(namespace) ?? []);
  const read = await Promise.all(
    files.map(async (file) => {
      const document = await workspace.openTextDocument(Uri.from(gatherUriParts(id, file)));
      return findCollectedEvents(document.getText(), subject);
    }),
  );
  const value = warningsFirst(read.flatMap(({ events }) => events)).slice(0, mostEvents);
  const missing = namespaces.filter((namespace) => gathered.eventFiles?.has(namespace) !== true);
  const notes = objectEventNotes({
    events: value,
    total: read.reduce((sum, { total }) => sum + total, 0),
    earlier: read.reduce((sum, { others }) => sum + others, 0),
    isCut: read.some(({ isCut }) => isCut),
    object: subject.object,
    problems: [],
  });
  return {
    value,
    notes: [...(files.length === 0 ? [] : notes), ...missing.map((one) => l10n.t`Not collected: ${`events (${one})`}`)],
  };
}
