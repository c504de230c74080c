/** Creates the row of the operator's feature gates. */
import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { configMaps, type ConfigMap } from '#core/cluster/watchedKinds/configMap.ts';
import { featureGates } from '#core/peerPods/featureGates.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createNodeTarget } from '#client/tree/model/objectTarget.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * Creates the row. Returns undefined if the ConfigMap doesn't exist, because every feature gate then has its default.
 */
export function featureGatesNode(seen: ClusterTreeInput): TreeNode | undefined {
  const map = findItem(seen.snapshot, 'configMaps', featureGatesName);
  if (map === undefined) return undefined;
  const set = Object.entries(map.data);
  return explainedNode({
    id: `${seen.context}/featuregates`,
    label: l10n.t`Feature gates`,
    icon: 'settings',
    explanation: {
      health: 'ok',
      headline:
        set.length === 0 ? l10n.t`None set` : set.map(([key, value]) => `${key}=${sanitizeLine(value, 30)}`).join(', '),
      meaning: l10n.t`Operator feature gates set in ConfigMap ${featureGatesName}. The operator silently ignores unknown keys.`,
    },
    target: createNodeTarget(seen, configMaps, map),
    context: ['osc-object', 'osc-named', ...(seen.console ? ['osc-console'] : [])],
    ...(set.length === 0 ? {} : { children: () => set.map(([key, value]) => featureGateNode(seen, map, key, value)) }),
  });
}

function featureGateNode(seen: ClusterTreeInput, { uid }: ConfigMap, key: string, value: string): TreeNode {
  const gate = featureGates.find(({ name }) => name === key);
  const meaning = gate?.values !== undefined && Object.hasOwn(gate.values, value) ? gate.values[value]?.() : undefined;
  return explainedNode({
    id: `${seen.context}/featuregate:${uid}/${key}`,
    label: sanitizeLine(key, 60),
    icon:
      gate === undefined ? 'question' : value === 'true' ? 'check' : value === 'false' ? 'circle-slash' : 'settings',
    explanation:
      gate === undefined
        ? {
            health: 'unknown',
            headline: l10n.t`${sanitizeLine(value, 60)} (unknown feature gate)`,
            meaning: l10n.t`The operator ignores unknown keys. The key might be misspelled, or it might belong to an OSC release that this extension doesn't recognize.`,
          }
        : {
            health: 'ok',
            headline: sanitizeLine(value, 60),
            meaning: [gate.summary(), meaning].filter((part) => part !== undefined).join(getSentenceSeparator()),
          },
    target: { context: seen.context },
    context: ['osc-named'],
  });
}
