import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import {
  findMapEntry,
  findYamlNode,
  type MapEntry,
  type MapNode,
  type PathSegment,
  type YamlNode,
} from '#server/engine/yaml/node.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { formatPath, isCheckedObject } from './objects/checkedObject.ts';
import { lacks, listContainers, listItems, listMaps, listVolumes } from './objects/podParts.ts';

/** Actions of probes and lifecycle hooks, of which each can have one. */
const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

export default defineRule({
  id: 'kubernetes-exclusive-fields',
  title: () => l10n.t`Conflicting fields in a Kubernetes object`,
  severity: 'error',
  appliesTo: [...workloadIds, 'PodDisruptionBudget', 'Service'],
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The API server rejects an object that sets two conflicting fields. Examples are two sources of a volume, two actions of a probe or lifecycle hook (\`may not specify more than 1 handler type\`), and \`value\` with \`valueFrom\` in an environment variable (\`may not be specified when "value" is not empty\`). The API server also rejects both bounds of a PodDisruptionBudget, \`rollingUpdate\` with the strategy \`Recreate\`, and \`nodePort\` in a Service of the type \`ClusterIP\`, which is the default.

Remove one of the fields.`,
    ),
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go (validateVolumeSource, validateHandler, validateEnvVarValueFrom)',
    'kubernetes/kubernetes@000f2605 pkg/apis/core/validation/validation.go (ValidateService)',
  ],
  *check({ manifest, text }) {
    if (!isCheckedObject(manifest)) return;
    for (const { map, path } of listVolumes(manifest) ?? [])
      yield* atMostOne(
        map,
        (name) => name !== 'name',
        () => path,
      );
    const spec = findYamlNode(manifest.root, ['spec']);
    if (manifest.kind.id === 'PodDisruptionBudget' && spec?.type === 'map')
      yield* atMostOne(spec, isBound, () => ['spec']);
    if (manifest.kind.id === 'Service' && spec?.type === 'map') yield* checkNodePorts(spec, text.includes('{{'));
    if (manifest.kind.id === 'Deployment') yield* checkStrategy(findYamlNode(spec, ['strategy']));
    for (const { map, path } of listContainers(manifest) ?? []) {
      for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe'])
        yield* checkHandler(findMapEntry(map, probe)?.value, () => [...path, probe]);
      const lifecycle = findMapEntry(map, 'lifecycle')?.value;
      for (const hook of lifecycle === undefined ? [] : ['postStart', 'preStop'])
        yield* checkHandler(findMapEntry(lifecycle, hook)?.value, () => [...path, 'lifecycle', hook]);
      const variables = listMaps(map, 'env') ?? [];
      for (const variable of variables)
        yield* checkVariable(variable, () => [...path, 'env', variables.indexOf(variable)]);
    }
  },
  examples: () => [
    {
      avoid: `${createExamplePod('  runtimeClassName: kata')}      readinessProbe:
        httpGet:
          port: 8080
        tcpSocket:
#       ^^^^^^^^^ want
          port: 8080
`,
    },
  ],
});

/** Returns a path. Paths are needed only for findings. */
type Path = () => readonly PathSegment[];

const isHandler = (name: string): boolean => handlers.includes(name);
const isBound = (name: string): boolean => name === 'minAvailable' || name === 'maxUnavailable';

/** Reports the parameters of a rolling update for another strategy. */
function* checkStrategy(strategy: YamlNode | undefined): Generator<Finding> {
  const type = findMapEntry(strategy, 'type');
  const update = findMapEntry(strategy, 'rollingUpdate');
  if (type?.value.type !== 'scalar' || type.value.text !== 'Recreate' || update?.value.type !== 'map') return;
  const { start, end } = update.key;
  yield {
    start,
    end,
    message: l10n.t`The strategy Recreate can't have rollingUpdate, so the API server rejects the object.`,
  };
}

/**
 * Reports the node ports of a Service of the type ClusterIP. A Service without a type and a selector might be a patch,
 * and a template might add the type.
 */
function* checkNodePorts(spec: MapNode, isTemplate: boolean): Generator<Finding> {
  const type = findMapEntry(spec, 'type')?.value;
  const isDefault = lacks(spec, 'type') && !lacks(spec, 'selector') && !isTemplate;
  if (!isDefault && (type?.type !== 'scalar' || type.unknown || type.value !== 'ClusterIP')) return;
  for (const { map, path } of listItems(findYamlNode(spec, ['ports']), ['spec', 'ports']) ?? []) {
    const port = findMapEntry(map, 'nodePort');
    if (port?.value.type !== 'scalar' || typeof port.value.value !== 'number' || port.value.value === 0) continue;
    const { start, end } = port.key;
    yield {
      start,
      end,
      message: l10n.t`${formatPath([...path, 'nodePort'])} can't be set in a Service of the type ClusterIP, so the API server rejects the object.`,
    };
  }
}

function checkHandler(node: YamlNode | undefined, where: Path): readonly Finding[] {
  return node?.type === 'map' ? atMostOne(node, isHandler, where) : [];
}

/** Reports the second one of the fields with a value. A null is the same as no field. */
function atMostOne(map: MapNode, isCounted: (name: string) => boolean, where: Path): readonly Finding[] {
  if (map.entries.length < 2) return [];
  const found = map.entries.filter(
    ({ key, value }) =>
      !key.unknown &&
      !key.text.startsWith('$') &&
      isCounted(key.text) &&
      !(value.type === 'scalar' && value.value === null),
  );
  const [first, second] = found;
  if (first === undefined || second === undefined || first.key.text === second.key.text) return [];
  return [exclusive(second, first, where())];
}

function checkVariable(map: MapNode, where: Path): readonly Finding[] {
  const from = findMapEntry(map, 'valueFrom');
  const value = from === undefined ? undefined : findMapEntry(map, 'value');
  if (value === undefined || from?.value.type !== 'map') return [];
  const isEmpty = value.value.type === 'scalar' && (value.value.value === null || value.value.text === '');
  return isEmpty ? [] : [exclusive(from, value, where())];
}

function exclusive({ key }: MapEntry, { key: other }: MapEntry, path: readonly PathSegment[]): Finding {
  return {
    start: key.start,
    end: key.end,
    message: l10n.t`${formatPath(path)} has ${other.text} and ${key.text}, but can have only one of them, so the API server rejects the object.`,
  };
}
