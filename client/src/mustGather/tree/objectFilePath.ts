/** Where an object stands in the files of a must-gather. */
import { markKey, podMarkKey, type Mark } from '#core/diagnosis/evidence/mark.ts';
import type { Gathered } from '#core/diagnosis/evidence/mustGatherData.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { followedKind, podKind } from '#client/kubernetes/read/readableKinds.ts';

/** A line of it; undefined: it is not in them, or nothing of it was kept. */
export function placeInGather({ marks }: Pick<Gathered, 'marks'>, object: ObjectReference): Mark | undefined {
  if (object.group === podKind.group && object.plural === podKind.plural) return marks.get(podMarkKey(object))?.[0];
  const id = followedKind(object);
  return id === undefined ? undefined : marks.get(markKey(id, object.name))?.[0];
}
