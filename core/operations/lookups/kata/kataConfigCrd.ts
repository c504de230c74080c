/**
 * The KataConfig CRD. OLM installs the CRD and never deletes it. Source: apiextensions.k8s.io/v1; notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getString } from '#core/common/json.ts';
import {
  readConditions,
  readFinalizers,
  parseClusterObject,
  truncateWord,
  type StatusCondition,
  type ClusterObject,
} from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface KataConfigCrd {
  /** Undefined if there is no CRD. `deleting` is set while the CRD is terminating. */
  readonly found?: ClusterObject & {
    readonly versions: readonly { readonly name: string; readonly served: boolean; readonly storage: boolean }[];
    /** `Established`, `NamesAccepted`, `Terminating`, ... */
    readonly conditions: readonly StatusCondition[];
    readonly finalizers: readonly string[];
  };
}

const kataConfigCrdReference = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  name: 'kataconfigs.kataconfiguration.openshift.io',
} as const;

export const kataConfigCrdFact = defineLookup<KataConfigCrd>({
  neededFor: () => l10n.t`whether the KataConfig CRD exists`,
  read: async (reader) =>
    mapReadResult(
      await reader.get(getObjectPath(kataConfigCrdReference)),
      (raw) => {
        const object = parseClusterObject(raw);
        if (object === undefined) return {};
        const versions = getList(raw, 'spec', 'versions')
          .slice(0, 20)
          .map((one) => ({
            name: truncateWord(getString(one, 'name') ?? ''),
            served: getBoolean(one, 'served') ?? false,
            storage: getBoolean(one, 'storage') ?? false,
          }));
        return { found: { ...object, versions, conditions: readConditions(raw), finalizers: readFinalizers(raw) } };
      },
      {},
    ),
});
