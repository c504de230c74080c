/** The definition of the kind KataConfig: OLM brings it, and never takes it away. Source: apiextensions.k8s.io/v1; notes/cluster.md 5.2. */
import * as l10n from '@vscode/l10n';
import { flagAt, listAt, stringAt } from '#core/common/json.ts';
import { readConditions, readFinalizers, readObject, shortText, type Condition, type LiveObject } from '#core/cluster/objects/clusterObject.ts';
import { apiPath } from '#core/cluster/objects/objectReference.ts';
import { defineFact, mapAnswer } from '../lookup.ts';

export interface KataConfigCrd {
  /** Undefined: there is none. `deleting` is set while it is terminating. */
  readonly found?: LiveObject & {
    readonly versions: readonly { readonly name: string; readonly served: boolean; readonly storage: boolean }[];
    /** `Established`, `NamesAccepted`, `Terminating`, … */
    readonly conditions: readonly Condition[];
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

export const kataConfigCrdFact = defineFact<KataConfigCrd>({
  neededFor: l10n.t`whether the cluster knows the kind KataConfig`,
  read: async (reader) =>
    mapAnswer(
      await reader.get(apiPath(kataConfigCrdReference)),
      (raw) => {
        const object = readObject(raw);
        if (object === undefined) return {};
        const versions = listAt(raw, 'spec', 'versions')
          .slice(0, 20)
          .map((one) => ({
            name: shortText(stringAt(one, 'name') ?? ''),
            served: flagAt(one, 'served') ?? false,
            storage: flagAt(one, 'storage') ?? false,
          }));
        return { found: { ...object, versions, conditions: readConditions(raw), finalizers: readFinalizers(raw) } };
      },
      {},
    ),
});
