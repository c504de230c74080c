/**
 * The shape of a diagnosis: one thing that can be wrong, and how it is seen in a must-gather. ONE FINDING = ONE FILE in
 * findings/.
 */
import type { DocSection } from '#core/product/docSection.ts';
import type { Explanation } from '#core/status/explanation.ts';
import type { LogLines } from '#core/status/logMessages/logMessage.ts';
import type { EvidenceLine } from '../evidence/evidenceLine.ts';
import type { MustGatherData } from '../evidence/mustGatherData.ts';
import type { Message } from '#core/text/message.ts';

/** How sure it is that this is the cause, and not what follows from something else: 1 to 100. */
type Likelihood = number;

/** What was found, in words. */
export interface DiagnosisMatch extends Pick<Explanation, 'headline' | 'meaning' | 'next' | 'todo' | 'docs'> {
  /** `failed`: it went wrong; `attention`: it waits for somebody. */
  readonly health: 'failed' | 'attention';
  /** What it speaks of: `KataConfig example-kataconfig`, `Node worker-1`. */
  readonly about: string;
  readonly evidence: readonly EvidenceLine[];
}

export interface Diagnosis {
  /** Stable, in kebab case: reports and their readers go by it. */
  readonly id: string;
  /** What can be wrong, in a few words. */
  readonly title: Message;
  readonly likelihood: Likelihood;
  /** Diagnoses that bring this one about: where one of them is found, this follows from it. */
  readonly follows?: readonly string[];
  readonly docs?: DocSection;
  /** The lines of logs that it rests on. */
  readonly log?: LogLines;
  /** Never throws; says nothing of what is not known. */
  readonly find: (gathered: MustGatherData) => readonly DiagnosisMatch[];
}

export interface DiagnosisFinding extends DiagnosisMatch {
  readonly id: string;
  readonly title: string;
  readonly likelihood: Likelihood;
  /** The ids of the findings of this must-gather from which it follows. */
  readonly follows: readonly string[];
}

/** A diagnosis; its ids are checked by a test. */
export function defineDiagnosis(diagnosis: Diagnosis): Diagnosis {
  return diagnosis;
}

/** What a judgement of a live cluster says, when it says that something is wrong. */
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
