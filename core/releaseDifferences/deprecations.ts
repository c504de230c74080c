/** Compares what the Red Hat catalog marks as deprecated. Source: core/product/catalog.ts. */
import { catalogSource, deprecatedChannels, isDeprecatedVersion, listVersionsOf } from '#core/product/catalog.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { releases, type Release } from '#core/product/releases.ts';
import type { ReleaseChange } from './releaseChange.ts';

/** A deprecation with the effect of going back to the earlier release, in one sentence. */
export interface Deprecation extends ReleaseChange {
  readonly downgrade: string;
}

const none = 'none';

const common = {
  kind: 'deprecated',
  area: 'support',
  severity: 'warning',
  source: [catalogSource],
  certainty: 'catalogue',
} as const;

/** Returns the versions and channels of an earlier release that the catalog marks as deprecated. */
export function listDeprecations(older: Release, newer: Release): readonly Deprecation[] {
  const listVersions = ({ id }: Release): string => listVersionsOf(id).filter(isDeprecatedVersion).join(', ') || none;
  const versions: Deprecation = {
    ...common,
    subject: 'Deprecated versions in the catalog',
    from: listVersions(older),
    to: listVersions(newer),
    consequence: `The Red Hat catalog marks the versions of OSC ${older.id} as deprecated.`,
    downgrade: `The Red Hat catalog marks the versions of OSC ${older.id} as deprecated, so don't go back to them.`,
  };
  const channels: Deprecation = {
    ...common,
    subject: 'Channels of earlier releases',
    from: deprecatedChannels.join(', '),
    to: documentedSubscription.channel,
    consequence: `The Red Hat catalog marks these channels as deprecated, so change the Subscription to the channel ${documentedSubscription.channel}.`,
    downgrade: 'The Red Hat catalog marks these channels as deprecated, so keep the channel of the Subscription.',
  };
  return [
    ...(versions.from === none ? [] : [versions]),
    // The oldest known release stands for all earlier ones, which are in these channels.
    ...(older.id === releases[0]?.id ? [channels] : []),
  ];
}
