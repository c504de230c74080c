/**
 * Defines the initial values of peer-pods-cm, which are those of the documented samples and of the snippets. Sources:
 * OSC 1.12 §3.2; OSC 1.10 §5.4; domain/02-peer-pods.md 2.2.
 */
import type { Provider } from '#core/peerPods/configKey.ts';
import { keyNamed } from '#core/peerPods/keys/index.ts';
import { providerNamed } from '#core/peerPods/providers.ts';

/**
 * Instance types that pods can request. The first is the default. In the documentation's own sample, the default isn't
 * in the list, so a pod that requests it by name is rejected.
 */
const types: Readonly<Partial<Record<Provider, readonly [string, ...string[]]>>> = {
  aws: ['t3.medium', 't3.large'],
  azure: ['Standard_B2als_v2', 'Standard_D4as_v5'],
};

/** Returns the keys with their values, in writing order. The operator fills in the image. */
export function presetSettings(provider: Provider): Readonly<Record<string, string>> {
  const { instanceTypes, imageKey } = providerNamed(provider) ?? {};
  const [first, ...others] = types[provider] ?? [];
  const fallback =
    instanceTypes === undefined
      ? undefined
      : (keyNamed(instanceTypes.defaultKey, provider)?.sample ?? instanceTypes.default);
  const type = first ?? fallback;
  return {
    CLOUD_PROVIDER: provider,
    ...(instanceTypes === undefined || type === undefined ? {} : { [instanceTypes.defaultKey]: type }),
    ...(instanceTypes?.listKey === undefined || first === undefined
      ? {}
      : { [instanceTypes.listKey]: [first, ...others].join(',') }),
    ...(imageKey === undefined ? {} : { [imageKey]: '' }),
    VXLAN_PORT: '9000',
    PROXY_TIMEOUT: '5m',
    PEERPODS_LIMIT_PER_NODE: '10',
    DISABLECVM: 'true',
  };
}
