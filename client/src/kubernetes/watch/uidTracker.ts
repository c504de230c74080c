/**
 * Tracks the current UID of each name. An object that was deleted and created again has the same name but is a
 * different object.
 */
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';

type Named = Pick<ClusterObject, 'name' | 'namespace' | 'uid'>;

export class UidTracker {
  readonly #uids = new Map<string, string>();

  get size(): number {
    return this.#uids.size;
  }

  has(object: Named): boolean {
    return this.#uids.get(keyOf(object)) === object.uid;
  }

  /**
   * Stores the UID of an object.
   * @returns the UID of the object that previously had this name and was replaced
   */
  put(object: Named): string | undefined {
    const key = keyOf(object);
    const before = this.#uids.get(key);
    this.#uids.set(key, object.uid);
    return before === object.uid ? undefined : before;
  }

  /**
   * Removes the oldest name.
   * @returns the UID of its object
   */
  forgetFirst(): string | undefined {
    const [first] = this.#uids;
    if (first === undefined) return undefined;
    this.#uids.delete(first[0]);
    return first[1];
  }

  /**
   * Removes an object.
   * @returns false if the name is unknown or belongs to another object
   */
  delete(object: Named): boolean {
    return this.has(object) && this.#uids.delete(keyOf(object));
  }
}

function keyOf({ namespace, name }: Named): string {
  return `${namespace ?? ''}/${name}`;
}
