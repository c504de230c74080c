/** Files of very many KataConfigs: what is said of the first of them is clear for the rest. */
import type { RuleContext, Sibling } from '#server/engine/findings/rule.ts';

/** Of so many in one file something is said that is true of every KataConfig. */
export const saidOf = 20;

/** The KataConfigs before this one in the same file, as many as matter. */
export function earlierOnes({ earlier }: RuleContext): readonly Sibling[] {
  const found: Sibling[] = [];
  for (const sibling of earlier) {
    if (found.length >= saidOf) break;
    if (sibling.manifest.kind.id === 'KataConfig') found.push(sibling);
  }
  return found;
}
