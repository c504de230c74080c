/** Kubernetes version of the cluster. Source: k8s.io/apimachinery pkg/version (Info). */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { truncateWord } from '#core/cluster/objects/clusterObject.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface KubeVersion {
  /** Version such as `v1.34.1`. Undefined if the server doesn't report it. */
  readonly version?: string;
}

export const kubeVersionFact = defineLookup<KubeVersion>({
  neededFor: () => l10n.t`whether a release supports this Kubernetes version`,
  read: async (reader) =>
    mapReadResult(
      await reader.get('/version'),
      (raw) => {
        const text = getString(raw, 'gitVersion');
        return omitUndefined({ version: text === undefined || text === '' ? undefined : truncateWord(text) });
      },
      {},
    ),
});
