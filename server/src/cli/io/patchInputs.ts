/** Adds the JSON files that kustomizations in the inputs use as patches. Most JSON files in a folder aren't patches. */
import { lstat } from 'node:fs/promises';
import { uriToPath } from '#server/engine/workspace/fileUri.ts';
import { readInput, type Input } from './inputs.ts';

/** Maximum length of a patch in bytes. */
const maxPatch = 500_000;

/**
 * Returns the inputs followed by the JSON patches. A patch that can't be read isn't an error, because it might be
 * generated.
 * @param patchFiles canonical URIs of all patch files
 */
export async function withJsonPatches(
  inputs: readonly Input[],
  patchFiles: ReadonlySet<string>,
): Promise<readonly Input[]> {
  const files = [...inputs];
  const known = new Set(inputs.map(({ uri }) => uri));
  for (const uri of patchFiles) {
    const file = /\.json$/i.test(uri) && !known.has(uri) ? uriToPath(uri) : undefined;
    if (file === undefined) continue;
    try {
      const info = await lstat(file);
      if (info.isFile() && info.size <= maxPatch) files.push(await readInput(file));
    } catch {
      // The values that the patch writes are unknown.
    }
  }
  return files;
}
