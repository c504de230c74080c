/** A diagnosis that rests on lines of logs alone. */
import * as l10n from '@vscode/l10n';
import type { DocSection } from '../kinds/field.ts';
import type { Snapshot } from '../live/snapshot.ts';
import { plural, sentenceGap } from '../wording.ts';
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

/** The sentence behind every meaning: from whom it is known. */
export function asLogsSay(lines: number): string {
  return plural(
    lines,
    l10n.t`${lines} line of logs and events says so; whether it is so still, they cannot tell.`,
    l10n.t`${lines} lines of logs and events say so; whether it is so still, they cannot tell.`,
  );
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
          meaning: `${meaning}${sentenceGap()}${asLogsSay(hits.count)}`,
          todo,
          evidence: hits.marks,
          ...(knowledge.docs === undefined ? {} : { docs: knowledge.docs }),
        },
      ];
    },
  });
}
