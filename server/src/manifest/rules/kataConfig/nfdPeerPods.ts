import * as l10n from '@vscode/l10n';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'kataconfig-nfd-peerpods',
  title: () => l10n.t`Node eligibility is not searched for with peer pods`,
  severity: 'warning',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`With \`enablePeerPods: true\` the operator does not look whether any node is eligible (its log says "Skipping since they are mutually exclusive"), but where there are separate workers its node selector still asks for the label \`feature.node.kubernetes.io/runtime.kata=true\`. Nodes without it get no kata, and where no node has it, nothing says so. Peer pods need no such node: select nodes with \`kataConfigPoolSelector\` instead.`,
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go:633 (checkNodeEligibility), getKataConfigNodeSelectorAsLabelSelector',
  ],
  *check({ manifest }) {
    const spec = findYamlNode(manifest.root, ['spec']);
    const check = findMapEntry(spec, 'checkNodeEligibility');
    const peerPods = findMapEntry(spec, 'enablePeerPods');
    if (!isTrue(check?.value) || !isTrue(peerPods?.value) || check === undefined) return;
    yield {
      start: check.key.start,
      end: check.value.end,
      message: l10n.t`Peer pods need no eligible nodes, yet only workers with the label feature.node.kubernetes.io/runtime.kata=true get kata, and nothing says when there are none. Set it to false; kataConfigPoolSelector chooses nodes.`,
      fixes:
        check.borrowed || check.value.borrowed
          ? []
          : [
              {
                title: l10n.t`Set checkNodeEligibility to false`,
                edits: [replaceNode(check.value, 'false')],
                sure: false,
              },
            ],
    };
  },
  examples: [
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
