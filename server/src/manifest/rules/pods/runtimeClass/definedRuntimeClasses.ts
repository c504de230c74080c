/** Runtime classes that files make themselves. */
import type { RuleContext } from '#server/engine/findings/rule.ts';

/** Some file of the workspace, or this one, makes a class of this name. */
export function isRuntimeClassDefined({ siblings, workspace }: RuleContext, name: string): boolean {
  return (
    siblings.some(({ manifest }) => manifest.kind.id === 'RuntimeClass' && manifest.name === name) ||
    (workspace?.of('RuntimeClass').some(({ object }) => object.name === name) ?? false)
  );
}
