/**
 * Diagnoses a KataConfig that remains without an operator, because the operator was removed first. Source:
 * notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { describeMissingOperator, listOperatorParts } from '#core/status/operator/operatorParts.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';
import { logDataId } from '#core/diagnosis/evidence/mustGatherData.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';

export const operatorNotInstalled = defineDiagnosis({
  id: 'operator-not-installed',
  title: () => l10n.t`KataConfig without an operator`,
  likelihood: 90,
  find(gathered) {
    const { snapshot, seen } = gathered;
    const part = listOperatorParts(snapshot).find(({ id }) => id === 'operator');
    if (part === undefined) return [];
    const { kataConfig } = indexSnapshot(snapshot);
    // Without ClusterExtensions and Deployments, only the logs show whether an operator of OLM v1 ran.
    const isRemoved = part.health === 'unknown' && kataConfig !== undefined && !seen?.has(logDataId('operator'));
    return toDiagnosisMatches(
      part.name,
      isRemoved ? describeMissingOperator(snapshot) : part,
      kataConfig === undefined
        ? []
        : findEvidenceLines(gathered, 'kataConfigs', kataConfig.name, /deletion ?timestamp|finalizer/i),
    );
  },
});
