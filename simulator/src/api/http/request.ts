/** A request, as the API reads it: the verb, the resource, the object. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ResourceType, UserInfo } from '#simulator/store/resourceType.ts';
import type { Resources } from '#simulator/resources/resourceRegistry.ts';

/** What a path names, before anybody has looked whether it is there. */
export interface Target {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly subresource: string;
  /** What comes behind the subresource: the path that a proxy is asked for. */
  readonly rest: string;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** get, list, watch, create, update, patch, delete, deletecollection; of other paths the method in small letters. */
  readonly verb: string;
  readonly target: Target | undefined;
  readonly body: Buffer;
  readonly user: UserInfo | undefined;
}

/** A request whose resource is there. */
export interface ResourceRequest extends ApiRequest {
  readonly resource: ResourceType;
  readonly version: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly subresource: string;
  readonly rest: string;
  readonly user: UserInfo;
}

/** Reads `/api/v1/namespaces/a/pods/b/log`. Like RequestInfoFactory of k8s.io/apiserver. */
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
  // Subresources of the namespace itself, not resources in it.
  if (third === undefined || third === 'finalize' || third === 'status') {
    return { ...base, plural: 'namespaces', namespace: undefined, name: second, subresource: third ?? '', rest: '' };
  }
  const [name = '', subresource = '', ...behind] = more;
  return { ...base, plural: third, namespace: second, name, subresource, rest: behind.join('/') };
}

/** What is done, in the words of RBAC. */
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

/** As Go reads a boolean of a query: what is there and not false is true. */
export function parseGoBoolean(value: string | null): boolean {
  return value !== null && !['', '0', 'false', 'f', 'F', 'FALSE', 'False'].includes(value);
}

/** The same request with its resource, when there is one of that name and the path fits it. */
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
  // A namespaced object is reached through its namespace only.
  if (resource.namespaced && namespace === undefined && name !== '') return undefined;
  if (
    subresource !== '' &&
    !(subresource === 'status' && resource.status) &&
    !resource.subresources.includes(subresource)
  )
    return undefined;
  return { ...request, resource, version, namespace, name, subresource, rest, user };
}
