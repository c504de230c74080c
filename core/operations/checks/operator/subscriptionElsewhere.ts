/**
 * Checks for Subscriptions to the operator in other namespaces. Source: notes/cluster.md 5.3 (UnsupportedOperatorGroup,
 * InterOperatorGroupOwnerConflict).
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import type { Subscription } from '#core/cluster/watchedKinds/subscription.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { kataConfigFirst, type DeletionTexts } from '#core/operations/steps/installObstacles.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const subscriptionElsewhere = defineCheck({
  id: 'subscription-elsewhere',
  title: () => l10n.t`Subscriptions in other namespaces`,
  area: 'Operator',
  why: () => l10n.t`The operator works only in its own namespace, and two installations conflict over the same CRDs.`,
  docs: installingOperator,
  kinds: ['kataConfigs'],
  facts: ['subscriptionsElsewhere'],
  judge(situation) {
    const found = getLookupValue(situation, 'subscriptionsElsewhere')?.found;
    if (found === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['subscriptionsElsewhere']));
    const [first] = found;
    if (first === undefined)
      return {
        verdict: 'pass',
        headline: l10n.t({
          message: 'None',
          args: [],
          comment: ['The result of a preflight check: none of the objects that would be a problem exist.'],
        }),
        evidence: [l10n.t`No Subscription for the operator outside ${operatorNamespace}`],
      };
    return {
      verdict: 'fail',
      headline: found.length === 1 ? l10n.t`1 Subscription in ${first.namespace ?? ''}` : l10n.t`${found.length} found`,
      evidence: found
        .slice(0, 20)
        .map(({ name, namespace = '', installedCsv }) =>
          installedCsv === undefined
            ? l10n.t`Subscription ${name} in ${namespace}: nothing installed`
            : l10n.t`Subscription ${name} in ${namespace}: ${installedCsv}`,
        ),
      meaning: l10n.t`The operator reads its configuration only from ${operatorNamespace}, and OLM rejects a second operator.`,
      todo: kataConfigFirst(situation.snapshot, todoFor(first)),
    };
  },
});

function todoFor({ name, namespace = '', installedCsv }: Subscription): DeletionTexts {
  const ofSubscription = `\`oc delete subscription.operators.coreos.com ${name} -n ${namespace}\``;
  const commands =
    installedCsv === undefined
      ? ofSubscription
      : l10n.t({
          message: '{0}, then {1}',
          args: [ofSubscription, `\`oc delete csv ${installedCsv} -n ${namespace}\``],
          comment: ['{0} and {1} are commands. The user runs one after the other.'],
        });
  return {
    alone: l10n.t`Delete that installation of the operator: ${commands}.`,
    after: (kataConfig) =>
      l10n.t`Delete KataConfig ${kataConfig} first. After the KataConfig is deleted, delete that installation of the operator: ${commands}.`,
    perhaps: l10n.t`If a KataConfig exists, delete it first. Then delete that installation of the operator: ${commands}.`,
  };
}
