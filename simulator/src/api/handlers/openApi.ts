/**
 * Serves the OpenAPI v3 documents, one per group version, for `kubectl explain` and for clients that check the
 * supported features.
 */
import { createHash } from 'node:crypto';
import { clusterVersions } from '#simulator/controllers/framework/resourceNames.ts';
import { getKubernetesVersion } from '#simulator/resources/kubernetesVersion.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject } from '#simulator/store/kubeObject.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createJsonResponse, pageNotFound } from '../http/apiResponse.ts';
import type { ApiServerState } from './apiServerState.ts';

function groupVersions(
  cluster: ApiServerState,
): ReadonlyMap<string, readonly { readonly type: ResourceType; readonly version: string }[]> {
  const found = new Map<string, { readonly type: ResourceType; readonly version: string }[]>();
  for (const type of cluster.resources.all) {
    for (const version of type.versions) {
      const path = type.group === '' ? `api/${version}` : `apis/${type.group}/${version}`;
      found.set(path, [...(found.get(path) ?? []), { type, version }]);
    }
  }
  return found;
}

/** Serves `/openapi/v3` and the documents below it. */
export function openApi(cluster: ApiServerState, path: string): ApiResponse {
  const groups = groupVersions(cluster);
  if (path === '/openapi/v3' || path === '/openapi/v3/') {
    const paths = Object.fromEntries(
      [...groups]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, types]) => [key, { serverRelativeURL: `/openapi/v3/${key}?hash=${hashOf(cluster, types)}` }]),
    );
    return createJsonResponse({ paths });
  }
  const types = groups.get(path.replace('/openapi/v3/', ''));
  return types === undefined ? pageNotFound : createJsonResponse(document(cluster, types));
}

/** Returns the hash of a document. It changes with the schemas of its custom resources. */
function hashOf(
  cluster: ApiServerState,
  types: readonly { readonly type: ResourceType; readonly version: string }[],
): string {
  const parts = types.map(({ type, version }) => [
    type.kind,
    version,
    type.custom ? cluster.custom.schemaOf(type, version) : undefined,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([kubernetesVersion(cluster), parts]))
    .digest('hex')
    .toUpperCase();
}

function kubernetesVersion(cluster: ApiServerState): string {
  return `v${getKubernetesVersion(cluster.store.get(clusterVersions, undefined, 'version'))}`;
}

function document(
  cluster: ApiServerState,
  types: readonly { readonly type: ResourceType; readonly version: string }[],
): JsonObject {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, unknown> = {};
  for (const { type, version } of types) {
    const gvk = { group: type.group, version, kind: type.kind };
    const known = cluster.schemas.raw(type, version);
    const name = known?.name ?? `${type.group.split('.').toReversed().join('.')}.${version}.${type.kind}`;
    const body = known?.schema ?? { ...openBody(cluster, type, version) };
    schemas[name] = { ...referring(body), 'x-kubernetes-group-version-kind': [gvk] };
    for (const needed of [...(known === undefined ? ['meta.v1.ObjectMeta'] : []), ...references(body)])
      collect(cluster, needed, schemas);
    const base = `/${type.group === '' ? 'api' : `apis/${type.group}`}/${version}${type.namespaced ? '/namespaces/{namespace}' : ''}/${type.plural}`;
    paths[base] = {
      get: operation('list', gvk, name),
      ...(type.verbs.includes('create') ? { post: operation('post', gvk, name) } : {}),
    };
    paths[`${base}/{name}`] = {
      get: operation('get', gvk, name),
      ...(type.verbs.includes('update') ? { put: operation('put', gvk, name) } : {}),
      ...(type.verbs.includes('patch') ? { patch: operation('patch', gvk, name) } : {}),
      ...(type.verbs.includes('delete') ? { delete: operation('delete', gvk, name) } : {}),
    };
  }
  const version = kubernetesVersion(cluster);
  return { openapi: '3.0.0', info: { title: 'Kubernetes', version }, paths, components: { schemas } };
}

function openBody(cluster: ApiServerState, type: ResourceType, version: string): JsonObject {
  const { properties, ...schema } = type.custom
    ? (cluster.custom.schemaOf(type, version) ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true })
    : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const envelope = {
    apiVersion: {
      type: 'string',
      description: 'APIVersion defines the versioned schema of this representation of an object.',
    },
    kind: {
      type: 'string',
      description: 'Kind is a string value representing the REST resource this object represents.',
    },
    metadata: { $ref: 'meta.v1.ObjectMeta', description: "Standard object's metadata." },
  };
  return { ...schema, properties: { ...properties, ...envelope } };
}

function operation(action: string, gvk: JsonObject, name: string): JsonObject {
  const parameter = (parameterName: string): JsonObject => ({
    name: parameterName,
    in: 'query',
    schema: { type: 'string', uniqueItems: true },
  });
  const names =
    action === 'get'
      ? []
      : action === 'list'
        ? ['labelSelector', 'fieldSelector', 'limit', 'continue', 'watch']
        : action === 'delete'
          ? ['dryRun', 'gracePeriodSeconds', 'propagationPolicy']
          : ['dryRun', 'fieldManager', 'fieldValidation', ...(action === 'patch' ? ['force'] : [])];
  const reference = { $ref: `#/components/schemas/${name}` };
  return {
    parameters: names.map(parameter),
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: reference } } } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvk,
  };
}

/** Adds a definition and all definitions that it refers to. */
function collect(cluster: ApiServerState, name: string, schemas: Record<string, unknown>): void {
  if (Object.hasOwn(schemas, name)) return;
  const definition = cluster.schemas.definition(name);
  schemas[name] = referring(definition);
  for (const needed of references(definition)) collect(cluster, needed, schemas);
}

function references(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isJsonObject(value)) return [];
  const own = value['$ref'];
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(references)];
}

/** Converts references to schemas to the format of OpenAPI v3. */
function referring(value: unknown): JsonObject {
  const convert = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(convert);
    if (!isJsonObject(inner)) return inner;
    const { $ref: reference, ...rest } = inner;
    const converted = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, convert(each)]));
    return typeof reference === 'string'
      ? { ...converted, allOf: [{ $ref: `#/components/schemas/${reference}` }] }
      : converted;
  };
  const converted = convert(value);
  return isJsonObject(converted) ? converted : {};
}
