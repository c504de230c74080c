/**
 * Checks the OperatorGroup. Source: notes/cluster.md 5.3. core/status/operator/olmParts.ts explains the OperatorGroup
 * of an installed operator.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { explainGroups, findSubscription } from '#core/status/operator/olmParts.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createUnknownFinding, explainUnreadableKind } from '#core/operations/preflightFindings/unreadableData.ts';

export const operatorGroup = defineCheck({
  id: 'operator-group',
  title: () => 'OperatorGroup',
  area: 'Operator',
  why: () =>
    l10n.t`If there's no OperatorGroup, or more than one, OLM installs nothing and reports no error. If the OperatorGroup is incorrect, the operator fails.`,
  docs: installingOperator,
  kinds: ['operatorGroups', 'subscriptions'],
  facts: [],
  judge(situation) {
    const { snapshot } = situation;
    const unseen = explainUnreadableKind(situation, 'operatorGroups');
    if (unseen !== undefined) return createUnknownFinding([unseen]);
    if (snapshot.operatorGroups.state.kind === 'absent')
      return {
        verdict: 'fail',
        headline: l10n.t`Operator Lifecycle Manager isn't installed`,
        evidence: [l10n.t`The cluster has no OperatorGroup CRD.`],
        meaning: l10n.t`The operator can't be installed without Operator Lifecycle Manager.`,
      };
    const groups = listItems(snapshot, 'operatorGroups');
    if (groups.length === 0 && findSubscription(snapshot) === undefined) {
      return {
        verdict: 'none',
        headline: l10n.t`Not created yet`,
        evidence: [l10n.t`No OperatorGroup in ${operatorNamespace}`],
      };
    }
    const explained = explainGroups(snapshot);
    if (explained === undefined) return createUnknownFinding([], l10n.t`Unknown`);
    const { health, headline, meaning, todo } = explained;
    return {
      verdict: health === 'ok' ? 'pass' : 'fail',
      headline,
      evidence:
        groups.length === 0
          ? [l10n.t`No OperatorGroup in ${operatorNamespace}`]
          : groups.slice(0, 10).map(
              ({ name, targetNamespaces, namespaces }) =>
                `${name}: targetNamespaces [${targetNamespaces.slice(0, 5).join(', ')}], status [${namespaces
                  .slice(0, 5)
                  .map((one) => (one === '' ? 'all' : one))
                  .join(', ')}]`,
            ),
      meaning,
      ...(todo === undefined ? {} : { todo }),
    };
  },
});
