/**
 * Applies JSON Patch (RFC 6902) with limits, because a short patch can create gigabytes of data. Pure functions. The
 * library `rfc6902` has no limits.
 */
import { applyPatch, Pointer } from 'rfc6902';
import type { Operation } from 'rfc6902';
import { getValue, isJsonObject, isSameJson, isTooDeep, type JsonObject } from './json.ts';
import { fail, succeed, type Result } from './result.ts';

/** Why a patch isn't applied: an operation is invalid or can't be applied, or the result is too large. */
export type JsonPatchProblem = 'invalid' | 'tooLarge';

const operations = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/**
 * Applies a patch, and returns a new object.
 * @param largest maximum size of the result as JSON, and of everything that `copy` operations copy together, in bytes
 */
export function applyJsonPatch(
  object: JsonObject,
  patch: readonly unknown[],
  largest: number,
): Result<JsonObject, JsonPatchProblem> {
  const valid = patch.filter(isOperation);
  if (valid.length !== patch.length) return fail('invalid');
  const pointers = valid.flatMap((operation) => [operation.path, ...('from' in operation ? [operation.from] : [])]);
  if (
    pointers.some(
      (pointer) =>
        (pointer !== '' && !pointer.startsWith('/')) || /(^|\/)(__proto__|constructor|prototype)(\/|$)/.test(pointer),
    )
  )
    return fail('invalid');
  try {
    return applyAll(structuredClone(object), valid, largest);
  } catch {
    // The value is nested too deeply for the stack, because items were moved into each other.
    return fail('invalid');
  }
}

function isOperation(item: unknown): item is Operation {
  const op = getValue(item, 'op');
  const hasSource = op === 'move' || op === 'copy';
  return (
    typeof op === 'string' &&
    operations.has(op) &&
    typeof getValue(item, 'path') === 'string' &&
    (!hasSource || typeof getValue(item, 'from') === 'string')
  );
}

/** Applies the operations to the given value in place. Stops at the first operation that fails. */
function applyAll(value: unknown, patch: readonly Operation[], largest: number): Result<JsonObject, JsonPatchProblem> {
  let copied = 0;
  for (const operation of patch) {
    if (operation.op === 'test') {
      // The library computes the smallest difference, which takes quadratic time for lists.
      if (!isSameJson(Pointer.fromJSON(operation.path).evaluate(value).value, operation.value)) return fail('invalid');
      continue;
    }
    if (!isInList(Pointer.fromJSON(operation.path).evaluate(value))) return fail('invalid');
    if (operation.op === 'copy') copied += sizeOf(Pointer.fromJSON(operation.from).evaluate(value).value);
    if (copied > largest) return fail('invalid');
    if (applyPatch(value, [operation]).some((error) => error !== null)) return fail('invalid');
  }
  if (!isJsonObject(value) || isTooDeep(value)) return fail('invalid');
  return sizeOf(value) > largest ? fail('tooLarge') : succeed(value);
}

/**
 * Returns whether a position in a list is valid. `length` isn't, because writing it could create a list of any length.
 * Positions outside lists aren't checked.
 */
function isInList({ parent, key }: { readonly parent: unknown; readonly key: string }): boolean {
  return !Array.isArray(parent) || key === '-' || (/^(0|[1-9]\d*)$/.test(key) && Number(key) <= parent.length);
}

/** Returns the size of a value as JSON in bytes. */
function sizeOf(value: unknown): number {
  return value === undefined ? 0 : new TextEncoder().encode(JSON.stringify(value)).length;
}
