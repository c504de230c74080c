/** Source: policy/v1 PodDisruptionBudget; openshift/machine-config-operator@00d4bfc3 pkg/controller/drain: a drain is tried again until it succeeds. */
import { creatingKataConfig } from '../../docSections.ts';
import { countWords } from '../../live/words.ts';
import { defineCheck } from '../check.ts';
import { knownFact } from '../situation.ts';
import { unknownFinding, unseen } from '../unseen.ts';

export const disruptionBudgets = defineCheck({
  id: 'disruption-budgets',
  title: 'Disruption budgets',
  area: 'Workloads',
  why: 'A PodDisruptionBudget that allows no eviction holds up the drain of a node, and with it the reboot.',
  docs: creatingKataConfig,
  kinds: [],
  facts: ['disruptionBudgets'],
  judge(situation) {
    const known = knownFact(situation, 'disruptionBudgets');
    if (known === undefined) return unknownFinding(unseen(situation, [], ['disruptionBudgets']));
    const { tight, cut } = known;
    if (tight.length === 0) return { verdict: 'pass', headline: 'None in the way now', evidence: ['Every PodDisruptionBudget with pods allows an eviction.'] };
    return {
      verdict: 'warn',
      headline: `${cut ? 'More than ' : ''}${tight.length === 1 && !cut ? 'One allows' : `${countWords(tight.length, 'budget')} allow`} no eviction now`,
      evidence: tight
        .slice(0, 30)
        .map(
          ({ namespace, name, currentHealthy, desiredHealthy, expectedPods }) =>
            `${namespace}/${name}: ${currentHealthy} of ${countWords(expectedPods, 'pod')} healthy, ${desiredHealthy} needed`,
        ),
      meaning: 'The drain of a node with such a pod waits until the budget allows it; that may be without end.',
      todo: 'See the budgets: `oc get pdb -A`. More replicas, or a smaller minAvailable, let pods move.',
    };
  },
});
