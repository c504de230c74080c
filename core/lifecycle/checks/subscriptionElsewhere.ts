/** Source: notes/cluster.md 5.3 (UnsupportedOperatorGroup, InterOperatorGroupOwnerConflict). */
import { installingOperator } from '../../docSections.ts';
import { operatorNamespace } from '../../namespaces.ts';
import { defineCheck } from '../check.ts';
import { knownFact } from '../situation.ts';
import { kataConfigFirst } from '../steps/obstacles.ts';
import { unknownFinding, unseen } from '../unseen.ts';

export const subscriptionElsewhere = defineCheck({
  id: 'subscription-elsewhere',
  title: 'Subscriptions in other namespaces',
  area: 'Operator',
  why: 'The operator works in its own namespace only, and two of them want the same kinds.',
  docs: installingOperator,
  kinds: ['kataConfigs'],
  facts: ['subscriptionsElsewhere'],
  judge(situation) {
    const found = knownFact(situation, 'subscriptionsElsewhere')?.found;
    if (found === undefined) return unknownFinding(unseen(situation, [], ['subscriptionsElsewhere']));
    const [first] = found;
    if (first === undefined) return { verdict: 'pass', headline: 'None', evidence: [`No Subscription to the operator outside of ${operatorNamespace}`] };
    return {
      verdict: 'fail',
      headline: found.length === 1 ? `One in ${first.namespace ?? ''}` : `There are ${found.length}`,
      evidence: found
        .slice(0, 20)
        .map(({ name, namespace = '', installedCsv }) => `Subscription ${name} in ${namespace}: ${installedCsv ?? 'nothing installed'}`),
      meaning: `The operator reads its configuration from ${operatorNamespace} only, and a second one is refused by OLM.`,
      todo: `Delete the Subscription, and its ClusterServiceVersion${kataConfigFirst(situation.snapshot)}: ${[
        `subscription.operators.coreos.com ${first.name}`,
        ...(first.installedCsv === undefined ? [] : [`csv ${first.installedCsv}`]),
      ]
        .map((what) => `\`oc delete ${what} -n ${first.namespace ?? ''}\``)
        .join(', then ')}.`,
    };
  },
});
