/**
 * Diagnoses an OpenShift version that the installed OSC release doesn't support. Source of the table:
 * core/product/openShiftSupport.ts.
 */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { openShiftFinding } from '#core/operations/preflightFindings/openShiftFinding.ts';
import { oscReleases } from '#core/operations/oscReleases.ts';
import { findCsv } from '#core/status/operator/olmParts.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';

/** Uses the same evaluation as the preflight check. Reports nothing if a version is unknown or not in the table. */
export const openShiftUnsupported = defineDiagnosis({
  id: 'openshift-unsupported',
  title: () => l10n.t`OSC doesn't support this OpenShift version`,
  likelihood: 50,
  docs: openShiftCompatibility,
  find(gathered) {
    const { snapshot } = gathered;
    const { current } = oscReleases({ snapshot, facts: {} });
    if (current?.role !== 'installed' || snapshot.clusterVersions.state.kind === 'absent') return [];
    const { verdict, headline, meaning, todo } = openShiftFinding({ snapshot }, current);
    if ((verdict !== 'fail' && verdict !== 'warn') || meaning === undefined) return [];
    const version = listItems(snapshot, 'clusterVersions').find(({ name }) => name === 'version')?.version ?? '';
    const csv = findCsv(snapshot);
    const evidence = [
      ...findEvidenceLines(gathered, 'clusterVersions', 'version', /^(?:- )?version:/).filter(({ text }) =>
        text.endsWith(version),
      ),
      ...(csv === undefined ? [] : findEvidenceLines(gathered, 'clusterServiceVersions', csv.name, /^version:/i)),
    ];
    return toDiagnosisMatches(
      'OpenShift',
      { health: 'attention', headline, meaning, ...(todo === undefined ? {} : { todo }), docs: openShiftCompatibility },
      evidence,
    );
  },
});
