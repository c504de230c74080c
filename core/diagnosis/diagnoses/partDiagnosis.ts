/** Defines diagnoses of unhealthy parts of the operator or of peer pods. */
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Part } from '#core/status/explanation.ts';
import { listOperatorParts } from '#core/status/operator/operatorParts.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { defineDiagnosis, toDiagnosisMatches, type Diagnosis } from './diagnosis.ts';
import { findEvidenceLines } from '../evidence/evidenceLines.ts';

interface PartKnowledge extends Pick<Diagnosis, 'id' | 'title' | 'likelihood' | 'follows'> {
  /** Part ID from operatorParts or peerPodsParts. */
  readonly part: string;
  /** Returns the object that contains the evidence, or undefined if it doesn't exist. */
  readonly object: (snapshot: Snapshot) => { readonly kind: WatchedKindId; readonly name: string } | undefined;
  /** Matches the evidence lines. */
  readonly lines: RegExp;
  readonly from: 'operator' | 'peerPods';
}

/** Creates a diagnosis with the same evaluation as for a live cluster. */
export function definePartDiagnosis({ part, object, lines, from, ...knowledge }: PartKnowledge): Diagnosis {
  return defineDiagnosis({
    ...knowledge,
    find(gathered) {
      const { snapshot } = gathered;
      const parts: readonly Part[] = from === 'operator' ? listOperatorParts(snapshot) : listPeerPodsParts(snapshot);
      const found = parts.find(({ id }) => id === part);
      if (found === undefined) return [];
      const at = object(snapshot);
      return toDiagnosisMatches(
        found.name,
        found,
        at === undefined ? [] : findEvidenceLines(gathered, at.kind, at.name, lines),
      );
    },
  });
}
