/**
 * Complete KataConfig, including unknown fields, so that it can be recreated exactly. A cluster has only one. Source:
 * notes/cluster.md 5.1.
 */
import * as l10n from '@vscode/l10n';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { kataConfigs } from '#core/cluster/watchedKinds/kataConfig.ts';
import { defineLookup, mapReadResult, type KubernetesManifest } from '../lookup.ts';
import { wholeKataConfig } from '#core/operations/changes/savedKataConfig.ts';

export interface WholeKataConfig {
  /** Undefined if there is no KataConfig. `manifest` is undefined if the KataConfig isn't valid. */
  readonly found?: { readonly uid: string; readonly manifest?: KubernetesManifest };
}

export const wholeKataConfigFact = defineLookup<WholeKataConfig>({
  neededFor: () => l10n.t`the contents of the KataConfig, which are needed to recreate it`,
  read: async (reader) =>
    mapReadResult(
      await reader.list(getCollectionPath(kataConfigs), 1),
      ({ items: [raw] }) => {
        // List items can omit their kind and API version. Source: Kubernetes, "API concepts".
        const whole =
          typeof raw === 'object'
            ? wholeKataConfig({
                apiVersion: `${kataConfigs.group}/${kataConfigs.version}`,
                kind: kataConfigs.kind,
                ...raw,
              })
            : undefined;
        const uid = parseClusterObject(raw)?.uid;
        return uid === undefined ? {} : { found: { uid, ...(whole === undefined ? {} : { manifest: whole }) } };
      },
      {},
    ),
});
