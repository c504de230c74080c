/**
 * Determines which required keys are missing in peer-pods-cm, based on the tables in core/peerPods. Source:
 * domain/02-peer-pods.md 2.1.
 */
import * as l10n from '@vscode/l10n';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { isDocumentedProvider, providerNamed, providers, type ProviderKnowledge } from '#core/peerPods/providers.ts';
import { listSecretKeys } from '#core/peerPods/keys/secretKeys.ts';
import { joinList } from '#core/text/grammar.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { isKnown, findItem } from '../snapshotIndex.ts';

export interface PeerPodsConfig {
  /** Value of CLOUD_PROVIDER. Empty if not set. */
  readonly provider: string;
  readonly knowledge?: ProviderKnowledge;
  /** Missing keys that the operator requires to create the image. */
  readonly missing: readonly string[];
  /** Missing keys of the ConfigMap that only cloud-api-adaptor requires. */
  readonly missingForAdaptor: readonly string[];
  /** ID of the pod VM image. Empty if not set. */
  readonly image: string;
  /** Value of `PEERPODS_LIMIT_PER_NODE`, as written. */
  readonly limit?: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Returns the configuration, or undefined if peer-pods-cm doesn't exist or can't be read. */
export function getPeerPodsConfig(snapshot: Snapshot): PeerPodsConfig | undefined {
  const found = findItem(snapshot, 'configMaps', peerPodsConfigMapName);
  if (found === undefined) return undefined;
  const { data } = found;
  const at = (key: string): string => (Object.hasOwn(data, key) ? (data[key] ?? '') : '');
  const provider = at('CLOUD_PROVIDER');
  const knowledge = providerNamed(provider);
  const limit = at('PEERPODS_LIMIT_PER_NODE');
  const isEmpty = (key: string): boolean => at(key).trim() === '';
  return {
    provider,
    ...(knowledge === undefined ? {} : { knowledge }),
    missing: (knowledge?.operatorConfigKeys ?? ['CLOUD_PROVIDER']).filter(isEmpty),
    missingForAdaptor: adaptorKeys(knowledge).filter(isEmpty),
    image: knowledge?.imageKey === undefined ? '' : at(knowledge.imageKey),
    ...(limit === '' ? {} : { limit }),
    data,
  };
}

/**
 * Returns the keys of the ConfigMap that only cloud-api-adaptor requires. Excludes keys that the operator also
 * requires, credentials, which are in the Secret and aren't read, and the image, which the operator sets.
 */
function adaptorKeys(knowledge: ProviderKnowledge | undefined): readonly string[] {
  if (knowledge === undefined || !isDocumentedProvider(knowledge.name)) return [];
  const inSecret = new Set(listSecretKeys(knowledge.name).map(({ name }) => name));
  return knowledge.adaptorKeys.filter(
    (key) => !inSecret.has(key) && key !== knowledge.imageKey && !knowledge.operatorConfigKeys.includes(key),
  );
}

/** Returns the cloud providers for which the operator creates images, such as aws, azure, gcp, and libvirt. */
export function imageProviders(): readonly string[] {
  return providers.filter(({ imageBuild }) => imageBuild === 'yes').map(({ name }) => name);
}

/**
 * Returns the missing configuration that prevents image creation, as a sentence. Returns undefined if nothing is found.
 */
export function imageHindrance(snapshot: Snapshot): string | undefined {
  const config = getPeerPodsConfig(snapshot);
  if (config === undefined)
    return isKnown(snapshot, 'configMaps')
      ? l10n.t`${peerPodsConfigMapName} doesn't exist in the operator namespace.`
      : undefined;
  if (config.missing.length > 0) return l10n.t`${peerPodsConfigMapName} is missing ${joinList(config.missing)}.`;
  if (isKnown(snapshot, 'secrets') && findItem(snapshot, 'secrets', 'peer-pods-secret') === undefined)
    return l10n.t`peer-pods-secret doesn't exist in the operator namespace.`;
  return undefined;
}
