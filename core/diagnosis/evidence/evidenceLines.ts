/**
 * Selects the evidence lines of a finding. The lines are YAML or `oc describe` output, whose keys differ only in case
 * and spaces.
 */
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { getEvidenceKey, type EvidenceLine } from './evidenceLine.ts';
import type { MustGatherData } from './mustGatherData.ts';

/** Maximum number of lines per finding. */
const mostMarks = 8;
/** Maximum number of lines of a condition. It has 5 or 6 fields, and a message can have several lines. */
const longestCondition = 40;

/** Returns the matching lines of an object. If none match, returns its first line. */
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

/** Returns the lines of a condition. Its fields are in alphabetical order, so `type` is last. */
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
