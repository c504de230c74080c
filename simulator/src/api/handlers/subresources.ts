/** Subresources of pods and workloads: logs, eviction, scale. */
import { badRequest, invalid, notFound } from '#simulator/store/apiError.ts';
import type { JsonObject, KubeObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject, listAt, mapAt, numberAt, stringAt } from '#simulator/store/kubeObject.ts';
import type { Answer } from '../http/apiResponse.ts';
import { failure, json } from '../http/apiResponse.ts';
import { readObject } from '../http/body.ts';
import type { Cluster } from './apiServerState.ts';
import { mediaType } from '../http/mediaTypes.ts';
import { mergePatched } from '../patching/mergePatch.ts';
import type { LogLine } from '#simulator/logs/podLogs.ts';
import type { ResourceRequest } from '../http/request.ts';
import { isTrue } from '../http/request.ts';

export function podLog(cluster: Cluster, request: ResourceRequest): Answer {
  const { store, logs } = cluster;
  const { resource, namespace = '', name, query } = request;
  const pod = store.get(resource, namespace, name);
  if (pod === undefined) return failure(notFound(resource, name));
  const containers = [...listAt(pod, 'spec', 'containers'), ...listAt(pod, 'spec', 'initContainers')].flatMap((container) => stringAt(container, 'name') ?? []);
  const container = query.get('container') ?? '';
  if (container === '' && listAt(pod, 'spec', 'containers').length > 1) {
    return failure(badRequest(`a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]`));
  }
  const chosen = container === '' ? (containers[0] ?? '') : container;
  if (!containers.includes(chosen)) return failure(badRequest(`container ${chosen} is not valid for pod ${name}`));
  const tailText = query.get('tailLines') ?? '';
  if (tailText !== '' && !/^\d{1,9}$/.test(tailText)) {
    return failure(
      invalid({ group: '', kind: 'PodLogOptions' }, name, [
        { reason: 'FieldValueInvalid', message: `Invalid value: ${tailText}: must be greater than or equal to 0`, field: 'tailLines' },
      ]),
    );
  }
  const since = sinceOf(query, store.clock.now());
  const all = logs.read(namespace, name, chosen).filter(({ at }) => at >= since);
  const tail = tailText === '' ? all : all.slice(Math.max(0, all.length - Number(tailText)));
  const withTime = isTrue(query.get('timestamps'));
  const written = ({ at, text }: LogLine): string => `${withTime ? `${new Date(at).toISOString()} ` : ''}${text}\n`;
  if (!isTrue(query.get('follow'))) {
    const limit = query.get('limitBytes') ?? '';
    const text = tail.map(written).join('');
    return { kind: 'text', code: 200, text: /^\d{1,12}$/.test(limit) ? text.slice(0, Number(limit)) : text, type: 'text/plain' };
  }
  return {
    kind: 'stream',
    type: 'text/plain',
    open: (outlet) => {
      outlet.write(tail.map(written).join(''));
      return logs.follow(namespace, name, chosen, (line) => (line === undefined ? outlet.end() : outlet.write(written(line))));
    },
  };
}

function sinceOf(query: URLSearchParams, now: number): number {
  const seconds = query.get('sinceSeconds') ?? '';
  if (/^\d{1,9}$/.test(seconds)) return now - Number(seconds) * 1000;
  const time = Date.parse(query.get('sinceTime') ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/** What `kubectl drain` asks for: a deletion that budgets may refuse. There are no budgets here. */
export function evictPod(cluster: Cluster, request: ResourceRequest): Answer {
  const { resource, namespace, name } = request;
  const body = readObject(request.body, mediaType(request.headers['content-type']));
  if (!body.ok) return failure(body.error);
  const grace = numberAt(body.value, 'deleteOptions', 'gracePeriodSeconds');
  const deleted = cluster.store.delete(resource, namespace, name, {
    user: request.user,
    gracePeriodSeconds: grace,
    dryRun: request.query.get('dryRun') === 'All',
  });
  return deleted.ok ? json({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }, 201) : failure(deleted.error);
}

function scaleOf(object: KubeObject): JsonObject {
  const labels = Object.entries(mapAt(object, 'spec', 'selector', 'matchLabels')).map(([key, value]) => `${key}=${String(value)}`);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: numberAt(object, 'spec', 'replicas') ?? 1 },
    status: { replicas: numberAt(object, 'status', 'replicas') ?? 0, selector: labels.join(',') },
  };
}

/** GET, PUT and PATCH of /scale. */
export function scale(cluster: Cluster, request: ResourceRequest): Answer {
  const { resource, namespace, name } = request;
  const object = cluster.store.get(resource, namespace, name);
  if (object === undefined) return failure(notFound(resource, name));
  const now = scaleOf(object);
  if (request.verb === 'get') return json(now);
  const type = mediaType(request.headers['content-type']);
  const body = readObject(request.body, request.method === 'PATCH' && type.endsWith('+json') ? 'application/json' : type);
  if (!body.ok) return failure(body.error);
  const wanted = request.method === 'PATCH' ? mergePatched(now, body.value) : body.value;
  const replicas = numberAt(wanted, 'spec', 'replicas') ?? 0;
  if (!Number.isInteger(replicas) || replicas < 0) {
    return failure(
      invalid({ group: 'autoscaling', kind: 'Scale' }, name, [
        { reason: 'FieldValueInvalid', message: `Invalid value: ${replicas}: must be greater than or equal to 0`, field: 'spec.replicas' },
      ]),
    );
  }
  const resourceVersion = stringAt(isJsonObject(wanted) ? wanted['metadata'] : {}, 'resourceVersion') ?? object.metadata.resourceVersion;
  const updated = cluster.store.update(
    resource,
    { ...object, metadata: { ...object.metadata, resourceVersion }, spec: { ...mapAt(object, 'spec'), replicas } },
    { user: request.user },
  );
  return updated.ok ? json(scaleOf(updated.value)) : failure(updated.error);
}

/** `oc get projects`: the namespaces, seen otherwise. */
export function projects({ store, resources }: Cluster, request: ResourceRequest): Answer {
  const all = store.list(resources.need('', 'namespaces')).items.map((namespace) => ({ ...namespace, apiVersion: 'project.openshift.io/v1', kind: 'Project' }));
  if (request.name !== '') {
    const found = all.find(({ metadata }) => metadata.name === request.name);
    return found === undefined ? failure(notFound(request.resource, request.name)) : json(found);
  }
  return json({ kind: 'ProjectList', apiVersion: 'project.openshift.io/v1', metadata: { resourceVersion: String(store.resourceVersion) }, items: all });
}
