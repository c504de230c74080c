/**
 * Checks whether the API server accepts a KataConfig, with a dry run that stores nothing. A webhook can have ready pods
 * and still not respond, for example because of a network policy. Source: notes/cluster.md 5.1 step 6.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { findCsv } from '#core/status/operator/olmParts.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import type { KataConfigAdmission } from '#core/operations/lookups/kata/kataConfigAdmission.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

/** How long the webhook of a new operator can take to get an endpoint, in milliseconds. */
const longestStart = 5 * 60_000;

export const kataConfigAdmission = defineCheck({
  id: 'kataconfig-admission',
  title: () => l10n.t`KataConfig creation`,
  area: 'Operator',
  why: () => l10n.t`The API server rejects every KataConfig if it can't reach the operator webhook.`,
  docs: creatingKataConfig,
  targets: ['install'],
  kinds: ['clusterServiceVersions', 'deployments'],
  facts: ['kataConfigAdmission'],
  judge(situation) {
    const known = getLookupValue(situation, 'kataConfigAdmission');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['kataConfigAdmission']));
    return findings[known.outcome](known.message, situation);
  },
});

const findings: Readonly<
  Record<KataConfigAdmission['outcome'], (message: string, situation: ObservedCluster) => CheckFinding>
> = {
  accepted: () => ({
    verdict: 'pass',
    headline: l10n.t`Accepted`,
    evidence: [l10n.t`The API server accepted a KataConfig in a dry run.`],
  }),
  exists: (message) => ({
    verdict: 'pass',
    headline: l10n.t`A KataConfig exists`,
    evidence: [message],
  }),
  noKind: () => ({
    verdict: 'none',
    headline: l10n.t`The operator isn't installed yet`,
    evidence: [],
  }),
  notAllowed: () =>
    createUnknownFinding([
      {
        words: l10n.t({
          message: "You don't have permission to {0}.",
          args: ['create kataconfigs.kataconfiguration.openshift.io'],
          comment: ['{0} is an RBAC permission in English, such as "list pods".'],
        }),
        forbidden: true,
      },
    ]),
  unanswered,
  rejected: (message) => ({
    verdict: 'warn',
    headline: l10n.t`Rejected in a dry run`,
    evidence: [message],
    meaning: l10n.t`The API server or one of its webhooks rejected a KataConfig with default values.`,
    todo: l10n.t`Check whether an admission policy in the cluster or the KataConfig CRD causes the rejection.`,
  }),
};

/** Returns whether the webhook has no endpoints because its pod is starting or moving to another node. */
function isStarting(message: string, { snapshot, now }: ObservedCluster): boolean {
  if (!message.includes('no endpoints available')) return false;
  const since = findCsv(snapshot)?.since;
  if (since !== undefined && now - since < longestStart) return true;
  const deployment = findItem(snapshot, 'deployments', 'controller-manager');
  if (deployment === undefined || deployment.wanted === 0 || deployment.available > 0) return false;
  return findStatusCondition(deployment.conditions, 'Progressing')?.status !== 'False';
}

function unanswered(message: string, situation: ObservedCluster): CheckFinding {
  const { snapshot } = situation;
  const csv = findCsv(snapshot);
  if (csv !== undefined && csv.phase !== 'Succeeded' && csv.phase !== 'Failed')
    return {
      verdict: 'none',
      headline: l10n.t`The operator isn't installed yet`,
      evidence: [`${csv.name}: ${csv.phase || l10n.t`no phase yet`}`, message],
    };
  const starts = isStarting(message, situation);
  return {
    verdict: starts ? 'warn' : 'fail',
    headline: l10n.t`The webhook doesn't respond`,
    summary: l10n.t`The operator webhook doesn't respond, so you can't create a KataConfig`,
    evidence: [message],
    meaning: starts
      ? l10n.t`You can't create a KataConfig now. This is normal for a short time while the operator starts.`
      : l10n.t`You can't create a KataConfig until the API server can reach the operator webhook.`,
    todo: starts
      ? l10n.t('If this continues, run `oc get pods -n {0}`.', operatorNamespace)
      : l10n.t(
          'Check the pods of the webhook, and whether a network policy or proxy blocks the connection: `oc get pods,networkpolicies -n {0}`.',
          operatorNamespace,
        ),
  };
}
