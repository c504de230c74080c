/** Defines a diagnosis: one possible problem, and how a must-gather shows it. Each diagnosis has its own file. */
import type { DocSection } from '#core/product/docSection.ts';
import type { Explanation } from '#core/status/explanation.ts';
import type { LogLines } from '#core/status/logMessages/logMessage.ts';
import type { EvidenceLine } from '../evidence/evidenceLine.ts';
import type { MustGatherData } from '../evidence/mustGatherData.ts';
import type { Message } from '#core/text/message.ts';

/** Likelihood that the finding is the cause and not a consequence, from 1 to 100. */
type Likelihood = number;

/** A match of a diagnosis, as text. */
export interface DiagnosisMatch extends Pick<Explanation, 'headline' | 'meaning' | 'next' | 'todo' | 'docs'> {
  /** `failed`: an operation failed; `attention`: an action is required. */
  readonly health: 'failed' | 'attention';
  /** Affected object, such as `KataConfig example-kataconfig` or `Node worker-1`. */
  readonly about: string;
  readonly evidence: readonly EvidenceLine[];
}

export interface Diagnosis {
  /** Stable ID in kebab case. Reports and their readers depend on it. */
  readonly id: string;
  /** Short description of the problem. */
  readonly title: Message;
  readonly likelihood: Likelihood;
  /** IDs of diagnoses that can cause this one. If one of them matches, this finding is a consequence. */
  readonly follows?: readonly string[];
  readonly docs?: DocSection;
  /** Log lines that are the evidence for this diagnosis. */
  readonly log?: LogLines;
  /** Returns the matches. Never throws, and ignores unknown data. */
  readonly find: (gathered: MustGatherData) => readonly DiagnosisMatch[];
}

export interface DiagnosisFinding extends DiagnosisMatch {
  readonly id: string;
  readonly title: string;
  readonly likelihood: Likelihood;
  /** IDs of the findings in this must-gather that cause this one. */
  readonly follows: readonly string[];
}

/** Defines a diagnosis. A test checks its IDs. */
export function defineDiagnosis(diagnosis: Diagnosis): Diagnosis {
  return diagnosis;
}

/** Converts an explanation of a live cluster to matches if it describes a problem. */
export function toDiagnosisMatches(
  about: string,
  explanation: Explanation,
  evidence: readonly EvidenceLine[],
): readonly DiagnosisMatch[] {
  const { health, headline, meaning, next, todo, docs } = explanation;
  if (health !== 'failed' && health !== 'attention') return [];
  return [
    {
      health,
      about,
      headline,
      meaning,
      evidence,
      ...(next === undefined ? {} : { next }),
      ...(todo === undefined ? {} : { todo }),
      ...(docs === undefined ? {} : { docs }),
    },
  ];
}
