import * as l10n from '@vscode/l10n';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'kataconfig-nfd-peerpods',
  title: () => l10n.t`Node eligibility check with peer pods`,
  severity: 'warning',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`The KataConfig sets both \`checkNodeEligibility: true\` and \`enablePeerPods: true\`. With peer pods, the operator skips the node eligibility check (it logs "Skipping since they are mutually exclusive"). However, on clusters with separate worker nodes, the operator still selects only nodes with the label \`feature.node.kubernetes.io/runtime.kata=true\`. It doesn't install Kata on other nodes, and reports no error if no node has the label.

Peer pods don't require eligible nodes. Set \`checkNodeEligibility: false\`, and select nodes with \`kataConfigPoolSelector\` if you don't want all worker nodes.`,
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go:633 (checkNodeEligibility), getKataConfigNodeSelectorAsLabelSelector',
    'OSC 1.5 §2.1.2',
  ],
  *check({ manifest }) {
    const spec = findYamlNode(manifest.root, ['spec']);
    const check = findMapEntry(spec, 'checkNodeEligibility');
    const peerPods = findMapEntry(spec, 'enablePeerPods');
    if (!isTrue(check?.value) || !isTrue(peerPods?.value) || check === undefined) return;
    yield {
      start: check.key.start,
      end: check.value.end,
      message: l10n.t`Even with peer pods, checkNodeEligibility limits Kata to worker nodes labeled feature.node.kubernetes.io/runtime.kata=true. Set checkNodeEligibility to false, and select nodes with kataConfigPoolSelector.`,
      fixes:
        check.borrowed || check.value.borrowed
          ? []
          : [
              {
                title: l10n.t`Change to ${'false'}`,
                edits: [replaceNode(check.value, 'false')],
                sure: false,
              },
            ],
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  checkNodeEligibility: true
# ^^^^^^^^^^^^^^^^^^^^^^^^^^ want
  enablePeerPods: true
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  checkNodeEligibility: false
  enablePeerPods: true
`,
    },
  ],
});

function isTrue(node: ReturnType<typeof findYamlNode>): boolean {
  return node?.type === 'scalar' && node.value === true;
}
