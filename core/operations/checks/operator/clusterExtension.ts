/**
 * Checks whether the operator is installed with a ClusterExtension. Source: notes/cluster.md 5.3 (OLM v1 instead of a
 * Subscription).
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { compareVersionTexts } from '#core/common/versions.ts';
import { findStatusCondition, type StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ClusterExtension } from '#core/cluster/watchedKinds/clusterExtension.ts';
import type { ClusterExtensions } from '#core/operations/lookups/operator/clusterExtension.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { kataConfigFirst } from '#core/operations/steps/installObstacles.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const clusterExtension = defineCheck({
  id: 'cluster-extension',
  title: () => 'ClusterExtensions',
  area: 'Operator',
  why: () => l10n.t`A ClusterExtension (OLM v1) and a Subscription for the operator conflict with each other.`,
  docs: installingOperator,
  kinds: ['kataConfigs', 'subscriptions'],
  facts: ['clusterExtension'],
  judge(situation) {
    const known = getLookupValue(situation, 'clusterExtension');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['clusterExtension']));
    const [first] = known.found;
    if (first === undefined)
      return {
        verdict: 'pass',
        headline: l10n.t({
          message: 'None',
          args: [],
          comment: ['The result of a preflight check: none of the objects that would be a problem exist.'],
        }),
        evidence: [l10n.t`No ClusterExtension for this package`],
      };
    return judgeExtensions(situation, { ...known, first });
  },
});

/** The state that a finding is about. */
interface Judged extends ClusterExtensions {
  readonly first: ClusterExtension;
}

function judgeExtensions(situation: ObservedCluster, judged: Judged): CheckFinding {
  const { first, found } = judged;
  const evidence = found.slice(0, 10).flatMap(describeExtension);
  if (findSubscription(situation.snapshot) !== undefined)
    return {
      verdict: 'fail',
      headline: l10n.t`Installed by both OLM v1 and a Subscription`,
      evidence,
      meaning: l10n.t`A ClusterExtension (OLM v1) and a Subscription for the operator conflict with each other.`,
      todo: kataConfigFirst(situation.snapshot, {
        alone: l10n.t`Delete the ClusterExtension or the Subscription.`,
        after: (name) =>
          l10n.t`Delete KataConfig ${name} first. After the KataConfig is deleted, delete the ClusterExtension or the Subscription.`,
        perhaps: l10n.t`If a KataConfig exists, delete it first. Then delete the ClusterExtension or the Subscription.`,
      }),
    };
  if (found.length > 1)
    return {
      verdict: 'fail',
      headline: l10n.t`More than one ClusterExtension installs the operator`,
      evidence,
      meaning: l10n.t`OLM v1 can install the CRDs of the operator only once.`,
      todo: l10n.t`Delete all ClusterExtensions except one. If a KataConfig exists, keep the ClusterExtension that installed the operator.`,
    };
  if (findStatusCondition(first.conditions, 'Installed')?.status !== 'True')
    return {
      verdict: 'fail',
      headline: l10n.t`OLM v1 hasn't installed the operator`,
      evidence,
      meaning: l10n.t`You can't create a KataConfig until OLM v1 has installed the operator.`,
      todo: l10n.t('To show the conditions, run `oc describe clusterextension {0}`.', first.name),
    };
  return judgeRelease(judged, evidence);
}

/** Judges an installed operator by its release. Source: domain/11-newer-releases.md 11.1 (OLM). */
function judgeRelease({ first, featureSet }: Judged, evidence: readonly string[]): CheckFinding {
  const installedVersion = first.installedVersion ?? '';
  const isSince = (version: string): boolean => (compareVersionTexts(installedVersion, version) ?? -1) >= 0;
  const headline = l10n.t`Installed by OLM v1`;
  if (isSince('1.14.0')) return { verdict: 'pass', headline, evidence };
  if (isSince('1.13.0'))
    return {
      verdict: 'warn',
      headline,
      evidence: [...evidence, describeFeatureSet(featureSet)],
      meaning: l10n.t`OSC 1.13 watches only its own namespace. OLM v1 installs such an operator only if the cluster has the feature set TechPreviewNoUpgrade, which can't be removed again and prevents minor version updates of OpenShift.`,
    };
  return {
    verdict: 'warn',
    headline,
    evidence,
    meaning: l10n.t`The documentation up to OSC 1.12 describes only a Subscription (OLM v0). OpenShift Sandboxed Containers Tools updates the operator only through a Subscription.`,
  };
}

function describeFeatureSet(featureSet: string | undefined): string {
  const object = 'FeatureGate cluster';
  if (featureSet === undefined) return l10n.t`${object}: can't be read`;
  return featureSet === '' ? l10n.t`${object}: default feature set` : `${object}: ${featureSet}`;
}

function describeExtension({
  name,
  installedVersion,
  installNamespace,
  conditions,
}: ClusterExtension): readonly string[] {
  const state = installed(installedVersion ?? l10n.t`nothing installed`, installNamespace);
  const problems = conditions.filter(isProblem);
  return [
    `ClusterExtension ${name}: ${state}`,
    ...problems.map(({ type, status, reason, message }) => `${type}=${status}, ${reason}: ${sanitizeLine(message)}`),
  ];
}

/** Returns whether OLM v1 explains in a condition why it doesn't install a version. */
function isProblem({ type, status, reason }: StatusCondition): boolean {
  switch (type) {
    case 'Installed':
      return status !== 'True';
    case 'Progressing':
      return reason !== 'Succeeded';
    default:
      return type === 'Deprecated' && status === 'True';
  }
}

function installed(version: string, namespace: string | undefined): string {
  return namespace === undefined
    ? version
    : l10n.t({
        message: '{0} in {1}',
        args: [version, namespace],
        comment: ['{0} is a version of the operator. {1} is the namespace in which it is installed.'],
      });
}
