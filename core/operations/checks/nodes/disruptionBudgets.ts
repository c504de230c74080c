/**
 * Source: policy/v1 PodDisruptionBudget; openshift/machine-config-operator@00d4bfc3 pkg/controller/drain: a drain is
 * tried again until it succeeds.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { countWords } from '#core/text/counts.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const disruptionBudgets = defineCheck({
  id: 'disruption-budgets',
  title: () => l10n.t`Disruption budgets`,
  area: 'Workloads',
  why: () =>
    l10n.t`A PodDisruptionBudget that allows no eviction holds up the drain of a node, and with it the reboot.`,
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
        headline: l10n.t`None in the way now`,
        evidence: [l10n.t`Every PodDisruptionBudget with pods allows an eviction.`],
      };
    return {
      verdict: 'warn',
      headline: headlineOf(countWords(tight.length, 'budget'), tight.length === 1, cut),
      evidence: tight
        .slice(0, 30)
        .map(
          ({ namespace, name, currentHealthy, desiredHealthy, expectedPods }) =>
            l10n.t`${namespace}/${name}: ${currentHealthy} of ${countWords(expectedPods, 'pod')} healthy, ${desiredHealthy} needed`,
        ),
      meaning: l10n.t`The drain of a node with such a pod waits until the budget allows it; that may be without end.`,
      todo: l10n.t`See the budgets: \`oc get pdb -A\`. More replicas, or a smaller minAvailable, let pods move.`,
    };
  },
});

function headlineOf(budgets: string, one: boolean, cut: boolean): string {
  if (cut) return l10n.t`More than ${budgets} allow no eviction now`;
  return one ? l10n.t`One allows no eviction now` : l10n.t`${budgets} allow no eviction now`;
}
