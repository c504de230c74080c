import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { document112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';
import { containersOf, getPodRuntimeClass, isPeerPod } from '#server/engine/yaml/objects/podNode.ts';
import { otherFileFor } from '../../shared/exampleObjects.ts';
import { describeMissingGpuSupport, providersWithoutGpu } from '../../shared/gpuSupport.ts';
import { listConfigMaps } from './allowedTypes.ts';

const gpu = 'nvidia.com/gpu';

const remoteWithGpu = `${createExamplePod('  runtimeClassName: kata-remote')}      resources:\n        limits:\n          ${gpu}: 1\n#         ^^^^^^^^^^^^^^ want\n`;

export default defineRule({
  id: 'pod-gpu-support',
  title: () => l10n.t`GPU with limited or no support`,
  severity: 'info',
  appliesTo: workloadIds,
  needs: ['file'],
  why: () =>
    l10n.t`The pod uses a GPU. In OSC 1.12, GPUs on bare metal are a Technology Preview from OpenShift 4.21.9 and require x86_64. In peer pods on Azure, they are a Developer Preview. The documentation lists no support for GPUs on AWS and Google Cloud.

The rule reports only the documented support level. The pod might still run.`,
  source: [document112('1.2')],
  *check({ manifest, uri, workspace }) {
    const runtimeClass = getPodRuntimeClass(manifest);
    if (runtimeClass.state === 'named' && runtimeClass.name === 'kata-nvidia-gpu') {
      const { start, end } = runtimeClass.node;
      yield {
        start,
        end,
        message: l10n.t`In OSC 1.12, GPUs on bare metal are a Technology Preview from OpenShift 4.21.9, and require x86_64.`,
      };
      return;
    }
    const maps = workspace === undefined || !isPeerPod(manifest) ? [] : listConfigMaps(uri, workspace);
    const named = new Set(maps.map(({ object }) => object.values.get('CLOUD_PROVIDER')?.text ?? ''));
    const [name = ''] = named;
    if (named.size !== 1 || !providersWithoutGpu.has(name)) return;
    for (const container of containersOf(manifest) ?? [])
      for (const section of ['requests', 'limits']) {
        const entry = findMapEntry(findYamlNode(container, ['resources', section]), gpu);
        if (entry === undefined || entry.key.unknown) continue;
        yield {
          start: entry.key.start,
          end: entry.key.end,
          message: describeMissingGpuSupport(name),
        };
      }
  },
  examples: () => [
    { avoid: createExamplePod('  runtimeClassName: kata-nvidia-gpu\n#                   ^^^^^^^^^^^^^^^ want') },
    { avoid: remoteWithGpu, files: otherFileFor('aws') },
  ],
});
