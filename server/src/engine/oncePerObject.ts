/** Caches results for objects, such as documents, for as long as the objects exist. */

/**
 * Returns a function that computes the result for each object once. Checks ask for results of all documents of a file
 * after every edit, so known results must be fast.
 */
export function oncePerObject<Key extends object, Result extends object | boolean | number>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}

/** Like `oncePerObject`, for results that can be undefined. */
export function maybeOncePerObject<Key extends object, Result extends object | string>(
  compute: (key: Key) => Result | undefined,
): (key: Key) => Result | undefined {
  const results = new WeakMap<Key, Result | null>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known ?? undefined;
    const result = compute(key);
    results.set(key, result ?? null);
    return result;
  };
}
