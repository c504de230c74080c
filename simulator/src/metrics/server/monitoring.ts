/** Simulates the monitoring of a cluster: a Route to its own TLS server, and the objects that describe it. */
import { Authorizer } from '#simulator/api/auth/authorization.ts';
import { makeCertificates } from '#simulator/api/auth/certificates.ts';
import type { ApiServerState } from '#simulator/api/handlers/apiServerState.ts';
import type { KubeObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { configMaps, namespaces, serviceAccounts } from '#simulator/controllers/framework/resourceNames.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import { prometheusAt, type Backend } from './prometheusBackend.ts';
import { createBuiltInPrometheus } from './builtInPrometheus.ts';
import { CollectionPeriods } from '../series/collectionPeriods.ts';
import { exposition, expositionType, pastExposition } from '../series/exposition.ts';
import { Families } from '../series/seriesFamilies.ts';
import { authorizeMetricsRequest } from './authorizeMetricsRequest.ts';
import { Lives } from '../series/lifetimes.ts';
import { listenOnLoopback } from './loopbackServer.ts';
import { GaugeHistory } from '../series/operatorGauges.ts';

export interface MonitoringOptions {
  /**
   * Returns the address of a Prometheus on this computer to use instead of the built-in one, such as
   * `http://127.0.0.1:9090`.
   */
  readonly prometheus?: () => string;
}

export interface Monitoring {
  /** Host and port of the Route. */
  readonly host: string;
  /**
   * Address from which a Prometheus collects metrics without credentials: all Kata series, with the labels that the
   * OpenShift collectors add (`honor_labels`).
   */
  readonly exporterUrl: string;
  /**
   * Returns past values of the series, which a Prometheus can import.
   * @param times milliseconds since 1970, oldest first
   */
  readonly past: (times: readonly number[]) => string;
  /** Built-in Prometheus without the components in front of it. */
  readonly builtIn: Backend;
  readonly close: () => Promise<void>;
}

/**
 * Starts recording metrics before any objects exist. Returns a function that starts the servers after the cluster is
 * created.
 */
export function prepareMonitoring(cluster: ApiServerState): (options: MonitoringOptions) => Promise<Monitoring> {
  const { store } = cluster;
  const [lives, gauges, collection] = [new Lives(store), new GaugeHistory(store), new CollectionPeriods(store)];
  const stops = [lives.follow(), gauges.follow(), collection.follow()];
  const families = new Families(lives, gauges, collection);
  return async ({ prometheus }) => {
    const now = (): number => store.clock.now();
    const certificates = await makeCertificates(now(), 'ingress-operator@osc-simulator');
    const authorizer = new Authorizer(store, cluster.resources);
    const own = createBuiltInPrometheus(families, now);
    const route = await listenOnLoopback(
      (incoming) =>
        authorizeMetricsRequest(
          cluster,
          authorizer,
          prometheus === undefined ? own : prometheusAt(prometheus()),
          incoming,
        ),
      certificates,
    );
    const exporter = await listenOnLoopback(({ url }) =>
      Promise.resolve(
        url.pathname === '/metrics'
          ? { status: 200, type: expositionType, text: exposition(families.all, now()) }
          : { status: 404, type: 'text/plain', text: '' },
      ),
    );
    // Real Routes have host names and no ports, but the simulator has no DNS.
    const host = `127.0.0.1:${route.port}`;
    publish(cluster, host, certificates.ca);
    return {
      host,
      exporterUrl: `http://127.0.0.1:${exporter.port}/metrics`,
      builtIn: own,
      past: (times) => pastExposition(families.all, times),
      close: async () => {
        for (const stop of stops) stop();
        await Promise.all([route.close(), exporter.close()]);
      },
    };
  };
}

const rbac = 'rbac.authorization.k8s.io';
const monitoringNamespace = 'openshift-monitoring';
const managed = 'openshift-config-managed';

/**
 * Creates the objects that clients need to find and trust the server, and the service account whose token they can
 * request.
 */
function publish(cluster: ApiServerState, host: string, authority: string): void {
  const ensure = (resource: ResourceName, object: ObjectToWrite): KubeObject | undefined => {
    const { name = '', namespace } = object.metadata;
    const present = cluster.store.get(resource, namespace, name);
    if (present !== undefined) return present;
    const made = cluster.store.create(cluster.resources.need(resource.group, resource.plural), object, { seed: true });
    return made.ok ? made.value : undefined;
  };
  for (const name of [monitoringNamespace, managed])
    ensure(namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
  const configMap = (name: string, data: Readonly<Record<string, string>>): void =>
    void ensure(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: managed }, data });
  configMap('default-ingress-cert', { 'ca-bundle.crt': authority });
  configMap('monitoring-shared-config', { thanosPublicURL: `https://${host}` });
  const admitted = { host, routerName: 'default', conditions: [{ type: 'Admitted', status: 'True' }] };
  ensure(
    { group: 'route.openshift.io', plural: 'routes' },
    {
      apiVersion: 'route.openshift.io/v1',
      kind: 'Route',
      metadata: { name: 'thanos-querier', namespace: monitoringNamespace },
      spec: {
        host,
        path: '/api',
        port: { targetPort: 'web' },
        tls: { termination: 'reencrypt', insecureEdgeTerminationPolicy: 'Redirect' },
        to: { kind: 'Service', name: 'thanos-querier' },
      },
      status: { ingress: [admitted] },
    },
  );
  ensure(serviceAccounts, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'prometheus-k8s', namespace: monitoringNamespace },
  });
  ensure(
    { group: rbac, plural: 'clusterrolebindings' },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'prometheus-k8s-monitoring-view' },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-monitoring-view' },
      subjects: [{ kind: 'ServiceAccount', name: 'prometheus-k8s', namespace: monitoringNamespace }],
    },
  );
}
