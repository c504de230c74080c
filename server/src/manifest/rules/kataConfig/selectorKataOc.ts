import * as l10n from '@vscode/l10n';
import { kataRole } from '#core/product/nodeLabels.ts';
import { operator18, operatorDev } from '#core/product/sources.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { demandsOf } from './selectorDemands.ts';

/** Returns a KataConfig with this content under `kataConfigPoolSelector`. */
function kataConfigWith(selector: string): string {
  return `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:${selector}
`;
}

export default defineRule({
  id: 'kataconfig-selector-kata-oc',
  title: () => l10n.t`Node selector with a label set by the operator`,
  severity: 'warning',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`\`kataConfigPoolSelector\` uses the label \`node-role.kubernetes.io/kata-oc\`. The operator itself adds this label to the selected nodes, and removes it when it uninstalls Kata. The selector therefore depends on its own result:

- On a cluster without Kata, no node has the label, so the operator doesn't install Kata on any node. The same is true after an uninstall.
- A selector that excludes nodes with this label stops matching a node as soon as the operator labels it.

Use your own label to select nodes.`,
  source: [
    operatorDev('00ef4c71', 'controllers/openshift_controller.go (nodes are labeled kata-oc)'),
    operator18('controllers/openshift_controller.go:446'),
  ],
  *check({ manifest }) {
    const selector = findYamlNode(manifest.root, ['spec', 'kataConfigPoolSelector']);
    for (const { key, operator, keyNode } of (selector?.type === 'map' ? demandsOf(selector) : undefined) ?? []) {
      if (key !== kataRole) continue;
      const excludes = operator === 'NotIn' || operator === 'DoesNotExist';
      yield {
        start: keyNode.start,
        end: keyNode.end,
        message: excludes
          ? l10n.t`The operator itself sets the label ${kataRole}, so this selector stops matching a node as soon as the operator labels it. Use your own label.`
          : l10n.t`The operator itself sets the label ${kataRole}, so this selector doesn't match any node on a cluster without Kata. Use your own label.`,
      };
    }
  },
  examples: () => [
    {
      avoid: kataConfigWith(`
    matchLabels:
      node-role.kubernetes.io/kata-oc: ""
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: kataConfigWith(`
    matchLabels:
      example.com/kata: "true"`),
    },
    {
      avoid: kataConfigWith(`
    matchExpressions:
      - key: node-role.kubernetes.io/kata-oc
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
        operator: Exists`),
      prefer: kataConfigWith(`
    matchExpressions:
      - key: example.com/kata
        operator: Exists`),
    },
    {
      avoid: kataConfigWith(`
    matchExpressions:
      - key: node-role.kubernetes.io/kata-oc
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
        operator: DoesNotExist`),
      prefer: kataConfigWith(`
    matchExpressions:
      - key: example.com/kata
        operator: Exists`),
    },
  ],
});
