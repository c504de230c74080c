import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { createExampleDeployment, createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { findPodNode } from '#server/engine/yaml/objects/podNode.ts';
import { isMisspelled } from '../shared/unknownFields.ts';
import { formatPath, isOwned } from './objects/ownedObject.ts';
import { lacks, listContainers, listItems, podPath, type PlacedItem } from './objects/podParts.ts';

/** Kinds whose specification requires a selector. A ReplicationController uses the labels of its template instead. */
const withSelector: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);

export default defineRule({
  id: 'kubernetes-missing-field',
  title: () => l10n.t`Missing required field of a Kubernetes object`,
  severity: 'error',
  appliesTo: [...workloadIds, 'Service', 'Ingress'],
  skipsPatches: true,
  mayBeAdded: true,
  why: () =>
    l10n.t`A field is missing without which the API server rejects the object (\`Required value\`): the name or the image of a container, the selector of a Deployment, StatefulSet, DaemonSet, or ReplicaSet, or the schedule of a CronJob. It also requires the restart policy of a Job, the action of a probe, the path type of an Ingress, and the names of the ports of a Service with several ports.

The rule checks workloads whose pods run in a Kata sandbox, and the other objects in their files. It reports nothing for a patch, which contains only a part of an object.

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
    if (kind.id === 'CronJob' && hasImages) yield* missing(spec, 'schedule', 'spec');
    if (kind.id === 'Service' || kind.id === 'Ingress') yield* checkNetwork(kind.id, spec);
    else if (isComplete) yield* checkPod(manifest, containers);
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

/** Reports the fields that a complete pod requires. */
function* checkPod(manifest: Manifest, containers: readonly PlacedItem[]): Generator<Finding> {
  const pod = findPodNode(manifest, ['spec']);
  const where = formatPath(podPath(manifest, 'spec'));
  const { id } = manifest.kind;
  if (pod?.type === 'map' && (id === 'Job' || id === 'CronJob') && containers.length > 0)
    yield* missing(pod, 'restartPolicy', where);
  if (pod?.type === 'map' && containers.length === 0) yield* missing(pod, 'containers', where);
  for (const { map, path } of containers)
    for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
      const node = findYamlNode(map, [probe]);
      if (node?.type !== 'map' || node.entries.some(({ key }) => key.unknown || key.text === '<<')) continue;
      const has = node.entries.some(({ key, value }) => handlers.includes(key.text) && !isNull(value));
      if (has || handlers.some((handler) => isMisspelled(node, handler))) continue;
      const { start, end } = findMapEntry(map, probe)?.key ?? node;
      yield { start, end, message: hasNo(formatPath([...path, probe]), handlers.join(', ')) };
    }
}

/** The actions of a probe. */
const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc'];

function isNull(node: YamlNode): boolean {
  return node.type === 'scalar' && !node.unknown && node.value === null;
}

/** Reports the fields that the ports of a Service and the paths of an Ingress require. */
function* checkNetwork(id: 'Service' | 'Ingress', spec: YamlNode): Generator<Finding> {
  const ports = id === 'Service' ? (listItems(findYamlNode(spec, ['ports']), ['spec', 'ports']) ?? []) : [];
  if (ports.length > 1) for (const { map, path } of ports) yield* missing(map, 'name', formatPath(path));
  const hosts = id === 'Ingress' ? (listItems(findYamlNode(spec, ['rules']), ['spec', 'rules']) ?? []) : [];
  for (const host of hosts)
    for (const { map, path } of listItems(findYamlNode(host.map, ['http', 'paths']), [...host.path, 'http', 'paths']) ??
      [])
      yield* missing(map, 'pathType', formatPath(path));
}

const hasNo = (where: string, field: string): string =>
  l10n.t`${where} has no ${field}, so the API server rejects the object.`;

function* missing(map: MapNode, field: string, where: string): Generator<Finding> {
  if (!lacks(map, field) || isMisspelled(map, field)) return;
  const { start, end } = firstKey(map);
  yield {
    start,
    end,
    message: hasNo(where, field),
    ...(field === 'selector' ? { changedBy: 'selectors' } : {}),
    ...(field === 'image' ? { changedBy: 'images' } : {}),
  };
}

function firstKey(map: MapNode): Pick<YamlNode, 'start' | 'end'> {
  return map.entries[0]?.key ?? map;
}
