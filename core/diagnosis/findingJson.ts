/** A finding as a value for programs: reports and assistants give the same fields. */
import type { Finding } from './diagnosis.ts';

/** Nothing stands for what is not there. */
export function findingJson({ id, health, likelihood, follows, about, headline, meaning, next, todo, docs, evidence }: Finding) {
  return {
    id,
    health,
    likelihood,
    follows,
    about,
    headline,
    meaning,
    ...(next === undefined ? {} : { next }),
    ...(todo === undefined ? {} : { todo }),
    ...(docs === undefined ? {} : { docs }),
    evidence,
  };
}
