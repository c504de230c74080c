/** Applies JSON Patch with limits, because a short patch can create gigabytes of data. Pure functions. */
import { applyPatch, Pointer } from 'rfc6902';
import type { Operation } from 'rfc6902';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest } from '#simulator/store/apiError.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject, isSameJson, getValue } from '#simulator/store/kubeObject.ts';
import { bodyLimit, tooDeep, tooLarge } from '../http/body.ts';

const operations = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);
const mostOperations = 10_000;

/**
 * Applies a patch (RFC 6902). As in the real server, all `copy` operations together can copy at most the maximum size
 * of a request.
 */
export function jsonPatched(object: JsonObject, patch: unknown): Result<JsonObject, ApiError> {
  if (!Array.isArray(patch))
    return fail(badRequest('json: cannot unmarshal object into Go value of type jsonpatch.Patch'));
  if (patch.length > mostOperations)
    return fail({
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: `The allowed maximum operations in a JSON patch is ${mostOperations}`,
    });
  const isOperation = (item: unknown): item is Operation => {
    const op = getValue(item, 'op');
    const isCopy = op === 'move' || op === 'copy';
    return (
      typeof op === 'string' &&
      operations.has(op) &&
      typeof getValue(item, 'path') === 'string' &&
      (!isCopy || typeof getValue(item, 'from') === 'string')
    );
  };
  const list: readonly unknown[] = patch;
  const valid = list.filter(isOperation);
  if (valid.length !== list.length) return fail(unprocessable);
  const pointers = valid.flatMap((operation) => [operation.path, ...('from' in operation ? [operation.from] : [])]);
  if (
    pointers.some(
      (pointer) =>
        (pointer !== '' && !pointer.startsWith('/')) || /(^|\/)(__proto__|constructor|prototype)(\/|$)/.test(pointer),
    )
  )
    return fail(unprocessable);
  try {
    return allDone(structuredClone(object), valid);
  } catch {
    // The value is nested too deeply for the stack, because items were moved into each other.
    return fail(unprocessable);
  }
}

/** Applies the operations to the given value in place. Stops at the first operation that fails. */
function allDone(value: unknown, patch: readonly Operation[]): Result<JsonObject, ApiError> {
  let copied = 0;
  for (const operation of patch) {
    if (operation.op === 'test') {
      // The library computes the smallest difference, which takes quadratic time for lists.
      if (!isSameJson(Pointer.fromJSON(operation.path).evaluate(value).value, operation.value))
        return fail(unprocessable);
      continue;
    }
    if (!isInList(Pointer.fromJSON(operation.path).evaluate(value))) return fail(unprocessable);
    if (operation.op === 'copy') copied += sizeOf(Pointer.fromJSON(operation.from).evaluate(value).value);
    if (copied > bodyLimit) return fail(unprocessable);
    if (applyPatch(value, [operation]).some((error) => error !== null)) return fail(unprocessable);
  }
  if (!isJsonObject(value) || tooDeep(value)) return fail(unprocessable);
  return sizeOf(value) > bodyLimit ? fail(tooLarge) : succeed(value);
}

/**
 * Returns whether a position in a list is valid. `length` isn't, because writing it could create a list of any length.
 * Positions outside of lists aren't checked.
 */
function isInList({ parent, key }: { readonly parent: unknown; readonly key: string }): boolean {
  return !Array.isArray(parent) || key === '-' || (/^(0|[1-9]\d*)$/.test(key) && Number(key) <= parent.length);
}

/** Returns the size of a value as JSON in bytes. */
function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

const unprocessable: ApiError = {
  code: 422,
  reason: 'Invalid',
  message: 'the server rejected our request due to an error in our request',
  details: {},
};
