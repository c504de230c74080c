/**
 * Describes an object of a must-gather for `osc-tools describe`. Loaded on demand. Contacts no cluster. Doesn't use VS
 * Code. Messages are in English.
 */
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { parseObjectArgument } from '#core/oc/objectArgument.ts';
import { warningsFirst } from '#core/cluster/objects/clusterEvent.ts';
import { findCollectedObject } from '#gather/collectedObject.ts';
import { eventNamespaces, type EventSubject } from '../kubernetes/events/readObjectEvents.ts';
import { isSecretReference } from '../kubernetes/read/readableKinds.ts';
import { describeInFile } from '../mustGather/reader/describeInFile.ts';
import { findCollectedEvents } from '../mustGather/reader/collectedEvents.ts';
import type { DescribeRequest } from './describeRequest.ts';
import type { Description } from './readDescription.ts';

/**
 * Describes an object with its collected events.
 * @param path folder or archive of the must-gather
 */
export async function describeCollectedObject(
  path: string,
  { object, namespace = 'default' }: DescribeRequest,
): Promise<Result<Pick<Description, 'text' | 'notes'>, string>> {
  const reference = parseObjectArgument(object, namespace);
  if (!reference.ok) return reference;
  const namespaces = isSecretReference(reference.value) ? [] : eventNamespaces(reference.value);
  const found = await findCollectedObject(path, reference.value, namespaces);
  if (!found.ok) return fail(`can't describe ${object} of ${path}: ${found.error}`);
  const { text, line, at, uid, events: lists } = found.value;
  const subject: EventSubject = {
    reference: reference.value,
    object: uid === undefined ? 'unknown' : 'current',
    related: [],
    ...omitUndefined({ uid }),
  };
  const events = warningsFirst(lists.flatMap((list) => findCollectedEvents(list, subject).events));
  const described = describeInFile(text, line, { now: at ?? 0, ...(lists.length === 0 ? {} : { events }) });
  if (!described.ok) return fail(`can't describe ${object} of ${path}: ${described.error}`);
  const isMissing = lists.length === 0 && namespaces.length > 0;
  return succeed({
    text: described.value,
    notes: [
      ...(at === undefined ? ['The collection time is unknown, so ages are missing or wrong.'] : []),
      ...(isMissing ? [`The must-gather contains no events of namespace ${namespaces.join(' and ')}.`] : []),
    ],
  });
}
