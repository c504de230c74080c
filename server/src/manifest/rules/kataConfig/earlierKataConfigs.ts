/** Limits how many KataConfigs of one file are compared, so that a file with very many of them stays fast. */
import type { RuleContext, Sibling } from '#server/engine/findings/rule.ts';

/** Maximum number of other KataConfigs in the same file that a KataConfig is compared with. */
export const maxComparedKataConfigs = 20;

/** Returns the KataConfigs before this one in the same file, at most `maxComparedKataConfigs`. */
export function listEarlierKataConfigs({ earlier }: RuleContext): readonly Sibling[] {
  const found: Sibling[] = [];
  for (const sibling of earlier) {
    if (found.length >= maxComparedKataConfigs) break;
    if (sibling.manifest.kind.id === 'KataConfig') found.push(sibling);
  }
  return found;
}
