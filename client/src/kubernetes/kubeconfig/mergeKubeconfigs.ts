/**
 * Several kubeconfigs as one. The first file that says something of a name is the one that counts, whole: client-go's
 * documentation of `KUBECONFIG`, and kubectl beside us in test/contract/kubectl/kubeconfig.test.ts.
 */
import type { Entries } from './entries.ts';

/** @param files in the order in which they are listed */
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
