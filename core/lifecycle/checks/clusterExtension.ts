/** Source: notes/cluster.md 5.3 (OLM v1 in place of a Subscription). */
import { installingOperator } from '../../docSections.ts';
import { subscriptionOf } from '../../live/status/olmParts.ts';
import { defineCheck } from '../check.ts';
import { knownFact } from '../situation.ts';
import { kataConfigFirst } from '../steps/obstacles.ts';
import { unknownFinding, unseen } from '../unseen.ts';

export const clusterExtension = defineCheck({
  id: 'cluster-extension',
  title: 'ClusterExtensions',
  area: 'Operator',
  why: 'What OLM v1 installed (a ClusterExtension) and what a Subscription installs get in the way of each other.',
  docs: installingOperator,
  kinds: ['kataConfigs', 'subscriptions'],
  facts: ['clusterExtension'],
  judge(situation) {
    const found = knownFact(situation, 'clusterExtension')?.found;
    if (found === undefined) return unknownFinding(unseen(situation, [], ['clusterExtension']));
    const [first] = found;
    if (first === undefined) return { verdict: 'pass', headline: 'None', evidence: ['No ClusterExtension of the package'] };
    const both = subscriptionOf(situation.snapshot) !== undefined;
    return {
      verdict: 'fail',
      headline: both ? 'The operator is installed in two ways' : 'The operator is installed by OLM v1',
      evidence: found
        .slice(0, 10)
        .map(
          ({ name, installedVersion, installNamespace }) =>
            `ClusterExtension ${name}: ${installedVersion ?? 'nothing installed'}${installNamespace === undefined ? '' : ` in ${installNamespace}`}`,
        ),
      meaning: 'The documents install it by a Subscription, and so do we.',
      todo: both
        ? `Delete one of the two${kataConfigFirst(situation.snapshot)}.`
        : `Leave it as it is; or, to install by a Subscription, delete it${kataConfigFirst(situation.snapshot)}: \`oc delete clusterextension ${first.name}\`.`,
    };
  },
});
