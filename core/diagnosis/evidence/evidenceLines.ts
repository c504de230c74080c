/**
 * Chooses the lines that show what a finding says. They are YAML or `oc describe` text: keys differ in case and blanks
 * alone.
 */
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { getEvidenceKey, type EvidenceLine } from './evidenceLine.ts';
import type { MustGatherData } from './mustGatherData.ts';

/** Of one finding, at most. */
const mostMarks = 8;
/** A condition has five fields or six; messages go over several lines. */
const longestCondition = 40;

/** The lines of an object that match; where none does, that on which it begins. */
export function findEvidenceLines(
  gathered: MustGatherData,
  id: WatchedKindId,
  name: string,
  pattern: RegExp,
): readonly EvidenceLine[] {
  const all = gathered.marks.get(getEvidenceKey(id, name)) ?? [];
  const found = all.filter(({ text }) => pattern.test(text));
  return (found.length === 0 ? all.slice(0, 1) : found).slice(0, mostMarks);
}

const partOfCondition = /^-?\s*(?:message|reason|status|last ?transition ?time|type):/i;
const typeLine = /^-?\s*type:/i;

/** The lines of the condition of this type: its fields stand in the order of the alphabet, `type` last. */
export function conditionMarks(
  gathered: MustGatherData,
  id: WatchedKindId,
  name: string,
  type: string,
): readonly EvidenceLine[] {
  const all = gathered.marks.get(getEvidenceKey(id, name)) ?? [];
  const last = all.findIndex(({ text }) => typeLine.test(text) && text.replace(typeLine, '').trim() === type);
  const end = all[last];
  if (end === undefined) return all.slice(0, 1);
  let first = last;
  for (let before = all[first - 1]; before !== undefined; before = all[first - 1]) {
    if (!partOfCondition.test(before.text) || typeLine.test(before.text) || end.line - before.line > longestCondition)
      break;
    first -= 1;
  }
  return all.slice(first, last + 1).slice(-mostMarks);
}
