/**
 * Lists all keys of peer-pods-cm, by name and by provider. ../secretKeys.ts lists the keys that exist only in
 * peer-pods-secret.
 */
import type { ConfigKey, Provider } from '../configKey.ts';
import { isDocumentedProvider, documentedProviders, type ProviderName } from '../providers.ts';
import { awsCredentials, awsKeys } from './aws.ts';
import { azureCredentials, azureKeys } from './azure.ts';
import { commonKeys } from './common.ts';
import { gcpCredentials, gcpKeys } from './gcp.ts';
import { ibmcloudCredentials, ibmcloudKeys } from './ibmcloud.ts';
import { libvirtKeys } from './libvirt.ts';
import { otherCredentials, otherKeys } from './other.ts';

/** Keys of each provider, without the common keys and credentials. */
export const providerKeys: Readonly<Record<Provider, readonly ConfigKey[]>> = {
  aws: awsKeys,
  azure: azureKeys,
  gcp: gcpKeys,
  libvirt: libvirtKeys,
  ibmcloud: ibmcloudKeys,
};

/**
 * Credentials of each provider. cloud-api-adaptor would also read them from peer-pods-cm, but they belong in
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
 * Returns the peer-pods-cm keys for a provider: its own keys, then the common keys. For an undocumented provider or
 * none, returns only the common keys.
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
 * Returns the key with this name, including credentials. If several providers have it, prefers the key of `provider`,
 * then the first one. Returns undefined for keys of undocumented providers. Use listKeyProviders() for these.
 */
export function keyNamed(name: string, provider?: string): ConfigKey | undefined {
  const found = entries.get(name);
  return (found?.find((entry) => entry.provider === undefined || entry.provider === provider) ?? found?.[0])?.key;
}

/** Providers by key. Contains only keys that a provider reads, so its size is limited. */
const readers = new Map<string, readonly ProviderName[] | 'all'>();

/** Returns the providers that read a key, or `all` for a common key. Empty if nothing reads the key. */
export function listKeyProviders(name: string): readonly ProviderName[] | 'all' {
  const known = readers.get(name);
  if (known !== undefined) return known;
  const listed = findKeyProviders(name);
  if (listed.length > 0) readers.set(name, listed);
  return listed;
}

function findKeyProviders(name: string): readonly ProviderName[] | 'all' {
  const found = entries.get(name) ?? [];
  if (found.some(({ provider }) => provider === undefined)) return 'all';
  const own = found.flatMap(({ provider }) => (provider === undefined ? [] : [provider]));
  return [...own, ...[...others].filter(([, names]) => names.has(name)).map(([provider]) => provider)];
}

/** Returns whether a key contains a credential for any provider. Such values are never displayed. */
export function holdsCredential(name: string): boolean {
  return otherCredentials.has(name) || (entries.get(name) ?? []).some(({ key }) => key.credential === true);
}

/** Returns whether an address contains a password, such as `qemu+ssh://root:secret@host`. */
export function hasPassword(value: string): boolean {
  return /:\/\/[^/@\s:]+:[^/@\s]+@/.test(value);
}

/** Names of all keys that exist for any provider in any release. */
export const allKeyNames: readonly string[] = [
  ...new Set([...entries.keys(), ...otherKeys.flatMap(({ names }) => names)]),
];
