/** Where an object stands in the files of a must-gather. */
import { getEvidenceKey, podMarkKey, type EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import type { MustGatherData } from '#core/diagnosis/evidence/mustGatherData.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { findWatchedKind, podKind } from '#client/kubernetes/read/readableKinds.ts';

/** A line of it; undefined: it is not in them, or nothing of it was kept. */
export function placeInGather(
  { marks }: Pick<MustGatherData, 'marks'>,
  object: ObjectReference,
): EvidenceLine | undefined {
  if (object.group === podKind.group && object.plural === podKind.plural) return marks.get(podMarkKey(object))?.[0];
  const id = findWatchedKind(object);
  return id === undefined ? undefined : marks.get(getEvidenceKey(id, object.name))?.[0];
}
