/**
 * Reads the CustomResourceDefinitions (CRDs) and kustomizations next to the inputs. A call often names only some files
 * of a folder, such as the changed ones. But the CRD in the same folder determines which fields their objects can have,
 * and the kustomization whether a file is a patch.
 */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { findCustomKinds } from '#core/kinds/custom/customKinds.ts';
import { crdGroups, crdGroupsIn } from '#server/engine/workspace/crds/readCrds.ts';
import { mayBeKnown } from '#server/engine/yaml/manifest.ts';
import { readInput, type Input } from './inputs.ts';

/** Maximum number of folders, of files to read in each, and of bytes per file. */
const maxFolders = 20;
const maxKustomizations = 200;
const maxFiles = 100;
const maxSize = 5_000_000;

/**
 * Returns the API groups of the custom resources in the inputs whose objects are checked, in addition to those that
 * concern OSC.
 * @param checksAll true if the objects in all files are checked, not only those in files with an object of OSC
 */
export function customGroupsOf(inputs: readonly Input[], checksAll: boolean): ReadonlySet<string> {
  return new Set(
    inputs.flatMap((input) => {
      // A file that isn't indexed mentions no known kind.
      if (input.language !== 'yaml' || (input.released !== undefined && !checksAll)) return [];
      const { text } = input;
      return checksAll || mayBeKnown(text) ? [...findCustomKinds(text).groups] : [];
    }),
  );
}

/**
 * Returns the files with CRDs in the folders of the inputs. Files that can't be read are omitted.
 * @param groups API groups whose CRDs are needed, in addition to those that concern OSC
 */
export async function readNearbyCrds(inputs: readonly Input[], groups: ReadonlySet<string>): Promise<readonly Input[]> {
  const needed = [...crdGroups, ...groups];
  const mentions = (input: Input): boolean => {
    if (input.released !== undefined && groups.size === 0) return input.released.mentionsCrds;
    const { text } = input;
    return needed.some((group) => text.includes(group));
  };
  const known = new Set(inputs.flatMap(({ path: file }) => file ?? []));
  const folders = new Set(
    inputs.flatMap((input) => (input.path !== undefined && mentions(input) ? [path.dirname(input.path)] : [])),
  );
  const found: Input[] = [];
  for (const folder of [...folders].slice(0, maxFolders)) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(?:ya?ml|json)$/i.test(name)).sort();
    for (const file of names.slice(0, maxFiles).map((name) => path.join(folder, name))) {
      if (known.has(file)) continue;
      const input = await readSmall(file);
      if (input !== undefined && crdGroupsIn(input.text).some((group) => needed.includes(group))) found.push(input);
    }
  }
  return found;
}

/** The names of the file that kustomize reads in a folder. */
const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Returns the kustomizations in the folders of the inputs. Files that can't be read are omitted. */
export async function readNearbyKustomizations(inputs: readonly Input[]): Promise<readonly Input[]> {
  const known = new Set(inputs.flatMap(({ path: file }) => file ?? []));
  const folders = new Set([...known].map((file) => path.dirname(file)));
  const files = [...folders]
    .map((folder) => kustomizationNames.map((name) => path.join(folder, name)))
    .filter((names) => !names.some((name) => known.has(name)))
    .slice(0, maxKustomizations);
  const found: Input[] = [];
  for (const file of files.flat()) {
    const input = await readSmall(file);
    if (input !== undefined) found.push(input);
  }
  return found;
}

async function readSmall(file: string): Promise<Input | undefined> {
  try {
    const info = await lstat(file);
    return info.isFile() && info.size <= maxSize ? await readInput(file) : undefined;
  } catch {
    // The file isn't an input, so the user doesn't expect a message about it.
    return undefined;
  }
}
