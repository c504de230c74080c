/** Source: notes/cluster.md 5.3 (OLM v1 in place of a Subscription). */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { kataConfigFirst } from '#core/operations/steps/installObstacles.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const clusterExtension = defineCheck({
  id: 'cluster-extension',
  title: () => 'ClusterExtensions',
  area: 'Operator',
  why: () =>
    l10n.t`What OLM v1 installed (a ClusterExtension) and what a Subscription installs get in the way of each other.`,
  docs: installingOperator,
  kinds: ['kataConfigs', 'subscriptions'],
  facts: ['clusterExtension'],
  judge(situation) {
    const found = getLookupValue(situation, 'clusterExtension')?.found;
    if (found === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['clusterExtension']));
    const [first] = found;
    if (first === undefined)
      return {
        verdict: 'pass',
        headline: l10n.t({
          message: 'None',
          args: [],
          comment: ['No such object is on the cluster, as it should be.'],
        }),
        evidence: [l10n.t`No ClusterExtension of the package`],
      };
    const both = findSubscription(situation.snapshot) !== undefined;
    return {
      verdict: 'fail',
      headline: both ? l10n.t`The operator is installed in two ways` : l10n.t`The operator is installed by OLM v1`,
      evidence: found
        .slice(0, 10)
        .map(
          ({ name, installedVersion, installNamespace }) =>
            `ClusterExtension ${name}: ${installed(installedVersion ?? l10n.t`nothing installed`, installNamespace)}`,
        ),
      meaning: l10n.t`The documents install it by a Subscription, and so do we.`,
      todo: both
        ? kataConfigFirst(situation.snapshot, {
            alone: l10n.t`Delete one of the two.`,
            after: (name) => l10n.t`Delete one of the two, but not before the KataConfig ${name} is deleted and gone.`,
            perhaps: l10n.t`Delete one of the two, but not while there is a KataConfig.`,
          })
        : kataConfigFirst(situation.snapshot, {
            alone: l10n.t`Leave it as it is; or, to install by a Subscription, delete it: \`oc delete clusterextension ${first.name}\`.`,
            after: (name) =>
              l10n.t(
                'Leave it as it is; or, to install by a Subscription, delete it, but not before the KataConfig {0} is deleted and gone: `oc delete clusterextension {1}`.',
                name,
                first.name,
              ),
            perhaps: l10n.t`Leave it as it is; or, to install by a Subscription, delete it, but not while there is a KataConfig: \`oc delete clusterextension ${first.name}\`.`,
          }),
    };
  },
});

function installed(version: string, namespace: string | undefined): string {
  return namespace === undefined
    ? version
    : l10n.t({
        message: '{0} in {1}',
        args: [version, namespace],
        comment: ['A version of the operator, and the namespace in which it is installed.'],
      });
}
