/** Runs all diagnoses and sorts their findings: most likely first, and causes before their consequences. */
import type { DiagnosisFinding } from './diagnoses/diagnosis.ts';
import { diagnoses } from './allDiagnoses.ts';
import type { MustGatherData } from './evidence/mustGatherData.ts';

/** Maximum number of findings per diagnosis. If a thousand nodes fail, the first findings are sufficient. */
const mostOfOne = 20;
/**
 * Amount that is subtracted from the likelihood of a consequence, because a consequence probably disappears with its
 * cause.
 */
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
