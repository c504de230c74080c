/**
 * OperatorGroups: the namespaces that the operators of a namespace watch. Source: operator-framework/api
 * pkg/operators/v1; notes/cluster.md 5.3.
 */
import * as l10n from '@vscode/l10n';
import { getValue } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import { getNames, readConditions, type StatusCondition, type ClusterObject } from '../objects/clusterObject.ts';

export interface OperatorGroup extends ClusterObject {
  /** Namespaces as specified. */
  readonly targetNamespaces: readonly string[];
  /**
   * Namespaces as resolved by OLM. A single empty name means all namespaces. Empty until OLM has processed the group.
   */
  readonly namespaces: readonly string[];
  /** True if the group selects namespaces by label. */
  readonly hasSelector: boolean;
  readonly conditions: readonly StatusCondition[];
}

export const operatorGroups = defineWatchedKind<OperatorGroup>({
  group: 'operators.coreos.com',
  version: 'v1',
  plural: 'operatorgroups',
  kind: 'OperatorGroup',
  scope: 'operator',
  neededFor: () => l10n.t`why an installation doesn't start`,
  read(raw, object) {
    return {
      ...object,
      targetNamespaces: getNames(raw, 'spec', 'targetNamespaces'),
      namespaces: getNames(raw, 'status', 'namespaces'),
      hasSelector: getValue(raw, 'spec', 'selector') !== undefined,
      conditions: readConditions(raw),
    };
  },
});
