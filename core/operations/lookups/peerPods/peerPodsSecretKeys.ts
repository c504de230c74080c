/**
 * Determines the keys of peer-pods-secret. Kubernetes can't return the keys without their values, which are
 * credentials. The values are discarded immediately. Only the key names, and whether each key has a value, leave this
 * file.
 */
import * as l10n from '@vscode/l10n';
import { getMap } from '#core/common/json.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { operatorNamespace, peerPodsSecretName } from '#core/product/namespaces.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface PeerPodsSecretKeys {
  /** Undefined if the Secret doesn't exist. */
  readonly found?: {
    /** Names of keys with a value. */
    readonly set: readonly string[];
    /** Names of keys with an empty value. */
    readonly empty: readonly string[];
  };
}

const peerPodsSecretReference = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  name: peerPodsSecretName,
  namespace: operatorNamespace,
} as const;

/** Maximum length of a key in a ConfigMap or Secret. */
const longestKey = 253;

export const peerPodsSecretKeysFact = defineLookup<PeerPodsSecretKeys>({
  neededFor: () => l10n.t`which peer pods credentials exist (only key names are stored)`,
  read: async (reader) =>
    mapReadResult<unknown, PeerPodsSecretKeys>(
      await reader.get(getObjectPath(peerPodsSecretReference)),
      (raw) => {
        const keys = Object.entries(getMap(raw, 'data')).filter(([key]) => key.length <= longestKey);
        const names = (filled: boolean): readonly string[] =>
          keys
            .filter(([, value]) => (typeof value === 'string' && value !== '') === filled)
            .map(([key]) => key.split('').join(''));
        return { found: { set: names(true), empty: names(false) } };
      },
      {},
    ),
});
