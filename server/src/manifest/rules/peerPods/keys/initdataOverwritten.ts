import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { isGateEnabled } from '#core/peerPods/featureGates.ts';
import { operatorDev } from '#core/product/sources.ts';
import { getYamlString } from '#server/engine/yaml/node.ts';
import { createRelatedLocation } from '#server/engine/workspace/workspaceSnapshot.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { findDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule, type RuleContext } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { getValueSpan } from '../checkValues.ts';

const gate = 'confidential';

export default defineRule({
  id: 'ppcm-initdata-overwritten',
  title: () => l10n.t`The operator overwrites INITDATA and DISABLECVM`,
  severity: 'info',
  appliesTo: ['peer-pods-cm'],
  needs: ['workspace'],
  why: () =>
    l10n.t`The operator overwrites \`INITDATA\` and \`DISABLECVM\` in \`peer-pods-cm\` while the feature gate \`confidential\` in \`osc-feature-gates\` is disabled. Each time it reconciles, it sets \`DISABLECVM: "true"\` and initdata that allows everything, so your values don't persist. The rule reports these keys if no \`osc-feature-gates\` ConfigMap in the workspace enables the feature gate.

The severity is information, because this behavior is known only from unreleased source code, and because the feature gate might be enabled on the cluster.

For confidential containers, set \`confidential: "true"\` in \`osc-feature-gates\`. Otherwise, set \`DISABLECVM: "true"\` and remove \`INITDATA\`.`,
  source: [operatorDev('933eb47f', 'controllers/confidential_handler.go'), 'OSC 1.11 §2.8'],
  *check(context) {
    // If cloud-api-adaptor is installed without the operator, nothing overwrites the values.
    if (getYamlString(context.manifest.root, ['metadata', 'namespace']) === 'confidential-containers-system') return;
    const gates = context.workspace?.of(featureGatesName);
    const off = gates === undefined ? undefined : whereOff(gates, context);
    if (off === undefined || (off === 'nowhere' && context.workspace?.whole !== true)) return;
    for (const name of ['INITDATA', 'DISABLECVM']) {
      const entry = findDataEntry(context.manifest, name);
      const text = entry?.value.text ?? '';
      if (entry === undefined || text === '' || (name === 'DISABLECVM' && text !== 'false')) continue;
      const value = off === 'nowhere' ? undefined : off.object.values.get(gate);
      yield {
        ...getValueSpan(entry),
        message: l10n.t(
          'The operator overwrites {2} unless the feature gate {0} in {1} is "true". No file in the workspace enables the feature gate.',
          gate,
          featureGatesName,
          name,
        ),
        ...(off === 'nowhere' || value === undefined
          ? {}
          : { related: [createRelatedLocation(off, value, l10n.t`Feature gate ${gate}`)] }),
      };
    }
  },
  examples: () => [
    {
      avoid: mapFor('azure', 'DISABLECVM: "false"', '#           ^^^^^^^ want'),
      prefer: mapFor('azure', 'DISABLECVM: "true"'),
      files: {
        'gates.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: osc-feature-gates\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  confidential: "false"\n',
      },
    },
  ],
});

/**
 * Returns the object that disables the feature gate, or `nowhere` if the workspace contains no feature gate ConfigMap.
 * Returns undefined if the feature gate might be enabled.
 */
function whereOff(gates: readonly IndexedObject[], { release }: RuleContext): IndexedObject | 'nowhere' | undefined {
  const [first] = gates;
  if (first === undefined) return 'nowhere';
  // Values that a template fills in aren't indexed, so a missing value is inconclusive.
  const isOff = gates.every(({ object }) => {
    const text = object.values.get(gate)?.text;
    return text !== undefined && isGateEnabled(text, release) === false;
  });
  return isOff ? first : undefined;
}
