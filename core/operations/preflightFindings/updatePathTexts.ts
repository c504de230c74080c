/**
 * Describes the version that OLM updates the operator to, and what the Subscription prevents. The check `channel` and
 * the update use these texts, so they always agree. Source: core/product/catalog.ts.
 */
import * as l10n from '@vscode/l10n';
import { listItems } from '#core/status/snapshotIndex.ts';
import type { Subscription } from '#core/cluster/watchedKinds/subscription.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { catalogDate, deprecatedChannels, isDeprecatedVersion, isInStable } from '#core/product/catalog.ts';
import { documentedSubscription as documented } from '#core/product/namespaces.ts';
import { omitUndefined } from '#core/common/json.ts';
import { formatMonth, joinSentences } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import { findUpdatePath, type UpdatePath } from '../updatePath.ts';

type Looked = Pick<ObservedCluster, 'snapshot' | 'facts'>;

/**
 * Returns the version that OLM updates the operator to. Returns undefined if OLM hasn't installed the operator.
 * @param channel the channel that the update changes to; by default the channel of the Subscription
 */
export function findNextUpdate(situation: Looked, channel?: string): UpdatePath | undefined {
  const { snapshot } = situation;
  const subscription = findSubscription(snapshot);
  const installed = getOperatorVersion(snapshot);
  if (installed === undefined || subscription === undefined) return undefined;
  const openShift = listItems(snapshot, 'clusterVersions').find(({ name }) => name === 'version')?.version;
  const manifest = getLookupValue(situation, 'packageManifest')?.found;
  const { source } = subscription;
  const wanted = channel ?? (subscription.channel || documented.channel);
  return findUpdatePath({ installed, channel: wanted, source, ...omitUndefined({ openShift, manifest }) });
}

/**
 * Returns sentences about the version that OLM updates the operator to. Returns none if it isn't known.
 * @param channel the channel that the update changes to; by default the channel of the Subscription
 */
export function describeNextUpdate(situation: Looked, channel?: string): readonly string[] {
  const path = findNextUpdate(situation, channel);
  const installed = sanitizeLine(getOperatorVersion(situation.snapshot) ?? '', 60);
  if (path === undefined || (path.kind !== 'next' && path.kind !== 'newest')) return [];
  const origin =
    path.origin === 'table'
      ? [l10n.t`These versions are from the Red Hat catalog of ${formatMonth(catalogDate)}.`]
      : [];
  if (path.kind === 'next') {
    const version = sanitizeLine(path.version, 60);
    return [
      path.isDirect
        ? l10n.t`OLM updates the operator directly from ${installed} to ${version}.`
        : l10n.t`OLM updates the operator from ${installed} to ${version}.`,
      ...origin,
    ];
  }
  return path.later === undefined ? [] : [describeLater(path.later), ...origin];
}

/** Returns the sentence about a newer version that requires a newer OpenShift version. */
export function describeLater({
  version,
  openShift,
}: {
  readonly version: string;
  readonly openShift: string;
}): string {
  return l10n.t`The catalog has no newer version for this OpenShift version. For OSC ${version}, update OpenShift to ${openShift} first.`;
}

/** Returns whether the Red Hat catalog marks a channel as deprecated. Another catalog can support such a channel. */
export function isDeprecatedChannel(channel: string, source: string): boolean {
  return source === documented.source && deprecatedChannels.includes(channel);
}

/** Returns the sentence about a deprecated channel. */
export const describeDeprecatedChannel = (): string =>
  l10n.t`This channel is deprecated. Use the stable channel instead.`;

/** A problem of a Subscription that doesn't prevent an update. */
export interface SubscriptionWarning {
  readonly meaning: string;
  readonly todo?: string;
}

/**
 * Returns the problems of the Subscription that don't prevent an update.
 * @param channel the channel that the update changes to; by default the channel of the Subscription
 */
export function listSubscriptionWarnings(situation: Looked, channel?: string): readonly SubscriptionWarning[] {
  const subscription = findSubscription(situation.snapshot);
  if (subscription === undefined) return [];
  const version = getOperatorVersion(situation.snapshot);
  const isOld = subscription.source === documented.source && version !== undefined && isDeprecatedVersion(version);
  return [
    ...(isDeprecatedChannel(channel ?? subscription.channel, subscription.source)
      ? [{ meaning: describeDeprecatedChannel() }]
      : []),
    ...describeStartingCsv(situation, subscription),
    ...(isOld
      ? [{ meaning: l10n.t`The catalog marks the installed version ${version} as deprecated. Update the operator.` }]
      : []),
  ];
}

/**
 * Describes a starting CSV that isn't in the channel. OLM reads it only while nothing is installed. Source:
 * operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/registry/resolver/resolver.go.
 */
function describeStartingCsv(situation: Looked, subscription: Subscription): readonly SubscriptionWarning[] {
  const { startingCsv, installedCsv } = subscription;
  if (startingCsv === undefined || isOffered(situation, subscription, startingCsv)) return [];
  const name = sanitizeLine(startingCsv, 100);
  const channel = sanitizeLine(subscription.channel, 60);
  return [
    {
      meaning: joinSentences(
        l10n.t`startingCSV is ${name}, which isn't in channel ${channel}.`,
        installedCsv === undefined
          ? l10n.t`OLM doesn't install anything.`
          : l10n.t`OLM ignores it now, but doesn't install anything if the Subscription is created again.`,
      ),
      todo: l10n.t`Remove startingCSV, or set it to a version in the channel.`,
    },
  ];
}

/** Returns whether the channel contains a CSV, or might contain it. The catalog of the cluster takes precedence. */
function isOffered(situation: Looked, { source, channel }: Subscription, csv: string): boolean {
  const manifest = getLookupValue(situation, 'packageManifest')?.found;
  if (manifest?.catalogue === source) {
    const entries = manifest.channels.find(({ name }) => name === channel)?.entries ?? [];
    return entries.length === 0 || entries.some((entry) => entry.csv === csv);
  }
  if (source !== documented.source || channel !== documented.channel) return true;
  const { startingCsvPrefix: prefix } = documented;
  return !csv.startsWith(prefix) || isInStable(csv.slice(prefix.length)) !== false;
}
