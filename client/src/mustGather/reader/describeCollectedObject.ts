/**
 * Describes an object of a must-gather as `oc describe` does. A must-gather contains an object as YAML, or as output of
 * `oc describe`, which stays the same.
 */
import * as l10n from '@vscode/l10n';
import { Uri, workspace } from 'vscode';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { omitUndefined } from '#core/common/json.ts';
import { fail, type Result } from '#core/common/result.ts';
import { eventNamespaces } from '#client/kubernetes/events/readObjectEvents.ts';
import { gatherUriParts } from '#client/language/documents/mustGatherUri.ts';
import type { MustGatherEntry } from '../tree/mustGatherEntry.ts';
import { pathInMustGather } from '../tree/objectFilePath.ts';
import { describeInFile } from './describeInFile.ts';
import { readCollectedEvents } from './readCollectedEvents.ts';

/** Returns the description of an object. The error is a part of a sentence. */
export async function describeCollectedObject(
  entry: MustGatherEntry,
  object: ObjectReference,
): Promise<Result<string, string>> {
  const { id, state } = entry;
  const place = state.kind === 'open' ? pathInMustGather(state.report.gathered, object) : undefined;
  if (place === undefined || state.kind !== 'open')
    return fail(l10n.t`no file in the must-gather contains ${object.kind} ${object.name}`);
  const document = await workspace.openTextDocument(Uri.from(gatherUriParts(id, place.file)));
  const { at = 0, eventFiles } = state.report.gathered;
  const hasEvents = eventNamespaces(object).some((namespace) => eventFiles?.has(namespace) === true);
  const events = hasEvents ? (await readCollectedEvents(entry, object)).value : undefined;
  // Events about its pods belong to the descriptions of the pods.
  const own = events?.filter(({ kind, name }) => kind === object.kind && name === object.name);
  return describeInFile(document.getText(), place.line, { now: at, ...omitUndefined({ events: own }) });
}
