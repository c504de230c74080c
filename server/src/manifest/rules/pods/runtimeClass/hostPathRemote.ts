import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { operator111 } from '#core/product/sources.ts';
import { findMapEntry, findYamlNode, getYamlString, type YamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { containersOf, findPodNode, isPeerPod } from '#server/engine/yaml/objects/podNode.ts';

/**
 * Returns a pod with a CSI driver.
 * @param lines the type of the volume that the driver mounts
 */
const csiPod = (...lines: readonly string[]) => `
apiVersion: v1
kind: Pod
metadata:
  name: storage
spec:
  runtimeClassName: kata-remote
  containers:
    - name: driver
      image: quay.io/example/driver
      volumeMounts:
        - name: mounts
          mountPath: /var/lib/kubelet
          mountPropagation: Bidirectional
  volumes:
    - name: mounts
${lines.map((line) => (line.startsWith('#') ? line : `      ${line}`)).join('\n')}
`;

export default defineRule({
  id: 'pod-hostpath-remote',
  title: () => l10n.t`Peer pod that requires access to its node`,
  severity: 'warning',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The pod uses the runtime class \`kata-remote\`, so it runs in a VM outside the node. No node directory is shared with the VM (\`shared_fs = "none"\`), the VM has its own network, and privileged containers can't access node devices (\`privileged_without_host_devices = true\`). Therefore, \`hostPath\` and \`hostNetwork\` don't give the pod access to the node.

The severity is information for \`privileged\`, because it still grants permissions inside the pod VM. It's also information for the \`hostPath\` of a CSI driver that runs in the pod, because the driver needs a directory in the pod VM.

Remove \`hostNetwork\`. Instead of \`hostPath\`, use another volume type or, for files on the node, the runtime class \`kata\`.`,
  source: [
    operator111('config/peerpods/mc-40-kata-remote-config.yaml'),
    operator111('config/peerpods/mc-50-crio-config.yaml'),
    'OSC 1.0 release notes (hostPath)',
    'openshift/cloud-api-adaptor@0e687e78 src/csi-wrapper/examples',
  ],
  *check({ manifest }) {
    if (!isPeerPod(manifest)) return;
    const volumes = findPodNode(manifest, ['spec', 'volumes']);
    for (const volume of volumes?.type === 'seq' ? volumes.items : []) {
      const entry = findMapEntry(volume, 'hostPath');
      // The user is still entering an empty one.
      if (entry?.value.type !== 'map') continue;
      const path = findYamlNode(entry.value, ['path']);
      const folder = path?.type === 'scalar' && !path.unknown ? sanitizeQuote(path.text, 50) : 'hostPath';
      if (isForVolumeDriver(manifest, volume))
        yield {
          ...at(entry.key, l10n.t`In a peer pod, ${folder} is a directory in the pod VM, not on the node.`),
          severity: 'info',
        };
      else
        yield at(
          entry.key,
          l10n.t`The pod VM doesn't run on the node and can't access ${folder} on the node. Use another volume type or the runtime class kata.`,
        );
    }
    const network = findMapEntry(findPodNode(manifest, ['spec']), 'hostNetwork');
    if (network !== undefined && isTrue(network.value))
      yield at(
        network.key,
        l10n.t`The pod VM has its own network and can't access the node network. Remove hostNetwork, or use another runtime class.`,
      );
    for (const container of containersOf(manifest) ?? []) {
      const entry = findMapEntry(findYamlNode(container, ['securityContext']), 'privileged');
      if (entry === undefined || !isTrue(entry.value)) continue;
      yield {
        ...at(
          entry.key,
          l10n.t`The container is privileged only inside the pod VM and can't access devices on the node.`,
        ),
        severity: 'info',
      };
    }
  },
  examples: () => [
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
    {
      avoid: csiPod('hostPath:', '#     ^^^^^^^^ want', '  path: /var/lib/kubelet', '  type: DirectoryOrCreate'),
      prefer: csiPod('emptyDir: {}'),
    },
  ],
});

/**
 * Returns whether a volume is probably for a CSI driver in the pod, which needs a directory of the pod VM. Source:
 * openshift/cloud-api-adaptor@0e687e78 src/csi-wrapper/examples.
 */
function isForVolumeDriver(manifest: Manifest, volume: YamlNode): boolean {
  const name = getYamlString(volume, ['name']);
  return (containersOf(manifest) ?? []).some((container) => {
    const words = [getYamlString(container, ['name']), getYamlString(container, ['image'])];
    if (words.some((word) => word?.includes('csi-'))) return true;
    const mounts = findYamlNode(container, ['volumeMounts']);
    return (
      mounts?.type === 'seq' &&
      mounts.items.some(
        (mount) =>
          getYamlString(mount, ['name']) === name && getYamlString(mount, ['mountPropagation']) === 'Bidirectional',
      )
    );
  });
}

function at({ start, end }: ScalarNode, message: string): Finding {
  return { start, end, message };
}

function isTrue(node: YamlNode): boolean {
  return node.type === 'scalar' && node.value === true && !node.unknown;
}
