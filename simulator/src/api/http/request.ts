/** Parses requests to the API: verb, resource, and object. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ResourceType, UserInfo } from '#simulator/store/resourceType.ts';
import type { Resources } from '#simulator/resources/resourceRegistry.ts';

/** The parts of a resource path. The resource might not exist. */
export interface Target {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly subresource: string;
  /** The rest of the path after the subresource, as in a request to `proxy`. */
  readonly rest: string;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /**
   * One of `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, and `deletecollection`. For paths that aren't
   * resources, the HTTP method in lowercase.
   */
  readonly verb: string;
  readonly target: Target | undefined;
  readonly body: Buffer;
  readonly user: UserInfo | undefined;
}

/** A request for an existing resource. */
export interface ResourceRequest extends ApiRequest {
  readonly resource: ResourceType;
  readonly version: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly subresource: string;
  readonly rest: string;
  readonly user: UserInfo;
}

/** Parses a path such as `/api/v1/namespaces/a/pods/b/log`, like RequestInfoFactory in k8s.io/apiserver. */
export function parseRequestPath(path: string): Target | undefined {
  const parts = path.split('/').slice(1).map(decodeURIComponent);
  if (parts.at(-1) === '') parts.pop();
  const isCore = parts[0] === 'api';
  if (!isCore && parts[0] !== 'apis') return undefined;
  const group = isCore ? '' : (parts[1] ?? '');
  const version = parts[isCore ? 1 : 2];
  const rest = parts.slice(isCore ? 2 : 3);
  if (version === undefined || rest.length === 0) return undefined;
  const [first = '', second = '', third, ...more] = rest;
  const base = { group, version };
  if (first !== 'namespaces')
    return {
      ...base,
      plural: first,
      namespace: undefined,
      name: second,
      subresource: third ?? '',
      rest: more.join('/'),
    };
  // These are subresources of the namespace itself, not resources in it.
  if (third === undefined || third === 'finalize' || third === 'status') {
    return { ...base, plural: 'namespaces', namespace: undefined, name: second, subresource: third ?? '', rest: '' };
  }
  const [name = '', subresource = '', ...behind] = more;
  return { ...base, plural: third, namespace: second, name, subresource, rest: behind.join('/') };
}

/** Returns the RBAC verb of a request. */
export function verbOf(method: string, target: Target | undefined, query: URLSearchParams): string {
  if (target === undefined) return method.toLowerCase();
  const one = target.name !== '';
  if (method === 'GET' || method === 'HEAD')
    return parseGoBoolean(query.get('watch')) && target.subresource === '' ? 'watch' : one ? 'get' : 'list';
  const verbs: Readonly<Record<string, string>> = {
    POST: 'create',
    PUT: 'update',
    PATCH: 'patch',
    DELETE: one ? 'delete' : 'deletecollection',
  };
  return verbs[method] ?? method.toLowerCase();
}

/** Parses a Boolean query parameter like Go. Any value other than a false value is true. */
export function parseGoBoolean(value: string | null): boolean {
  return value !== null && !['', '0', 'false', 'f', 'F', 'FALSE', 'False'].includes(value);
}

/**
 * Returns the request with its resource. Returns undefined if the resource doesn't exist or the path doesn't match it.
 */
export function resourceRequest(
  request: ApiRequest,
  user: UserInfo,
  resources: Resources,
): ResourceRequest | undefined {
  const { target } = request;
  const resource = target === undefined ? undefined : resources.find(target.group, target.version, target.plural);
  if (target === undefined || resource === undefined) return undefined;
  const { namespace, name, subresource, rest, version } = target;
  if (!resource.namespaced && namespace !== undefined) return undefined;
  // A namespaced object can be accessed only through its namespace.
  if (resource.namespaced && namespace === undefined && name !== '') return undefined;
  if (
    subresource !== '' &&
    !(subresource === 'status' && resource.status) &&
    !resource.subresources.includes(subresource)
  )
    return undefined;
  return { ...request, resource, version, namespace, name, subresource, rest, user };
}
