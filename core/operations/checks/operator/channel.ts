/**
 * Checks the channel of the Subscription. Source: core/product/namespaces.ts (channels); notes/cluster.md 5.3: OLM
 * installs nothing from a channel that was renamed.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { deprecatedChannels } from '#core/product/catalog.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
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
  kinds: ['subscriptions'],
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
    if (found !== undefined)
      return {
        verdict: 'pass',
        headline: `${wanted}: ${found.version ?? found.currentCsv}`,
        evidence: [l10n.t`Channels in ${offered.catalogue}: ${formatNames(names, 10)}`],
      };
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
