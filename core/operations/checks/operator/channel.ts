/**
 * Checks the channel of the Subscription. Source: core/product/namespaces.ts (channels); notes/cluster.md 5.3: OLM
 * installs nothing from a channel that was renamed.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { deprecatedChannels } from '#core/product/catalog.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { omitUndefined } from '#core/common/json.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { findUpdatePath } from '#core/operations/updatePath.ts';
import { createUnknownFinding, unseenFact } from '#core/operations/preflightFindings/unreadableData.ts';

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
    const unseen = unseenFact(situation, 'packageManifest');
    if (unseen !== undefined) return createUnknownFinding([unseen]);
    const offered = getLookupValue(situation, 'packageManifest')?.found;
    if (offered === undefined)
      return { verdict: 'none', headline: l10n.t`No catalog contains the operator`, evidence: [] };
    const existing = findSubscription(situation.snapshot);
    const wanted =
      existing?.channel === undefined || existing.channel === '' ? documentedSubscription.channel : existing.channel;
    const found = offered.channels.find(({ name }) => name === wanted);
    const names = offered.channels.map(({ name }) => name);
    if (found !== undefined) {
      // Another catalog can have a supported channel with such a name.
      const isDeprecated = deprecatedChannels.includes(wanted) && offered.catalogue === documentedSubscription.source;
      return {
        verdict: isDeprecated ? 'warn' : 'pass',
        headline: `${wanted}: ${found.version ?? found.currentCsv}`,
        evidence: [
          l10n.t`Channels in ${offered.catalogue}: ${formatNames(names, 10)}`,
          ...describeUpdatePath(situation, wanted),
        ],
        ...(isDeprecated ? { meaning: l10n.t`This channel is deprecated. Use the stable channel instead.` } : {}),
      };
    }
    // A mirror might provide the operator in a different catalog than the one of the PackageManifest.
    const elsewhere = existing !== undefined && existing.source !== offered.catalogue;
    return {
      verdict: elsewhere || existing === undefined ? 'warn' : 'fail',
      headline: l10n.t`Channel ${wanted} doesn't exist`,
      evidence: [
        l10n.t`Channels in ${offered.catalogue}: ${formatNames(names, 10)}`,
        ...(existing === undefined
          ? []
          : [l10n.t`Subscription ${existing.name}: channel ${wanted}, catalog ${existing.source}`]),
      ],
      ...(deprecatedChannels.includes(wanted)
        ? { meaning: l10n.t`This channel is deprecated. Use the stable channel instead.` }
        : {}),
      todo:
        existing === undefined
          ? offered.defaultChannel === undefined
            ? l10n.t`Select an existing channel. The package has no default channel.`
            : l10n.t`Select an existing channel, such as the default channel ${offered.defaultChannel}.`
          : l10n.t(
              'To switch the Subscription to an existing channel, run `oc edit subscription.operators.coreos.com {0} -n {1}`.',
              existing.name,
              existing.namespace ?? '',
            ),
    };
  },
});

/** Returns a sentence about the version that OLM updates the installed operator to, if it's known. */
function describeUpdatePath(situation: ObservedCluster, wanted: string): readonly string[] {
  const { snapshot } = situation;
  const installed = getOperatorVersion(snapshot);
  const source = findSubscription(snapshot)?.source;
  if (installed === undefined || source === undefined) return [];
  const openShift = listItems(snapshot, 'clusterVersions').find(({ name }) => name === 'version')?.version;
  const manifest = getLookupValue(situation, 'packageManifest')?.found;
  const path = findUpdatePath({ installed, channel: wanted, source, ...omitUndefined({ openShift, manifest }) });
  if (path.kind === 'next')
    return [
      path.isDirect
        ? l10n.t`OLM updates the operator directly from ${installed} to ${path.version}.`
        : l10n.t`OLM updates the operator from ${installed} to ${path.version}.`,
    ];
  if (path.kind !== 'newest' || path.later === undefined) return [];
  const { version, openShift: needed } = path.later;
  return [
    l10n.t`The catalog has no newer version for this OpenShift version. For OSC ${version}, update OpenShift to ${needed} first.`,
  ];
}
