/**
 * Diagnoses leftover resources of a KataConfig that was deleted without its operator. Source:
 * core/status/kataConfig/leftovers.ts.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { explainAbsence } from '#core/status/kataConfig/explainAbsence.ts';
import { listLeftovers } from '#core/status/kataConfig/leftovers.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';

export const leftovers = defineDiagnosis({
  id: 'kataconfig-leftovers',
  title: () => l10n.t`Leftover resources from a KataConfig`,
  likelihood: 80,
  docs: creatingKataConfig,
  find(gathered) {
    const { snapshot } = gathered;
    if (!listLeftovers(snapshot).some(({ usual }) => !usual)) return [];
    const evidence = [...snapshot.machineConfigs.items.values()].flatMap(({ name }) =>
      findEvidenceLines(gathered, 'machineConfigs', name, /^\s*name:/),
    );
    return toDiagnosisMatches(
      l10n.t`Cluster`,
      explainAbsence(snapshot),
      [...evidence, ...findEvidenceLines(gathered, 'machineConfigPools', 'kata-oc', /^\s*name:\s*kata-oc$/i)].slice(
        0,
        8,
      ),
    );
  },
});
