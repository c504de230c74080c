/** Finds the Kata runtime classes of a cluster. */
import type { RuntimeClass } from '../cluster/watchedKinds/runtimeClass.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { knownRuntimeClasses, runtimeClassNamed } from '../product/runtimeClasses.ts';
import { listItems } from './snapshotIndex.ts';

/** Returns the runtime classes with a Kata name or handler, sorted by name. */
export function kataRuntimeClasses(snapshot: Snapshot): readonly RuntimeClass[] {
  return listItems(snapshot, 'runtimeClasses')
    .filter(isOfKata)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Returns the names of runtime classes whose pods use Kata: those of the cluster, and those that the operator is known
 * to create, because the user might not have permission to list runtime classes.
 */
export function listKataClassNames(snapshot: Snapshot): readonly string[] {
  return [...new Set([...knownRuntimeClasses, ...kataRuntimeClasses(snapshot)].map(({ name }) => name))];
}

function isOfKata({ name, handler }: RuntimeClass): boolean {
  return runtimeClassNamed(name) !== undefined || /^kata(?:-|$)/.test(handler);
}
