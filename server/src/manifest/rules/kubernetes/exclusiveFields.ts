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
import { findPodNode } from '#server/engine/yaml/objects/podNode.ts';
import { formatPath, isOwned } from './objects/ownedObject.ts';
import { listContainers, listItems, podPath } from './objects/podParts.ts';

/** Actions of probes and lifecycle hooks, of which each can have one. */
const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

export default defineRule({
  id: 'kubernetes-exclusive-fields',
  title: () => l10n.t`Fields that exclude each other`,
  severity: 'error',
  appliesTo: [...workloadIds, 'PodDisruptionBudget'],
  skipsPatches: true,
  why: () =>
    l10n.t`The API server rejects an object that sets two fields of which only one is allowed: two sources of a volume, two actions of a probe or lifecycle hook (\`may not specify more than 1 handler type\`), or \`value\` and \`valueFrom\` of an environment variable (\`may not be specified when "value" is not empty\`). It also rejects both bounds of a PodDisruptionBudget, and \`rollingUpdate\` with the strategy \`Recreate\`.

The rule checks workloads whose pods run in a Kata sandbox, and the other objects in their files.

Remove one of the fields.`,
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go (validateVolumeSource, validateHandler, validateEnvVarValueFrom)',
  ],
  *check({ manifest }) {
    if (!isOwned(manifest)) return;
    const volumes = listItems(findPodNode(manifest, ['spec', 'volumes']), podPath(manifest, 'spec', 'volumes')) ?? [];
    for (const { map, path } of volumes) yield* atMostOne(map, ({ key }) => key.text !== 'name', path);
    const spec = findYamlNode(manifest.root, ['spec']);
    if (manifest.kind.id === 'PodDisruptionBudget' && spec?.type === 'map')
      yield* atMostOne(spec, ({ key }) => ['minAvailable', 'maxUnavailable'].includes(key.text), ['spec']);
    if (manifest.kind.id === 'Deployment') yield* checkStrategy(findYamlNode(spec, ['strategy']));
    for (const { map, path } of listContainers(manifest) ?? []) {
      for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe'])
        yield* checkHandler(findYamlNode(map, [probe]), [...path, probe]);
      for (const hook of ['postStart', 'preStop'])
        yield* checkHandler(findYamlNode(map, ['lifecycle', hook]), [...path, 'lifecycle', hook]);
      for (const variable of listItems(findYamlNode(map, ['env']), [...path, 'env']) ?? [])
        yield* checkVariable(variable.map, variable.path);
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

type Path = readonly PathSegment[];

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

function checkHandler(node: YamlNode | undefined, where: Path): readonly Finding[] {
  return node?.type === 'map' ? [...atMostOne(node, ({ key }) => handlers.includes(key.text), where)] : [];
}

/** Reports the second one of the fields with a value. A null is the same as no field. */
function* atMostOne(map: MapNode, isCounted: (entry: MapEntry) => boolean, where: Path): Generator<Finding> {
  const found = map.entries.filter(
    (entry) =>
      !entry.key.unknown &&
      !entry.key.text.startsWith('$') &&
      isCounted(entry) &&
      !(entry.value.type === 'scalar' && entry.value.value === null),
  );
  const [first, second] = found;
  if (first === undefined || second === undefined || first.key.text === second.key.text) return;
  yield exclusive(second, first, where);
}

function* checkVariable(map: MapNode, where: Path): Generator<Finding> {
  const value = findMapEntry(map, 'value');
  const from = findMapEntry(map, 'valueFrom');
  if (value === undefined || from?.value.type !== 'map') return;
  const isEmpty = value.value.type === 'scalar' && (value.value.value === null || value.value.text === '');
  if (!isEmpty) yield exclusive(from, value, where);
}

function exclusive({ key }: MapEntry, { key: other }: MapEntry, where: Path): Finding {
  return {
    start: key.start,
    end: key.end,
    message: l10n.t`${formatPath(where)} has ${other.text} and ${key.text}, but can have only one of them, so the API server rejects the object.`,
  };
}
