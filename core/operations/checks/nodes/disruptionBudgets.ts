/**
 * Checks for PodDisruptionBudgets that block a drain. Source: policy/v1 PodDisruptionBudget;
 * openshift/machine-config-operator@00d4bfc3 pkg/controller/drain: a drain is retried until it succeeds.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { formatCount } from '#core/text/counts.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const disruptionBudgets = defineCheck({
  id: 'disruption-budgets',
  title: () => l10n.t`PodDisruptionBudgets`,
  area: 'Workloads',
  why: () => l10n.t`A PodDisruptionBudget that doesn't allow evictions blocks the node drain and the reboot.`,
  docs: creatingKataConfig,
  kinds: [],
  facts: ['disruptionBudgets'],
  judge(situation) {
    const known = getLookupValue(situation, 'disruptionBudgets');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['disruptionBudgets']));
    const { tight, cut } = known;
    if (tight.length === 0)
      return {
        verdict: 'pass',
        headline: l10n.t`No PodDisruptionBudget is blocking a drain`,
        evidence: [l10n.t`Every PodDisruptionBudget that applies to pods allows an eviction.`],
      };
    return {
      verdict: 'warn',
      headline: headlineOf(formatCount(tight.length, 'budget'), tight.length === 1, cut),
      evidence: tight
        .slice(0, 30)
        .map(
          ({ namespace, name, currentHealthy, desiredHealthy, expectedPods }) =>
            l10n.t`${namespace}/${name}: ${currentHealthy} of ${formatCount(expectedPods, 'pod')} healthy, ${desiredHealthy} required`,
        ),
      meaning: l10n.t`The node drain waits until the PodDisruptionBudget allows an eviction, which might never happen.`,
      todo: l10n.t(
        'To list the PodDisruptionBudgets, run `oc get pdb -A`. To allow evictions, add replicas or lower minAvailable.',
      ),
    };
  },
});

function headlineOf(budgets: string, one: boolean, cut: boolean): string {
  if (cut) return l10n.t`More than ${budgets} don't allow evictions`;
  return one ? l10n.t`1 PodDisruptionBudget doesn't allow evictions` : l10n.t`${budgets} don't allow evictions`;
}
