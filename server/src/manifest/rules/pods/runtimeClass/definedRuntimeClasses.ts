/** Finds runtime classes that are defined in files. */
import type { RuleContext } from '#server/engine/findings/rule.ts';

/** Returns whether this file or another file of the workspace defines a runtime class with this name. */
export function isRuntimeClassDefined({ siblings, workspace }: RuleContext, name: string): boolean {
  return (
    siblings.some(({ manifest }) => manifest.kind.id === 'RuntimeClass' && manifest.name === name) ||
    (workspace?.of('RuntimeClass').some(({ object }) => object.name === name) ?? false)
  );
}
