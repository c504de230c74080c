import { entryOf, nodeAt } from '../../documents/node.ts';
import { replaceNode } from '../edits.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'kataconfig-nfd-peerpods',
  title: 'Node eligibility is not checked with peer pods',
  severity: 'warning',
  appliesTo: ['KataConfig'],
  why:
    'With `enablePeerPods: true` the operator skips the eligibility check (its log says "Skipping since they are mutually exclusive"). ' +
    'Kata is installed on every selected node, whatever `checkNodeEligibility` says. Select nodes with `kataConfigPoolSelector` instead.',
  source: ['openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go:633'],
  *check({ manifest }) {
    const spec = nodeAt(manifest.root, ['spec']);
    const check = entryOf(spec, 'checkNodeEligibility');
    const peerPods = entryOf(spec, 'enablePeerPods');
    if (!isTrue(check?.value) || !isTrue(peerPods?.value) || check === undefined) return;
    yield {
      start: check.key.start,
      end: check.value.end,
      message:
        'With enablePeerPods: true the operator skips this check: kata is installed on every selected node. Set it to false, and use kataConfigPoolSelector to choose nodes.',
      fixes:
        check.borrowed || check.value.borrowed ? [] : [{ title: 'Set checkNodeEligibility to false', edits: [replaceNode(check.value, 'false')], sure: false }],
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

function isTrue(node: ReturnType<typeof nodeAt>): boolean {
  return node?.type === 'scalar' && node.value === true;
}
