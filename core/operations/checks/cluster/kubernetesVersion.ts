/**
 * Checks the minimum Kubernetes version of the operator. Source: operator-framework/api pkg/operators/v1alpha1
 * (ClusterServiceVersionSpec.MinKubeVersion); notes/cluster.md 5.3.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { compareVersions, versionNumbers } from '#core/common/versions.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { LookupId } from '#core/operations/lookupList.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import { oscReleases } from '#core/operations/oscReleases.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const kubernetesVersion = defineCheck({
  id: 'kubernetes-version',
  title: () => l10n.t`Kubernetes version`,
  area: 'Cluster',
  why: () =>
    l10n.t`An operator release can require a minimum Kubernetes version. OLM doesn't install the release on earlier versions.`,
  docs: installingOperator,
  kinds: ['clusterServiceVersions', 'subscriptions'],
  facts: ['kubeVersion', 'packageManifest'],
  judge(situation) {
    const pending = findPendingCsv(situation);
    const missing = listUnreadableData(situation, [], ['kubeVersion', ...neededFor(pending)]);
    const version = getLookupValue(situation, 'kubeVersion')?.version;
    if (missing.length > 0 || version === undefined)
      return createUnknownFinding([
        ...missing,
        ...(version === undefined ? [l10n.t`The API server didn't report its version.`] : []),
      ]);
    const channel = findSubscription(situation.snapshot)?.channel ?? documentedSubscription.channel;
    const offered = pending ?? findOffered(situation, channel);
    if (offered === undefined)
      return createUnknownFinding([l10n.t`The catalog contains no release in channel ${channel}.`]);
    return compared(version, offered, oscReleases(situation).update === undefined ? 'installed' : 'update');
  },
});

/** A CSV with its minimum Kubernetes version. */
interface Requirement {
  readonly name: string;
  readonly minKubeVersion?: string;
}

/** Returns the CSV that OLM is installing. Its requirement can differ from the one in the catalog. */
function findPendingCsv({ snapshot }: ObservedCluster): Requirement | undefined {
  const csv = findItem(snapshot, 'clusterServiceVersions', findSubscription(snapshot)?.currentCsv ?? '');
  return csv === undefined || csv.phase === 'Succeeded' ? undefined : csv;
}

function neededFor(pending: Requirement | undefined): readonly LookupId[] {
  return pending === undefined ? ['packageManifest'] : [];
}

/** Returns the newest CSV of a channel. */
function findOffered(situation: ObservedCluster, channel: string): Requirement | undefined {
  const found = getLookupValue(situation, 'packageManifest')?.found?.channels.find(({ name }) => name === channel);
  return found === undefined
    ? undefined
    : {
        name: found.currentCsv,
        ...omitUndefined({ minKubeVersion: found.minKubeVersion }),
      };
}

/** @param release the requirement applies to the CSV that OLM installs next, which might be an update */
function compared(
  version: string,
  { name, minKubeVersion: least }: Requirement,
  release: 'installed' | 'update',
): CheckFinding {
  if (least === undefined)
    return {
      verdict: 'none',
      headline: l10n.t`The release doesn't require a minimum version`,
      evidence: [`Kubernetes ${version}`],
    };
  const evidence = [`Kubernetes ${version}`, l10n.t`${name} requires Kubernetes ${least} or later`];
  const [found, wanted] = [versionNumbers(version), versionNumbers(least)];
  if (found === undefined || wanted === undefined)
    return createUnknownFinding(evidence, l10n.t`Can't compare the versions`);
  if (compareVersions(found, wanted) >= 0)
    return {
      verdict: 'pass',
      headline: `Kubernetes ${version}`,
      evidence,
      release,
    };
  return {
    verdict: 'fail',
    headline: l10n.t`Kubernetes ${version} is too old`,
    evidence,
    todo: l10n.t`Update OpenShift first.`,
    release,
  };
}
