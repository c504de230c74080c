/**
 * Checks whether OLM has installed the operator or is stuck. Uses the same explanations as the tree, so that a report
 * never calls a cluster ready while OLM is stuck. Source: core/status/operator/olmParts.ts.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { ClusterServiceVersion } from '#core/cluster/watchedKinds/clusterServiceVersion.ts';
import { installingOperator } from '#core/product/docSections.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Part } from '#core/status/explanation.ts';
import { isOperatorInstalled } from '#core/status/operator/clusterExtensionParts.ts';
import { findCsv, findInstallPlan, findSubscription, listOlmParts } from '#core/status/operator/olmParts.ts';
import { defineCheck, type CheckFinding, type CheckVerdict } from '#core/operations/preflightFindings/check.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

/** Parts in the order in which they explain a problem, the most specific first. The OperatorGroup has its own check. */
const partIds = ['csv', 'installPlan', 'subscription'];

/** Verdicts, worst first. */
const order: readonly CheckVerdict[] = ['fail', 'warn', 'unknown', 'info', 'pass'];

/**
 * How long a CSV can wait for its requirements before it counts as stuck, in milliseconds. OLM creates the requirements
 * and the CSV at the same time, so they are missing for a moment in every installation.
 */
const longestWait = 5 * 60_000;

export const installation = defineCheck({
  id: 'installation',
  title: () => l10n.t`Operator installation`,
  area: 'Operator',
  why: () =>
    l10n.t`Kata can't be installed without the operator. If OLM can't install it, only the status of the OLM resources shows the reason.`,
  docs: installingOperator,
  decides: true,
  kinds: ['subscriptions', 'clusterServiceVersions'],
  facts: [],
  judge(situation) {
    const { snapshot } = situation;
    const missing = listUnreadableData(situation, ['subscriptions', 'clusterServiceVersions'], []);
    if (missing.length > 0) return createUnknownFinding(missing);
    const parts = listOlmParts(snapshot).filter(({ id }) => partIds.includes(id));
    if (parts.length === 0)
      return {
        verdict: 'pass',
        headline: isOperatorInstalled(snapshot) ? l10n.t`Installed by OLM v1` : l10n.t`Not installed`,
        evidence: [l10n.t`No Subscription for ${documentedSubscription.package} in ${operatorNamespace}`],
      };
    const judged = parts.map((part) => ({
      part,
      verdict: verdictOf(part, situation),
    }));
    const [worst] = judged.toSorted(
      (one, other) =>
        order.indexOf(one.verdict) - order.indexOf(other.verdict) ||
        partIds.indexOf(one.part.id) - partIds.indexOf(other.part.id),
    );
    const evidence = parts.map(({ name, headline }) => `${name}: ${headline}`);
    return worst === undefined
      ? createUnknownFinding(evidence)
      : {
          ...findingOf(worst.part, worst.verdict, evidence),
          ...releaseOf(worst.part, situation),
        };
  },
});

function findingOf(
  { headline, meaning, next, todo }: Part,
  verdict: CheckVerdict,
  evidence: readonly string[],
): CheckFinding {
  if (verdict === 'pass') return { verdict, headline, evidence };
  return {
    verdict,
    headline: verdict === 'info' ? l10n.t`In progress: ${headline}` : headline,
    evidence,
    meaning,
    ...omitUndefined({ todo: todo ?? (verdict === 'info' ? next : undefined) }),
  };
}

/**
 * If the installed release runs, problems concern only its update. Returns the release that the finding of a part
 * applies to.
 */
function releaseOf({ id }: Part, { snapshot }: ObservedCluster): Pick<CheckFinding, 'release'> {
  const csv = findCsv(snapshot);
  const isRunning = csv?.phase === 'Succeeded' && findSubscription(snapshot)?.installedCsv === csv.name;
  return id !== 'csv' && isRunning ? { release: 'update' } : {};
}

function verdictOf(part: Part, { snapshot, now }: ObservedCluster): CheckVerdict {
  switch (part.health) {
    case 'failed':
      return 'fail';
    case 'unknown':
      return 'unknown';
    case 'busy':
      return 'info';
    case 'ok':
      return 'pass';
    default:
      return part.id === 'csv' ? verdictOfCsv(findCsv(snapshot), now) : verdictOfRequest(snapshot);
  }
}

/** Returns the verdict of a CSV that requires attention. */
function verdictOfCsv(csv: ClusterServiceVersion | undefined, now: number): CheckVerdict {
  // OLM repairs the Deployment of an installed CSV.
  if (csv?.phase !== 'Pending') return 'warn';
  if (csv.unmet.some((one) => one.includes('minKubeVersion'))) return 'fail';
  return now - (csv.since ?? now) >= longestWait ? 'fail' : 'info';
}

/** Returns the verdict of a Subscription or InstallPlan that requires attention. */
function verdictOfRequest(snapshot: Snapshot): CheckVerdict {
  const subscription = findSubscription(snapshot);
  const plan = findInstallPlan(subscription, snapshot);
  const isWaiting = plan?.phase === 'RequiresApproval' && !plan.approved;
  // With manual approval, an update that waits is normal, and the installed release keeps running.
  return isWaiting && subscription?.installedCsv !== undefined ? 'info' : 'warn';
}
