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

/** Maximum length of texts for which results aren't cached, in characters. */
const shortText = 100;

/**
 * Returns a function that caches results that depend only on a document. Doesn't cache results for short texts. A file
 * can contain hundreds of thousands of short documents, and a map with an entry for each of them is slower.
 */
export function oncePerText<Key extends { readonly text: string }, Result extends object | boolean | number>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const known = oncePerObject(compute);
  return (key) => (key.text.length <= shortText ? compute(key) : known(key));
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
