/**
 * Checks for an operator CSV without a Subscription. Source: notes/cluster.md 5.2 step 3: `ClusterServiceVersion X
 * exists and is not referenced by a subscription`.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const strayRelease = defineCheck({
  id: 'stray-release',
  title: () => l10n.t`CSV without a Subscription`,
  area: 'Operator',
  why: () =>
    l10n.t`Deleting a Subscription doesn't delete its ClusterServiceVersion or the operator. OLM doesn't adopt them for a new Subscription.`,
  docs: installingOperator,
  targets: ['install', 'update'],
  kinds: ['clusterServiceVersions', 'subscriptions'],
  facts: [],
  judge(situation) {
    const missing = listUnreadableData(situation, ['clusterServiceVersions', 'subscriptions'], []);
    if (missing.length > 0) return createUnknownFinding(missing);
    const { snapshot } = situation;
    const [found] = listItems(snapshot, 'clusterServiceVersions').filter(({ name }) =>
      name.startsWith(documentedSubscription.startingCsvPrefix),
    );
    const wanted = findSubscription(snapshot);
    const evidence =
      found === undefined ? [] : [`ClusterServiceVersion ${found.name}: ${found.phase || l10n.t`no phase yet`}`];
    if (found === undefined)
      return {
        verdict: 'pass',
        headline: l10n.t({
          message: 'None',
          args: [],
          comment: ['The result of a preflight check: none of the objects that would be a problem exist.'],
        }),
        evidence: [l10n.t`No operator CSV in ${operatorNamespace}`],
      };
    if (wanted !== undefined)
      return {
        verdict: 'pass',
        headline: l10n.t({
          message: 'None',
          args: [],
          comment: ['The result of a preflight check: none of the objects that would be a problem exist.'],
        }),
        evidence: [...evidence, `Subscription ${wanted.name}`],
      };
    return {
      verdict: 'fail',
      headline: l10n.t`${found.name} has no Subscription`,
      evidence: [...evidence, l10n.t`No Subscription for ${documentedSubscription.package} in ${operatorNamespace}`],
      meaning: l10n.t`The operator is running but doesn't get updates. A new Subscription wouldn't install anything.`,
      todo: l10n.t('Delete the CSV before you install: `oc delete csv {0} -n {1}`.', found.name, operatorNamespace),
    };
  },
});
