/**
 * Checks whether the KataConfig CRD is usable. Source: notes/cluster.md 5.2 step 5: while a CRD is terminating, the API
 * server rejects new objects (405).
 */
import * as l10n from '@vscode/l10n';
import { deletingKataConfig } from '#core/product/docSections.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const kataConfigKind = defineCheck({
  id: 'kataconfig-kind',
  title: () =>
    l10n.t({
      message: 'KataConfig CRD',
      args: [],
      comment: ['The title of a preflight check of the CustomResourceDefinition of KataConfig.'],
    }),
  area: 'Operator',
  why: () =>
    l10n.t`While the KataConfig CRD is being deleted, you can't create a KataConfig, and OLM can't reinstall the operator.`,
  docs: deletingKataConfig,
  kinds: [],
  facts: ['kataConfigCrd'],
  judge(situation) {
    const known = getLookupValue(situation, 'kataConfigCrd');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['kataConfigCrd']));
    const { found } = known;
    if (found === undefined)
      return {
        verdict: 'pass',
        headline: l10n.t`Not created yet`,
        evidence: [l10n.t`The operator installs the CRD.`],
      };
    const versions = found.versions.filter(({ served }) => served).map((one) => one.name);
    if (found.deleting === undefined)
      return {
        verdict: 'pass',
        headline: l10n.t`Exists`,
        evidence: [`CustomResourceDefinition ${found.name}: ${versions.join(', ') || l10n.t`no served version`}`],
      };
    const condition = findStatusCondition(found.conditions, 'Terminating');
    return {
      verdict: 'fail',
      headline: l10n.t`Being deleted`,
      evidence: [
        l10n.t`CustomResourceDefinition ${found.name}: terminating`,
        ...(condition === undefined ? [] : [`${condition.reason}: ${sanitizeLine(condition.message)}`]),
      ],
      meaning: l10n.t`If a KataConfig exists, the CRD isn't deleted until the operator uninstalls Kata from the nodes and removes the finalizer from the KataConfig.`,
      todo: l10n.t('To show the KataConfig, run `oc get kataconfig -o yaml`.'),
    };
  },
});
