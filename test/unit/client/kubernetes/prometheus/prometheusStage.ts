/**
 * Provides a cluster with a Prometheus: an API server that names a Route, and the server behind the Route. The test
 * defines the responses of both.
 */
import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type ConnectDeps } from '#client/kubernetes/transport/connect.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { openPrometheus } from '#client/kubernetes/prometheus/openPrometheus.ts';
import type { MetricsResponse, MetricsProblem, Prometheus } from '#client/kubernetes/prometheus/prometheus.ts';
import { realClock, type Clock } from '#client/kubernetes/clock.ts';
import { makeCertificates, type Certificates } from '#simulator/api/auth/certificates.ts';
import { contextIn, deps, folder, kubeconfigOf } from '#test/support/cluster/clusterHarness.ts';
import { oddServer, type OddServer } from '#test/support/network/oddServer.ts';

export interface RecordedQuery {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** Query of a GET request, or form of a POST request. */
  readonly form: URLSearchParams;
}

/** Responses of the API server by path: a status and a body. Other paths return 404. */
export type Objects = Record<string, readonly [status: number, body: object]>;

export const paths = {
  route: '/apis/route.openshift.io/v1/namespaces/openshift-monitoring/routes/thanos-querier',
  ingress: '/apis/config.openshift.io/v1/ingresses/cluster',
  shared: '/api/v1/namespaces/openshift-config-managed/configmaps/monitoring-shared-config',
  authority: '/api/v1/namespaces/openshift-config-managed/configmaps/default-ingress-cert',
  root: '/api/v1/namespaces/default/configmaps/kube-root-ca.crt',
  review: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
  token: '/api/v1/namespaces/openshift-monitoring/serviceaccounts/prometheus-k8s/token',
} as const;

export class PrometheusStage {
  readonly asked: RecordedQuery[] = [];
  readonly apiAsked: string[] = [];
  objects: Objects = {};
  /** Responds to a request to Prometheus. */
  answer: (response: ServerResponse, asked: RecordedQuery, request: IncomingMessage) => void = (response) =>
    json(response, { resultType: 'matrix', result: [] });
  readonly certificates: Certificates;
  readonly prometheus: OddServer;
  readonly #own: Certificates;
  readonly #api: OddServer;
  readonly #home = folder();
  readonly #connections: Connection[] = [];

  static async open(): Promise<PrometheusStage> {
    const [own, certificates] = await Promise.all([
      makeCertificates(Date.now()),
      makeCertificates(Date.now(), 'ingress'),
    ]);
    const stage: { it?: PrometheusStage } = {};
    const listener = (what: 'api' | 'prometheus'): RequestListener => {
      return (request, response) => {
        let body = '';
        request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        request.on('end', () =>
          what === 'api' ? stage.it?.answerApi(request, response) : stage.it?.answerPrometheus(request, response, body),
        );
      };
    };
    const [api, prometheus] = await Promise.all([
      oddServer(listener('api'), own),
      oddServer(listener('prometheus'), certificates),
    ]);
    stage.it = new PrometheusStage(own, certificates, api, prometheus);
    return stage.it;
  }

  constructor(own: Certificates, certificates: Certificates, api: OddServer, prometheus: OddServer) {
    this.#own = own;
    this.certificates = certificates;
    this.#api = api;
    this.prometheus = prometheus;
    this.reset();
  }

  get host(): string {
    return new URL(this.prometheus.url).host;
  }

  /** Restores the default state: a Route, and the CA of the ingress. */
  reset(): void {
    this.asked.length = 0;
    this.apiAsked.length = 0;
    this.objects = {
      [paths.route]: [200, { kind: 'Route', spec: { host: this.host } }],
      [paths.authority]: [200, { kind: 'ConfigMap', data: { 'ca-bundle.crt': this.certificates.ca } }],
    };
    this.answer = (response) => json(response, { resultType: 'matrix', result: [] });
  }

  /**
   * Connects to the API server.
   * @param user user entry of the kubeconfig
   * @param cluster additional fields of the cluster entry
   */
  async connect(
    user: object = { token: 'sha256~of-the-user' },
    options: Partial<ConnectDeps> = {},
    cluster: object = {},
  ): Promise<Connection> {
    const entry = {
      server: this.#api.url,
      'certificate-authority-data': Buffer.from(this.#own.ca).toString('base64'),
      ...cluster,
    };
    const context = await contextIn(this.#home.write('config', kubeconfigOf({ x: { cluster: entry, user } })), 'x');
    const connection = connect(context, deps(options));
    this.#connections.push(connection);
    return connection;
  }

  async open(
    user?: object,
    { clock = realClock, url = '' }: { readonly clock?: Clock; readonly url?: string } = {},
  ): Promise<Prometheus> {
    return openPrometheus({ connection: await this.connect(user), clock, url });
  }

  /** User entry with a client certificate that the API server accepts, as in the kubeconfig of the installer. */
  get certificateLogin(): object {
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    return { 'client-certificate-data': base64(this.#own.cert), 'client-key-data': base64(this.#own.key) };
  }

  answerApi(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?')[0] ?? '';
    this.apiAsked.push(`${request.method ?? ''} ${path}`);
    const [status, body] = this.objects[path] ?? [404, { kind: 'Status', reason: 'NotFound', message: 'not found' }];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  answerPrometheus(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { method = '', url = '', headers } = request;
    const { pathname: path, search } = new URL(url, 'https://x');
    const asked = {
      method,
      path,
      authorization: headers.authorization,
      form: new URLSearchParams(method === 'GET' ? search : body),
    };
    this.asked.push(asked);
    this.answer(response, asked, request);
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await Promise.all([this.#api.close(), this.prometheus.close()]);
    this.#home.remove();
  }
}

/** Sends a successful Prometheus response. */
export function json(response: ServerResponse, data: unknown, besides: object = {}): void {
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ status: 'success', data, ...besides }));
}

/** Returns the value. Fails the test if the request failed. */
export function good<T>(answer: MetricsResponse<T>): T {
  assert.ok(answer.ok, answer.ok ? '' : `${answer.error.kind}: ${answer.error.message}`);
  return answer.value;
}

/** Returns the problem. Fails the test if the request succeeded or the problem contains a token. */
export function bad(answer: MetricsResponse<unknown>): MetricsProblem {
  assert.ok(!answer.ok, 'it succeeded');
  assert.doesNotMatch(answer.error.message, /sha256~|\n/);
  return answer.error;
}
