/** Asks all diagnoses, and puts what they find in order: causes before what follows from them, likely ones first. */
import type { DiagnosisFinding } from './diagnoses/diagnosis.ts';
import { diagnoses } from './allDiagnoses.ts';
import type { MustGatherData } from './evidence/mustGatherData.ts';

/** Findings of one diagnosis, at most: of a thousand nodes that fail the first say what there is to say. */
const mostOfOne = 20;
/** What follows from something else is likely to go with it. */
const consequence = 40;

export function diagnose(gathered: MustGatherData): readonly DiagnosisFinding[] {
  const found = diagnoses
    .map((diagnosis) => ({ diagnosis, told: diagnosis.find(gathered).slice(0, mostOfOne) }))
    .filter(({ told }) => told.length > 0);
  const ids = new Set(found.map(({ diagnosis }) => diagnosis.id));
  return found
    .flatMap(({ diagnosis: { id, title, likelihood, follows = [] }, told }) => {
      const causes = follows.filter((cause) => ids.has(cause));
      const likely = causes.length === 0 ? likelihood : Math.max(1, likelihood - consequence);
      return told.map((one) => ({ ...one, id, title: title(), likelihood: likely, follows: causes }));
    })
    .toSorted((one, other) => rank(other) - rank(one));
}

function rank({ likelihood, health }: DiagnosisFinding): number {
  return likelihood * 2 + (health === 'failed' ? 1 : 0);
}
