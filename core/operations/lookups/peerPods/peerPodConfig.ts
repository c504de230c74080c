/**
 * The PeerPodConfig of older releases, whose `spec.limit` came before PEERPODS_LIMIT_PER_NODE. Newer operators take it over and delete it.
 * Sources: OSC 1.12 §3.3.1; openshift/sandboxed-containers-operator@ed43ab21 controllers/migrate.go.
 */
import * as l10n from '@vscode/l10n';
import { given, stringAt } from '#core/common/json.ts';
import { readObject, shortText, type LiveObject } from '#core/cluster/objects/clusterObject.ts';
import { apiPath } from '#core/cluster/objects/objectReference.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineFact, mapAnswer } from '../lookup.ts';

export interface PeerPodConfigFact {
  /** Undefined: there is none. */
  readonly found?: LiveObject & { /** As written: a string. */ readonly limit?: string };
}

/** The name by which the operator makes it. */
export const peerPodConfigReference = {
  group: 'confidentialcontainers.org',
  version: 'v1alpha1',
  plural: 'peerpodconfigs',
  kind: 'PeerPodConfig',
  name: 'peerpodconfig-openshift',
  namespace: operatorNamespace,
} as const;

export const peerPodConfigFact = defineFact<PeerPodConfigFact>({
  neededFor: l10n.t`whether the limit of peer pods stands in a PeerPodConfig`,
  read: async (reader) =>
    mapAnswer(
      await reader.get(apiPath(peerPodConfigReference)),
      (raw) => {
        const object = readObject(raw);
        const limit = stringAt(raw, 'spec', 'limit');
        return object === undefined ? {} : { found: { ...object, ...given({ limit: limit === undefined ? undefined : shortText(limit) }) } };
      },
      {},
    ),
});
