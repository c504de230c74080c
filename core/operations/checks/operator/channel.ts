/**
 * Checks the channel of the Subscription. Source: core/product/namespaces.ts (channels); notes/cluster.md 5.3: OLM
 * installs nothing from a channel that was renamed.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import type { Subscription } from '#core/cluster/watchedKinds/subscription.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { deprecatedChannels, nonexistentChannel } from '#core/product/catalog.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { omitUndefined } from '#core/common/json.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import type { PackageManifest } from '#core/operations/lookups/operator/packageManifest.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  describeDeprecatedChannel,
  describeNextUpdate,
  isDeprecatedChannel,
  listSubscriptionWarnings,
} from '#core/operations/preflightFindings/updatePathTexts.ts';
import { createUnknownFinding, unseenFact } from '#core/operations/preflightFindings/unreadableData.ts';

type Package = NonNullable<PackageManifest['found']>;

export const channel = defineCheck({
  id: 'channel',
  title: () =>
    l10n.t({
      message: 'Channel',
      args: [],
      comment: ['A label or title: the update channel in the Subscription to the operator.'],
    }),
  area: 'Operator',
  why: () => l10n.t`If the catalog doesn't contain the channel in the Subscription, OLM doesn't install anything.`,
  docs: installingOperator,
  targets: ['install', 'update'],
  kinds: ['subscriptions', 'clusterServiceVersions', 'clusterVersions'],
  facts: ['packageManifest'],
  judge(situation) {
    const existing = findSubscription(situation.snapshot);
    const wanted =
      existing?.channel === undefined || existing.channel === '' ? documentedSubscription.channel : existing.channel;
    const unseen = unseenFact(situation, 'packageManifest');
    const offered = getLookupValue(situation, 'packageManifest')?.found;
    // The PackageManifest might be from a different catalog, such as a mirror.
    const isElsewhere = existing !== undefined && existing.source !== offered?.catalogue;
    if (isElsewhere && existing.source === documentedSubscription.source && wanted === nonexistentChannel)
      return describeMissingChannel(existing, wanted, offered);
    if (unseen !== undefined) return withWarnings(situation, wanted, createUnknownFinding([unseen]));
    if (offered === undefined)
      return { verdict: 'none', headline: l10n.t`No catalog contains the operator`, evidence: [] };
    const found = offered.channels.find(({ name }) => name === wanted);
    if (found === undefined) return describeMissingChannel(existing, wanted, offered);
    const evidence = [describeChannels(offered)];
    if (isElsewhere) {
      evidence.push(describeSubscription(existing, wanted));
      return withWarnings(situation, wanted, createUnknownFinding(evidence, l10n.t`Unknown`));
    }
    return withWarnings(situation, wanted, {
      verdict: 'pass',
      headline: `${wanted}: ${found.version ?? found.currentCsv}`,
      evidence,
    });
  },
});

/** Adds the next version, and the problems of the Subscription. */
function withWarnings(situation: ObservedCluster, wanted: string, finding: CheckFinding): CheckFinding {
  const warnings = listSubscriptionWarnings(situation);
  const evidence = [...finding.evidence, ...describeNextUpdate(situation)];
  if (warnings.length === 0) return { ...finding, evidence };
  const todo = finding.todo ?? warnings.flatMap((warning) => warning.todo ?? [])[0];
  return {
    ...finding,
    verdict: 'warn',
    headline: finding.verdict === 'unknown' ? sanitizeLine(wanted, 60) : finding.headline,
    evidence,
    meaning: joinSentences(...warnings.map(({ meaning }) => meaning)),
    ...omitUndefined({ todo }),
  };
}

function describeChannels({ catalogue, channels }: Package): string {
  return l10n.t`Channels in ${catalogue}: ${formatNames(
    channels.map(({ name }) => name),
    10,
  )}`;
}

function describeSubscription({ name, source }: Subscription, wanted: string): string {
  return l10n.t`Subscription ${name}: channel ${wanted}, catalog ${source}`;
}

function describeMissingChannel(
  existing: Subscription | undefined,
  wanted: string,
  offered: Package | undefined,
): CheckFinding {
  const isRedHat = existing?.source === documentedSubscription.source;
  // The Red Hat catalog is known not to have this channel. Other catalogs might provide the operator differently.
  const isCertain =
    existing !== undefined && (existing.source === offered?.catalogue || (isRedHat && wanted === nonexistentChannel));
  const meaning = [
    ...(isRedHat && wanted === nonexistentChannel
      ? [
          l10n.t`The Red Hat catalog never had this channel, although the description of the operator recommends it up to OSC 1.12.`,
        ]
      : []),
    ...(deprecatedChannels.includes(wanted) && (existing === undefined || isDeprecatedChannel(wanted, existing.source))
      ? [describeDeprecatedChannel()]
      : []),
  ];
  return {
    verdict: isCertain ? 'fail' : 'warn',
    headline: l10n.t`Channel ${sanitizeLine(wanted, 60)} doesn't exist`,
    evidence: [
      ...(offered === undefined ? [] : [describeChannels(offered)]),
      ...(existing === undefined ? [] : [describeSubscription(existing, wanted)]),
    ],
    ...(meaning.length === 0 ? {} : { meaning: joinSentences(...meaning) }),
    todo: selectChannel(existing, offered?.defaultChannel),
  };
}

function selectChannel(existing: Subscription | undefined, defaultChannel: string | undefined): string {
  if (existing === undefined)
    return defaultChannel === undefined
      ? l10n.t`Select an existing channel. The package has no default channel.`
      : l10n.t`Select an existing channel, such as the default channel ${defaultChannel}.`;
  return l10n.t(
    'To switch the Subscription to an existing channel, run `oc edit subscription.operators.coreos.com {0} -n {1}`.',
    existing.name,
    existing.namespace ?? '',
  );
}
