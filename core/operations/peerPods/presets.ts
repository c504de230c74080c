/**
 * What peer-pods-cm begins with: the values of the documents' samples and of the snippets. Sources: OSC 1.12 §3.2; OSC
 * 1.10 §5.4; domain/02-peer-pods.md 2.2.
 */
import type { Provider } from '#core/peerPods/configKey.ts';
import { keyNamed } from '#core/peerPods/keys/index.ts';
import { providerNamed } from '#core/peerPods/providers.ts';

/**
 * Types that pods may ask for: the default is one of them, unlike in the documents' own sample, where a pod that asks
 * for it is refused.
 */
const types: Readonly<Partial<Record<Provider, readonly [string, ...string[]]>>> = {
  aws: ['t3.medium', 't3.large'],
  azure: ['Standard_B2als_v2', 'Standard_D4as_v5'],
};

/** Keys with their values, in the order in which they are written; the image is left for the operator to fill in. */
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
