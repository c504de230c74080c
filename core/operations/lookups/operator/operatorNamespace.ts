/** The operator namespace. Source: Kubernetes core/v1 Namespace; notes/cluster.md 5.1, 5.2. */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString, getStringMap } from '#core/common/json.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import {
  readConditions,
  parseClusterObject,
  type StatusCondition,
  type ClusterObject,
} from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface OperatorNamespace {
  /** Undefined if the namespace doesn't exist. */
  readonly found?: ClusterObject & {
    /** `Active` or `Terminating`. */
    readonly phase?: string;
    readonly labels: Readonly<Record<string, string>>;
    /** Conditions during deletion: `NamespaceContentRemaining`, `NamespaceFinalizersRemaining`, ... */
    readonly conditions: readonly StatusCondition[];
  };
}

export const operatorNamespaceReference = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  name: operatorNamespace,
} as const;

export const operatorNamespaceFact = defineLookup<OperatorNamespace>({
  neededFor: () => l10n.t`whether the operator namespace exists`,
  read: async (reader) =>
    mapReadResult(
      await reader.get(getObjectPath(operatorNamespaceReference)),
      (raw) => {
        const object = parseClusterObject(raw);
        if (object === undefined) return {};
        const phase = getString(raw, 'status', 'phase');
        return {
          found: {
            ...object,
            ...omitUndefined({ phase }),
            labels: getStringMap(raw, 'metadata', 'labels'),
            conditions: readConditions(raw),
          },
        };
      },
      {},
    ),
});
