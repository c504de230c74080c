/** Lists the keys of peer-pods-cm whose values depend on the cluster and its cloud provider. */
import type { ConfigKey, Provider } from '#core/peerPods/configKey.ts';
import { providerKeys } from '#core/peerPods/keys/index.ts';
import { providerNamed } from '#core/peerPods/providers.ts';

/** Optional keys that are usually set. */
const usualKeys: Readonly<Partial<Record<Provider, readonly string[]>>> = {
  azure: ['AZURE_NSG_ID'],
  gcp: ['GCP_SUBNETWORK'],
};

/** Returns the keys that need a value from the user or the cluster, in order. */
export function keysToFind(provider: Provider): readonly { readonly key: ConfigKey; readonly required: boolean }[] {
  const knowledge = providerNamed(provider);
  const own = providerKeys[provider].filter(({ name }) => name !== knowledge?.imageKey);
  const wanted = new Set([
    ...(knowledge?.operatorConfigKeys ?? []),
    ...own.filter(({ requiredBy }) => requiredBy !== undefined).map(({ name }) => name),
  ]);
  const extra = usualKeys[provider] ?? [];
  return own
    .filter(({ name }) => wanted.has(name) || extra.includes(name))
    .map((key) => ({ key, required: wanted.has(key.name) }));
}
