import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { formatNames } from '#core/text/phrases.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findMapEntry, findYamlNode, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { findPodNode, getRuntimeClassName, isWhole } from '#server/engine/yaml/objects/podNode.ts';

const local = createExamplePod('  runtimeClassName: kata');

export default defineRule({
  id: 'pod-no-memory-limit',
  title: () => l10n.t`Kata pod without a memory limit`,
  severity: 'hint',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The VM of the pod starts with 2Gi of memory, unless the annotation \`default_memory\` sets another amount. The memory limits of the containers are added to this amount. Containers without a memory limit share the initial memory with the guest kernel and the file cache. If this memory runs out, the guest kernel can terminate any process in the VM.

Set a memory limit for each container.`,
  source: ['OSC 1.5 §2.1.1'],
  *check({ manifest }) {
    if (getRuntimeClassName(manifest) !== 'kata' || !isWhole(manifest)) return;
    if (findPodNode(manifest, ['spec', 'resources']) !== undefined) return;
    const list = findPodNode(manifest, ['spec', 'containers']);
    if (list?.type !== 'seq') return;
    const unlimited = list.items.filter((item): item is MapNode => item.type === 'map' && hasNoLimit(item));
    const names = unlimited.flatMap((item) => nameOf(item) ?? []);
    const [first] = names;
    if (first === undefined) return;
    yield {
      start: first.start,
      end: first.end,
      message: l10n.t`These containers have no memory limit: ${formatNames(names.map(({ text }) => text))}. They share the VM's initial memory with the guest kernel, which can terminate any process in the VM if this memory runs out.`,
    };
  },
  examples: () => [
    {
      avoid: local.replace('- name: web\n', '- name: web\n#           ^^^ want\n'),
      prefer: `${local}      resources:\n        limits:\n          memory: 512Mi\n`,
    },
  ],
});

/** Returns whether a container definitely has no memory limit. */
function hasNoLimit(container: MapNode): boolean {
  let node: YamlNode = container;
  for (const step of ['resources', 'limits', 'memory']) {
    if (node.type !== 'map' || node.entries.some(({ key }) => key.unknown)) return false;
    const value: YamlNode | undefined = findMapEntry(node, step)?.value;
    if (value === undefined || (value.type === 'scalar' && !value.unknown && value.value === null)) return true;
    node = value;
  }
  return false;
}

function nameOf(
  container: MapNode,
): { readonly start: number; readonly end: number; readonly text: string } | undefined {
  const name = findYamlNode(container, ['name']);
  return name?.type === 'scalar' && !name.unknown && !name.borrowed ? name : undefined;
}
