/** Creates the part of a Kubernetes object that an operation of a JSON patch writes. */
import { formatKindApiVersion, type KindKnowledge } from '#core/kinds/field.ts';
import { findKubernetesKind, type KubernetesType } from '#core/kubernetes/tables.ts';
import { mapAt, stringNode } from '#server/engine/yaml/keyValue.ts';
import type { MapEntry, ScalarNode, YamlNode } from '#server/engine/yaml/node.ts';

/** Maximum index in a list whose items before it are filled in, so that messages contain the right index. */
const maxIndex = 100;

/**
 * Returns the entry at the top level of the object with the value at its path.
 * @param path keys and list indexes, each at its position in the patch
 * @returns undefined if the path can't be followed, for example because it isn't clear whether a number is an index
 */
export function createPatchedEntry(
  kind: KindKnowledge,
  path: readonly ScalarNode[],
  value: YamlNode,
): MapEntry | undefined {
  const created = createAt(path, value, findKubernetesKind(formatKindApiVersion(kind), kind.kind));
  return created?.type === 'map' ? created.entries[0] : undefined;
}

function createAt(
  [key, ...more]: readonly ScalarNode[],
  value: YamlNode,
  type: KubernetesType | undefined,
): YamlNode | undefined {
  if (key === undefined) return value;
  if (type?.type === 'list') {
    const inner = /^(?:\d{1,4}|-)$/.test(key.text) ? createAt(more, value, type.items) : undefined;
    if (inner === undefined) return undefined;
    // A dash appends an item at an unknown index.
    const index = key.text === '-' ? 0 : Math.min(Number(key.text), maxIndex);
    const others = Array.from({ length: index }, () => stringNode({ start: 0, end: 0 }, '', true));
    return { type: 'seq', start: key.start, end: key.end, items: [...others, inner], flow: false, borrowed: false };
  }
  if (type?.type !== 'object' && type?.type !== 'map') return undefined;
  const child = type.type === 'map' ? type.values : type.fields().get(key.text)?.type;
  // An unknown field is reported, regardless of its value.
  const inner = child === undefined ? stringNode({ start: 0, end: 0 }, '', true) : createAt(more, value, child);
  return inner === undefined ? undefined : mapAt(key, [{ key, value: inner, borrowed: false }]);
}
