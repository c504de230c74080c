/**
 * Checks whether the operator is installed with a ClusterExtension. Source: notes/cluster.md 5.3 (OLM v1 instead of a
 * Subscription).
 */
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
  why: () => l10n.t`A ClusterExtension (OLM v1) and a Subscription for the operator conflict with each other.`,
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
          comment: ['The result of a preflight check: none of the objects that would be a problem exist.'],
        }),
        evidence: [l10n.t`No ClusterExtension for this package`],
      };
    const both = findSubscription(situation.snapshot) !== undefined;
    return {
      verdict: 'fail',
      headline: both ? l10n.t`Installed by both OLM v1 and a Subscription` : l10n.t`Installed by OLM v1`,
      evidence: found
        .slice(0, 10)
        .map(
          ({ name, installedVersion, installNamespace }) =>
            `ClusterExtension ${name}: ${installed(installedVersion ?? l10n.t`nothing installed`, installNamespace)}`,
        ),
      meaning: l10n.t`OpenShift Sandboxed Containers Tools installs the operator with a Subscription, as the OSC documentation describes.`,
      todo: both
        ? kataConfigFirst(situation.snapshot, {
            alone: l10n.t`Delete the ClusterExtension or the Subscription.`,
            after: (name) =>
              l10n.t`Delete KataConfig ${name} first. After the KataConfig is deleted, delete the ClusterExtension or the Subscription.`,
            perhaps: l10n.t`If a KataConfig exists, delete it first. Then delete the ClusterExtension or the Subscription.`,
          })
        : kataConfigFirst(situation.snapshot, {
            alone: l10n.t(
              'To install with a Subscription instead, run `oc delete clusterextension {0}`. Otherwise, keep the ClusterExtension.',
              first.name,
            ),
            after: (name) =>
              l10n.t(
                "To install with a Subscription instead, delete KataConfig {0}, wait until it's gone, and run `oc delete clusterextension {1}`. Otherwise, keep the ClusterExtension.",
                name,
                first.name,
              ),
            perhaps: l10n.t(
              'To install with a Subscription instead, make sure no KataConfig exists, and run `oc delete clusterextension {0}`. Otherwise, keep the ClusterExtension.',
              first.name,
            ),
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
        comment: ['{0} is a version of the operator. {1} is the namespace in which it is installed.'],
      });
}
