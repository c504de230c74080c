/**
 * Diagnoses a rule for Kata that Node Feature Discovery ignores, so that no node is eligible. Source:
 * core/product/nodeFeatureRules.ts.
 */
import * as l10n from '@vscode/l10n';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { nodeEligibility } from '#core/product/docSections.ts';
import { findIneffectiveRuleOf } from '#core/status/nodes/ineffectiveRule.ts';
import { isEligible } from '#core/status/nodes/nodeSelection.ts';
import { indexSnapshot, listItems } from '#core/status/snapshotIndex.ts';
import { defineDiagnosis } from '../diagnosis.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';

export const nfdRuleIneffective = defineDiagnosis({
  id: 'nfd-rule-ineffective',
  title: () => l10n.t`Node Feature Discovery ignores the rule for Kata`,
  likelihood: 90,
  docs: nodeEligibility,
  find(gathered) {
    const { snapshot } = gathered;
    const { kataConfig, converged } = indexSnapshot(snapshot);
    if (kataConfig?.checkNodeEligibility !== true || converged) return [];
    if (listItems(snapshot, 'nodes').some(isEligible)) return [];
    const ineffective = findIneffectiveRuleOf(snapshot);
    if (ineffective === undefined) return [];
    const { object, ...explanation } = ineffective;
    const { id, name } = object;
    return [
      {
        ...explanation,
        health: 'attention',
        about: `${watchedKinds[id].kind} ${name}`,
        evidence: findEvidenceLines(gathered, id, name, /^(?:- )?(?:matchOn:|configData:|name: \S*runtime\.kata)/),
      },
    ];
  },
});
