/**
 * Checks the Kata status as the tree and the status bar show it. A report must not call a cluster ready while Kata
 * fails on it. Source: core/status/health/clusterHealth.ts.
 */
import * as l10n from '@vscode/l10n';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { withFailedSandboxes } from '#core/status/nodes/failedSandboxes.ts';
import { healthOf, type HealthSeverity } from '#core/status/health/clusterHealth.ts';
import { describeKataHealth } from '#core/status/health/healthSummary.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { omitUndefined } from '#core/common/json.ts';
import { defineCheck, type CheckVerdict } from '#core/operations/preflightFindings/check.ts';
import { createUnknownFinding, explainUnreadableKind } from '#core/operations/preflightFindings/unreadableData.ts';

/**
 * Maps the severity of the Kata status to the verdict of the check. The check reads a new snapshot, so connection
 * problems mean that the status is unknown.
 */
const verdicts: Readonly<Record<HealthSeverity, CheckVerdict>> = {
  unreachable: 'unknown',
  signedOut: 'unknown',
  failed: 'fail',
  blocked: 'warn',
  stale: 'unknown',
  inProgress: 'info',
  warning: 'warn',
  healthy: 'pass',
  unknown: 'unknown',
};

export const kataHealth = defineCheck({
  id: 'kata-health',
  title: () => l10n.t`Kata status`,
  area: 'Cluster',
  why: () => l10n.t`Kata can be installed on all nodes and still fail to start sandboxes.`,
  kinds: ['kataConfigs'],
  facts: [],
  judge(situation) {
    const { snapshot, now } = situation;
    const unseen = explainUnreadableKind(situation, 'kataConfigs');
    const { kataConfig } = indexSnapshot(snapshot);
    if (kataConfig === undefined) {
      return unseen === undefined
        ? { verdict: 'none', headline: l10n.t`Kata isn't installed`, evidence: [] }
        : createUnknownFinding([unseen]);
    }
    const health = healthOf(snapshot);
    const verdict = verdicts[health.kata.severity];
    const headline = describeKataHealth(health);
    const evidence = health.findings.map((finding) => `${finding.about}: ${finding.headline}`);
    const { meaning, todo } = {
      todo: undefined,
      ...withFailedSandboxes(explainKataConfig(kataConfig, snapshot), snapshot, now),
    };
    return {
      verdict,
      headline,
      summary: headline,
      evidence,
      ...omitUndefined(verdict === 'pass' ? {} : { meaning, todo }),
    };
  },
});
