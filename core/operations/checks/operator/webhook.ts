/** Source: notes/cluster.md 5.1 step 6: the failurePolicy of the webhook is Fail. */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { findCsv } from '#core/status/operator/olmParts.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const webhook = defineCheck({
  id: 'webhook',
  title: () => l10n.t`Webhook of the operator`,
  area: 'Operator',
  why: () => l10n.t`Until it answers, no KataConfig can be created.`,
  docs: creatingKataConfig,
  kinds: ['clusterServiceVersions'],
  facts: ['webhookEndpoints'],
  judge(situation) {
    const csv = findCsv(situation.snapshot);
    if (csv === undefined) {
      const missing = listUnreadableData(situation, ['clusterServiceVersions'], []);
      return missing.length > 0
        ? createUnknownFinding(missing)
        : { verdict: 'none', headline: l10n.t`The operator is not installed`, evidence: [] };
    }
    const known = getLookupValue(situation, 'webhookEndpoints');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['webhookEndpoints']));
    const evidence = [l10n.t`Service ${known.service}: ${known.ready} ready`];
    if (known.ready > 0) return { verdict: 'pass', headline: l10n.t`Has a pod that is ready`, evidence };
    if (csv.phase !== 'Succeeded')
      return {
        verdict: 'none',
        headline: l10n.t`The operator is not there yet`,
        evidence: [...evidence, `${csv.name}: ${csv.phase || l10n.t`no phase yet`}`],
      };
    if (known.unheard === true)
      return createUnknownFinding(
        [l10n.t`Nothing tells of a Service ${known.service} in ${operatorNamespace}.`],
        l10n.t`Not known`,
      );
    return {
      verdict: 'warn',
      headline: l10n.t`Nobody answers for it`,
      evidence,
      meaning: l10n.t`No KataConfig can be created now; that is so for a while when the operator starts.`,
      todo: l10n.t`If it lasts: \`oc get pods -n ${operatorNamespace}\`.`,
    };
  },
});
