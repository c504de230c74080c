/** Keys that several providers read under one name, with another default or another meaning each. */
import * as l10n from '@vscode/l10n';
import { adaptor111, adaptor112, adaptor19, all, operatorDev } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/** What only the source of a provider says: its manager registers each key with type, default and meaning. */
export const manager = (provider: string): string => adaptor112(`src/cloud-providers/${provider}/manager.go`);

/** For keys that the tree of OSC 1.9 does not have yet. Whether 1.10 or 1.11 brought them was not read. */
export const notIn19 = () => l10n.t`OSC 1.9 doesn't read it.`;

/** The tree in which `notIn19` was seen. */
export const seenMissingIn19 = adaptor19('src/cloud-api-adaptor/entrypoint.sh');

/** Values of a boolean key. */
export const booleanValues = (whenTrue: Message, whenFalse: Message): Readonly<Record<string, Message>> => ({
  true: whenTrue,
  false: whenFalse,
});

/** DISABLECVM, which the operator overwrites. */
export function disableCvm(provider: string, defaultValue: 'true' | 'false'): ConfigKey {
  return {
    name: 'DISABLECVM',
    type: 'boolean',
    summary: () => l10n.t`If true, pod VMs aren't confidential VMs.`,
    default: defaultValue,
    ...(defaultValue === 'false' ? { sample: 'true' } : {}),
    readBy: ['cloud-api-adaptor'],
    values: booleanValues(
      () => l10n.t`Regular VMs.`,
      () => l10n.t`Confidential VMs. The instance type must support them.`,
    ),
    note: () =>
      [
        l10n.t(
          'The operator overwrites this key each time it reconciles, with "false" if the feature gate `confidential` is enabled and with "true" if it\'s disabled.',
        ),
        l10n.t`Set the feature gate in osc-feature-gates instead.`,
      ].join(getSentenceSeparator()),
    section: creatingPeerPodsConfigMap,
    source: all(manager(provider), operatorDev('933eb47f', 'controllers/confidential_handler.go')),
  };
}

/** TAGS as `key=value` pairs. */
export function tags(provider: string, more: { note?: Message; summary?: Message } = {}): ConfigKey {
  return {
    name: 'TAGS',
    type: 'tags',
    summary:
      more.summary ?? (() => l10n.t`Tags added to every pod VM, for example to find pod VMs or allocate their cost.`),
    sample: 'key1=value1,key2=value2',
    readBy: ['cloud-api-adaptor'],
    form: () =>
      l10n.t`Comma-separated \`key=value\` pairs. The text of the OSC documentation says \`key:value\`, but its sample and the code use \`=\`.`,
    note:
      more.note ??
      (() =>
        l10n.t`In OSC 1.12 and later, cloud-api-adaptor silently drops a pair without "=" and all pairs after it. In earlier releases, it fails to start.`),
    section: creatingPeerPodsConfigMap,
    source: all(
      manager(provider),
      adaptor112('src/cloud-providers/types.go'),
      adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
    ),
  };
}

/** ROOT_VOLUME_SIZE. */
export function rootVolumeSize(
  provider: string,
  more: Pick<ConfigKey, 'default' | 'sample' | 'minimum' | 'note'>,
): ConfigKey {
  return {
    name: 'ROOT_VOLUME_SIZE',
    type: 'integer',
    summary: () => l10n.t`Root disk size per pod VM in GB. Container images are unpacked on this disk.`,
    readBy: ['cloud-api-adaptor'],
    form: () => l10n.t`A whole number of GB, without a unit.`,
    ...more,
    section: creatingPeerPodsConfigMap,
    source: all(manager(provider), 'OSC 1.12 §3.2'),
  };
}

/** USE_PUBLIC_IP. */
export function usePublicIp(provider: string, more: Pick<ConfigKey, 'note'> = {}): ConfigKey {
  return {
    name: 'USE_PUBLIC_IP',
    type: 'boolean',
    summary: () => l10n.t`Assigns each pod VM a public address and uses it to connect to the Kata agent.`,
    default: 'false',
    readBy: ['cloud-api-adaptor'],
    values: booleanValues(
      () => l10n.t`Pod VMs have public addresses.`,
      () => l10n.t`Pod VMs use private addresses.`,
    ),
    ...more,
    source: manager(provider),
  };
}
