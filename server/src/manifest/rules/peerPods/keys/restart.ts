import * as l10n from '@vscode/l10n';
import { operatorDev } from '#core/product/sources.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { defineRule } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'ppcm-restart',
  title: () => l10n.t`Changes require a restart of osc-caa-ds`,
  severity: 'hint',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t(
      'cloud-api-adaptor runs in the pods of the daemon set `osc-caa-ds` and reads `peer-pods-cm` only when it starts. After you change this ConfigMap, new pod VMs use the old values until these pods restart. Newer operators restart them automatically, but older ones don\'t. The finding is only a reminder. Nothing in the file is wrong.\n\nAfter a change, run `oc get pods -n {0}`. If the `osc-caa-ds` pods are older than your change, restart them:\n\n    oc set env ds/osc-caa-ds -n {0} REBOOT="$(date)"',
      operatorNamespace,
    ),
  source: [operatorDev('c24c8f3b', 'controllers/peerpods.go')],
  *check({ manifest }) {
    const node = findYamlNode(manifest.root, ['metadata', 'name']);
    if (manifest.part === 'generator' || node?.type !== 'scalar' || node.text !== manifest.kind.names?.[0]) return;
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t`Older releases don't restart cloud-api-adaptor when this ConfigMap changes. To restart it: oc set env ds/osc-caa-ds -n ${operatorNamespace} REBOOT="$(date)"`,
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
#       ^^^^^^^^^^^^ want
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "ibmcloud"
  VXLAN_PORT: "9000"
`,
    },
  ],
});
