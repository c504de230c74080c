/**
 * Names of the objects that commands change. A role can grant a permission only for these names (`resourceNames`), and
 * an access review without a name then reports it as missing. Source: Kubernetes, RBAC authorization: referring to
 * resources.
 */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import {
  extensionNames,
  peerPodsConfigMapName,
  featureGatesName,
  peerPodsSecretName,
} from '#core/product/namespaces.ts';
import { findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';

/** Names by `NamedRight.id`. Doesn't contain `create`, which roles can't limit to a name. */
export type ObjectNames = ReadonlyMap<string, readonly string[]>;

/** Returns the names of the objects that commands change on a watched cluster. */
export function listObjectNames(snapshot: Snapshot): ObjectNames {
  const { kataConfig } = indexSnapshot(snapshot);
  return objectNamesWith(
    kataConfig === undefined ? [] : [kataConfig.name],
    findClusterExtension(snapshot)?.name ?? extensionNames.extension,
  );
}

/** Returns the names of the objects that commands change, from those of the KataConfigs and the ClusterExtension. */
export function objectNamesWith(
  kataConfigNames: readonly string[],
  extensionName: string = extensionNames.extension,
): ObjectNames {
  return new Map([
    ['patch kataconfigs', kataConfigNames],
    ['delete kataconfigs', kataConfigNames],
    ['delete clusterextensions', [extensionName]],
    ['patch configmaps', [featureGatesName, peerPodsConfigMapName]],
    ['patch secrets', [peerPodsSecretName]],
  ]);
}
