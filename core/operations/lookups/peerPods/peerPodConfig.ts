/**
 * The PeerPodConfig of older releases. Its `spec.limit` preceded PEERPODS_LIMIT_PER_NODE. Newer operators migrate and
 * delete it. Sources: OSC 1.12 §3.3.1; openshift/sandboxed-containers-operator@ed43ab21 controllers/migrate.go.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { parseClusterObject, truncateWord, type ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface PeerPodConfigFact {
  /** Undefined if there is no PeerPodConfig. */
  readonly found?: ClusterObject & { /** As written: a string. */ readonly limit?: string };
}

/** Reference with the name that the operator uses. */
export const peerPodConfigReference = {
  group: 'confidentialcontainers.org',
  version: 'v1alpha1',
  plural: 'peerpodconfigs',
  kind: 'PeerPodConfig',
  name: 'peerpodconfig-openshift',
  namespace: operatorNamespace,
} as const;

export const peerPodConfigFact = defineLookup<PeerPodConfigFact>({
  neededFor: () => l10n.t`whether a PeerPodConfig sets the peer pod limit`,
  read: async (reader) =>
    mapReadResult(
      await reader.get(getObjectPath(peerPodConfigReference)),
      (raw) => {
        const object = parseClusterObject(raw);
        const limit = getString(raw, 'spec', 'limit');
        return object === undefined
          ? {}
          : {
              found: { ...object, ...omitUndefined({ limit: limit === undefined ? undefined : truncateWord(limit) }) },
            };
      },
      {},
    ),
});
