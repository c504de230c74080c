/** Lists the releases that a user can compare with. Doesn't use VS Code. */
import { releasesNewestFirst } from '#core/product/releases.ts';
import { labelOf, type ReleaseChoice } from '../releaseChoices.ts';

/** Returns the releases to compare with, the newest release first. Previews are last. */
export function comparedChoices(inForce: string): readonly ReleaseChoice[] {
  return releasesNewestFirst
    .filter(({ id }) => id !== inForce)
    .map((release) => ({ id: release.id, label: labelOf(release), description: '' }));
}
