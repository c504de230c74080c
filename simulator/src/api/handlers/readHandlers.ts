/** GET of an object and of a list. */
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest, expired, notFound } from '#simulator/store/apiError.ts';
import type { JsonObject, KubeObject } from '#simulator/store/kubeObject.ts';
import { stringAt } from '#simulator/store/kubeObject.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import { apiVersionOf } from '#simulator/store/resourceType.ts';
import type { Result } from '#core/common/result.ts';
import { failed, ok } from '#core/common/result.ts';
import { parseFieldSelector, parseLabelSelector } from '#simulator/store/selectors.ts';
import type { Listed } from '#simulator/store/store.ts';
import type { Answer } from '../http/apiResponse.ts';
import { failure, json } from '../http/apiResponse.ts';
import type { Cluster } from './apiServerState.ts';
import { inVersion, partial, shapeOf, table } from './representation.ts';
import type { ResourceRequest } from '../http/request.ts';

const notAcceptable: ApiError = {
  code: 406,
  reason: 'NotAcceptable',
  message: 'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
};

/** One object, in the shape that is wanted. */
export function shown(request: ResourceRequest, object: KubeObject, now: number, code = 200): Answer {
  const shape = shapeOf(request.headers.accept);
  if (shape === undefined) return failure(notAcceptable);
  const versioned = inVersion(object, request.resource, request.version);
  if (shape === 'object') return json(versioned, code);
  if (shape === 'partial') return json(partial(versioned), code);
  const include = request.query.get('includeObject') ?? 'Metadata';
  return json(table(request.resource, [versioned], { resourceVersion: object.metadata.resourceVersion }, { now, include, withColumns: true }), code);
}

export function getObject({ store }: Cluster, request: ResourceRequest): Answer {
  const { resource, namespace, name } = request;
  const version = tooNew(request, store.resourceVersion);
  if (!version.ok) return failure(version.error);
  const object = store.get(resource, namespace, name);
  return object === undefined ? failure(notFound(resource, name)) : shown(request, object, store.clock.now());
}

/** Whether an object is meant by the selectors of a query; undefined: all are. */
export type Where = (object: KubeObject) => boolean;

export function whereOf(query: URLSearchParams, resource: ResourceType): Result<Where | undefined, ApiError> {
  const tests: Where[] = [];
  const labels = query.get('labelSelector') ?? '';
  if (labels !== '') {
    const parsed = parseLabelSelector(labels);
    if (!parsed.ok) return failed(badRequest(parsed.error));
    tests.push((object) => parsed.value(object.metadata.labels ?? {}));
  }
  const parsedFields = parseFieldSelector(query.get('fieldSelector') ?? '');
  if (!parsedFields.ok) return failed(badRequest(parsedFields.error));
  for (const { field, equal, value } of parsedFields.value) {
    const read = fieldReader(resource, field);
    if (read === undefined) return failed(badRequest(unknownField(resource, field)));
    tests.push((object) => (read(object) === value) === equal);
  }
  return ok(tests.length === 0 ? undefined : (object) => tests.every((test) => test(object)));
}

function unknownField(resource: ResourceType, field: string): string {
  const isPlain = !resource.custom && Object.keys(resource.fields).length === 0;
  return isPlain ? `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"` : `field label not supported: ${field}`;
}

function fieldReader(resource: ResourceType, field: string): ((object: KubeObject) => string) | undefined {
  if (field === 'metadata.name') return ({ metadata }) => metadata.name;
  if (field === 'metadata.namespace') return ({ metadata }) => metadata.namespace ?? '';
  return Object.hasOwn(resource.fields, field) ? resource.fields[field] : undefined;
}

/** Reads the version that is asked for. */
export function versionParameter(query: URLSearchParams): Result<number | undefined, ApiError> {
  const text = query.get('resourceVersion') ?? '';
  if (text === '') return ok(undefined);
  if (!/^\d{1,15}$/.test(text)) {
    return failed(badRequest(`resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`));
  }
  return ok(Number(text));
}

function tooNew({ query }: ResourceRequest, current: number): Result<number | undefined, ApiError> {
  const version = versionParameter(query);
  if (!version.ok || version.value === undefined || version.value <= current) return version;
  return failed({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${version.value}, current: ${current}`,
    details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 },
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
    const after = stringAt(token, 'start');
    const version = typeof token === 'object' && token !== null && 'rv' in token ? token.rv : undefined;
    return typeof version === 'number' && after !== undefined && stringAt(token, 'v') === 'meta.k8s.io/v1' ? { version, after } : undefined;
  } catch {
    return undefined;
  }
}

export function listObjects(cluster: Cluster, request: ResourceRequest): Answer {
  const shape = shapeOf(request.headers.accept);
  if (shape === undefined) return failure(notAcceptable);
  const where = whereOf(request.query, request.resource);
  if (!where.ok) return failure(where.error);
  const listed = listedOf(cluster, request, where.value);
  return listed.ok ? shownList(cluster, request, listed.value, where.value !== undefined) : failure(listed.error);
}

function listedOf({ store }: Cluster, request: ResourceRequest, where: Where | undefined): Result<Listed, ApiError> {
  const { query, resource, namespace } = request;
  const version = tooNew(request, store.resourceVersion);
  if (!version.ok) return version;
  const match = query.get('resourceVersionMatch') ?? '';
  const problem = matchProblem(match, version.value, query.get('continue') ?? '');
  if (problem !== undefined) return failed(problem);
  const limitText = query.get('limit') ?? '';
  if (limitText !== '' && !/^-?\d{1,12}$/.test(limitText)) return failed(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(limitText)}: invalid syntax`));
  const limit = Number(limitText) > 0 ? Number(limitText) : undefined;
  const options = { namespace, where, limit };
  const continued = query.get('continue') ?? '';
  if (continued !== '') {
    const token = readToken(continued);
    if (token === undefined) return failed(badRequest('invalid continue token: continue key is not valid: it is no token of ours'));
    if (token.version < 0) return ok(store.list(resource, { ...options, after: token.after }));
    if (token.version > store.resourceVersion) return failed(badRequest('invalid continue token: continue key is not valid: its version is not there yet'));
    const listed = store.listAt(resource, token.version, { ...options, after: token.after });
    return listed.ok ? listed : failed(expired(tooOld, tokenText(-1, token.after)));
  }
  if (match === 'Exact' && version.value !== undefined) {
    const listed = store.listAt(resource, version.value, options);
    return listed.ok ? listed : failed(expired('The resourceVersion for the provided list is too old.'));
  }
  return ok(store.list(resource, options));
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
    return wrong(`resourceVersionMatch: Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`);
  }
  if (match !== '' && version === undefined)
    return wrong('resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (match === 'Exact' && version === 0) return wrong('resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  if (match !== '' && continued !== '') return wrong('resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for continue');
  return continued !== '' && version !== undefined && version !== 0 ? badRequest('specifying resource version is not allowed when using continue') : undefined;
}

function shownList({ store }: Cluster, request: ResourceRequest, listed: Listed, narrowed: boolean): Answer {
  const { resource, version, headers, query } = request;
  const { next, remaining, resourceVersion } = listed;
  const metadata: JsonObject = {
    resourceVersion: String(resourceVersion),
    ...(next === undefined ? {} : { continue: tokenText(resourceVersion, next) }),
    // Nobody has counted what selectors leave out.
    ...(next === undefined || narrowed ? {} : { remainingItemCount: remaining }),
  };
  const items = listed.items.map((object) => inVersion(object, resource, version));
  const shape = shapeOf(headers.accept);
  if (shape === 'table')
    return json(table(resource, items, metadata, { now: store.clock.now(), include: query.get('includeObject') ?? 'Metadata', withColumns: true }));
  if (shape === 'partial') return json({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata, items: items.map(partial) });
  const bare = resource.custom ? items : items.map(({ apiVersion: _version, kind: _kind, ...object }) => object);
  return json({ kind: resource.listKind, apiVersion: apiVersionOf({ group: resource.group, version }), metadata, items: bare });
}
