/** Which uid a name has at the moment: what was deleted and made again has the same name, and is another object. */
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

  /** @returns the uid of the object that had the name before, and is gone */
  put(object: Named): string | undefined {
    const key = keyOf(object);
    const before = this.#uids.get(key);
    this.#uids.set(key, object.uid);
    return before === object.uid ? undefined : before;
  }

  /** Removes the oldest name. @returns its UID */
  forgetFirst(): string | undefined {
    const [first] = this.#uids;
    if (first === undefined) return undefined;
    this.#uids.delete(first[0]);
    return first[1];
  }

  /** @returns whether it was there: not another one of that name */
  delete(object: Named): boolean {
    return this.has(object) && this.#uids.delete(keyOf(object));
  }
}

function keyOf({ namespace, name }: Named): string {
  return `${namespace ?? ''}/${name}`;
}
