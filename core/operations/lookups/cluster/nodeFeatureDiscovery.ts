/**
 * Determines whether Node Feature Discovery is installed and has a rule that detects nodes for Kata. Sources: OSC 1.5
 * §2.1.2; openshift/cluster-nfd-operator api/v1 NodeFeatureDiscovery.
 */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { defineLookup } from '../lookup.ts';

export interface NodeFeatureDiscoveryFact {
  /** True if the cluster has the NodeFeatureDiscovery kind, which the Node Feature Discovery Operator installs. */
  readonly operator: boolean;
  readonly found: readonly {
    readonly name: string;
    readonly namespace: string;
    /** True if the worker configuration contains the label of eligible nodes. */ readonly forKata: boolean;
  }[];
}

export const nodeFeatureDiscoveryKind = {
  group: 'nfd.openshift.io',
  version: 'v1',
  plural: 'nodefeaturediscoveries',
  kind: 'NodeFeatureDiscovery',
} as const;

export const nodeFeatureDiscoveryFact = defineLookup<NodeFeatureDiscoveryFact>({
  neededFor: () => l10n.t`whether Node Feature Discovery detects nodes that can run Kata`,
  async read(reader) {
    const answer = await reader.list('/apis/nfd.openshift.io/v1/nodefeaturediscoveries', 100);
    if (answer.kind === 'problem') return answer;
    if (answer.kind === 'absent') return { kind: 'value', value: { operator: false, found: [] } };
    const found = answer.value.items.flatMap((raw) => {
      const object = parseClusterObject(raw);
      if (object === undefined) return [];
      const forKata = (getString(raw, 'spec', 'workerConfig', 'configData') ?? '').includes(eligibleLabel);
      return [{ name: object.name, namespace: object.namespace ?? '', forKata }];
    });
    return { kind: 'value', value: { operator: true, found } };
  },
});
