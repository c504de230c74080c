/** Every key of peer-pods-cm, by name and by provider. The keys of peer-pods-secret alone are in ../secretKeys.ts. */
import type { ConfigKey, Provider } from '../configKey.ts';
import { isDocumentedProvider, documentedProviders, type ProviderName } from '../providers.ts';
import { awsCredentials, awsKeys } from './aws.ts';
import { azureCredentials, azureKeys } from './azure.ts';
import { commonKeys } from './common.ts';
import { gcpCredentials, gcpKeys } from './gcp.ts';
import { ibmcloudCredentials, ibmcloudKeys } from './ibmcloud.ts';
import { libvirtKeys } from './libvirt.ts';
import { otherCredentials, otherKeys } from './other.ts';

/** Keys of one provider, without the common ones and without credentials. */
export const providerKeys: Readonly<Record<Provider, readonly ConfigKey[]>> = {
  aws: awsKeys,
  azure: azureKeys,
  gcp: gcpKeys,
  libvirt: libvirtKeys,
  ibmcloud: ibmcloudKeys,
};

/**
 * Credentials of one provider: cloud-api-adaptor would read them from peer-pods-cm too, but their place is
 * peer-pods-secret.
 */
export const providerCredentials: Readonly<Record<Provider, readonly ConfigKey[]>> = {
  aws: awsCredentials,
  azure: azureCredentials,
  gcp: gcpCredentials,
  libvirt: [],
  ibmcloud: ibmcloudCredentials,
};

/**
 * The keys that belong into peer-pods-cm for this provider: its own, then the common ones. For another provider, or
 * none: the common ones.
 */
export function listConfigKeys(provider: string | undefined): readonly ConfigKey[] {
  return provider !== undefined && isDocumentedProvider(provider)
    ? [...providerKeys[provider], ...commonKeys]
    : commonKeys;
}

interface Entry {
  readonly key: ConfigKey;
  readonly provider: Provider | undefined;
}

const entries = new Map<string, Entry[]>();
const enter = (provider: Provider | undefined, keys: readonly ConfigKey[]): void => {
  for (const key of keys) entries.set(key.name, [...(entries.get(key.name) ?? []), { key, provider }]);
};
enter(undefined, commonKeys);
for (const provider of documentedProviders)
  enter(provider, [...providerKeys[provider], ...providerCredentials[provider]]);
const others = new Map(otherKeys.map(({ provider, names }) => [provider, new Set(names)]));

/**
 * The key of this name, credentials included. Where several providers have it, that of `provider`, or else the first.
 * Undefined for keys of providers without a table: ask providersOf().
 */
export function keyNamed(name: string, provider?: string): ConfigKey | undefined {
  const found = entries.get(name);
  return (found?.find((entry) => entry.provider === undefined || entry.provider === provider) ?? found?.[0])?.key;
}

/** Who reads a key: the names of providers, or `all` for common keys. Empty for a name that nothing reads. */
export function listKeyProviders(name: string): readonly ProviderName[] | 'all' {
  const found = entries.get(name) ?? [];
  if (found.some(({ provider }) => provider === undefined)) return 'all';
  const own = found.flatMap(({ provider }) => (provider === undefined ? [] : [provider]));
  return [...own, ...[...others].filter(([, names]) => names.has(name)).map(([provider]) => provider)];
}

/** True for names that hold a credential with some provider: their values are never shown. */
export function holdsCredential(name: string): boolean {
  return otherCredentials.has(name) || (entries.get(name) ?? []).some(({ key }) => key.credential === true);
}

/** True for an address with a password in it, such as `qemu+ssh://root:secret@host`. */
export function hasPassword(value: string): boolean {
  return /:\/\/[^/@\s:]+:[^/@\s]+@/.test(value);
}

/** Every name that something reads, with any provider and in any release. */
export const allKeyNames: readonly string[] = [
  ...new Set([...entries.keys(), ...otherKeys.flatMap(({ names }) => names)]),
];
