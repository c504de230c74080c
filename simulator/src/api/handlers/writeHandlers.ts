/** POST, PUT and PATCH of objects and their status. */
import { timestamp } from '#simulator/time/clock.ts';
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest, conflict, invalid, methodNotAllowed, modifiedMeanwhile, notFound } from '#simulator/store/apiError.ts';
import type { JsonObject, KubeObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { isJsonObject, stringAt, valueAt } from '#simulator/store/kubeObject.ts';
import { apiVersionOf } from '#simulator/store/resourceType.ts';
import type { Result } from '#core/common/result.ts';
import { failed, ok } from '#core/common/result.ts';
import type { UpdateOptions } from '#simulator/store/store.ts';
import type { Answer } from '../http/apiResponse.ts';
import { failure } from '../http/apiResponse.ts';
import { parseJson, readObject, readYaml } from '../http/body.ts';
import type { Cluster } from './apiServerState.ts';
import { decodeObject, fieldManagerOf } from './decoding.ts';
import type { Decoded } from './decoding.ts';
import { applied } from '../patching/serverSideApply.ts';
import { afterUpdate } from '../patching/fieldManagers.ts';
import type { Writer } from '../patching/fieldManagers.ts';
import { mediaType, unsupportedMedia } from '../http/mediaTypes.ts';
import { jsonPatched } from '../patching/jsonPatch.ts';
import { mergePatched, strategicPatched } from '../patching/mergePatch.ts';
import { shown } from './readHandlers.ts';
import { inVersion } from './representation.ts';
import type { ResourceRequest } from '../http/request.ts';
import { isTrue } from '../http/request.ts';

/** What is wrong with the parameters of a write, if anything. */
function optionsProblem(request: ResourceRequest): ApiError | undefined {
  const kind = { POST: 'CreateOptions', PUT: 'UpdateOptions' }[request.method] ?? 'PatchOptions';
  const wrong = (text: string): ApiError => ({
    code: 422,
    reason: 'Invalid',
    message: `${kind}.meta.k8s.io "" is invalid: ${text}`,
    details: { group: 'meta.k8s.io', kind },
  });
  const dryRun = request.query.get('dryRun') ?? '';
  if (dryRun !== '' && dryRun !== 'All') return wrong(`dryRun: Unsupported value: []string{${JSON.stringify(dryRun)}}: supported values: "All"`);
  const manager = request.query.get('fieldManager') ?? '';
  if (manager.length > 128) return wrong(`fieldManager: Too long: may not be longer than 128`);
  const isApply = mediaType(request.headers['content-type']) === 'application/apply-patch+yaml';
  if (request.method === 'PATCH' && isApply && manager === '') return wrong('fieldManager: Required value: is required for apply patch');
  return request.method === 'PATCH' && !isApply && request.query.has('force') ? wrong('force: Forbidden: may not be specified for non-apply patch') : undefined;
}

function writeOptions(cluster: Cluster, request: ResourceRequest): UpdateOptions {
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

function writerOf(cluster: Cluster, request: ResourceRequest): Writer {
  const { resource, version, subresource } = request;
  return {
    manager: fieldManagerOf(request),
    apiVersion: apiVersionOf({ group: resource.group, version }),
    subresource: subresource === '' ? undefined : subresource,
    now: timestamp(cluster.store.clock.now()),
  };
}

/** An object in an answer, with the warnings that it gave. */
function answered(cluster: Cluster, request: ResourceRequest, object: KubeObject, warnings: readonly string[], code: number): Answer {
  const answer = shown(request, object, cluster.store.clock.now(), code);
  if (warnings.length === 0 || answer.kind !== 'json') return answer;
  return { ...answer, headers: { ...answer.headers, Warning: warnings.map((text) => `299 - ${JSON.stringify(text)}`) } };
}

export function createObject(cluster: Cluster, request: ResourceRequest): Answer {
  const { resource, namespace } = request;
  const problem = optionsProblem(request);
  if (problem !== undefined) return failure(problem);
  if (resource.namespaced && namespace === undefined) return failure(methodNotAllowed('the server does not allow this method on the requested resource'));
  const body = readObject(request.body, mediaType(request.headers['content-type']));
  if (!body.ok) return failure(body.error);
  const decoded = decodeObject(cluster, request, body.value);
  if (!decoded.ok) return failure(decoded.error);
  if (cluster.custom.isTerminating(resource)) {
    const message = 'create not allowed while custom resource definition is terminating';
    return failure(methodNotAllowed(message, { ...(resource.group === '' ? {} : { group: resource.group }), kind: resource.plural }));
  }
  const { managedFields: _ignored, ...metadata } = decoded.value.object.metadata;
  const created = cluster.store.create(resource, { ...decoded.value.object, metadata }, writeOptions(cluster, request));
  return created.ok ? answered(cluster, request, created.value, decoded.value.warnings, 201) : failure(created.error);
}

export function replaceObject(cluster: Cluster, request: ResourceRequest): Answer {
  const problem = optionsProblem(request);
  if (problem !== undefined) return failure(problem);
  const body = readObject(request.body, mediaType(request.headers['content-type']));
  if (!body.ok) return failure(body.error);
  const decoded = decodeObject(cluster, request, body.value);
  return decoded.ok ? updatedAnswer(cluster, request, decoded.value) : failure(decoded.error);
}

function updatedAnswer(cluster: Cluster, request: ResourceRequest, { object, warnings }: Decoded): Answer {
  const { resource, namespace, name } = request;
  if ((object.metadata.resourceVersion ?? '') === '' && !resource.unconditionalUpdate) {
    if (cluster.store.get(resource, namespace, name) === undefined) return failure(notFound(resource, name));
    const cause = { reason: 'FieldValueInvalid', message: 'Invalid value: 0x0: must be specified for an update', field: 'metadata.resourceVersion' };
    return failure(invalid({ group: resource.group, kind: resource.plural }, name, [cause]));
  }
  const updated = cluster.store.update(resource, object, writeOptions(cluster, request));
  return updated.ok ? answered(cluster, request, updated.value, warnings, 200) : failure(updated.error);
}

const patchTypes = ['application/json-patch+json', 'application/merge-patch+json', 'application/strategic-merge-patch+json', 'application/apply-patch+yaml'];

export function patchObject(cluster: Cluster, request: ResourceRequest): Answer {
  const { resource, namespace, name } = request;
  const problem = optionsProblem(request);
  const type = mediaType(request.headers['content-type']);
  const accepted = patchTypes.filter((each) => !resource.custom || !each.includes('strategic'));
  if (!accepted.includes(type)) return failure(unsupportedMedia(accepted));
  if (problem !== undefined) return failure(problem);
  if (type === 'application/apply-patch+yaml') return applyObject(cluster, request);
  const old = cluster.store.get(resource, namespace, name);
  if (old === undefined) return failure(notFound(resource, name));
  const patch = parseJson(request.body);
  if (!patch.ok) return failure(patch.error);
  const patched = patchedObject(cluster, request, inVersion(old, resource, request.version), type, patch.value);
  if (!patched.ok) return failure(patched.error);
  const decoded = decodeObject(cluster, request, patched.value);
  if (!decoded.ok) return failure(decoded.error);
  // A patch that names a version wants that one; others take what is there.
  const resourceVersion = decoded.value.object.metadata.resourceVersion ?? old.metadata.resourceVersion;
  if (resourceVersion !== old.metadata.resourceVersion) return failure(conflict(resource, name, modifiedMeanwhile));
  return updatedAnswer(cluster, request, {
    ...decoded.value,
    object: { ...decoded.value.object, metadata: { ...decoded.value.object.metadata, resourceVersion } },
  });
}

function patchedObject(cluster: Cluster, { resource, version }: ResourceRequest, old: KubeObject, type: string, patch: unknown): Result<JsonObject, ApiError> {
  if (type === 'application/json-patch+json') return jsonPatched(old, patch);
  if (!isJsonObject(patch)) return failed(badRequest('error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}'));
  const strategic = type === 'application/strategic-merge-patch+json';
  const value = strategic ? strategicPatched(old, patch, cluster.schemas.of(resource, version)) : mergePatched(old, patch);
  return isJsonObject(value) ? ok(value) : failed(badRequest('the result of the patch is not a map'));
}

/** Server-side apply: creates what is not there. */
function applyObject(cluster: Cluster, request: ResourceRequest): Answer {
  const { resource, namespace, name, subresource, version } = request;
  const body = readYaml(request.body);
  if (!body.ok) return failure(body.error);
  const missing = ['apiVersion', 'kind'].find((field) => stringAt(body.value, field) === undefined);
  if (missing !== undefined)
    return failure(badRequest(`Object '${missing === 'kind' ? 'Kind' : 'apiVersion'}' is missing in '${JSON.stringify(body.value).slice(0, 200)}'`));
  if (valueAt(body.value, 'metadata', 'managedFields') !== undefined) return failure(badRequest('metadata.managedFields must be nil'));
  const named: JsonObject = {
    ...body.value,
    metadata: {
      ...(isJsonObject(body.value['metadata']) ? body.value['metadata'] : {}),
      ...(valueAt(body.value, 'metadata', 'name') === undefined ? { name } : {}),
    },
  };
  const decoded = decodeObject(cluster, told(request), named);
  if (!decoded.ok) return failure(decoded.error);
  const untyped = untypedPatch(request, decoded.value);
  if (untyped !== undefined) return failure(untyped);
  const old = cluster.store.get(resource, namespace, name);
  const wantedUid = decoded.value.object.metadata.uid;
  if (old === undefined && (subresource !== '' || wantedUid !== undefined))
    return failure(
      wantedUid === undefined
        ? notFound(resource, name)
        : conflict(resource, name, `uid mismatch: the provided object specified uid ${wantedUid}, and no existing object was found`),
    );
  if (old !== undefined && (decoded.value.object.metadata.resourceVersion ?? old.metadata.resourceVersion) !== old.metadata.resourceVersion)
    return failure(conflict(resource, name, modifiedMeanwhile));
  const bare = { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: { name, namespace: resource.namespaced ? namespace : undefined } };
  const live = old === undefined ? bare : inVersion(old, resource, version);
  // What was not written is not applied: defaults are nobody's. Only what the schema dropped is taken out.
  const config = withoutDefaults(named, decoded.value.object);
  const schema = cluster.schemas.of(resource, version);
  const writer = writerOf(cluster, request);
  const result = applied(live as KubeObject, config, schema, writer, { force: isTrue(request.query.get('force')), hasStatus: resource.status });
  if (!result.ok) return failure(result.error);
  const again = decodeObject(cluster, { ...request, query: new URLSearchParams() }, result.value);
  if (!again.ok) return failure(again.error);
  const managedFields = result.value.metadata.managedFields ?? [];
  const object: ObjectToWrite = { ...again.value.object, metadata: { ...again.value.object.metadata, managedFields } };
  const options = { ...writeOptions(cluster, request), manage: (next: KubeObject): KubeObject => ({ ...next, metadata: { ...next.metadata, managedFields } }) };
  if (old === undefined) {
    if (cluster.custom.isTerminating(resource)) return failure(methodNotAllowed('create not allowed while custom resource definition is terminating'));
    const { resourceVersion: _none, ...metadata } = object.metadata;
    const created = cluster.store.create(resource, { ...object, metadata }, options);
    return created.ok ? answered(cluster, request, created.value, decoded.value.warnings, 201) : failure(created.error);
  }
  const updated = cluster.store.update(resource, object, options);
  return updated.ok ? answered(cluster, request, updated.value, decoded.value.warnings, 200) : failure(updated.error);
}

/** The request, so that fields which nobody knows are told and not refused. */
function told(request: ResourceRequest): ResourceRequest {
  const query = new URLSearchParams(request.query);
  if (query.get('fieldValidation') === 'Strict' || request.resource.custom) query.set('fieldValidation', 'Warn');
  return { ...request, query };
}

/**
 * A field that the schema does not have cannot be owned: an apply with one fails, however strict it was asked to be. Of Kubernetes' kinds, whose schemas
 * are older here than the cluster is said to be, only when it was asked for.
 * Source: kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/structuredmerge.go; seen on kube-apiserver 1.20.2.
 */
function untypedPatch({ resource, version, namespace, name, query }: ResourceRequest, { warnings }: Decoded): ApiError | undefined {
  if (!resource.custom && query.get('fieldValidation') !== 'Strict') return undefined;
  const fields = warnings.flatMap((warning) => /^unknown field "(.*)"$/.exec(warning)?.[1] ?? []);
  if (fields.length === 0) return undefined;
  const errors = fields.map((field) => `.${field}: field not declared in schema`);
  const words = errors.length === 1 ? errors.join('') : `errors:${errors.map((error) => `\n  ${error}`).join('')}`;
  const message = `failed to create typed patch object (${namespace ?? ''}/${name}; ${resource.group}/${version}, Kind=${resource.kind}): ${words}`;
  return { code: 500, reason: '', message };
}

/** Of what was sent, what was understood. */
function withoutDefaults(sent: JsonObject, understood: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([key, value]) => {
      if (value === null || !Object.hasOwn(understood, key)) return [];
      const known = understood[key];
      return [[key, isJsonObject(value) && isJsonObject(known) ? withoutDefaults(value, known) : value]];
    }),
  );
}
