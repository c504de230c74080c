/** Finds the Kata runtime classes of a cluster. */
import type { RuntimeClass } from '../cluster/watchedKinds/runtimeClass.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { runtimeClassNamed } from '../product/runtimeClasses.ts';
import { listItems } from './snapshotIndex.ts';

/** Returns the runtime classes with a Kata name or handler, sorted by name. */
export function kataRuntimeClasses(snapshot: Snapshot): readonly RuntimeClass[] {
  return listItems(snapshot, 'runtimeClasses')
    .filter(isOfKata)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function isOfKata({ name, handler }: RuntimeClass): boolean {
  return runtimeClassNamed(name) !== undefined || /^kata(?:-|$)/.test(handler);
}
