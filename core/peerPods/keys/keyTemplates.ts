/** Creates keys that several providers have with different defaults or meanings. */
import * as l10n from '@vscode/l10n';
import { adaptor111, adaptor112, adaptor19, all, operatorDev } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/** Returns the provider's manager source file, which registers each key with its type, default, and meaning. */
export const manager = (provider: string): string => adaptor112(`src/cloud-providers/${provider}/manager.go`);

/** Note for keys that don't exist in the OSC 1.9 sources. Whether OSC 1.10 or 1.11 introduced them wasn't checked. */
export const notIn19 = () => l10n.t`OSC 1.9 doesn't read this key.`;

/** Note for keys that only unreleased sources read. */
export const onlyUpstream = () => l10n.t`Available only upstream. OSC 1.12 doesn't read this key.`;

/** Note for the key of the pod VM image. */
export const imageIsSet = () =>
  l10n.t`While this key is set, the operator doesn't build a new image. If you update the operator, clear the key before you recreate the KataConfig.`;

/** Description of the key for an existing bucket. Two ConfigMaps contain this key. */
export const existingBucket = () => l10n.t`Existing object storage bucket for the image import.`;

/** Descriptions of the two keys for instance types. Each provider has its own names for the keys and the types. */
export const defaultInstanceType = () => l10n.t`Instance type for pods that don't request one.`;
export const listedInstanceTypes = () =>
  l10n.t`Instance types that pods can request by name. If a pod requests CPU and memory instead, cloud-api-adaptor selects one of these types.`;
/**
 * Returns the note for the key with the default instance type.
 * @param list key with the list of instance types
 */
export const requestableIf = (list: string) =>
  l10n.t`Pods can request this instance type by name only if ${list} is empty or also contains it.`;
/**
 * Returns the note for the key with the list of instance types.
 * @param key key with the default instance type
 */
export const everyPodUses = (key: string) => l10n.t`If empty, every pod uses ${key}.`;

/** Describes the format of a comma-separated list. The next functions describe other formats. */
export const commaSeparated = () => l10n.t`Comma-separated, without spaces.`;
export const valueSuchAs = (example: string) => l10n.t('A value such as `{0}`.', example);
export const hexDigits = (prefix: string) => l10n.t('`{0}` followed by 8 to 17 hexadecimal digits.', prefix);
export const wholeNumberOf = (unit: string) => l10n.t`A whole number of ${unit}, without a unit.`;

/** Source of the note `notIn19`. */
export const sourceOfNotIn19 = adaptor19('src/cloud-api-adaptor/entrypoint.sh');

/** Returns the values of a boolean key with their meanings. */
export const booleanValues = (whenTrue: Message, whenFalse: Message): Readonly<Record<string, Message>> => ({
  true: whenTrue,
  false: whenFalse,
});

/** Creates the DISABLECVM key, which the operator overwrites. */
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

/** Creates the TAGS key, which contains `key=value` pairs. */
export function tags(provider: string, more: { note?: Message; summary?: Message } = {}): ConfigKey {
  return {
    name: 'TAGS',
    type: 'tags',
    summary:
      more.summary ?? (() => l10n.t`Tags added to every pod VM, for example to find pod VMs or allocate their cost.`),
    sample: 'key1=value1,key2=value2',
    readBy: ['cloud-api-adaptor'],
    form: () =>
      l10n.t`Comma-separated \`key=value\` pairs. The OSC documentation describes \`key:value\`, but its example and the code use \`=\`.`,
    note:
      more.note ??
      (() =>
        l10n.t`In OSC 1.12 and later, cloud-api-adaptor silently ignores a pair without "=" and all pairs after it. In earlier releases, cloud-api-adaptor fails to start.`),
    section: creatingPeerPodsConfigMap,
    source: all(
      manager(provider),
      adaptor112('src/cloud-providers/types.go'),
      adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
    ),
  };
}

/** Creates the ROOT_VOLUME_SIZE key. */
export function rootVolumeSize(
  provider: string,
  more: Pick<ConfigKey, 'default' | 'sample' | 'minimum' | 'note'>,
): ConfigKey {
  return {
    name: 'ROOT_VOLUME_SIZE',
    type: 'integer',
    summary: () => l10n.t`Root disk size per pod VM in GB. Container images are unpacked on this disk.`,
    readBy: ['cloud-api-adaptor'],
    form: () => wholeNumberOf('GB'),
    ...more,
    section: creatingPeerPodsConfigMap,
    source: all(manager(provider), 'OSC 1.12 §3.2'),
  };
}

/** Creates the USE_PUBLIC_IP key. */
export function usePublicIp(provider: string, more: Pick<ConfigKey, 'note'> = {}): ConfigKey {
  return {
    name: 'USE_PUBLIC_IP',
    type: 'boolean',
    summary: () => l10n.t`Assigns each pod VM a public address and uses it to connect to the Kata agent.`,
    default: 'false',
    readBy: ['cloud-api-adaptor'],
    ...more,
    source: manager(provider),
  };
}
