/** Locates objects in the files of a must-gather. */
import { getEvidenceKey, objectMarkKey, podMarkKey, type EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import type { MustGatherData } from '#core/diagnosis/evidence/mustGatherData.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { findWatchedKind, podKind } from '#client/kubernetes/read/readableKinds.ts';

/**
 * Returns the first recorded line of the object. Returns undefined if the must-gather doesn't contain the object or its
 * position wasn't recorded.
 */
export function pathInMustGather(
  { marks }: Pick<MustGatherData, 'marks'>,
  object: ObjectReference,
): EvidenceLine | undefined {
  if (object.group === podKind.group && object.plural === podKind.plural) return marks.get(podMarkKey(object))?.[0];
  const id = findWatchedKind(object);
  const watched = id === undefined ? undefined : marks.get(getEvidenceKey(id, object.name))?.[0];
  return watched ?? marks.get(objectMarkKey(object))?.[0];
}
