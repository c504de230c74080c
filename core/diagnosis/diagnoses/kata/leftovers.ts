/** What a KataConfig left behind that went without its operator. Source: core/status/kataConfig/leftovers.ts. */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { explainAbsence } from '#core/status/kataConfig/explainAbsence.ts';
import { leftoversOf } from '#core/status/kataConfig/leftovers.ts';
import { defineDiagnosis, toldFrom } from '../diagnosis.ts';
import { marksOf } from '#core/diagnosis/evidence/evidenceLines.ts';

export const leftovers = defineDiagnosis({
  id: 'kataconfig-leftovers',
  title: l10n.t`Something is left of a KataConfig`,
  likelihood: 80,
  docs: creatingKataConfig,
  find(gathered) {
    const { snapshot } = gathered;
    if (!leftoversOf(snapshot).some(({ usual }) => !usual)) return [];
    const evidence = [...snapshot.machineConfigs.items.values()].flatMap(({ name }) => marksOf(gathered, 'machineConfigs', name, /^\s*name:/));
    return toldFrom(
      l10n.t`Cluster`,
      explainAbsence(snapshot),
      [...evidence, ...marksOf(gathered, 'machineConfigPools', 'kata-oc', /^\s*name:\s*kata-oc$/i)].slice(0, 8),
    );
  },
});
