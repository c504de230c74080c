import * as l10n from '@vscode/l10n';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { defineRule, type Fix } from '#server/engine/findings/rule.ts';
import { appendDocument } from '../shared/appendDocument.ts';

export default defineRule({
  id: 'kataconfig-peerpods-missing-cm',
  title: () => l10n.t`Peer pods without peer-pods-cm`,
  severity: 'warning',
  appliesTo: ['KataConfig'],
  needs: ['workspace'],
  why: () =>
    l10n.t`The KataConfig sets \`enablePeerPods: true\`, but no file in the folder contains or references the ConfigMap \`peer-pods-cm\`. The operator first reads this ConfigMap in \`openshift-sandboxed-containers-operator\`. If it doesn't exist, the operator reports "error validating peer-pods-cm and peer-pods-secret" and doesn't continue. The rule checks this only if it could read the whole folder. It doesn't report a missing \`peer-pods-secret\`, because credentials shouldn't be stored in files.

Add \`peer-pods-cm\`, unless it's already on the cluster.`,
  source: [
    'snir911/sandboxed-containers-operator@f0896edd controllers/image_generator.go:592',
    'OSC 1.12 for AWS, 3.2 Creating the peer pods config map',
  ],
  *check({ manifest, workspace, text }) {
    const node = findYamlNode(manifest.root, ['spec', 'enablePeerPods']);
    if (
      node?.type !== 'scalar' ||
      node.value !== true ||
      workspace === undefined ||
      workspace.mentionsPeerPodsConfigMap
    )
      return;
    const fix: Fix = {
      title: l10n.t`Add a ${'peer-pods-cm'} ConfigMap to this file`,
      edits: [appendDocument(text, manifest.root.end, skeleton)],
      sure: false,
    };
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t`The operator requires ConfigMap peer-pods-cm in openshift-sandboxed-containers-operator before this KataConfig, but no file contains it. Add it unless it already exists on the cluster.`,
      fixes: [fix],
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
  enablePeerPods: true
#                 ^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  enablePeerPods: true
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "" # aws, azure, gcp, libvirt
#                 ^^ want osc/ppcm-missing-key
  VXLAN_PORT: "9000"
`,
      files: {},
    },
  ],
});

const skeleton = [
  'apiVersion: v1',
  'kind: ConfigMap',
  'metadata:',
  '  name: peer-pods-cm',
  '  namespace: openshift-sandboxed-containers-operator',
  'data:',
  '  CLOUD_PROVIDER: "" # aws, azure, gcp, libvirt',
  '  VXLAN_PORT: "9000"',
];
