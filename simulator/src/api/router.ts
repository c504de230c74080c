/** Routes a request to its handler after authentication and authorization. */
import { clusterVersions } from '#simulator/controllers/framework/resourceNames.ts';
import { getKubernetesVersion } from '../resources/kubernetesVersion.ts';
import type { ApiError } from '../store/apiError.ts';
import { methodNotAllowed, unauthorized } from '../store/apiError.ts';
import type { UserInfo } from '../store/resourceType.ts';
import type { ApiResponse } from './http/apiResponse.ts';
import { createErrorResponse, createJsonResponse, pageNotFound } from './http/apiResponse.ts';
import type { Authorizer } from './auth/authorization.ts';
import { attributesOf, pathRefusal, refusal } from './auth/authorization.ts';
import type { ApiServerState } from './handlers/apiServerState.ts';
import { deleteMany, deleteObject } from './handlers/deleteHandlers.ts';
import {
  aggregated,
  aggregatedType,
  aggregatedVersion,
  apiVersions,
  groupDocument,
  groupList,
  resourceList,
} from './handlers/discovery.ts';
import { openApi } from './handlers/openApi.ts';
import { isOAuthPage, oauthMetadata, oauthMetadataPath, oauthPage } from './handlers/oauth.ts';
import { nodeLogs } from './handlers/nodeLogs.ts';
import { getObject, listObjects } from './handlers/readHandlers.ts';
import type { ApiRequest, ResourceRequest } from './http/request.ts';
import { resourceRequest } from './http/request.ts';
import { handleReview, isReview, requestToken, whoAmI } from './handlers/reviews.ts';
import { podExec } from './handlers/podExec.ts';
import { podLog } from './handlers/podLog.ts';
import { evictPod, projects, scale } from './handlers/subresources.ts';
import type { ObjectTexts } from './handlers/watchHandlers.ts';
import { watchObjects } from './handlers/watchHandlers.ts';
import { createObject, patchObject, replaceObject } from './handlers/writeHandlers.ts';

/** Returns the version that the simulator reports: the Kubernetes version of the simulated OpenShift. */
function versionInfo({ store }: ApiServerState): Readonly<Record<string, string>> {
  const version = getKubernetesVersion(store.get(clusterVersions, undefined, 'version'));
  const [major = '', minor = ''] = version.split('.');
  return {
    major,
    minor,
    gitVersion: `v${version}+osc-simulator`,
    gitCommit: 'simulated',
    gitTreeState: 'clean',
    buildDate: '2026-01-01T00:00:00Z',
    goVersion: 'none',
    compiler: 'node',
    platform: 'linux/amd64',
  };
}

const anonymous: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** Returns the user of a token. Without a token, the user is anonymous. Returns undefined for an unknown token. */
export function userOf(cluster: ApiServerState, authorization: string | undefined): UserInfo | undefined {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return anonymous;
  const found = cluster.tokens.find(token, cluster.store.clock.now());
  return found === undefined
    ? undefined
    : { ...found, groups: [...new Set([...found.groups, 'system:authenticated'])] };
}

/** Returns the impersonated user, if requested and allowed. */
function actingAs(authorizer: Authorizer, user: UserInfo, { headers }: ApiRequest): UserInfo | ApiError {
  const name = headers['impersonate-user'];
  if (typeof name !== 'string' || name === '') return user;
  const attributes = { verb: 'impersonate', group: '', resource: 'users', subresource: '', namespace: '', name };
  if (!authorizer.decide(user, attributes).allowed) {
    return {
      code: 403,
      reason: 'Forbidden',
      message: `users "${name}" is forbidden: User "${user.name}" cannot impersonate resource "users" in API group "" at the cluster scope`,
      details: { name, kind: 'users' },
    };
  }
  const groups = headers['impersonate-group'];
  const given = Array.isArray(groups)
    ? groups
    : typeof groups === 'string'
      ? groups.split(',').map((group) => group.trim())
      : [];
  return { name, groups: [...given, 'system:authenticated'] };
}

/** The result of authorization: rejected, a path that isn't a resource, or a resource. Doesn't depend on the body. */
type Admission =
  | { readonly kind: 'refused'; readonly answer: ApiResponse }
  | { readonly kind: 'path' }
  | { readonly kind: 'resource'; readonly user: UserInfo; readonly known: ResourceRequest };

function refused(answer: ApiResponse): Admission {
  return { kind: 'refused', answer };
}

function admission(cluster: ApiServerState, authorizer: Authorizer, request: ApiRequest): Admission {
  if (isOAuthPage(request.path)) return { kind: 'path' };
  if (request.user === undefined) return refused(createErrorResponse(unauthorized()));
  const user = actingAs(authorizer, request.user, request);
  if ('code' in user) return refused(createErrorResponse(user));
  if (request.target === undefined) {
    const verb = request.method.toLowerCase();
    const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path;
    const { allowed } = authorizer.decide(user, {
      verb,
      group: '',
      resource: '',
      subresource: '',
      namespace: '',
      name: '',
      path,
    });
    return allowed ? { kind: 'path' } : refused(createErrorResponse(pathRefusal(user, verb, request.path)));
  }
  const known = resourceRequest(request, user, cluster.resources);
  if (known === undefined) {
    const { group, plural: resource, subresource, namespace = '', name } = request.target;
    const isAllowed = authorizer.decide(user, {
      verb: request.verb,
      group,
      resource,
      subresource,
      namespace,
      name,
    }).allowed;
    if (!isAllowed) return refused(createErrorResponse(unknownRefusal(user, request)));
    // Only groups of the API server itself return a Status. Unknown groups have no server that could respond.
    return refused(
      group === '' || cluster.resources.all.some((type) => type.group === group && !type.custom)
        ? createErrorResponse(noSuchResource)
        : pageNotFound,
    );
  }
  // Every user can query their own identity.
  if (isWhoAmI(known)) return { kind: 'resource', user, known };
  return authorizer.decide(user, attributesOf(known)).allowed
    ? { kind: 'resource', user, known }
    : refused(createErrorResponse(refusal(user, known)));
}

function isWhoAmI({ resource, name, verb }: ResourceRequest): boolean {
  return resource.group === 'user.openshift.io' && resource.plural === 'users' && name === '~' && verb === 'get';
}

/**
 * Authorizes a request before its body is read.
 * @returns the rejection, or undefined if the body should be read and the request checked again
 */
export function refusedUnread(
  cluster: ApiServerState,
  authorizer: Authorizer,
  request: ApiRequest,
): ApiResponse | undefined {
  const admitted = admission(cluster, authorizer, request);
  return admitted.kind === 'refused' ? admitted.answer : undefined;
}

export function route(
  cluster: ApiServerState,
  authorizer: Authorizer,
  texts: ObjectTexts,
  request: ApiRequest,
): ApiResponse {
  const admitted = admission(cluster, authorizer, request);
  if (admitted.kind === 'refused') return admitted.answer;
  if (admitted.kind === 'path') return routePath(cluster, request);
  return isWhoAmI(admitted.known) ? whoAmI(admitted.user) : routeResource(cluster, authorizer, texts, admitted.known);
}

const noSuchResource: ApiError = {
  code: 404,
  reason: 'NotFound',
  message: 'the server could not find the requested resource',
  details: {},
};

function unknownRefusal(user: UserInfo, { verb, target }: ApiRequest): ApiError {
  const where = target?.namespace === undefined ? 'at the cluster scope' : `in the namespace "${target.namespace}"`;
  const qualified = target?.group === '' ? target.plural : `${target?.plural ?? ''}.${target?.group ?? ''}`;
  const message = `${qualified} is forbidden: User "${user.name}" cannot ${verb} resource "${target?.plural ?? ''}" in API group "${target?.group ?? ''}" ${where}`;
  return {
    code: 403,
    reason: 'Forbidden',
    message,
    details: { ...(target?.group === '' ? {} : { group: target?.group ?? '' }), kind: target?.plural ?? '' },
  };
}

const notAllowed = createErrorResponse(
  methodNotAllowed('the server does not allow this method on the requested resource', {}),
);

function routeResource(
  cluster: ApiServerState,
  authorizer: Authorizer,
  texts: ObjectTexts,
  request: ResourceRequest,
): ApiResponse {
  const { verb, subresource, resource, name } = request;
  if (subresource !== '' && subresource !== 'status') return routeSubresource(cluster, authorizer, request);
  if (subresource === 'status' && !['get', 'update', 'patch'].includes(verb)) return notAllowed;
  if (subresource === '' && !resource.verbs.includes(verb)) return notAllowed;
  if (resource.group === 'project.openshift.io') return projects(cluster, authorizer, request);
  // A watch of a single object is a list watch with a field selector.
  if (verb === 'watch' && name !== '') request.query.set('fieldSelector', `metadata.name=${name}`);
  if (verb === 'create' && name !== '') return notAllowed;
  if (verb === 'create' && isReview(request)) return handleReview(cluster, authorizer, request);
  switch (verb) {
    case 'get':
      return getObject(cluster, request);
    case 'list':
      return listObjects(cluster, request);
    case 'watch':
      return watchObjects(cluster, request, texts);
    case 'create':
      return createObject(cluster, request);
    case 'update':
      return name === '' ? notAllowed : replaceObject(cluster, request);
    case 'patch':
      return name === '' ? notAllowed : patchObject(cluster, request);
    case 'delete':
      return deleteObject(cluster, request);
    case 'deletecollection':
      return deleteMany(cluster, request);
    default:
      return notAllowed;
  }
}

function routeSubresource(cluster: ApiServerState, authorizer: Authorizer, request: ResourceRequest): ApiResponse {
  const { subresource, verb } = request;
  if (subresource === 'log' && verb === 'get') return podLog(cluster, request);
  if (subresource === 'exec' && ['get', 'create'].includes(verb)) return podExec(cluster, authorizer, request);
  if (subresource === 'token' && verb === 'create') return requestToken(cluster, request);
  if (subresource === 'eviction' && verb === 'create') return evictPod(cluster, request);
  if (subresource === 'scale' && ['get', 'update', 'patch'].includes(verb)) return scale(cluster, request);
  if (subresource === 'finalize' && verb === 'update') return replaceObject(cluster, request);
  if (subresource === 'proxy' && request.resource.plural === 'nodes' && verb === 'get')
    return nodeLogs(cluster, request);
  if (['proxy', 'binding', 'api'].includes(subresource)) {
    return createErrorResponse({
      code: 501,
      reason: 'NotImplemented',
      message: `the simulator doesn't support ${request.resource.plural}/${subresource}`,
      details: {},
    });
  }
  return notAllowed;
}

function routePath(cluster: ApiServerState, request: ApiRequest): ApiResponse {
  const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path;
  if (request.method !== 'GET' && request.method !== 'HEAD') return pageNotFound;
  if (isOAuthPage(path)) return oauthPage(cluster, request);
  const { resources } = cluster;
  const whole = aggregatedVersion(request.headers.accept);
  const parts = path.split('/').slice(1).map(decodeURIComponent);
  if (['/healthz', '/livez', '/readyz'].includes(path))
    return { kind: 'text', code: 200, text: 'ok', type: 'text/plain; charset=utf-8' };
  if (path === oauthMetadataPath) return oauthMetadata(cluster);
  if (path === '/version') return createJsonResponse(versionInfo(cluster));
  if (path === '/')
    return createJsonResponse({ paths: ['/api', '/apis', '/healthz', '/livez', '/openapi/v3', '/readyz', '/version'] });
  if (parts[0] === 'openapi' && parts[1] === 'v3') return openApi(cluster, path);
  if ((path === '/api' || path === '/apis') && whole !== undefined) {
    const answer = createJsonResponse(aggregated(resources, whole, path === '/api'));
    return answer.kind === 'json' ? { ...answer, type: aggregatedType(whole) } : answer;
  }
  if (path === '/api') return createJsonResponse(apiVersions(cluster.url().replace(/^https?:\/\//, '')));
  if (path === '/apis') return createJsonResponse(groupList(resources));
  if (parts[0] === 'api' && parts.length === 2) return found(resourceList(resources, '', parts[1] ?? ''));
  if (parts[0] === 'apis' && parts.length === 2) return found(groupDocument(resources, parts[1] ?? ''));
  if (parts[0] === 'apis' && parts.length === 3) return found(resourceList(resources, parts[1] ?? '', parts[2] ?? ''));
  return pageNotFound;
}

function found(body: unknown): ApiResponse {
  return body === undefined ? pageNotFound : createJsonResponse(body);
}
