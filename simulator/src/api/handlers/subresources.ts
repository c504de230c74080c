/** Handles subresources of pods and workloads: eviction and scale. */
import { Client } from '#simulator/controllers/framework/client.ts';
import { findEvictionProblem } from '#simulator/controllers/workloads/disruptionBudgets.ts';
import { invalid, notFound } from '#simulator/store/apiError.ts';
import type { JsonObject, KubeObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject, getMap, getNumber, getString } from '#simulator/store/kubeObject.ts';
import type { UserInfo } from '#simulator/store/resourceType.ts';
import type { Authorizer } from '../auth/authorization.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createErrorResponse, createJsonResponse } from '../http/apiResponse.ts';
import { parseObjectBody } from '../http/body.ts';
import type { ApiServerState } from './apiServerState.ts';
import { parseMediaType } from '../http/mediaTypes.ts';
import { mergePatched } from '../patching/mergePatch.ts';
import type { ResourceRequest } from '../http/request.ts';

/** Handles evictions, such as those of `kubectl drain`. Rejects them if a PodDisruptionBudget doesn't allow them. */
export function evictPod(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace, name } = request;
  const body = parseObjectBody(request.body, parseMediaType(request.headers['content-type']));
  if (!body.ok) return createErrorResponse(body.error);
  const { store, resources } = cluster;
  const pod = store.get(resource, namespace, name);
  const problem =
    pod === undefined ? undefined : findEvictionProblem(new Client(store, (one) => resources.named(one)), pod);
  if (problem !== undefined) return createErrorResponse(problem);
  const grace = getNumber(body.value, 'deleteOptions', 'gracePeriodSeconds');
  const deleted = store.delete(resource, namespace, name, {
    user: request.user,
    gracePeriodSeconds: grace,
    dryRun: request.query.get('dryRun') === 'All',
  });
  return deleted.ok
    ? createJsonResponse({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }, 201)
    : createErrorResponse(deleted.error);
}

function scaleOf(object: KubeObject): JsonObject {
  const labels = Object.entries(getMap(object, 'spec', 'selector', 'matchLabels')).map(
    ([key, value]) => `${key}=${String(value)}`,
  );
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: getNumber(object, 'spec', 'replicas') ?? 1 },
    status: { replicas: getNumber(object, 'status', 'replicas') ?? 0, selector: labels.join(',') },
  };
}

/** Handles GET, PUT, and PATCH of /scale. */
export function scale(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace, name } = request;
  const object = cluster.store.get(resource, namespace, name);
  if (object === undefined) return createErrorResponse(notFound(resource, name));
  const now = scaleOf(object);
  if (request.verb === 'get') return createJsonResponse(now);
  const type = parseMediaType(request.headers['content-type']);
  const body = parseObjectBody(
    request.body,
    request.method === 'PATCH' && type.endsWith('+json') ? 'application/json' : type,
  );
  if (!body.ok) return createErrorResponse(body.error);
  const wanted = request.method === 'PATCH' ? mergePatched(now, body.value) : body.value;
  const replicas = getNumber(wanted, 'spec', 'replicas') ?? 0;
  if (!Number.isInteger(replicas) || replicas < 0) {
    return createErrorResponse(
      invalid({ group: 'autoscaling', kind: 'Scale' }, name, [
        {
          reason: 'FieldValueInvalid',
          message: `Invalid value: ${replicas}: must be greater than or equal to 0`,
          field: 'spec.replicas',
        },
      ]),
    );
  }
  const resourceVersion =
    getString(isJsonObject(wanted) ? wanted['metadata'] : {}, 'resourceVersion') ?? object.metadata.resourceVersion;
  const updated = cluster.store.update(
    resource,
    { ...object, metadata: { ...object.metadata, resourceVersion }, spec: { ...getMap(object, 'spec'), replicas } },
    { user: request.user },
  );
  return updated.ok ? createJsonResponse(scaleOf(updated.value)) : createErrorResponse(updated.error);
}

/**
 * Handles `oc get projects`, which represents namespaces as projects. Lists only namespaces that the user can get.
 * Source: openshift/openshift-apiserver@3c98e7c6 pkg/project/auth/reviewer.go (Review).
 */
export function projects(
  { store, resources }: ApiServerState,
  authorizer: Authorizer,
  request: ResourceRequest,
): ApiResponse {
  const all = store
    .list(resources.need('', 'namespaces'))
    .items.filter(({ metadata: { name } }) => canGetNamespace(authorizer, request.user, name))
    .map((namespace) => ({ ...namespace, apiVersion: 'project.openshift.io/v1', kind: 'Project' }));
  if (request.name !== '') {
    const found = all.find(({ metadata }) => metadata.name === request.name);
    return found === undefined
      ? createErrorResponse(notFound(request.resource, request.name))
      : createJsonResponse(found);
  }
  return createJsonResponse({
    kind: 'ProjectList',
    apiVersion: 'project.openshift.io/v1',
    metadata: { resourceVersion: String(store.resourceVersion) },
    items: all,
  });
}

function canGetNamespace(authorizer: Authorizer, user: UserInfo, name: string): boolean {
  const attributes = { verb: 'get', group: '', resource: 'namespaces', subresource: '', namespace: name, name };
  return authorizer.decide(user, attributes).allowed;
}
