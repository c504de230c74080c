/** The namespace of the operator. Source: Kubernetes core/v1 Namespace; notes/cluster.md 5.1, 5.2. */
import * as l10n from '@vscode/l10n';
import { given, stringAt, textMapAt } from '#core/common/json.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { readConditions, readObject, type Condition, type LiveObject } from '#core/cluster/objects/clusterObject.ts';
import { apiPath } from '#core/cluster/objects/objectReference.ts';
import { defineFact, mapAnswer } from '../lookup.ts';

export interface OperatorNamespace {
  /** Undefined: there is none. */
  readonly found?: LiveObject & {
    /** `Active`, `Terminating`. */
    readonly phase?: string;
    readonly labels: Readonly<Record<string, string>>;
    /** While it is being removed: `NamespaceContentRemaining`, `NamespaceFinalizersRemaining`, … */
    readonly conditions: readonly Condition[];
  };
}

export const operatorNamespaceReference = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', name: operatorNamespace } as const;

export const operatorNamespaceFact = defineFact<OperatorNamespace>({
  neededFor: l10n.t`whether the namespace of the operator is there`,
  read: async (reader) =>
    mapAnswer(
      await reader.get(apiPath(operatorNamespaceReference)),
      (raw) => {
        const object = readObject(raw);
        if (object === undefined) return {};
        const phase = stringAt(raw, 'status', 'phase');
        return { found: { ...object, ...given({ phase }), labels: textMapAt(raw, 'metadata', 'labels'), conditions: readConditions(raw) } };
      },
      {},
    ),
});
