import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { operator111 } from '#core/product/sources.ts';
import { findMapEntry, findYamlNode, type YamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { containersOf, findPodNode, isPeerPod } from '#server/engine/yaml/objects/podNode.ts';

export default defineRule({
  id: 'pod-hostpath-remote',
  title: () => l10n.t`Something of the node in a pod that is not on the node`,
  severity: 'warning',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`A \`kata-remote\` pod runs in a virtual machine beside the cluster, not on the node that it is scheduled to. No folder is shared with it (\`shared_fs = "none"\`), it has a network of its own, and a privileged container gets no devices of the node (\`privileged_without_host_devices = true\`). So \`hostPath\` and \`hostNetwork\` do not show it the node. \`privileged\` still gives rights inside the pod VM, so it is information only.`,
  source: [
    operator111('config/peerpods/mc-40-kata-remote-config.yaml'),
    operator111('config/peerpods/mc-50-crio-config.yaml'),
    'OSC 1.0 release notes (hostPath)',
  ],
  *check({ manifest }) {
    if (!isPeerPod(manifest)) return;
    const volumes = findPodNode(manifest, ['spec', 'volumes']);
    for (const volume of volumes?.type === 'seq' ? volumes.items : []) {
      const entry = findMapEntry(volume, 'hostPath');
      // An empty one is still being written.
      if (entry?.value.type !== 'map') continue;
      const path = findYamlNode(entry.value, ['path']);
      const folder = path?.type === 'scalar' && !path.unknown ? sanitizeQuote(path.text, 50) : undefined;
      yield at(
        entry.key,
        folder === undefined
          ? l10n.t`The pod VM is not on the node: this folder of the node is not in it. Use a volume of another kind, or the runtime class kata.`
          : l10n.t`The pod VM is not on the node: ${folder} of the node is not in it. Use a volume of another kind, or the runtime class kata.`,
      );
    }
    const network = findMapEntry(findPodNode(manifest, ['spec']), 'hostNetwork');
    if (network !== undefined && isTrue(network.value))
      yield at(
        network.key,
        l10n.t`The pod VM has a network of its own: it does not see the network of the node. Remove hostNetwork, or use another runtime class.`,
      );
    for (const container of containersOf(manifest) ?? []) {
      const entry = findMapEntry(findYamlNode(container, ['securityContext']), 'privileged');
      if (entry === undefined || !isTrue(entry.value)) continue;
      yield {
        ...at(
          entry.key,
          l10n.t`A privileged container has its rights in the pod VM only: devices of the node do not reach it.`,
        ),
        severity: 'info',
      };
    }
  },
  examples: [
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: logs
spec:
  runtimeClassName: kata-remote
  hostNetwork: true
# ^^^^^^^^^^^ want
  initContainers:
    - name: prepare
      image: quay.io/example/prepare
      securityContext:
        privileged: true
#       ^^^^^^^^^^ want
  containers:
    - name: logs
      image: quay.io/example/logs
      volumeMounts:
        - name: logs
          mountPath: /logs
  volumes:
    - name: logs
      hostPath:
#     ^^^^^^^^ want
        path: /var/log
`,
      prefer: `
apiVersion: v1
kind: Pod
metadata:
  name: logs
spec:
  runtimeClassName: kata-remote
  initContainers:
    - name: prepare
      image: quay.io/example/prepare
  containers:
    - name: logs
      image: quay.io/example/logs
      volumeMounts:
        - name: logs
          mountPath: /logs
  volumes:
    - name: logs
      emptyDir: {}
`,
    },
  ],
});

function at({ start, end }: ScalarNode, message: string): Finding {
  return { start, end, message };
}

function isTrue(node: YamlNode): boolean {
  return node.type === 'scalar' && node.value === true && !node.unknown;
}
