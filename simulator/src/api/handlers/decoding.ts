/** Decodes the objects that clients send: validates their kind and fields, and assigns their namespace. */
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest } from '#simulator/store/apiError.ts';
import type { JsonObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { isJsonObject, getMap } from '#simulator/store/kubeObject.ts';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';
import { formatApiVersion } from '#simulator/store/resourceType.ts';
import type { Schema } from '#simulator/resources/schema.ts';
import { defaulted, pruned, findFieldSchema } from '#simulator/resources/schema.ts';
import { goType } from '../http/body.ts';
import type { ApiServerState } from './apiServerState.ts';
import type { ResourceRequest } from '../http/request.ts';

export interface DecodedObject {
  readonly object: ObjectToWrite;
  /** Warnings for the client about dropped fields. */
  readonly warnings: readonly string[];
}

/** Validates kind, types, and fields, drops unknown fields, and applies defaults. */
export function decodeObject(
  cluster: ApiServerState,
  request: ResourceRequest,
  body: JsonObject,
): Result<DecodedObject, ApiError> {
  const { resource, version } = request;
  const apiVersion = formatApiVersion({ group: resource.group, version });
  const kind = body['kind'] ?? resource.kind;
  const given = body['apiVersion'] ?? apiVersion;
  if (kind !== resource.kind || given !== apiVersion) {
    if (typeof kind !== 'string' || typeof given !== 'string' || kind === '' || given === '')
      return fail(badRequest(`Object 'Kind' is missing in '${JSON.stringify(body).slice(0, 200)}'`));
    if (given !== apiVersion) {
      return fail(
        badRequest(`the API version in the data (${given}) does not match the expected API version (${apiVersion})`),
      );
    }
    return fail(
      badRequest(
        `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${resource.kind}: converting (${version}.${kind}) to (${resource.group.split('.')[0] || 'core'}.${resource.kind}): unknown conversion`,
      ),
    );
  }
  const schema = cluster.schemas.of(resource, version) ?? cluster.schemas.open();
  const handled = `${resource.kind} in version ${JSON.stringify(version)} cannot be handled as a ${resource.kind}`;
  const metadata = body['metadata'] ?? {};
  // The content of custom resources is validated against their schema later. Metadata always has a type.
  const problem = resource.custom
    ? typeProblem(cluster.schemas.metadata(), metadata, 'metadata')
    : typeProblem(schema, body, '');
  if (problem !== undefined)
    return fail(
      badRequest(
        `${handled}: ${problem.message ?? `json: cannot unmarshal ${problem.found} into Go struct field ${resource.kind}.${problem.path} of type ${problem.wanted}`}`,
      ),
    );
  const unknown: string[] = [];
  const content = pruned(schema, { ...body, metadata: {} }, '', unknown, true);
  const meta = withoutEmpty(
    cluster.schemas.metadata(),
    withoutNulls(pruned(cluster.schemas.metadata(), metadata, 'metadata', unknown)),
  );
  const validation = request.query.get('fieldValidation') ?? '';
  if (!['', 'Ignore', 'Warn', 'Strict'].includes(validation)) return fail(invalidValidation(request, validation));
  const words = unknown.slice(0, 50).map((field) => `unknown field ${JSON.stringify(field)}`);
  if (validation === 'Strict' && words.length > 0)
    return fail(badRequest(`${handled}: strict decoding error: ${words.join(', ')}`));
  const clean = resource.custom ? defaulted(schema, content) : withoutEmpty(schema, withoutNulls(content));
  const object: ObjectToWrite = {
    ...getMap({ clean }, 'clean'),
    apiVersion,
    kind: resource.kind,
    metadata: isJsonObject(meta) ? meta : {},
  };
  const warnings = validation === 'Ignore' ? [] : words;
  const placed = inPlace(request, object);
  return placed.ok ? succeed({ object: placed.value, warnings }) : placed;
}

function invalidValidation({ method }: ResourceRequest, value: string): ApiError {
  const kind = method === 'POST' ? 'CreateOptions' : method === 'PUT' ? 'UpdateOptions' : 'PatchOptions';
  const message = `${kind}.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: ${JSON.stringify(value)}: supported values: "Ignore", "Strict", "Warn"`;
  return { code: 422, reason: 'Invalid', message, details: { group: 'meta.k8s.io', kind } };
}

/**
 * Sets the namespace of the object to the one in the request path. Returns an error if the object's namespace or name
 * doesn't match the path.
 */
function inPlace(request: ResourceRequest, object: ObjectToWrite): Result<ObjectToWrite, ApiError> {
  const { resource, namespace, name } = request;
  const given = object.metadata.namespace ?? '';
  if (resource.namespaced && given !== '' && given !== namespace) {
    return fail(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  }
  const named = object.metadata.name ?? '';
  if (name !== '' && named !== name) {
    if (named === '') return fail(badRequest('name must be provided'));
    return fail(badRequest(`the name of the object (${named}) does not match the name on the URL (${name})`));
  }
  const { namespace: _given, ...metadata } = object.metadata;
  return succeed({ ...object, metadata: resource.namespaced ? { ...metadata, namespace } : metadata });
}

/** Removes null values, which are equal to missing fields in Go. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === null || inner === undefined ? [] : [[key, withoutNulls(inner)]],
    ),
  );
}

/**
 * Removes empty maps and lists, as Go does for fields with `omitempty`. Keeps empty structs and empty `rules` lists.
 */
function withoutEmpty(schema: Schema | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutEmpty(schema?.items, item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const known = findFieldSchema(schema, key);
    const isMap =
      typeof known?.additionalProperties === 'object' && isJsonObject(inner) && Object.keys(inner).length === 0;
    const isList = known?.type === 'array' && Array.isArray(inner) && inner.length === 0 && key !== 'rules';
    return isMap || isList ? [] : [[key, withoutEmpty(known, inner)]];
  });
  return Object.fromEntries(entries);
}

interface TypeProblem {
  readonly path: string;
  readonly found: string;
  readonly wanted: string;
  /** Message for a string in the wrong form. */
  readonly message?: string;
}

/** Returns the first value that doesn't match the type of its Go struct field. */
function typeProblem(schema: Schema, value: unknown, path: string): TypeProblem | undefined {
  if (value === null || value === undefined) return undefined;
  const { type, format } = schema;
  const wrong = (wanted: string): TypeProblem => ({ path, found: goType(value), wanted });
  if (type === 'string') {
    // Quantities and int-or-string values are strings in the schema, but also accept numbers.
    const takesNumbers = format === 'int-or-string' || format === 'quantity';
    if (typeof value !== 'string') return takesNumbers && typeof value === 'number' ? undefined : wrong('string');
    const illegal = format === 'byte' ? findIllegalBase64(value) : -1;
    return illegal < 0 ? undefined : { ...wrong('[]uint8'), message: `illegal base64 data at input byte ${illegal}` };
  }
  if (type === 'integer' || type === 'number')
    return typeof value === 'number' && (type === 'number' || Number.isInteger(value))
      ? undefined
      : wrong(format ?? 'int64');
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : wrong('bool');
  if (type === 'array') {
    if (!Array.isArray(value)) return wrong(`[]${schema.items?.type ?? 'interface {}'}`);
    const { items } = schema;
    return items === undefined
      ? undefined
      : firstOf(value.map((item: unknown) => () => typeProblem(items, item, path)));
  }
  if (type !== 'object') return undefined;
  if (!isJsonObject(value)) return wrong('map[string]interface {}');
  return firstOf(
    Object.entries(value).map(([field, inner]) => () => {
      const known = findFieldSchema(schema, field);
      return known === undefined ? undefined : typeProblem(known, inner, path === '' ? field : `${path}.${field}`);
    }),
  );
}

/** Returns the position of the first character that Go can't decode as base64, or -1. */
function findIllegalBase64(text: string): number {
  const [legal = ''] = /^(?:[A-Za-z0-9+/\r\n]*)(?:=[\r\n]*){0,2}/.exec(text) ?? [];
  if (legal.length < text.length) return legal.length;
  return legal.replaceAll(/[\r\n]/g, '').length % 4 === 0 ? -1 : text.length;
}

function firstOf<T>(tries: readonly (() => T | undefined)[]): T | undefined {
  for (const attempt of tries) {
    const found = attempt();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the field manager. The default is the client's name from the user agent. */
export function fieldManagerOf(request: ResourceRequest): string {
  const given = request.query.get('fieldManager') ?? '';
  return given === '' ? (request.headers['user-agent']?.split('/')[0] ?? 'unknown').slice(0, 128) || 'unknown' : given;
}
