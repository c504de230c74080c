/**
 * What peer-pods-cm must hold, and does not. The tables are those of core/peerPods. Source: domain/02-peer-pods.md 2.1.
 */
import * as l10n from '@vscode/l10n';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { isDocumentedProvider, providerNamed, providers, type ProviderKnowledge } from '#core/peerPods/providers.ts';
import { listSecretKeys } from '#core/peerPods/keys/secretKeys.ts';
import { joinList } from '#core/text/grammar.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { isKnown, findItem } from '../snapshotIndex.ts';

export interface PeerPodsConfig {
  /** What CLOUD_PROVIDER says; empty: nothing. */
  readonly provider: string;
  readonly knowledge?: ProviderKnowledge;
  /** Without these the operator builds no image. */
  readonly missing: readonly string[];
  /** Without these cloud-api-adaptor does not start. */
  readonly missingForAdaptor: readonly string[];
  /** The pod VM image; empty: none. */
  readonly image: string;
  /** `PEERPODS_LIMIT_PER_NODE`, as written. */
  readonly limit?: string;
  readonly data: Readonly<Record<string, string>>;
}

/** What is set; undefined: there is no peer-pods-cm, or it cannot be seen. */
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
 * Those that stand in the ConfigMap: credentials are in the Secret, which nobody looks into, and the operator fills in
 * the image.
 */
function adaptorKeys(knowledge: ProviderKnowledge | undefined): readonly string[] {
  if (knowledge === undefined || !isDocumentedProvider(knowledge.name)) return [];
  const inSecret = new Set(listSecretKeys(knowledge.name).map(({ name }) => name));
  return knowledge.adaptorKeys.filter(
    (key) => !inSecret.has(key) && key !== knowledge.imageKey && !knowledge.operatorConfigKeys.includes(key),
  );
}

/** `aws, azure, gcp and libvirt`: for which the operator builds images. */
export function imageProviders(): readonly string[] {
  return providers.filter(({ imageBuild }) => imageBuild === 'yes').map(({ name }) => name);
}

/** What hinders the image, in a sentence: what is missing of the configuration; undefined: nothing that can be seen. */
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
