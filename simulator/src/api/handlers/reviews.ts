/** Handles reviews, which return a result and aren't stored: the current user, permissions, and token validity. */
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest, invalid, notFound } from '#simulator/store/apiError.ts';
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject, getList, getMap, getNumber, getString, getValue } from '#simulator/store/kubeObject.ts';
import type { UserInfo } from '#simulator/store/resourceType.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createErrorResponse, createJsonResponse } from '../http/apiResponse.ts';
import type { Attributes, Authorizer } from '../auth/authorization.ts';
import { rulesStatus } from '../auth/authorization.ts';
import { parseObjectBody } from '../http/body.ts';
import type { ApiServerState } from './apiServerState.ts';
import { parseMediaType } from '../http/mediaTypes.ts';
import type { ResourceRequest } from '../http/request.ts';

const reviewed = new Set([
  'selfsubjectaccessreviews',
  'subjectaccessreviews',
  'localsubjectaccessreviews',
  'selfsubjectrulesreviews',
  'selfsubjectreviews',
  'tokenreviews',
]);

export function isReview({ resource }: ResourceRequest): boolean {
  return (
    reviewed.has(resource.plural) &&
    (resource.group === 'authorization.k8s.io' || resource.group === 'authentication.k8s.io')
  );
}

export function handleReview(cluster: ApiServerState, authorizer: Authorizer, request: ResourceRequest): ApiResponse {
  const body = parseObjectBody(request.body, parseMediaType(request.headers['content-type']));
  if (!body.ok) return createErrorResponse(body.error);
  const { resource, user } = request;
  const { apiVersion: _version, kind: _kind, ...content } = body.value;
  const spec = getMap(content, 'spec');
  const answer = (status: JsonObject): ApiResponse =>
    createJsonResponse(
      {
        kind: resource.kind,
        apiVersion: `${resource.group}/${request.version}`,
        metadata: { creationTimestamp: null, ...getMap(content, 'metadata') },
        ...(content['spec'] === undefined ? {} : { spec }),
        status,
      },
      201,
    );
  if (resource.plural === 'selfsubjectreviews') return answer({ userInfo: infoOf(user) });
  if (resource.plural === 'selfsubjectrulesreviews')
    return answer(rulesStatus(authorizer.rulesOf(user, getString(spec, 'namespace') ?? '')));
  if (resource.plural === 'tokenreviews') {
    const found = cluster.tokens.find(getString(spec, 'token') ?? '', cluster.store.clock.now());
    return answer(
      found === undefined ? { user: {}, error: 'invalid bearer token' } : { authenticated: true, user: infoOf(found) },
    );
  }
  const attributes = attributesOfSpec(spec);
  if (attributes === undefined)
    return createErrorResponse(
      invalid(resource, '', [
        {
          reason: 'FieldValueInvalid',
          message: 'Invalid value: exactly one of nonResourceAttributes or resourceAttributes must be specified',
          field: 'spec.resourceAttributes',
        },
      ]),
    );
  const subject =
    resource.plural === 'selfsubjectaccessreviews'
      ? user
      : {
          name: getString(spec, 'user') ?? '',
          groups: getList(spec, 'groups').filter((group) => typeof group === 'string'),
        };
  const { allowed, reason } = authorizer.decide(subject, attributes);
  return answer({ allowed, ...(reason === '' ? {} : { reason }) });
}

function attributesOfSpec(spec: JsonObject): Attributes | undefined {
  const about = spec['resourceAttributes'];
  const path = spec['nonResourceAttributes'];
  const text = (field: string): string => getString(about, field) ?? '';
  if (isJsonObject(about) === isJsonObject(path)) return undefined;
  if (isJsonObject(path))
    return {
      verb: getString(path, 'verb') ?? '',
      group: '',
      resource: '',
      subresource: '',
      namespace: '',
      name: '',
      path: getString(path, 'path') ?? '',
    };
  return {
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
  };
}

function infoOf({ name, uid, groups, extra }: UserInfo): JsonObject {
  return { username: name, ...(uid === undefined ? {} : { uid }), groups, ...(extra === undefined ? {} : { extra }) };
}

/** Responds to `oc whoami`. */
export function whoAmI(user: UserInfo): ApiResponse {
  const groups = user.groups.filter((group) => group !== 'system:authenticated');
  return createJsonResponse({
    kind: 'User',
    apiVersion: 'user.openshift.io/v1',
    metadata: { name: user.name, ...(user.uid === undefined ? {} : { uid: user.uid }), creationTimestamp: null },
    identities: null,
    groups,
  });
}

/** Handles POST to serviceaccounts/NAME/token. */
export function requestToken(cluster: ApiServerState, request: ResourceRequest): ApiResponse {
  const { resource, namespace = '', name } = request;
  const account = cluster.store.get(resource, namespace, name);
  if (account === undefined) return createErrorResponse(notFound(resource, name));
  const body = parseObjectBody(request.body, parseMediaType(request.headers['content-type']));
  if (!body.ok) return createErrorResponse(body.error);
  const spec = getMap(body.value, 'spec');
  const problem = tokenProblem(body.value, name);
  if (problem !== undefined) return createErrorResponse(problem);
  const seconds = getNumber(spec, 'expirationSeconds') ?? 3600;
  const audiences = getList(spec, 'audiences').filter((audience) => typeof audience === 'string');
  const aud = audiences.length === 0 ? ['https://kubernetes.default.svc'] : audiences;
  const now = cluster.store.clock.now();
  const token = cluster.tokens.issue(namespace, name, account.metadata.uid, aud, now, seconds);
  return createJsonResponse(
    {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { name, namespace, creationTimestamp: formatKubernetesTime(now) },
      spec: { audiences: aud, expirationSeconds: seconds, boundObjectRef: getValue(spec, 'boundObjectRef') ?? null },
      status: { token, expirationTimestamp: formatKubernetesTime(now + seconds * 1000) },
    },
    201,
  );
}

function tokenProblem(body: JsonObject, name: string): ApiError | undefined {
  const kind = getString(body, 'kind') ?? 'TokenRequest';
  if (kind !== 'TokenRequest') return badRequest(`${kind} cannot be handled as a TokenRequest`);
  const seconds = getNumber(body, 'spec', 'expirationSeconds');
  const limits: readonly [boolean, string][] = [
    [seconds !== undefined && seconds < 600, 'may not specify a duration less than 10 minutes'],
    [seconds !== undefined && seconds > 2 ** 32, 'may not specify a duration larger than 2^32 seconds'],
  ];
  const found = limits.find(([isWrong]) => isWrong);
  if (found === undefined) return undefined;
  return invalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, name, [
    {
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${seconds ?? 0}: ${found[1]}`,
      field: 'spec.expirationSeconds',
    },
  ]);
}
