/**
 * Checks whether the operator webhook has a ready pod. Source: notes/cluster.md 5.1 step 6: the failurePolicy of the
 * webhook is Fail.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { isOperatorInstalled } from '#core/status/operator/clusterExtensionParts.ts';
import { findCsv } from '#core/status/operator/olmParts.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const webhook = defineCheck({
  id: 'webhook',
  title: () => l10n.t`Operator webhook`,
  area: 'Operator',
  why: () => l10n.t`You can't create a KataConfig until the webhook responds.`,
  docs: creatingKataConfig,
  kinds: ['clusterServiceVersions'],
  facts: ['webhookEndpoints'],
  judge(situation) {
    const csv = findCsv(situation.snapshot);
    if (csv === undefined && !isOperatorInstalled(situation.snapshot)) {
      const missing = listUnreadableData(situation, ['clusterServiceVersions'], []);
      return missing.length > 0
        ? createUnknownFinding(missing)
        : { verdict: 'none', headline: l10n.t`The operator isn't installed`, evidence: [] };
    }
    const known = getLookupValue(situation, 'webhookEndpoints');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['webhookEndpoints']));
    const evidence = [l10n.t`Ready pods of Service ${known.service}: ${known.ready}`];
    if (known.ready > 0) return { verdict: 'pass', headline: l10n.t`The webhook has a ready pod`, evidence };
    if (csv !== undefined && csv.phase !== 'Succeeded')
      return {
        verdict: 'none',
        headline: l10n.t`The operator isn't installed yet`,
        evidence: [...evidence, `${csv.name}: ${csv.phase || l10n.t`no phase yet`}`],
      };
    if (known.unheard === true)
      return createUnknownFinding(
        [l10n.t`No endpoints for Service ${known.service} were found in ${operatorNamespace}.`],
        l10n.t`Unknown`,
      );
    return {
      verdict: 'warn',
      headline: l10n.t`The webhook has no ready pod`,
      evidence,
      meaning: l10n.t`You can't create a KataConfig now. This is normal for a short time while the operator starts.`,
      todo: l10n.t('If this continues, run `oc get pods -n {0}`.', operatorNamespace),
    };
  },
});
