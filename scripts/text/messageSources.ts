/** Lists the source files with messages for users. */
import path from 'node:path';
import { glob } from 'tinyglobby';

/**
 * Source files with user-facing strings. Excludes the simulator, whose strings imitate a cluster, and tests and
 * scripts, whose strings are for developers.
 */
const sources = [
  'core/**/*.ts',
  'server/src/**/*.ts',
  'client/src/**/*.ts',
  'gather/src/**/*.ts',
  'snippets/*.ts',
  'scripts/generate/{manifest,tour}.ts',
];

/** Returns the paths of the source files in the repository, sorted. */
export async function listMessageSources(root: string): Promise<readonly string[]> {
  return (await glob(sources, { cwd: root })).map((name) => name.split(path.sep).join('/')).sort();
}
