/** Diagnoses the conditions with which OLM v1 reports why it can't install or update the operator. */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { listExtensionParts } from '#core/status/operator/clusterExtensionParts.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';

export const extensionFailed = defineDiagnosis({
  id: 'extension-failed',
  title: () => l10n.t`OLM v1 can't install the operator`,
  likelihood: 85,
  docs: installingOperator,
  find(gathered) {
    return listExtensionParts(gathered.snapshot).flatMap((part) =>
      toDiagnosisMatches(
        part.name,
        part,
        findEvidenceLines(
          gathered,
          'clusterExtensions',
          part.id.slice(part.id.indexOf('/') + 1),
          /^-?\s*(?:type|reason|message):/i,
        ),
      ),
    );
  },
});
