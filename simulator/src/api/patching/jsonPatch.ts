/** Applies the JSON Patch of a request, with the limits and errors of the API server. Pure functions. */
import { applyJsonPatch } from '#core/common/jsonPatch.ts';
import type { Result } from '#core/common/result.ts';
import { fail } from '#core/common/result.ts';
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest } from '#simulator/store/apiError.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { bodyLimit, tooLarge } from '../http/body.ts';

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
  const patched = applyJsonPatch(object, patch, bodyLimit);
  return patched.ok ? patched : fail(patched.error === 'tooLarge' ? tooLarge : unprocessable);
}

const unprocessable: ApiError = {
  code: 422,
  reason: 'Invalid',
  message: 'the server rejected our request due to an error in our request',
  details: {},
};
