/**
 * Checks the minimum Kubernetes version of the operator. Source: operator-framework/api pkg/operators/v1alpha1
 * (ClusterServiceVersionSpec.MinKubeVersion); notes/cluster.md 5.3.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { compareVersions, versionNumbers } from '#core/product/openShiftSupport.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { oscReleases } from '#core/operations/oscReleases.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const kubernetesVersion = defineCheck({
  id: 'kubernetes-version',
  title: () => l10n.t`Kubernetes version`,
  area: 'Cluster',
  why: () =>
    l10n.t`An operator release can require a minimum Kubernetes version. OLM doesn't install the release on earlier versions.`,
  docs: installingOperator,
  kinds: [],
  facts: ['kubeVersion', 'packageManifest'],
  judge(situation) {
    const missing = listUnreadableData(situation, [], ['kubeVersion', 'packageManifest']);
    const version = getLookupValue(situation, 'kubeVersion')?.version;
    if (missing.length > 0 || version === undefined)
      return createUnknownFinding([
        ...missing,
        ...(version === undefined ? [l10n.t`The API server didn't report its version.`] : []),
      ]);
    const channel = findSubscription(situation.snapshot)?.channel ?? documentedSubscription.channel;
    const offered = getLookupValue(situation, 'packageManifest')?.found?.channels.find(({ name }) => name === channel);
    if (offered === undefined)
      return createUnknownFinding([l10n.t`The catalog contains no release in channel ${channel}.`]);
    const least = offered.minKubeVersion;
    if (least === undefined)
      return {
        verdict: 'none',
        headline: l10n.t`The release doesn't require a minimum version`,
        evidence: [`Kubernetes ${version}`],
      };
    const evidence = [
      `Kubernetes ${version}`,
      l10n.t`${offered?.currentCsv ?? ''} requires Kubernetes ${least} or later`,
    ];
    const [found, wanted] = [versionNumbers(version), versionNumbers(least)];
    if (found === undefined || wanted === undefined)
      return createUnknownFinding(evidence, l10n.t`Can't compare the versions`);
    // The requirement applies to the newest release in the channel, which might not be installed.
    const release = oscReleases(situation).update === undefined ? 'installed' : 'update';
    if (compareVersions(found, wanted) >= 0)
      return { verdict: 'pass', headline: `Kubernetes ${version}`, evidence, release };
    return {
      verdict: 'fail',
      headline: l10n.t`Kubernetes ${version} is too old`,
      evidence,
      todo: l10n.t`Update OpenShift first.`,
      release,
    };
  },
});
