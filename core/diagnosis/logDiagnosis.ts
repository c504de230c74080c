/** A diagnosis that rests on lines of logs alone. */
import type { DocSection } from '../kinds/field.ts';
import type { Snapshot } from '../live/snapshot.ts';
import { countWords } from '../live/words.ts';
import { defineDiagnosis, type Diagnosis, type LogPlace } from './diagnosis.ts';

interface LogKnowledge {
  readonly id: string;
  readonly title: string;
  readonly likelihood: number;
  readonly follows?: readonly string[];
  readonly places: readonly LogPlace[];
  readonly pattern: RegExp;
  readonly hints?: readonly string[];
  /** What it speaks of. */
  readonly about: string;
  readonly meaning: string;
  readonly todo: string;
  readonly docs?: DocSection;
  /** Fewer lines are normal; 1 if not said. */
  readonly least?: number;
  /** Whether it matters now: logs tell of what was. */
  readonly when?: (snapshot: Snapshot) => boolean;
}

/** What stands behind every meaning: from whom it is known. */
export function asLogsSay(lines: number): string {
  return ` ${countWords(lines, 'line')} of logs and events ${lines === 1 ? 'says' : 'say'} so; whether it is so still, they cannot tell.`;
}

/** It is found when a line matches; that somebody wrote it does not say that it is so still. */
export function defineLogDiagnosis({ places, pattern, hints, about, meaning, todo, least = 1, when, ...knowledge }: LogKnowledge): Diagnosis {
  return defineDiagnosis({
    ...knowledge,
    log: { places, pattern, ...(hints === undefined ? {} : { hints }) },
    find({ logs, snapshot }) {
      const hits = logs.get(knowledge.id);
      if (hits === undefined || hits.count < least || when?.(snapshot) === false) return [];
      return [
        {
          health: 'attention',
          about,
          headline: knowledge.title,
          meaning: `${meaning}${asLogsSay(hits.count)}`,
          todo,
          evidence: hits.marks,
          ...(knowledge.docs === undefined ? {} : { docs: knowledge.docs }),
        },
      ];
    },
  });
}
