/** The version of Kubernetes. Source: k8s.io/apimachinery pkg/version (Info). */
import * as l10n from '@vscode/l10n';
import { given, stringAt } from '#core/common/json.ts';
import { shortText } from '#core/cluster/objects/clusterObject.ts';
import { defineFact, mapAnswer } from '../lookup.ts';

export interface KubeVersion {
  /** `v1.34.1`. Undefined: the server does not say. */
  readonly version?: string;
}

export const kubeVersionFact = defineFact<KubeVersion>({
  neededFor: l10n.t`whether a release takes this version of Kubernetes`,
  read: async (reader) =>
    mapAnswer(
      await reader.get('/version'),
      (raw) => {
        const text = stringAt(raw, 'gitVersion');
        return given({ version: text === undefined || text === '' ? undefined : shortText(text) });
      },
      {},
    ),
});
