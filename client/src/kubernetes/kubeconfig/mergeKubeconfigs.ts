/**
 * Merges several kubeconfigs. For each name, the complete entry of the first file applies. Source: client-go
 * documentation of `KUBECONFIG`. test/contract/kubectl/kubeconfig.test.ts compares the result with kubectl.
 */
import type { Entries } from './entries.ts';

/**
 * Merges the entries of several files.
 * @param files entries of each file, in the order in which the files are listed
 */
export function merge(files: readonly Entries[]): Entries {
  const currentContext = files.find((file) => file.currentContext !== undefined)?.currentContext;
  return {
    ...(currentContext === undefined ? {} : { currentContext }),
    clusters: first(files.map(({ clusters }) => clusters)),
    users: first(files.map(({ users }) => users)),
    contexts: first(files.map(({ contexts }) => contexts)),
    problems: files.flatMap(({ problems }) => problems),
  };
}

function first<T>(maps: readonly ReadonlyMap<string, T>[]): Map<string, T> {
  const merged = new Map<string, T>();
  for (const map of maps) for (const [name, entry] of map) if (!merged.has(name)) merged.set(name, entry);
  return merged;
}
