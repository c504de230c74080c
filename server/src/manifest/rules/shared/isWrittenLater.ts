/** Determines whether a kustomization adds a value, so that its absence isn't a problem. */
import type { RuleContext } from '#server/engine/findings/rule.ts';
import type { PathSegment } from '#server/engine/yaml/node.ts';

/** Returns whether all kustomizations that build the object write the value at this path. */
export function isWrittenLater(
  { manifest, workspace, uri }: Pick<RuleContext, 'manifest' | 'workspace' | 'uri'>,
  path: readonly PathSegment[],
): boolean {
  return workspace?.overlays.write(uri, { id: manifest.kind.id, name: manifest.name }, path) === 'all';
}
