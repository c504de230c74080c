/** Keeps all objects of one resource type in list order. */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import type { KubeObject } from './kubeObject.ts';

/**
 * Returns the key that determines the order of an object. Names contain no slashes, so the objects of a namespace are
 * next to each other.
 */
export function getStoreKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

export class Collection {
  readonly #objects: Map<string, KubeObject>;
  #sorted: readonly string[] | undefined;

  constructor(objects: ReadonlyMap<string, KubeObject> = new Map()) {
    this.#objects = new Map(objects);
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): KubeObject | undefined {
    return this.#objects.get(key);
  }

  set(key: string, object: KubeObject): void {
    if (!this.#objects.has(key)) this.#sorted = undefined;
    this.#objects.set(key, object);
  }

  delete(key: string): void {
    if (this.#objects.delete(key)) this.#sorted = undefined;
  }

  copy(): Collection {
    return new Collection(this.#objects);
  }

  /** Returns the keys that start with the prefix and come after `after`, in order. */
  keys(prefix = '', after = ''): readonly string[] {
    this.#sorted ??= [...this.#objects.keys()].sort();
    const from = firstAfter(this.#sorted, after > prefix ? after : prefix, after <= prefix && prefix !== '');
    if (prefix === '') return from === 0 ? this.#sorted : this.#sorted.slice(from);
    let until = from;
    while (until < this.#sorted.length && (this.#sorted[until] ?? '').startsWith(prefix)) until += 1;
    return this.#sorted.slice(from, until);
  }
}

/** Returns the index of the first key that is greater than the given key, or equal to it if `orEqual` is set. */
function firstAfter(keys: readonly string[], key: string, orEqual: boolean): number {
  return findFirstIndex(keys.length, (index) => {
    const here = keys[index] ?? '';
    return orEqual ? here >= key : here > key;
  });
}
