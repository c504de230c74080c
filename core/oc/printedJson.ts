/**
 * Returns JSON as `oc` and `kubectl` print objects with `--output=jsonpath`, with sorted keys.
 * @param value value without functions and cycles
 */
export function printedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
