/** Handles subresources of pods and workloads: logs, eviction, and scale. */
import { badRequest, invalid, notFound } from '#simulator/store/apiError.ts';
import type { JsonObject, KubeObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject, getList, getMap, getNumber, getString } from '#simulator/store/kubeObject.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createErrorResponse, createJsonResponse } from '../http/apiResponse.ts';
import { parseObjectBody } from '../http/body.ts';
import type { ApiServerState } from './apiServerState.ts';
import { parseMediaType } from '../http/mediaTypes.ts';
import { mergePatched } from '../patching/mergePatch.ts';
import type { ContainerLogLine } from '#simulator/logs/podLogs.ts';
import type { ResourceRequest } from '../http/request.ts';
import { parseGoBoolean } from '../http/request.ts';

export function podLog(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { store, logs } = cluster;
  const { resource, namespace = '', name, query } = request;
  const pod = store.get(resource, namespace, name);
  if (pod === undefined) return createErrorResponse(notFound(resource, name));
  const containers = [...getList(pod, 'spec', 'containers'), ...getList(pod, 'spec', 'initContainers')].flatMap(
    (container) => getString(container, 'name') ?? [],
  );
  const container = query.get('container') ?? '';
  if (container === '' && getList(pod, 'spec', 'containers').length > 1) {
    return createErrorResponse(
      badRequest(`a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]`),
    );
  }
  const chosen = container === '' ? (containers[0] ?? '') : container;
  if (!containers.includes(chosen))
    return createErrorResponse(badRequest(`container ${chosen} is not valid for pod ${name}`));
  const tailText = query.get('tailLines') ?? '';
  if (tailText !== '' && !/^\d{1,9}$/.test(tailText)) {
    return createErrorResponse(
      invalid({ group: '', kind: 'PodLogOptions' }, name, [
        {
          reason: 'FieldValueInvalid',
          message: `Invalid value: ${tailText}: must be greater than or equal to 0`,
          field: 'tailLines',
        },
      ]),
    );
  }
  const since = sinceOf(query, store.clock.now());
  const all = logs.read(namespace, name, chosen).filter(({ at }) => at >= since);
  const tail = tailText === '' ? all : all.slice(Math.max(0, all.length - Number(tailText)));
  const withTime = parseGoBoolean(query.get('timestamps'));
  const written = ({ at, text }: ContainerLogLine): string =>
    `${withTime ? `${new Date(at).toISOString()} ` : ''}${text}\n`;
  if (!parseGoBoolean(query.get('follow'))) {
    const limit = query.get('limitBytes') ?? '';
    const text = tail.map(written).join('');
    return {
      kind: 'text',
      code: 200,
      text: /^\d{1,12}$/.test(limit) ? text.slice(0, Number(limit)) : text,
      type: 'text/plain',
    };
  }
  return {
    kind: 'stream',
    type: 'text/plain',
    open: (outlet) => {
      outlet.write(tail.map(written).join(''));
      return logs.follow(namespace, name, chosen, (line) =>
        line === undefined ? outlet.end() : outlet.write(written(line)),
      );
    },
  };
}

function sinceOf(query: URLSearchParams, now: number): number {
  const seconds = query.get('sinceSeconds') ?? '';
  if (/^\d{1,9}$/.test(seconds)) return now - Number(seconds) * 1000;
  const time = Date.parse(query.get('sinceTime') ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/**
 * Handles the evictions of `kubectl drain`. A real server can reject them because of PodDisruptionBudgets, which the
 * simulator doesn't support.
 */
export function evictPod(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace, name } = request;
  const body = parseObjectBody(request.body, parseMediaType(request.headers['content-type']));
  if (!body.ok) return createErrorResponse(body.error);
  const grace = getNumber(body.value, 'deleteOptions', 'gracePeriodSeconds');
  const deleted = cluster.store.delete(resource, namespace, name, {
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

/** Handles `oc get projects`, which represents namespaces as projects. */
export function projects({ store, resources }: ApiServerState, request: ResourceRequest): ApiResponse {
  const all = store
    .list(resources.need('', 'namespaces'))
    .items.map((namespace) => ({ ...namespace, apiVersion: 'project.openshift.io/v1', kind: 'Project' }));
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
