/**
 * Simulates the components in front of Prometheus: the router, which forwards only paths below /api, and
 * kube-rbac-proxy, which authenticates and authorizes requests with the API server. The responses are recorded from a
 * real cluster. Source: openshift/cluster-monitoring-operator@master
 * assets/thanos-querier/{route,kube-rbac-proxy-web-secret}.yaml.
 */
import type { Authorizer } from '#simulator/api/auth/authorization.ts';
import type { ApiServerState } from '#simulator/api/handlers/apiServerState.ts';
import { userOf } from '#simulator/api/router.ts';
import { plain, type Backend, type MetricsReply } from './prometheusBackend.ts';
import type { Incoming } from './loopbackServer.ts';

const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

const unavailable: MetricsReply = {
  status: 503,
  type: 'text/html',
  text: '<html><body><h1>Application is not available</h1><p>The application is currently not serving requests at this endpoint.</p></body></html>\n',
};

export async function authorizeMetricsRequest(
  cluster: ApiServerState,
  authorizer: Authorizer,
  backend: Backend,
  incoming: Incoming,
): Promise<MetricsReply> {
  const { method, url, authorization, body } = incoming;
  if (!url.pathname.startsWith('/api/')) return unavailable;
  const user = authorization === undefined ? undefined : userOf(cluster, authorization);
  if (user === undefined) return plain(401, 'Unauthorized');
  const verb = verbs[method] ?? 'get';
  const asked = {
    verb,
    group: 'monitoring.coreos.com',
    resource: 'prometheuses',
    subresource: 'api',
    namespace: 'openshift-monitoring',
    name: 'k8s',
  };
  if (!authorizer.decide(user, asked).allowed)
    return plain(403, `Forbidden (user=${user.name}, verb=${verb}, resource=prometheuses, subresource=api)`);
  const parameters = new URLSearchParams(url.searchParams);
  if (method === 'POST') for (const [name, value] of new URLSearchParams(body)) parameters.append(name, value);
  return backend({ method, path: url.pathname, parameters });
}
