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
