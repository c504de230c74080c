/**
 * Creates the step for the Subscription to the operator package. It can have any name. Sources: OSC 1.12 §2.2;
 * notes/cluster.md 5.1, 5.3.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { omitUndefined, getString } from '#core/common/json.ts';
import type { ClusterServiceVersion } from '#core/cluster/watchedKinds/clusterServiceVersion.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { findCsv, findSubscription } from '#core/status/operator/olmParts.ts';
import { isKnown, listItems } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace, documentedSubscription as documented } from '#core/product/namespaces.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference, getManifestReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  describeMissingCatalogEntry,
  obstacleOf,
  notNeededStatus,
  isInstalledWithoutOlm,
  type CatalogRequest,
} from '../installObstacles.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

/**
 * Creates the step.
 * @param obstacle why the Subscription can't be created
 */
export function subscriptionStep(
  situation: ObservedCluster,
  manifest: KubernetesManifest,
  obstacle?: StepStatus,
): ProcedureStep {
  const target = getManifestReference(manifest) ?? createWatchedReference('subscriptions', documented.name);
  const shape = {
    id: 'subscription',
    title: l10n.t`Create the Subscription`,
    docs: installingOperator,
    changes: [{ how: 'apply', target, object: manifest }],
    until: [{ object: target, is: 'present', minutes: 1 }],
  } as const;
  return createStep(shape, tell(situation, manifest, obstacle));
}

/** Returns what a Subscription requests from the catalog. */
export function wantedBy(manifest: KubernetesManifest): CatalogRequest & { readonly approval: string } {
  const spec = (field: string): string | undefined => getString(manifest, 'spec', field);
  return {
    channel: spec('channel') ?? documented.channel,
    source: spec('source') ?? '',
    sourceNamespace: spec('sourceNamespace') ?? '',
    approval: spec('installPlanApproval') ?? 'Automatic',
    ...omitUndefined({ startingCsv: spec('startingCSV') }),
  };
}

/**
 * Returns why the Subscription must not be created or would have no effect. Returns undefined if it already exists or
 * no problem is visible.
 */
export function subscriptionObstacle(situation: ObservedCluster, manifest: KubernetesManifest): StepStatus | undefined {
  if (findSubscription(situation.snapshot) !== undefined || isInstalledWithoutOlm(situation.snapshot)) return undefined;
  return obstacleOf(situation) ?? describeMissingCatalogEntry(situation, wantedBy(manifest));
}

function tell(situation: ObservedCluster, manifest: KubernetesManifest, obstacle: StepStatus | undefined): StepStatus {
  const { snapshot } = situation;
  if (isInstalledWithoutOlm(snapshot)) return notNeededStatus(snapshot);
  if (!isListKnown(snapshot, 'subscriptions')) return describeUnreadableKind(snapshot, 'subscriptions');
  const ours = listItems(snapshot, 'subscriptions').filter((one) => one.package === documented.package);
  const [subscription, ...others] = ours;
  if (subscription === undefined) return obstacle ?? tellMissing(situation, wantedBy(manifest));
  if (others.length > 0) {
    const names = ours.map(({ name }) => name);
    return {
      state: 'blocked',
      headline: l10n.t`${ours.length} found`,
      meaning: l10n.t`Multiple Subscriptions request the operator: ${formatNames(names, 5)}. OLM resolves them together and finds no release that satisfies all of them.`,
      todo: l10n.t('Keep one Subscription and delete the others: `oc get subscriptions -n {0}`.', operatorNamespace),
    };
  }
  const { name, channel, source, sourceNamespace, approval, startingCsv, deleting } = subscription;
  const headline = words({ channel, approval });
  const evidence = [
    startingCsv === undefined
      ? l10n.t`Subscription ${name}: channel ${sanitizeLine(channel, 60)}, catalog source ${sanitizeLine(source, 60)} in ${sanitizeLine(sourceNamespace, 63)}.`
      : l10n.t`Subscription ${name}: channel ${sanitizeLine(channel, 60)}, catalog source ${sanitizeLine(source, 60)} in ${sanitizeLine(sourceNamespace, 63)}, starting with ${sanitizeLine(startingCsv, 100)}.`,
  ];
  // An existing Subscription is used unchanged, no matter who created it.
  const wanted = wantedBy(manifest);
  const other = (['channel', 'source', 'sourceNamespace', 'approval'] as const).filter(
    (field) => wanted[field] !== subscription[field],
  );
  if (other.length > 0)
    evidence.push(
      l10n.t`The existing Subscription differs from the reviewed values and won't be changed. Reviewed: ${other.map((field) => `${field} ${sanitizeLine(wanted[field], 60)}`).join(', ')}.`,
    );
  if (deleting !== undefined)
    return {
      state: 'waiting',
      headline: l10n.t`Being deleted`,
      evidence,
      meaning: l10n.t`The Subscription is being deleted. A new one is created afterward.`,
    };
  return { state: 'done', headline, evidence };
}

function tellMissing(
  { snapshot }: ObservedCluster,
  wanted: CatalogRequest & { readonly approval: string },
): StepStatus {
  const stray = findCsv(snapshot);
  if (stray === undefined) return { state: 'ready', headline: words(wanted), evidence: [] };
  const evidence = [l10n.t`CSV ${stray.name} exists without a Subscription. OLM might refuse to adopt it.`];
  if (!isStray(snapshot, stray, wanted.startingCsv)) return { state: 'ready', headline: words(wanted), evidence };
  return {
    state: 'blocked',
    headline: l10n.t`${stray.name} exists without a Subscription`,
    evidence: [`ClusterServiceVersion ${stray.name}: ${sanitizeLine(stray.phase, 40) || l10n.t`no phase yet`}.`],
    meaning: l10n.t`A CSV from an earlier Subscription still exists. OLM doesn't adopt it for a new Subscription, so resolution would fail, and nothing would be installed.`,
    todo: l10n.t(
      'Delete the CSV so that OLM reinstalls it: `oc delete csv {0} -n {1}`.',
      stray.name,
      operatorNamespace,
    ),
  };
}

/**
 * Returns whether OLM will certainly reject the CSV with "`clusterserviceversion` X exists and is not referenced by a
 * subscription". Source: notes/cluster.md 5.2 step 3.
 */
function isStray(
  snapshot: Snapshot,
  { name, deleting, reason }: ClusterServiceVersion,
  startingCsv: string | undefined,
): boolean {
  if (!isKnown(snapshot, 'clusterServiceVersions') || !isKnown(snapshot, 'subscriptions')) return false;
  const referenced = listItems(snapshot, 'subscriptions').some(
    ({ installedCsv, currentCsv }) => installedCsv === name || currentCsv === name,
  );
  // The result is unknown for a CSV that is copied from another namespace, is being deleted, or is the starting CSV of
  // the new Subscription.
  return !referenced && deleting === undefined && reason !== 'Copied' && startingCsv !== name;
}

/** Describes a Subscription, such as `Channel stable, manual approval`. */
function words({ channel, approval }: { readonly channel: string; readonly approval: string }): string {
  return approval === 'Manual'
    ? l10n.t`Channel ${sanitizeLine(channel, 60)}, manual approval`
    : l10n.t`Channel ${sanitizeLine(channel, 60)}, automatic approval`;
}
