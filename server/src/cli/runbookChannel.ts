/** Checks the option `--channel` of `osc-tools runbook install`. */
import { objectNameProblem } from '#core/kinds/objectName.ts';
import { catalogDate, deprecatedChannels, nonexistentChannel } from '#core/product/catalog.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { formatMonth } from '#core/text/grammar.ts';
import { createInEnglish } from '#core/text/language.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { InstallRunbookOptions } from './runbookOptions.ts';

type ChannelOptions = Pick<InstallRunbookOptions, 'channel' | 'olm' | 'source'>;

/**
 * Returns why a channel can't be requested, or undefined if it can. The API server validates only the channels of a
 * ClusterExtension: operator-framework/operator-controller@df2c201d api/v1/clusterextension_types.go.
 */
export function channelProblem({ channel, olm }: Pick<ChannelOptions, 'channel' | 'olm'>): string | undefined {
  if (!/^[^\s\p{C}]{1,253}$/u.test(channel))
    return 'Expected the name of a channel without spaces or control characters, such as stable.';
  const problem = olm === 'v1' ? objectNameProblem(channel, 'ClusterExtension') : undefined;
  return problem === undefined ? undefined : `The API server rejects this channel, because ${problem}.`;
}

/** Returns a warning about a channel that the catalog of Red Hat operators doesn't have or deprecates. */
export function channelWarning({ channel, olm, source }: ChannelOptions): string | undefined {
  const { channel: stable, source: redHat } = documentedSubscription;
  // Another catalog can have channels of any name.
  if (channel === stable || (olm !== 'v1' && source !== redHat)) return undefined;
  const name = sanitizeQuote(channel);
  if (deprecatedChannels.includes(channel))
    return `the channel ${name} is deprecated and receives no updates: use ${stable}`;
  if (channel === nonexistentChannel) return `the operator has no channel ${name}: use ${stable}`;
  return `in the Red Hat catalog from ${createInEnglish(() => formatMonth(catalogDate))}, the operator has no channel ${name}`;
}
