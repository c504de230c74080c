/** DELETE of an object and of many. */
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest } from '#simulator/store/apiError.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { listAt, numberAt, stringAt, valueAt } from '#simulator/store/kubeObject.ts';
import { apiVersionOf } from '#simulator/store/resourceType.ts';
import type { Result } from '#core/common/result.ts';
import { failed, ok } from '#core/common/result.ts';
import type { DeleteOptions } from '#simulator/store/store.ts';
import type { Answer } from '../http/apiResponse.ts';
import { failure, json } from '../http/apiResponse.ts';
import { readObject } from '../http/body.ts';
import type { Cluster } from './apiServerState.ts';
import { mediaType } from '../http/mediaTypes.ts';
import { shown, whereOf } from './readHandlers.ts';
import { inVersion } from './representation.ts';
import type { ResourceRequest } from '../http/request.ts';

function deleteOptions(request: ResourceRequest): Result<DeleteOptions, ApiError> {
  const body = request.body.length === 0 ? ok<JsonObject>({}) : readObject(request.body, mediaType(request.headers['content-type']));
  if (!body.ok) return body;
  const given = body.value;
  const { query } = request;
  const wrong = (text: string): Result<DeleteOptions, ApiError> =>
    failed({
      code: 422,
      reason: 'Invalid',
      message: `DeleteOptions.meta.k8s.io "" is invalid: ${text}`,
      details: { group: 'meta.k8s.io', kind: 'DeleteOptions' },
    });
  const policy = stringAt(given, 'propagationPolicy') ?? query.get('propagationPolicy') ?? undefined;
  if (policy !== undefined && policy !== 'Background' && policy !== 'Foreground' && policy !== 'Orphan') {
    return wrong(`propagationPolicy: Unsupported value: ${JSON.stringify(policy)}: supported values: "Foreground", "Background", "Orphan", "nil"`);
  }
  const dryRun = [...listAt(given, 'dryRun'), ...query.getAll('dryRun').filter((value) => value !== '')];
  if (dryRun.some((value) => value !== 'All'))
    return wrong(`dryRun: Unsupported value: []string{${dryRun.map((value) => JSON.stringify(value)).join(', ')}}: supported values: "All"`);
  const graceText = query.get('gracePeriodSeconds');
  const grace = numberAt(given, 'gracePeriodSeconds') ?? (graceText !== null && /^\d{1,9}$/.test(graceText) ? Number(graceText) : undefined);
  if (grace !== undefined && grace < 0) return failed(badRequest('gracePeriodSeconds must not be negative'));
  const orphan = valueAt(given, 'orphanDependents') === true;
  return ok({
    user: request.user,
    dryRun: dryRun.length > 0,
    gracePeriodSeconds: grace,
    propagationPolicy: policy ?? (orphan ? 'Orphan' : undefined),
    uid: stringAt(given, 'preconditions', 'uid'),
    resourceVersion: stringAt(given, 'preconditions', 'resourceVersion'),
  });
}

export function deleteObject(cluster: Cluster, request: ResourceRequest): Answer {
  const { resource, namespace, name } = request;
  const options = deleteOptions(request);
  if (!options.ok) return failure(options.error);
  const deleted = cluster.store.delete(resource, namespace, name, options.value);
  if (!deleted.ok) return failure(deleted.error);
  const { object, removed } = deleted.value;
  if (!removed || resource.strategy.returnsDeleted === true) return shown(request, object, cluster.store.clock.now());
  const details = { name, ...(resource.group === '' ? {} : { group: resource.group }), kind: resource.plural, uid: object.metadata.uid };
  return json({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details });
}

/** Answers with what was there. */
export function deleteMany(cluster: Cluster, request: ResourceRequest): Answer {
  const { resource, namespace, version } = request;
  const options = deleteOptions(request);
  if (!options.ok) return failure(options.error);
  const where = whereOf(request.query, resource);
  if (!where.ok) return failure(where.error);
  const { items } = cluster.store.list(resource, { namespace, where: where.value });
  for (const { metadata } of items) {
    const deleted = cluster.store.delete(resource, metadata.namespace, metadata.name, options.value);
    if (!deleted.ok && deleted.error.code !== 404) return failure(deleted.error);
  }
  const metadata = { resourceVersion: String(cluster.store.resourceVersion) };
  const apiVersion = apiVersionOf({ group: resource.group, version });
  return json({ kind: resource.listKind, apiVersion, metadata, items: items.map((object) => inVersion(object, resource, version)) });
}
