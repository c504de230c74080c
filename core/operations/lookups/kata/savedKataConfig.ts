/**
 * The KataConfig that an update saved on the cluster while recreating it. Source:
 * core/operations/changes/savedKataConfig.ts.
 */
import * as l10n from '@vscode/l10n';
import { parseClusterObject, type ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, mapReadResult, type KubernetesManifest } from '../lookup.ts';
import { parseSavedKataConfig, savedKataConfigReference } from '#core/operations/changes/savedKataConfig.ts';

export interface KeptKataConfig {
  /** Undefined if none is saved. `kataConfig` is undefined if the saved one can't be read. */
  readonly found?: ClusterObject & { readonly kataConfig?: KubernetesManifest };
}

export const keptKataConfigFact = defineLookup<KeptKataConfig>({
  neededFor: () => l10n.t`whether a KataConfig was saved so that it can be recreated after an update`,
  read: async (reader) =>
    mapReadResult(
      await reader.get(getObjectPath(savedKataConfigReference)),
      (raw) => {
        const object = parseClusterObject(raw);
        const kataConfig = parseSavedKataConfig(raw);
        return object === undefined
          ? {}
          : { found: { ...object, ...(kataConfig === undefined ? {} : { kataConfig }) } };
      },
      {},
    ),
});
