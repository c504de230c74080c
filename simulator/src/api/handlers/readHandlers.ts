/** Handles GET of an object and of a list. */
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest, expired, notFound } from '#simulator/store/apiError.ts';
import type { JsonObject, KubeObject } from '#simulator/store/kubeObject.ts';
import { getString } from '#simulator/store/kubeObject.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import { formatApiVersion } from '#simulator/store/resourceType.ts';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';
import { parseFieldSelector, parseLabelSelector } from '#simulator/store/selectors.ts';
import type { StoreListResult } from '#simulator/store/storeRequests.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createErrorResponse, createJsonResponse } from '../http/apiResponse.ts';
import type { ApiServerState } from './apiServerState.ts';
import { convertToVersion, partial, parseAcceptHeader, storedType, table } from './representation.ts';
import type { ResourceRequest } from '../http/request.ts';

const notAcceptable: ApiError = {
  code: 406,
  reason: 'NotAcceptable',
  message:
    'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
};

/** Returns a response with one object in the requested representation. */
export function createObjectResponse(
  request: ResourceRequest,
  object: KubeObject,
  now: number,
  code = 200,
): ApiResponse {
  const shape = parseAcceptHeader(request.headers.accept);
  if (shape === undefined) return createErrorResponse(notAcceptable);
  const versioned = convertToVersion(object, request.resource, request.version);
  if (shape === 'object') return createJsonResponse(versioned, code);
  if (shape === 'partial') return createJsonResponse(partial(versioned), code);
  const include = request.query.get('includeObject') ?? 'Metadata';
  return createJsonResponse(
    table(
      request.resource,
      [versioned],
      { resourceVersion: object.metadata.resourceVersion },
      { now, include, withColumns: true },
    ),
    code,
  );
}

export function getObject({ store }: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace, name } = request;
  const version = tooNew(request, store.resourceVersion);
  if (!version.ok) return createErrorResponse(version.error);
  const object = store.get(storedType(resource), namespace, name);
  return object === undefined
    ? createErrorResponse(notFound(resource, name))
    : createObjectResponse(request, object, store.clock.now());
}

/** Returns whether an object matches the selectors of a query. */
export type Where = (object: KubeObject) => boolean;

export function whereOf(query: URLSearchParams, resource: ResourceType): Result<Where | undefined, ApiError> {
  const tests: Where[] = [];
  const labels = query.get('labelSelector') ?? '';
  if (labels !== '') {
    const parsed = parseLabelSelector(labels);
    if (!parsed.ok) return fail(badRequest(parsed.error));
    tests.push((object) => parsed.value(object.metadata.labels ?? {}));
  }
  const parsedFields = parseFieldSelector(query.get('fieldSelector') ?? '');
  if (!parsedFields.ok) return fail(badRequest(parsedFields.error));
  for (const { field, equal, value } of parsedFields.value) {
    const read = fieldReader(resource, field);
    if (read === undefined) return fail(badRequest(unknownField(resource, field)));
    tests.push((object) => (read(object) === value) === equal);
  }
  return succeed(tests.length === 0 ? undefined : (object) => tests.every((test) => test(object)));
}

function unknownField(resource: ResourceType, field: string): string {
  const isPlain = !resource.custom && Object.keys(resource.fields).length === 0;
  return isPlain
    ? `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
    : `field label not supported: ${field}`;
}

function fieldReader(resource: ResourceType, field: string): ((object: KubeObject) => string) | undefined {
  if (field === 'metadata.name') return ({ metadata }) => metadata.name;
  if (field === 'metadata.namespace') return ({ metadata }) => metadata.namespace ?? '';
  return Object.hasOwn(resource.fields, field) ? resource.fields[field] : undefined;
}

/** Parses the requested resource version. */
export function versionParameter(query: URLSearchParams): Result<number | undefined, ApiError> {
  const text = query.get('resourceVersion') ?? '';
  if (text === '') return succeed(undefined);
  if (!/^\d{1,15}$/.test(text)) {
    return fail(
      badRequest(
        `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
      ),
    );
  }
  return succeed(Number(text));
}

function tooNew({ query }: ResourceRequest, current: number): Result<number | undefined, ApiError> {
  const version = versionParameter(query);
  if (!version.ok || version.value === undefined || version.value <= current) return version;
  return fail({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${version.value}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}

interface ContinueToken {
  readonly version: number;
  readonly after: string;
}

function tokenText(version: number, after: string): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: version, start: after })).toString('base64url');
}

function readToken(text: string): ContinueToken | undefined {
  try {
    const token: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const after = getString(token, 'start');
    const version = typeof token === 'object' && token !== null && 'rv' in token ? token.rv : undefined;
    return typeof version === 'number' && after !== undefined && getString(token, 'v') === 'meta.k8s.io/v1'
      ? { version, after }
      : undefined;
  } catch {
    return undefined;
  }
}

export function listObjects(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const shape = parseAcceptHeader(request.headers.accept);
  if (shape === undefined) return createErrorResponse(notAcceptable);
  const where = whereOf(request.query, request.resource);
  if (!where.ok) return createErrorResponse(where.error);
  const listed = listedOf(cluster, request, where.value);
  return listed.ok
    ? shownList(cluster, request, listed.value, where.value !== undefined)
    : createErrorResponse(listed.error);
}

function listedOf(
  { store }: ApiServerState,
  request: ResourceRequest,
  where: Where | undefined,
): Result<StoreListResult, ApiError> {
  const { query, resource, namespace } = request;
  const stored = storedType(resource);
  const version = tooNew(request, store.resourceVersion);
  if (!version.ok) return version;
  const match = query.get('resourceVersionMatch') ?? '';
  const problem = matchProblem(match, version.value, query.get('continue') ?? '');
  if (problem !== undefined) return fail(problem);
  const limitText = query.get('limit') ?? '';
  if (limitText !== '' && !/^-?\d{1,12}$/.test(limitText))
    return fail(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(limitText)}: invalid syntax`));
  const limit = Number(limitText) > 0 ? Number(limitText) : undefined;
  const options = { namespace, where, limit };
  const continued = query.get('continue') ?? '';
  if (continued !== '') {
    const token = readToken(continued);
    if (token === undefined)
      return fail(badRequest('invalid continue token: continue key is not valid: unknown token'));
    if (token.version < 0) return succeed(store.list(stored, { ...options, after: token.after }));
    if (token.version > store.resourceVersion)
      return fail(badRequest('invalid continue token: continue key is not valid: future resource version'));
    const listed = store.listAt(stored, token.version, { ...options, after: token.after });
    return listed.ok ? listed : fail(expired(tooOld, tokenText(-1, token.after)));
  }
  if (match === 'Exact' && version.value !== undefined) {
    const listed = store.listAt(stored, version.value, options);
    return listed.ok ? listed : fail(expired('The resourceVersion for the provided list is too old.'));
  }
  return succeed(store.list(stored, options));
}

const tooOld =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

function matchProblem(match: string, version: number | undefined, continued: string): ApiError | undefined {
  const wrong = (message: string): ApiError => ({
    code: 422,
    reason: 'Invalid',
    message: `ListOptions.meta.k8s.io "" is invalid: ${message}`,
    details: { group: 'meta.k8s.io', kind: 'ListOptions' },
  });
  if (match !== '' && match !== 'Exact' && match !== 'NotOlderThan') {
    return wrong(
      `resourceVersionMatch: Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`,
    );
  }
  if (match !== '' && version === undefined)
    return wrong(
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    );
  if (match === 'Exact' && version === 0)
    return wrong('resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  if (match !== '' && continued !== '')
    return wrong('resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for continue');
  return continued !== '' && version !== undefined && version !== 0
    ? badRequest('specifying resource version is not allowed when using continue')
    : undefined;
}

function shownList(
  { store }: ApiServerState,
  request: ResourceRequest,
  listed: StoreListResult,
  narrowed: boolean,
): ApiResponse {
  const { resource, version, headers, query } = request;
  const { next, remaining, resourceVersion } = listed;
  const metadata: JsonObject = {
    resourceVersion: String(resourceVersion),
    ...(next === undefined ? {} : { continue: tokenText(resourceVersion, next) }),
    // With a selector, the number of remaining objects isn't known.
    ...(next === undefined || narrowed ? {} : { remainingItemCount: remaining }),
  };
  const items = listed.items.map((object) => convertToVersion(object, resource, version));
  const shape = parseAcceptHeader(headers.accept);
  if (shape === 'table')
    return createJsonResponse(
      table(resource, items, metadata, {
        now: store.clock.now(),
        include: query.get('includeObject') ?? 'Metadata',
        withColumns: true,
      }),
    );
  if (shape === 'partial')
    return createJsonResponse({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
      items: items.map(partial),
    });
  const bare = resource.custom ? items : items.map(({ apiVersion: _version, kind: _kind, ...object }) => object);
  return createJsonResponse({
    kind: resource.listKind,
    apiVersion: formatApiVersion({ group: resource.group, version }),
    metadata,
    items: bare,
  });
}
