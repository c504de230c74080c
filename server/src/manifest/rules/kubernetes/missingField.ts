import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { createExampleDeployment, createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { findYamlNode, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { isMisspelled } from '../shared/unknownFields.ts';
import { formatPath, isOwned } from './ownedObject.ts';
import { lacks, listContainers, podPath } from './podParts.ts';

/** Kinds whose specification requires a selector. A ReplicationController uses the labels of its template instead. */
const withSelector: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);

export default defineRule({
  id: 'kubernetes-missing-field',
  title: () => l10n.t`Missing required field of a pod or workload`,
  severity: 'error',
  appliesTo: workloadIds,
  skipsPatches: true,
  mayBeAdded: true,
  why: () =>
    l10n.t`A field is missing without which the API server rejects the object (\`Required value\`): the name or the image of a container, the selector of a Deployment, StatefulSet, DaemonSet, or ReplicaSet, or the schedule of a CronJob.

The rule checks workloads whose pods run in a Kata sandbox. It reports nothing for a patch, which contains only a part of an object.

Add the field.`,
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go',
    'kubernetes/kubernetes@2dd1588c pkg/apis/apps/validation/validation.go',
    'kubernetes/kubernetes@3989b185 pkg/apis/batch/validation/validation.go',
  ],
  *check({ manifest }) {
    if (!isOwned(manifest)) return;
    const { kind, root } = manifest;
    const spec = findYamlNode(root, ['spec']);
    const containers = listContainers(manifest) ?? [];
    const needsSelector = withSelector.has(kind.kind);
    // A patch usually lacks the selector or the images. If both are missing, the object is probably a patch.
    const isComplete = needsSelector
      ? findYamlNode(spec, ['selector']) !== undefined
      : containers.some(({ map }) => !lacks(map, 'image'));
    const hasImages = containers.every(({ map }) => !lacks(map, 'image'));
    for (const { map, path } of containers)
      for (const field of isComplete ? ['name', 'image'] : ['name']) yield* missing(map, field, formatPath(path));
    if (spec?.type !== 'map') return;
    const hasLabels = findYamlNode(root, podPath(manifest, 'metadata', 'labels')) !== undefined;
    if (needsSelector && hasImages && hasLabels && containers.length > 0) yield* missing(spec, 'selector', 'spec');
    if (kind.kind === 'CronJob' && hasImages) yield* missing(spec, 'schedule', 'spec');
  },
  examples: () => [
    {
      avoid: `${createExamplePod('  runtimeClassName: kata')}    - name: proxy
#     ^^^^ want
      command: [proxy]
`,
    },
    { avoid: createExampleDeployment({ selector: '', mark: '# ^^^^^^^^ want' }) },
  ],
});

function* missing(map: MapNode, field: string, where: string): Generator<Finding> {
  if (!lacks(map, field) || isMisspelled(map, field)) return;
  const { start, end } = firstKey(map);
  yield {
    start,
    end,
    message: l10n.t`${where} has no ${field}, so the API server rejects the object.`,
    ...(field === 'selector' ? { changedBy: 'selectors' } : {}),
    ...(field === 'image' ? { changedBy: 'images' } : {}),
  };
}

function firstKey(map: MapNode): Pick<YamlNode, 'start' | 'end'> {
  return map.entries[0]?.key ?? map;
}
