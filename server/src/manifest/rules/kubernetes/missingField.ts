import * as l10n from '@vscode/l10n';
import { checkedKindIds } from '#core/kinds/listedKinds.ts';
import { alternativeFields, findRequiredFields } from '#core/kubernetes/requiredFields.ts';
import { formatAlternatives } from '#core/text/grammar.ts';
import { createExampleDeployment, createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapNode, type PathSegment, type YamlNode } from '#server/engine/yaml/node.ts';
import { findPodNode } from '#server/engine/yaml/objects/podNode.ts';
import { findOtherVersionFields } from '../agentSandbox/findOtherVersionFields.ts';
import { isMisspelled } from '../shared/unknownFields.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { isListedObject } from './objects/listedObjects.ts';
import { formatPath, isCheckedObject, walkCheckedObject } from './objects/checkedObject.ts';
import { isPartial } from './objects/partialObject.ts';
import { lacks, listContainers, listItems, podPath, type PlacedItem } from './objects/podParts.ts';
import type { TypedObject } from './objects/walkFields.ts';

/** Kinds whose specification requires a selector. A ReplicationController uses the labels of its template instead. */
const withSelector: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);

export default defineRule({
  id: 'kubernetes-missing-field',
  title: () => l10n.t`Missing required field of a Kubernetes object`,
  severity: 'error',
  appliesTo: checkedKindIds,
  skipsPatches: true,
  mayBeAdded: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The object lacks a field that the API server requires (\`Required value\`), such as the image of a container, the selector of a Deployment, the schedule of a CronJob, or the name of an environment variable. Some objects require one of several fields. For example, a probe requires an action.

The rule reports nothing for a patch, which contains only a part of an object.

Add the field.`,
    ),
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go',
    'kubernetes/kubernetes@000f2605 pkg/apis/core/validation/validation.go',
    'kubernetes/kubernetes@2dd1588c pkg/apis/apps/validation/validation.go',
    'kubernetes/kubernetes@3989b185 pkg/apis/batch/validation/validation.go',
  ],
  *check({ manifest }) {
    if (!isCheckedObject(manifest) || isPartial(manifest)) return;
    const { kind, root } = manifest;
    const spec = findYamlNode(root, ['spec']);
    const containers = listContainers(manifest) ?? [];
    const needsSelector = withSelector.has(kind.kind);
    // A patch usually lacks the selector or the images. If both are missing, the object is probably a patch.
    const isComplete = needsSelector
      ? findYamlNode(spec, ['selector']) !== undefined
      : containers.some(({ map }) => !lacks(map, 'image'));
    const hasImages = containers.every(({ map }) => !lacks(map, 'image'));
    const fields = isComplete && !hasImageTrigger(manifest) ? ['name', 'image'] : ['name'];
    for (const { map, path } of containers) for (const field of fields) yield* missing(map, field, path);
    const isPart = kind.podPath !== undefined && !isComplete;
    if (!isPart) for (const object of walkCheckedObject(manifest).objects) yield* checkType(object, manifest);
    if (isListedObject(manifest)) yield* checkName(manifest);
    if (spec?.type !== 'map') return;
    const hasLabels = findYamlNode(root, podPath(manifest, 'metadata', 'labels')) !== undefined;
    if (needsSelector && hasImages && hasLabels && containers.length > 0) yield* missing(spec, 'selector', ['spec']);
    if (kind.id === 'Service') yield* checkPorts(spec);
    else if (kind.id === 'CronJob') yield* checkCronJob(manifest, spec, hasImages ? containers : []);
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

/**
 * Reports metadata without a name. For workloads that run in a Kata sandbox, another rule reports it. An object without
 * metadata is probably a fragment. The API server generates the name of a LimitRange (verified with kube-apiserver
 * 1.20.2).
 */
function* checkName({ kind, root }: Manifest): Generator<Finding> {
  const metadata = findYamlNode(root, ['metadata']);
  if (metadata?.type !== 'map' || kind.id === 'LimitRange') return;
  if (lacks(metadata, 'generateName')) yield* missing(metadata, 'name', ['metadata']);
}

/**
 * Returns whether an image stream provides an image. OpenShift accepts containers without an image then, see
 * openshift/openshift-apiserver@0d8884e9 pkg/apps/apis/apps/validation/validation.go (handleEmptyImageReferences).
 */
function hasImageTrigger({ kind, root }: Manifest): boolean {
  const triggers = kind.id === 'DeploymentConfig' ? findYamlNode(root, ['spec', 'triggers']) : undefined;
  return (
    triggers?.type === 'seq' && triggers.items.some((item) => findMapEntry(item, 'imageChangeParams') !== undefined)
  );
}

/** Reports a CronJob without a schedule. If the restart policy is also missing, the object is probably a patch. */
function* checkCronJob(manifest: Manifest, spec: MapNode, containers: readonly PlacedItem[]): Generator<Finding> {
  const pod = findPodNode(manifest, ['spec']);
  const lacksPolicy = pod?.type === 'map' && lacks(pod, 'restartPolicy') && !isMisspelled(pod, 'restartPolicy');
  if (containers.length === 0 || (lacksPolicy && lacks(spec, 'schedule') && !isMisspelled(spec, 'schedule'))) return;
  yield* missing(spec, 'schedule', ['spec']);
  yield* checkPod(manifest, containers);
}

/** Reports the fields that a complete pod requires. */
function* checkPod(manifest: Manifest, containers: readonly PlacedItem[]): Generator<Finding> {
  const pod = findPodNode(manifest, ['spec']);
  const where = podPath(manifest, 'spec');
  const { id } = manifest.kind;
  if (pod?.type === 'map' && (id === 'Job' || id === 'CronJob') && containers.length > 0)
    yield* missing(pod, 'restartPolicy', where);
  if (pod?.type === 'map' && containers.length === 0) yield* missing(pod, 'containers', where);
}

/** Reports the fields that the type of an object requires. */
function* checkType({ node, path, type }: TypedObject, manifest: Manifest): Generator<Finding> {
  const { kind } = manifest.kind;
  // Another rule reports a field of another version, and its fix adds the missing field.
  const renamed = findOtherVersionFields(manifest).flatMap(({ map, about }) => (map === node ? [about.instead] : []));
  for (const field of findRequiredFields(type) ?? [])
    if (!renamed.includes(field)) yield* missing(node, field, path, kind);
  const alternatives = Object.hasOwn(alternativeFields, type) ? alternativeFields[type] : undefined;
  if (alternatives === undefined || alternatives.some((field) => !lacks(node, field) || isMisspelled(node, field)))
    return;
  const { start, end } = firstKey(node);
  yield { start, end, message: hasNo(formatPlace(path, kind), formatAlternatives(alternatives)) };
}

/** Reports a Service without ports, and ports without a name. Only a single port can lack it. */
function* checkPorts(spec: MapNode): Generator<Finding> {
  if (requiresPorts(spec)) yield* missing(spec, 'ports', ['spec']);
  const ports = listItems(findYamlNode(spec, ['ports']), ['spec', 'ports']) ?? [];
  if (ports.length > 1) for (const { map, path } of ports) yield* missing(map, 'name', path);
}

/**
 * Returns whether a Service needs ports: it isn't headless and doesn't refer to an external name. A Service without a
 * selector might be a patch.
 */
function requiresPorts(spec: MapNode): boolean {
  const type = findYamlNode(spec, ['type']);
  return (
    !lacks(spec, 'selector') &&
    ['clusterIP', 'clusterIPs'].every((field) => lacks(spec, field)) &&
    (type === undefined || (type.type === 'scalar' && !type.unknown && type.text !== 'ExternalName'))
  );
}

const hasNo = (where: string, field: string): string =>
  l10n.t`${where} has no ${field}, so the API server rejects the object.`;

const formatPlace = (path: readonly PathSegment[], kind: string): string =>
  path.length === 0 ? kind : formatPath(path);

/**
 * Reports a field that a mapping lacks.
 * @param kind the kind of the object, if the mapping can be the object itself
 */
function* missing(map: MapNode, field: string, path: readonly PathSegment[], kind = ''): Generator<Finding> {
  if (!lacks(map, field) || isMisspelled(map, field)) return;
  const { start, end } = firstKey(map);
  yield {
    start,
    end,
    message: hasNo(formatPlace(path, kind), field),
    ...(field === 'selector' ? { changedBy: 'selectors' } : {}),
    ...(field === 'image' ? { changedBy: 'images' } : {}),
  };
}

function firstKey(map: MapNode): Pick<YamlNode, 'start' | 'end'> {
  return map.entries[0]?.key ?? map;
}
