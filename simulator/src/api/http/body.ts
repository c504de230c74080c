/** Parses objects that clients send: JSON, YAML, and a few kinds in protobuf. */
import { isTooDeep } from '#core/common/json.ts';
import { parse } from 'yaml';
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest } from '#simulator/store/apiError.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject } from '#simulator/store/kubeObject.ts';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';
import { protobufType, createUnsupportedMediaError } from './mediaTypes.ts';
import { decodeProtobuf } from './protobuf.ts';

/** Maximum body size in bytes, as on a real server. */
export const bodyLimit = 3 * 1024 * 1024;

export const tooLarge: ApiError = {
  code: 413,
  reason: 'RequestEntityTooLarge',
  message: `Request entity too large: limit is ${bodyLimit}`,
};

/** Parses a body that must be a map. */
export function parseObjectBody(body: Buffer, type: string): Result<JsonObject, ApiError> {
  if (type === protobufType) return decodeProtobuf(body);
  if (type === 'application/json' || type === '' || type === '*/*') return readJson(body);
  if (type === 'application/yaml') return readYaml(body);
  return fail(createUnsupportedMediaError(['application/json', 'application/yaml', protobufType]));
}

function readJson(body: Buffer): Result<JsonObject, ApiError> {
  const value = parseJson(body);
  if (!value.ok) return value;
  return isJsonObject(value.value)
    ? succeed(value.value)
    : fail(
        badRequest(
          `couldn't get version/kind; json parse error: json: cannot unmarshal ${goType(value.value)} into Go value of type struct`,
        ),
      );
}

/** Parses any JSON that isn't nested too deeply. */
export function parseJson(body: Buffer): Result<unknown, ApiError> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isTooDeep(value) ? fail(badRequest('json: exceeded max depth')) : succeed(value);
  } catch (error) {
    return fail(
      badRequest(`couldn't get version/kind; json parse error: ${error instanceof Error ? error.message : 'invalid'}`),
    );
  }
}

export function readYaml(body: Buffer): Result<JsonObject, ApiError> {
  try {
    const value: unknown = parse(body.toString('utf8'), {
      maxAliasCount: 100,
      version: '1.1',
      schema: 'core',
      logLevel: 'error',
      prettyErrors: false,
    });
    // Converts the value to plain JSON, without dates or maps with non-string keys.
    const plain: unknown = JSON.parse(JSON.stringify(value ?? null));
    if (isTooDeep(plain)) return fail(badRequest('error decoding YAML: exceeded max depth'));
    return isJsonObject(plain) ? succeed(plain) : fail(badRequest('error decoding YAML: the document is not a map'));
  } catch (error) {
    return fail(badRequest(`error decoding YAML: ${error instanceof Error ? error.message : 'invalid'}`));
  }
}

/** Returns the name of a JSON value's type in Go messages. */
export function goType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
