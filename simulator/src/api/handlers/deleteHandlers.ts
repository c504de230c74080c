/** Handles DELETE of an object and of a collection. */
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest } from '#simulator/store/apiError.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { getList, getNumber, getString, getValue } from '#simulator/store/kubeObject.ts';
import { formatApiVersion } from '#simulator/store/resourceType.ts';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { DeleteOptions } from '#simulator/store/storeRequests.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createErrorResponse, createJsonResponse } from '../http/apiResponse.ts';
import { parseObjectBody } from '../http/body.ts';
import type { ApiServerState } from './apiServerState.ts';
import { parseMediaType } from '../http/mediaTypes.ts';
import { createObjectResponse, whereOf } from './readHandlers.ts';
import { convertToVersion } from './representation.ts';
import type { ResourceRequest } from '../http/request.ts';

function deleteOptions(request: ResourceRequest): Result<DeleteOptions, ApiError> {
  const body =
    request.body.length === 0
      ? succeed<JsonObject>({})
      : parseObjectBody(request.body, parseMediaType(request.headers['content-type']));
  if (!body.ok) return body;
  const given = body.value;
  const { query } = request;
  const wrong = (text: string): Result<DeleteOptions, ApiError> =>
    fail({
      code: 422,
      reason: 'Invalid',
      message: `DeleteOptions.meta.k8s.io "" is invalid: ${text}`,
      details: { group: 'meta.k8s.io', kind: 'DeleteOptions' },
    });
  const policy = getString(given, 'propagationPolicy') ?? query.get('propagationPolicy') ?? undefined;
  if (policy !== undefined && policy !== 'Background' && policy !== 'Foreground' && policy !== 'Orphan') {
    return wrong(
      `propagationPolicy: Unsupported value: ${JSON.stringify(policy)}: supported values: "Foreground", "Background", "Orphan", "nil"`,
    );
  }
  const dryRun = [...getList(given, 'dryRun'), ...query.getAll('dryRun').filter((value) => value !== '')];
  if (dryRun.some((value) => value !== 'All'))
    return wrong(
      `dryRun: Unsupported value: []string{${dryRun.map((value) => JSON.stringify(value)).join(', ')}}: supported values: "All"`,
    );
  const graceText = query.get('gracePeriodSeconds');
  const grace =
    getNumber(given, 'gracePeriodSeconds') ??
    (graceText !== null && /^\d{1,9}$/.test(graceText) ? Number(graceText) : undefined);
  if (grace !== undefined && grace < 0) return fail(badRequest('gracePeriodSeconds must not be negative'));
  const orphan = getValue(given, 'orphanDependents') === true;
  return succeed({
    user: request.user,
    dryRun: dryRun.length > 0,
    gracePeriodSeconds: grace,
    propagationPolicy: policy ?? (orphan ? 'Orphan' : undefined),
    uid: getString(given, 'preconditions', 'uid'),
    resourceVersion: getString(given, 'preconditions', 'resourceVersion'),
  });
}

export function deleteObject(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace, name } = request;
  const options = deleteOptions(request);
  if (!options.ok) return createErrorResponse(options.error);
  const deleted = cluster.store.delete(resource, namespace, name, options.value);
  if (!deleted.ok) return createErrorResponse(deleted.error);
  const { object, removed } = deleted.value;
  if (!removed || resource.strategy.returnsDeleted === true)
    return createObjectResponse(request, object, cluster.store.clock.now());
  const details = {
    name,
    ...(resource.group === '' ? {} : { group: resource.group }),
    kind: resource.plural,
    uid: object.metadata.uid,
  };
  return createJsonResponse({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details });
}

/** Deletes a collection. Responds with the deleted objects. */
export function deleteMany(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace, version } = request;
  const options = deleteOptions(request);
  if (!options.ok) return createErrorResponse(options.error);
  const where = whereOf(request.query, resource);
  if (!where.ok) return createErrorResponse(where.error);
  const { items } = cluster.store.list(resource, { namespace, where: where.value });
  for (const { metadata } of items) {
    const deleted = cluster.store.delete(resource, metadata.namespace, metadata.name, options.value);
    if (!deleted.ok && deleted.error.code !== 404) return createErrorResponse(deleted.error);
  }
  const metadata = { resourceVersion: String(cluster.store.resourceVersion) };
  const apiVersion = formatApiVersion({ group: resource.group, version });
  return createJsonResponse({
    kind: resource.listKind,
    apiVersion,
    metadata,
    items: items.map((object) => convertToVersion(object, resource, version)),
  });
}
