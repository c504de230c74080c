/**
 * Finds the external host of the cluster's Prometheus: the host of the Thanos Route, which queries all Prometheus
 * instances.
 */
import * as l10n from '@vscode/l10n';
import { getList, getString } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import { isPlainHost, parseUrl } from '../parseUrl.ts';
import { apiProblem } from './prometheusErrors.ts';
import type { MetricsResponse } from './prometheus.ts';
import type { Message } from '#core/text/message.ts';

/**
 * The Route that the Cluster Monitoring Operator creates. It serves only paths under /api. Source:
 * openshift/cluster-monitoring-operator@master assets/thanos-querier/route.yaml.
 */
const namespace = 'openshift-monitoring';
const route = 'thanos-querier';
const shared = { name: 'monitoring-shared-config', namespace: 'openshift-config-managed' };

interface Place {
  /** The object that the user must have permission to read, for messages. */
  readonly what: Message;
  readonly path: string;
  readonly host: (object: unknown) => string | undefined;
}

const places: readonly Place[] = [
  {
    what: () => l10n.t('{0} in {1}', `Route ${route}`, namespace),
    path: `/apis/route.openshift.io/v1/namespaces/${namespace}/routes/${route}`,
    host: hostOfRoute,
  },
  {
    what: () => 'Ingress cluster (config.openshift.io)',
    path: '/apis/config.openshift.io/v1/ingresses/cluster',
    host: (object) => {
      const domain = getString(object, 'spec', 'domain');
      return domain === undefined || domain === '' ? undefined : `${route}-${namespace}.${domain}`;
    },
  },
  {
    what: () => l10n.t('{0} in {1}', `ConfigMap ${shared.name}`, shared.namespace),
    path: `/api/v1/namespaces/${shared.namespace}/configmaps/${shared.name}`,
    host: (object) => {
      const url = parseUrl(getString(object, 'data', 'thanosPublicURL') ?? '');
      return url?.protocol === 'https:' ? url.host : undefined;
    },
  },
];

/**
 * Returns the host from the first object that contains it. If none does, the error lists the objects and explains why
 * each one didn't provide a host.
 * @returns a host, optionally with a port
 */
export async function findRoute(
  connection: Connection,
  signal: AbortSignal | undefined,
): Promise<MetricsResponse<string>> {
  const tried: string[] = [];
  let isForbidden = false;
  for (const { what, path, host } of places) {
    const answer = await connection.ask(path, signal === undefined ? {} : { signal });
    if (!answer.ok && !isNoAnswer(answer.error)) return fail(apiProblem(answer.error));
    const found = answer.ok ? host(answer.value) : undefined;
    if (found !== undefined && found.length < 300 && isPlainHost(found)) return succeed(found);
    isForbidden ||= !answer.ok && answer.error.kind === 'forbidden';
    tried.push(
      answer.ok
        ? l10n.t`${what()} (no host)`
        : answer.error.kind === 'forbidden'
          ? l10n.t`${what()} (no get permission)`
          : l10n.t`${what()} (not found)`,
    );
  }
  return fail({
    kind: 'notFound',
    message: isForbidden
      ? l10n.t`Can't find the cluster's Prometheus address in any of these objects: ${tried.join(', ')}. Request permission to get one of them, or set the address in osc.prometheus.url.`
      : l10n.t`Can't find the cluster's Prometheus address in any of these objects: ${tried.join(', ')}. Check that the Cluster Monitoring Operator is running, or set the address in osc.prometheus.url.`,
  });
}

/** Returns whether the next object should be tried because this one isn't available. */
function isNoAnswer({ kind }: ApiProblem): boolean {
  return kind === 'forbidden' || kind === 'notFound' || kind === 'gone' || kind === 'invalid';
}

/** Returns the host that a router admitted, otherwise the requested host. */
function hostOfRoute(object: unknown): string | undefined {
  const admitted = getList(object, 'status', 'ingress').find((each) =>
    getList(each, 'conditions').some(
      (condition) => getString(condition, 'type') === 'Admitted' && getString(condition, 'status') === 'True',
    ),
  );
  return getString(admitted, 'host') ?? getString(object, 'spec', 'host');
}
