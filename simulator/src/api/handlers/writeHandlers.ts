/** Handles POST, PUT, and PATCH of objects and their status. */
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import type { ApiError } from '#simulator/store/apiError.ts';
import {
  badRequest,
  conflict,
  invalid,
  methodNotAllowed,
  modifiedMeanwhile,
  notFound,
} from '#simulator/store/apiError.ts';
import type { JsonObject, KubeObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { isJsonObject, getString, getValue } from '#simulator/store/kubeObject.ts';
import { formatApiVersion } from '#simulator/store/resourceType.ts';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { StoreUpdateOptions } from '#simulator/store/storeRequests.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createErrorResponse } from '../http/apiResponse.ts';
import { parseJson, parseObjectBody, readYaml } from '../http/body.ts';
import type { ApiServerState } from './apiServerState.ts';
import { decodeObject, fieldManagerOf } from './decoding.ts';
import type { DecodedObject } from './decoding.ts';
import { applied } from '../patching/serverSideApply.ts';
import { afterUpdate } from '../patching/fieldManagers.ts';
import type { Writer } from '../patching/fieldManagers.ts';
import { parseMediaType, createUnsupportedMediaError } from '../http/mediaTypes.ts';
import { jsonPatched } from '../patching/jsonPatch.ts';
import { mergePatched, strategicPatched } from '../patching/mergePatch.ts';
import { createObjectResponse } from './readHandlers.ts';
import { convertToVersion } from './representation.ts';
import type { ResourceRequest } from '../http/request.ts';
import { parseGoBoolean } from '../http/request.ts';

/** Returns the problem with the parameters of a write request, if any. */
function optionsProblem(request: ResourceRequest): ApiError | undefined {
  const kind = { POST: 'CreateOptions', PUT: 'UpdateOptions' }[request.method] ?? 'PatchOptions';
  const wrong = (text: string): ApiError => ({
    code: 422,
    reason: 'Invalid',
    message: `${kind}.meta.k8s.io "" is invalid: ${text}`,
    details: { group: 'meta.k8s.io', kind },
  });
  const dryRun = request.query.get('dryRun') ?? '';
  if (dryRun !== '' && dryRun !== 'All')
    return wrong(`dryRun: Unsupported value: []string{${JSON.stringify(dryRun)}}: supported values: "All"`);
  const manager = request.query.get('fieldManager') ?? '';
  if (manager.length > 128) return wrong(`fieldManager: Too long: may not be longer than 128`);
  const isApply = parseMediaType(request.headers['content-type']) === 'application/apply-patch+yaml';
  if (request.method === 'PATCH' && isApply && manager === '')
    return wrong('fieldManager: Required value: is required for apply patch');
  return request.method === 'PATCH' && !isApply && request.query.has('force')
    ? wrong('force: Forbidden: may not be specified for non-apply patch')
    : undefined;
}

function writeOptions(cluster: ApiServerState, request: ResourceRequest): StoreUpdateOptions {
  const { resource, version, user, query, subresource } = request;
  const writer = writerOf(cluster, request);
  const schema = cluster.schemas.of(resource, version);
  return {
    user,
    dryRun: query.get('dryRun') === 'All',
    subresource: subresource === '' ? undefined : subresource,
    manage: (next, old) => afterUpdate(next, old, schema, writer, resource),
  };
}

function writerOf(cluster: ApiServerState, request: ResourceRequest): Writer {
  const { resource, version, subresource } = request;
  return {
    manager: fieldManagerOf(request),
    apiVersion: formatApiVersion({ group: resource.group, version }),
    subresource: subresource === '' ? undefined : subresource,
    now: formatKubernetesTime(cluster.store.clock.now()),
  };
}

/** Returns a response with an object and its warnings. */
function answered(
  cluster: ApiServerState,
  request: ResourceRequest,
  object: KubeObject,
  warnings: readonly string[],
  code: number,
): ApiResponse {
  const answer = createObjectResponse(request, object, cluster.store.clock.now(), code);
  if (warnings.length === 0 || answer.kind !== 'json') return answer;
  return {
    ...answer,
    headers: { ...answer.headers, Warning: warnings.map((text) => `299 - ${JSON.stringify(text)}`) },
  };
}

export function createObject(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace } = request;
  const problem = optionsProblem(request);
  if (problem !== undefined) return createErrorResponse(problem);
  if (resource.namespaced && namespace === undefined)
    return createErrorResponse(methodNotAllowed('the server does not allow this method on the requested resource'));
  const body = parseObjectBody(request.body, parseMediaType(request.headers['content-type']));
  if (!body.ok) return createErrorResponse(body.error);
  const decoded = decodeObject(cluster, request, body.value);
  if (!decoded.ok) return createErrorResponse(decoded.error);
  if (cluster.custom.isTerminating(resource)) {
    const message = 'create not allowed while custom resource definition is terminating';
    return createErrorResponse(
      methodNotAllowed(message, { ...(resource.group === '' ? {} : { group: resource.group }), kind: resource.plural }),
    );
  }
  const { managedFields: _ignored, ...metadata } = decoded.value.object.metadata;
  const created = cluster.store.create(resource, { ...decoded.value.object, metadata }, writeOptions(cluster, request));
  return created.ok
    ? answered(cluster, request, created.value, decoded.value.warnings, 201)
    : createErrorResponse(created.error);
}

export function replaceObject(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const problem = optionsProblem(request);
  if (problem !== undefined) return createErrorResponse(problem);
  const body = parseObjectBody(request.body, parseMediaType(request.headers['content-type']));
  if (!body.ok) return createErrorResponse(body.error);
  const decoded = decodeObject(cluster, request, body.value);
  return decoded.ok ? updatedAnswer(cluster, request, decoded.value) : createErrorResponse(decoded.error);
}

function updatedAnswer(
  cluster: ApiServerState,
  request: ResourceRequest,
  { object, warnings }: DecodedObject,
): ApiResponse {
  const { resource, namespace, name } = request;
  if ((object.metadata.resourceVersion ?? '') === '' && !resource.unconditionalUpdate) {
    if (cluster.store.get(resource, namespace, name) === undefined)
      return createErrorResponse(notFound(resource, name));
    const cause = {
      reason: 'FieldValueInvalid',
      message: 'Invalid value: 0x0: must be specified for an update',
      field: 'metadata.resourceVersion',
    };
    return createErrorResponse(invalid({ group: resource.group, kind: resource.plural }, name, [cause]));
  }
  const updated = cluster.store.update(resource, object, writeOptions(cluster, request));
  return updated.ok ? answered(cluster, request, updated.value, warnings, 200) : createErrorResponse(updated.error);
}

const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];

export function patchObject(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace, name } = request;
  const problem = optionsProblem(request);
  const type = parseMediaType(request.headers['content-type']);
  const accepted = patchTypes.filter((each) => !resource.custom || !each.includes('strategic'));
  if (!accepted.includes(type)) return createErrorResponse(createUnsupportedMediaError(accepted));
  if (problem !== undefined) return createErrorResponse(problem);
  if (type === 'application/apply-patch+yaml') return applyObject(cluster, request);
  const old = cluster.store.get(resource, namespace, name);
  if (old === undefined) return createErrorResponse(notFound(resource, name));
  const patch = parseJson(request.body);
  if (!patch.ok) return createErrorResponse(patch.error);
  const patched = patchedObject(cluster, request, convertToVersion(old, resource, request.version), type, patch.value);
  if (!patched.ok) return createErrorResponse(patched.error);
  const decoded = decodeObject(cluster, request, patched.value);
  if (!decoded.ok) return createErrorResponse(decoded.error);
  // A patch with a resource version applies only to that version. Other patches apply to the current one.
  const resourceVersion = decoded.value.object.metadata.resourceVersion ?? old.metadata.resourceVersion;
  if (resourceVersion !== old.metadata.resourceVersion)
    return createErrorResponse(conflict(resource, name, modifiedMeanwhile));
  // Unlike an update, a patch has no precondition for the UID. Source: kubernetes/kubernetes@v1.20.2
  // staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (ValidateObjectMetaAccessorUpdate).
  const { uid = old.metadata.uid } = decoded.value.object.metadata;
  if (uid !== old.metadata.uid) {
    const message = `Invalid value: ${JSON.stringify(uid)}: field is immutable`;
    return createErrorResponse(
      invalid(resource, name, [{ reason: 'FieldValueInvalid', message, field: 'metadata.uid' }]),
    );
  }
  return updatedAnswer(cluster, request, {
    ...decoded.value,
    object: { ...decoded.value.object, metadata: { ...decoded.value.object.metadata, resourceVersion } },
  });
}

function patchedObject(
  cluster: ApiServerState,
  { resource, version }: ResourceRequest,
  old: KubeObject,
  type: string,
  patch: unknown,
): Result<JsonObject, ApiError> {
  if (type === 'application/json-patch+json') return jsonPatched(old, patch);
  if (!isJsonObject(patch))
    return fail(
      badRequest('error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}'),
    );
  const strategic = type === 'application/strategic-merge-patch+json';
  const value = strategic
    ? strategicPatched(old, patch, cluster.schemas.of(resource, version))
    : mergePatched(old, patch);
  return isJsonObject(value) ? succeed(value) : fail(badRequest('the result of the patch is not a map'));
}

/** Handles server-side apply. Creates the object if it doesn't exist. */
function applyObject(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace, name, version } = request;
  const body = readYaml(request.body);
  if (!body.ok) return createErrorResponse(body.error);
  const missing = ['apiVersion', 'kind'].find((field) => getString(body.value, field) === undefined);
  if (missing !== undefined)
    return createErrorResponse(
      badRequest(
        `Object '${missing === 'kind' ? 'Kind' : 'apiVersion'}' is missing in '${JSON.stringify(body.value).slice(0, 200)}'`,
      ),
    );
  if (getValue(body.value, 'metadata', 'managedFields') !== undefined)
    return createErrorResponse(badRequest('metadata.managedFields must be nil'));
  const named: JsonObject = {
    ...body.value,
    metadata: {
      ...(isJsonObject(body.value['metadata']) ? body.value['metadata'] : {}),
      ...(getValue(body.value, 'metadata', 'name') === undefined ? { name } : {}),
    },
  };
  const decoded = decodeObject(cluster, told(request), named);
  if (!decoded.ok) return createErrorResponse(decoded.error);
  const untyped = untypedPatch(request, decoded.value);
  if (untyped !== undefined) return createErrorResponse(untyped);
  const old = cluster.store.get(resource, namespace, name);
  const mismatch = checkIdentity(request, decoded.value.object, old);
  if (mismatch !== undefined) return createErrorResponse(mismatch);
  const bare = {
    apiVersion: formatApiVersion(resource),
    kind: resource.kind,
    metadata: { name, namespace: resource.namespaced ? namespace : undefined },
  };
  const live = old === undefined ? bare : convertToVersion(old, resource, version);
  // Only the submitted fields are applied, because defaults have no owner. Fields that the schema dropped are removed.
  const config = withoutDefaults(named, decoded.value.object);
  const schema = cluster.schemas.of(resource, version);
  const writer = writerOf(cluster, request);
  const result = applied(live as KubeObject, config, schema, writer, {
    force: parseGoBoolean(request.query.get('force')),
    hasStatus: resource.status,
  });
  if (!result.ok) return createErrorResponse(result.error);
  const again = decodeObject(cluster, { ...request, query: new URLSearchParams() }, result.value);
  if (!again.ok) return createErrorResponse(again.error);
  const managedFields = result.value.metadata.managedFields ?? [];
  const { object } = again.value;
  return writeApplied(cluster, request, old, {
    object: { ...object, metadata: { ...object.metadata, managedFields } },
    managedFields,
    warnings: decoded.value.warnings,
  });
}

/**
 * Checks that a new object has no UID and isn't written through a subresource, and that the resource version of an
 * existing object matches.
 */
function checkIdentity(
  { resource, name, subresource }: ResourceRequest,
  object: ObjectToWrite,
  old: KubeObject | undefined,
): ApiError | undefined {
  const wantedUid = object.metadata.uid;
  if (old === undefined && (subresource !== '' || wantedUid !== undefined))
    return wantedUid === undefined
      ? notFound(resource, name)
      : conflict(
          resource,
          name,
          `uid mismatch: the provided object specified uid ${wantedUid}, and no existing object was found`,
        );
  if (
    old !== undefined &&
    (object.metadata.resourceVersion ?? old.metadata.resourceVersion) !== old.metadata.resourceVersion
  )
    return conflict(resource, name, modifiedMeanwhile);
  return undefined;
}

/** Creates or updates the object that results from an apply. */
function writeApplied(
  cluster: ApiServerState,
  request: ResourceRequest,
  old: KubeObject | undefined,
  {
    object,
    managedFields,
    warnings,
  }: {
    readonly object: ObjectToWrite;
    readonly managedFields: NonNullable<KubeObject['metadata']['managedFields']>;
    readonly warnings: DecodedObject['warnings'];
  },
): ApiResponse {
  const { resource } = request;
  const options = {
    ...writeOptions(cluster, request),
    manage: (next: KubeObject): KubeObject => ({ ...next, metadata: { ...next.metadata, managedFields } }),
  };
  if (old === undefined) {
    if (cluster.custom.isTerminating(resource))
      return createErrorResponse(
        methodNotAllowed('create not allowed while custom resource definition is terminating'),
      );
    const { resourceVersion: _none, ...metadata } = object.metadata;
    const created = cluster.store.create(resource, { ...object, metadata }, options);
    return created.ok ? answered(cluster, request, created.value, warnings, 201) : createErrorResponse(created.error);
  }
  const updated = cluster.store.update(resource, object, options);
  return updated.ok ? answered(cluster, request, updated.value, warnings, 200) : createErrorResponse(updated.error);
}

/** Returns a request for which unknown fields cause warnings instead of errors. */
function told(request: ResourceRequest): ResourceRequest {
  const query = new URLSearchParams(request.query);
  if (query.get('fieldValidation') === 'Strict' || request.resource.custom) query.set('fieldValidation', 'Warn');
  return { ...request, query };
}

/**
 * Returns the error for an apply with fields that aren't in the schema. Such fields can't be owned, so the apply fails
 * regardless of the requested validation. For built-in kinds, this applies only to strict validation, because their
 * schemas in the simulator are older than the simulated cluster. Source: kubernetes/kubernetes
 * staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/structuredmerge.go; observed on kube-apiserver
 * 1.20.2.
 */
function untypedPatch(
  { resource, version, namespace, name, query }: ResourceRequest,
  { warnings }: DecodedObject,
): ApiError | undefined {
  if (!resource.custom && query.get('fieldValidation') !== 'Strict') return undefined;
  const fields = warnings.flatMap((warning) => /^unknown field "(.*)"$/.exec(warning)?.[1] ?? []);
  if (fields.length === 0) return undefined;
  const errors = fields.map((field) => `.${field}: field not declared in schema`);
  const words = errors.length === 1 ? errors.join('') : `errors:${errors.map((error) => `\n  ${error}`).join('')}`;
  const message = `failed to create typed patch object (${namespace ?? ''}/${name}; ${resource.group}/${version}, Kind=${resource.kind}): ${words}`;
  return { code: 500, reason: '', message };
}

/** Returns the submitted fields without those that decoding dropped, and without defaults that it added. */
function withoutDefaults(sent: JsonObject, understood: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([key, value]) => {
      if (value === null || !Object.hasOwn(understood, key)) return [];
      const known = understood[key];
      return [[key, isJsonObject(value) && isJsonObject(known) ? withoutDefaults(value, known) : value]];
    }),
  );
}
