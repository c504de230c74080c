/** Determines what another YAML extension already shows, so that the server doesn't repeat it. */
import type { KindKnowledge } from '#core/kinds/field.ts';
import type { PathSegment } from '#server/engine/yaml/node.ts';

/**
 * Returns whether another YAML extension covers the field. That extension uses this product's schema for kinds in the
 * product's API groups, and its own schema for the common fields of Kubernetes objects. It doesn't cover data keys,
 * annotations, and runtime classes.
 */
export function isKnownElsewhere({ ownGroup }: KindKnowledge, path: readonly PathSegment[]): boolean {
  const ours =
    path[0] === 'data' ||
    path[0] === 'stringData' ||
    path.includes('annotations') ||
    path.at(-1) === 'runtimeClassName';
  return ownGroup === true || !ours;
}
