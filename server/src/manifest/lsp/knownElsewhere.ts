/** What another YAML extension says already, so that it is not said twice. */
import type { KindKnowledge } from '#core/kinds/field.ts';
import type { PathSegment } from '#server/engine/yaml/node.ts';

/**
 * It has our schema for the kinds of our own groups, and its own for what all Kubernetes objects share. Data keys,
 * annotations and runtime classes are known to us alone.
 */
export function isKnownElsewhere({ ownGroup }: KindKnowledge, path: readonly PathSegment[]): boolean {
  const ours =
    path[0] === 'data' ||
    path[0] === 'stringData' ||
    path.includes('annotations') ||
    path.at(-1) === 'runtimeClassName';
  return ownGroup === true || !ours;
}
