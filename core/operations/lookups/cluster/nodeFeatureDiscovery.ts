/**
 * Determines whether Node Feature Discovery is installed and has a rule that detects nodes for Kata. Sources: OSC 1.5
 * §2.1.2; openshift/cluster-nfd-operator api/v1 NodeFeatureDiscovery; openshift/node-feature-discovery
 * api/nfd/v1alpha1.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { nodeFeatureDiscoveries } from '#core/cluster/watchedKinds/nodeFeatures/nodeFeatureDiscovery.ts';
import { setsKataLabel } from '#core/cluster/watchedKinds/nodeFeatures/nodeFeatureRule.ts';
import { nodeFeatureGroups, type KataRuleFormat, type NodeFeatureGroup } from '#core/product/nodeFeatureRules.ts';
import { defineLookup } from '../lookup.ts';

/** A NodeFeatureDiscovery. */
interface KnownNodeFeatureDiscovery {
  readonly name: string;
  readonly namespace: string;
  /** Format of its rule that sets the label of eligible nodes. Undefined if it has none. */
  readonly kataRule?: KataRuleFormat;
  /** Line of its worker configuration that isn't valid YAML, from 1. Undefined if no error is certain. */
  readonly configError?: number;
}

/** A NodeFeatureRule that sets the label of eligible nodes. */
interface KnownNodeFeatureRule {
  readonly name: string;
  readonly namespace: string;
  readonly group: NodeFeatureGroup;
}

export interface NodeFeatureDiscoveryFact {
  /** True if the cluster has the NodeFeatureDiscovery kind, which the Node Feature Discovery Operator installs. */
  readonly operator: boolean;
  readonly found: readonly KnownNodeFeatureDiscovery[];
  readonly rules: readonly KnownNodeFeatureRule[];
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
    if (answer.kind === 'absent') return { kind: 'value', value: { operator: false, found: [], rules: [] } };
    const rules: KnownNodeFeatureRule[] = [];
    for (const group of nodeFeatureGroups) {
      const list = await reader.list(`/apis/${group}/v1alpha1/nodefeaturerules`, 100, setsKataLabel);
      if (list.kind === 'problem') return list;
      if (list.kind === 'absent') continue;
      for (const raw of list.value.items.filter(setsKataLabel)) {
        const object = parseClusterObject(raw);
        if (object !== undefined) rules.push({ name: object.name, namespace: object.namespace ?? '', group });
      }
    }
    return { kind: 'value', value: { operator: true, found: answer.value.items.flatMap(readInstance), rules } };
  },
});

function readInstance(raw: unknown): readonly KnownNodeFeatureDiscovery[] {
  const instance = nodeFeatureDiscoveries.read(raw);
  if (instance === undefined) return [];
  const { name, namespace = '', kataRule, configError } = instance;
  return [{ name, namespace, ...omitUndefined({ kataRule, configError }) }];
}
