/** Diagnoses a runtime class whose deletion doesn't finish. Source: see core/status/runtimeClassDeletion.ts. */
import * as l10n from '@vscode/l10n';
import { explainClassDeletion, listPodsOfClass } from '#core/status/runtimeClassDeletion.ts';
import { kataRuntimeClasses } from '#core/status/kataRuntimeClasses.ts';
import { podMarkKey } from '#core/diagnosis/evidence/evidenceLine.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';

/** Maximum number of pods with evidence lines. */
const mostPods = 3;

export const runtimeClassTerminating = defineDiagnosis({
  id: 'runtime-class-terminating',
  title: () => l10n.t`Runtime class is being deleted`,
  likelihood: 60,
  follows: ['operator-not-installed', 'operator-not-running'],
  find(gathered) {
    const { snapshot, pods, marks, at } = gathered;
    if (at === undefined) return [];
    return kataRuntimeClasses(snapshot).flatMap((runtimeClass) => {
      // A must-gather doesn't always contain the pods of all namespaces.
      const listed =
        pods === undefined ? ({ kind: 'notRead' } as const) : ({ kind: 'known', pods, isCut: true } as const);
      const explanation = explainClassDeletion(runtimeClass, snapshot, listed, at);
      if (explanation === undefined) return [];
      const lines = findEvidenceLines(
        gathered,
        'runtimeClasses',
        runtimeClass.name,
        /^(?:deletionTimestamp:|- kataconfig\.openshift\.io\/runtime-class-cleanup)/i,
      );
      const evidence = listPodsOfClass(runtimeClass, pods ?? [])
        .slice(0, mostPods)
        .flatMap((pod) => marks.get(podMarkKey(pod)) ?? []);
      return toDiagnosisMatches(`RuntimeClass ${runtimeClass.name}`, explanation, [...lines, ...evidence]);
    });
  },
});
