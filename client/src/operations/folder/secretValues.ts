/**
 * Compares Secrets without showing their values. Each value is replaced by a placeholder before anything else uses the
 * object. Doesn't use VS Code.
 */
import { redactedValue } from '#core/cluster/watchedKinds/configMap.ts';
import { getMap, isJsonObject, type JsonObject } from '#core/common/json.ts';

/** Placeholder of a value that applying the object changes. */
const changedValue = `${redactedValue} (changed)`;

/** Mappings of a Secret with values to hide. `kubectl apply` stores a copy of a Secret in an annotation. */
const hidden: readonly (readonly string[])[] = [['data'], ['stringData'], ['metadata', 'annotations']];

/** Two states of a Secret with placeholders. The placeholders differ where the values differ. */
export interface HiddenSecrets {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
}

/** Replaces the values of two states of a Secret. */
export function hideSecretValues(before: JsonObject | undefined, after: JsonObject): HiddenSecrets {
  let [left, right] = [before, after];
  for (const path of hidden) {
    const [old, next] = [getMap(before, ...path), getMap(after, ...path)];
    right = withMap(right, path, (key) =>
      before !== undefined && Object.hasOwn(old, key) && old[key] !== next[key] ? changedValue : redactedValue,
    );
    if (left !== undefined) left = withMap(left, path, () => redactedValue);
  }
  return { before: left, after: right };
}

function withMap(
  object: JsonObject,
  [first = '', second]: readonly string[],
  hide: (key: string) => string,
): JsonObject {
  const map = second === undefined ? object[first] : getMap(object, first)[second];
  if (!isJsonObject(map)) return object;
  const values = Object.fromEntries(Object.keys(map).map((key) => [key, hide(key)]));
  return second === undefined
    ? { ...object, [first]: values }
    : { ...object, [first]: { ...getMap(object, first), [second]: values } };
}
