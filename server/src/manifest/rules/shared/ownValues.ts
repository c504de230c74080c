/** Lists the strings of an object, and recognizes workloads that use Kata. */
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { YamlNode, ScalarNode, PathSegment } from '#server/engine/yaml/node.ts';
import { getRuntimeClassName, listPodAnnotations } from '#server/engine/yaml/objects/podNode.ts';
import { isForKata } from '../pods/annotations/annotationKey.ts';
import { withoutQuotes } from './pastedValue.ts';

/** Returns whether the object belongs to OSC or is a pod that uses Kata. */
export function isOwnObject(manifest: Manifest): boolean {
  if (manifest.kind.podPath === undefined) return true;
  return (
    runtimeClassNamed(withoutQuotes(getRuntimeClassName(manifest) ?? '')) !== undefined ||
    listPodAnnotations(manifest).some(({ name }) => isForKata(name))
  );
}

/** Yields the strings below a node with their paths. */
export function* listStrings(
  node: YamlNode,
  path: readonly PathSegment[] = [],
): Generator<{ node: ScalarNode; path: readonly PathSegment[] }> {
  if (node.borrowed) return;
  if (node.type === 'scalar') {
    if (typeof node.value === 'string') yield { node, path };
  } else if (node.type === 'seq') {
    for (const [index, item] of node.items.entries()) yield* listStrings(item, [...path, index]);
  } else {
    for (const { key, value } of node.entries) yield* listStrings(value, [...path, key.text]);
  }
}
