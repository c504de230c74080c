/** Describes a finding as JSON. Reports and assistants share the same fields. */
import type { DiagnosisFinding } from './diagnoses/diagnosis.ts';

/** Returns the fields of a finding. Omits undefined optional fields. */
export function findingJson({
  id,
  health,
  likelihood,
  follows,
  about,
  headline,
  meaning,
  next,
  todo,
  docs,
  evidence,
}: DiagnosisFinding) {
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
