/** Diagnoses the state that OLM reports for the CSV. Source: notes/cluster.md 5.3. */
import * as l10n from '@vscode/l10n';
import { findCsv } from '#core/status/operator/olmParts.ts';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const releaseFailed = definePartDiagnosis({
  id: 'release-failed',
  title: () => l10n.t`Operator CSV failed`,
  likelihood: 75,
  follows: ['operator-group-wrong', 'operator-not-running'],
  part: 'csv',
  from: 'operator',
  object: (snapshot) => {
    const found = findCsv(snapshot);
    return found === undefined ? undefined : { kind: 'clusterServiceVersions', name: found.name };
  },
  lines: /^-?\s*(?:phase|reason|message):/i,
});
