/**
 * Finds values with the wrong type in the common fields of all objects, and in fields of pods and installation objects.
 */
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type PathSegment, type YamlNode } from '#server/engine/yaml/node.ts';
import { isForKata } from '../pods/annotations/annotationKey.ts';

/** A value with a different type than the API server requires. */
export interface WrongValue {
  readonly node: YamlNode;
  readonly path: readonly PathSegment[];
  readonly expected: 'string' | 'integer' | 'object';
}

const words = (text: string): readonly string[] => text.split(' ');

/** String fields by kind. */
const strings: Readonly<Record<string, readonly string[]>> = {
  Secret: ['type'],
  Subscription: words(
    'spec.channel spec.name spec.source spec.sourceNamespace spec.startingCSV spec.installPlanApproval',
  ),
  CatalogSource: words('spec.sourceType spec.image spec.address spec.displayName spec.publisher'),
  RuntimeClass: ['handler'],
  NodeFeatureDiscovery: words('spec.operand.image spec.operand.imagePullPolicy spec.workerConfig.configData'),
};

const integers: Readonly<Record<string, readonly string[]>> = { NodeFeatureDiscovery: ['spec.operand.servicePort'] };

/** Returns the values with the wrong type. Returns none for the output of a kustomization. */
export function* listWrongValues(manifest: Manifest): Generator<WrongValue> {
  const { kind, root, part } = manifest;
  if (part === 'generator') return;
  const podPath = kind.podPath ?? [];
  for (let depth = 0; depth <= podPath.length; depth += 1) {
    const base = podPath.slice(0, depth);
    for (const field of ['name', 'namespace', 'generateName'])
      yield* checkField(root, [...base, 'metadata', field], 'string');
    for (const field of ['labels', 'annotations']) yield* checkPairs(root, [...base, 'metadata', field]);
  }
  for (const field of strings[kind.kind] ?? []) yield* checkField(root, field.split('.'), 'string');
  for (const field of integers[kind.kind] ?? []) yield* checkField(root, field.split('.'), 'integer');
  if (kind.podPath !== undefined) yield* checkField(root, [...podPath, 'spec', 'runtimeClassName'], 'string');
}

/** Checks a mapping whose values must be strings. Another rule checks the values of Kata annotations. */
function* checkPairs(root: YamlNode, path: readonly string[]): Generator<WrongValue> {
  const pairs = findYamlNode(root, path);
  if (pairs?.type !== 'map') {
    yield* checkField(root, path, 'object');
    return;
  }
  const isAnnotation = path.at(-1) === 'annotations';
  for (const { key } of pairs.entries)
    if (!key.unknown && !(isAnnotation && isForKata(key.text))) yield* checkField(root, [...path, key.text], 'string');
}

function* checkField(root: YamlNode, path: readonly string[], expected: WrongValue['expected']): Generator<WrongValue> {
  const node = findYamlNode(root, path);
  // The API server drops a null and uses the default.
  if (node === undefined || (node.type === 'scalar' && (node.unknown || node.value === null))) return;
  const isRight =
    node.type === 'scalar'
      ? expected === 'integer'
        ? Number.isInteger(node.value)
        : typeof node.value === expected
      : node.type === 'map' && expected === 'object';
  if (!isRight) yield { node, path, expected };
}
