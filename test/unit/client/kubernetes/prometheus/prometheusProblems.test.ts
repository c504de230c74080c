/**
 * Tests what is reported if the Prometheus of the cluster is missing, rejects a request, or sends an invalid response.
 */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { MetricsResponse, MetricsProblem, Prometheus } from '#client/kubernetes/prometheus/prometheus.ts';
import { makeCertificates } from '#simulator/api/auth/certificates.ts';
import { HandClock } from '#test/support/cluster/clusterHarness.ts';
import { oddServer } from '#test/support/network/oddServer.ts';
import { bad, good, paths, PrometheusStage } from './prometheusStage.ts';

let stage: PrometheusStage;
const range = { from: 1_700_000_000_000, to: 1_700_000_600_000 };

/** Sends one query. By default, the user has a token. */
async function once(prometheus?: Prometheus): Promise<MetricsResponse<unknown>> {
  const one = prometheus ?? (await stage.open());
  const answer = await one.range('up', range);
  one.close();
  return answer;
}

describe('cluster Prometheus', () => {
  before(async () => {
    stage = await PrometheusStage.open();
  });
  beforeEach(() => stage.reset());
  after(() => stage.close());

  test("reports the objects that can't be read if no address is found", async () => {
    stage.objects = {
      [paths.route]: [403, {}],
      [paths.shared]: [200, { data: { thanosPublicURL: 'http://plain.x' } }],
    };
    const problem = bad(await once());
    assert.equal(problem.kind, 'notFound');
    assert.match(
      problem.message,
      /Route thanos-querier in openshift-monitoring \(no get permission\), Ingress cluster .*\(not found\), ConfigMap .* \(no host\)/,
    );
    assert.match(problem.message, /osc\.prometheus\.url/);
    assert.match(problem.message, /Request permission to get one of them/);
    stage.objects = {};
    const { message } = bad(await once());
    assert.match(message, /^Can't find the cluster's Prometheus address in any of these objects: .* \(not found\)/);
    assert.match(message, /Check that the Cluster Monitoring Operator is running, or set .* osc\.prometheus\.url\.$/);
    assert.doesNotMatch(message, /permission/);
    stage.objects = { [paths.route]: [401, {}] };
    assert.equal(bad(await once()).kind, 'login', 'that is the API, and it is the login');
  });

  test("receives no token if its certificate isn't trusted", async () => {
    delete stage.objects[paths.authority];
    const problem = bad(await once());
    assert.equal(problem.kind, 'tls');
    assert.match(problem.message, /isn't signed by a trusted CA\. No data was sent.*default-ingress-cert/);
    assert.equal(stage.asked.length, 0);
    // If verification is off for the API server, it still applies to other hosts.
    const careless = await stage.connect(
      { token: 'sha256~of-the-user' },
      {},
      { 'insecure-skip-tls-verify': true, 'certificate-authority-data': undefined },
    );
    const host = careless.otherHost?.({ origin: `https://${stage.host}`, authorities: [] });
    const answer = await host?.request({ method: 'GET', path: '/', timeout: 5000, most: 1000 });
    assert.equal(answer?.ok === false ? answer.error.kind : '', 'tls');
    assert.equal(stage.asked.length, 0);
    // The CA that every pod receives is also trusted, and unreadable certificates next to it are ignored.
    stage.objects[paths.root] = [
      200,
      { data: { 'ca.crt': `-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${stage.certificates.ca}` } },
    ];
    good(await once());
    const old = await makeCertificates(Date.now() - 4000 * 86_400_000, 'old');
    const expired = await oddServer((_request, response) => response.end(), old);
    stage.objects[paths.route] = [200, { spec: { host: new URL(expired.url).host } }];
    stage.objects[paths.authority] = [200, { data: { 'ca-bundle.crt': old.ca } }];
    assert.match(bad(await once()).message, /has expired\. No data was sent/);
    assert.equal(expired.requests.length, 0);
    await expired.close();
  });

  test('names the missing permission and never blames the cluster login', async () => {
    stage.answer = (response) =>
      void response.writeHead(403, { 'Content-Type': 'text/plain' }).end('Forbidden (user=viewer, verb=create)\n');
    stage.objects[paths.review] = [201, { status: { allowed: false } }];
    const forbidden = bad(await once());
    assert.equal(forbidden.kind, 'forbidden');
    assert.match(
      forbidden.message,
      /Missing permission: create prometheuses\/api "k8s" \(API group monitoring\.coreos\.com\) in openshift-monitoring\. Request the cluster-monitoring-view cluster role/,
    );
    stage.objects[paths.review] = [201, { status: { allowed: true } }];
    assert.equal(bad(await once()).kind, 'refused', 'it is no right that is missing');
    stage.answer = (response) => void response.writeHead(401, { 'Content-Type': 'text/plain' }).end('Unauthorized\n');
    const refused = bad(await once());
    assert.equal(refused.kind, 'refused');
    assert.match(refused.message, /Your cluster login might still be valid/);
  });

  test('receives no token of a user who impersonates another one', async () => {
    const problem = bad(await once(await stage.open({ token: 'sha256~of-the-user', as: 'other' })));
    assert.equal(problem.kind, 'noToken');
    assert.match(problem.message, /impersonates another user/);
    assert.equal(stage.asked.length, 0);
  });

  test('classifies every invalid or failed response', async () => {
    const plain =
      (status: number, text: string, headers: Record<string, string> = {}) =>
      (response: ServerResponse) =>
        void response.writeHead(status, { 'Content-Type': 'text/plain', ...headers }).end(text);
    const error = (status: number, errorType: string, said: string) =>
      plain(status, JSON.stringify({ status: 'error', errorType, error: said }));
    const success = (body: unknown) => plain(200, JSON.stringify(body));
    const cases: readonly [
      what: string,
      answer: (response: ServerResponse) => void,
      kind: MetricsProblem['kind'],
      words: RegExp,
    ][] = [
      ['reset', (response) => void response.destroy(), 'network', /Connection to .* lost/],
      [
        'cut',
        (response) => void response.writeHead(200, { 'Content-Length': 100 }).write('{"sta', () => response.destroy()),
        'network',
        /Connection to .* lost/,
      ],
      [
        'half of JSON',
        plain(200, '{"status":"success","data":{"resul'),
        'badAnswer',
        /returned a response that isn't from Prometheus/,
      ],
      [
        'a page',
        plain(200, '<html>Log in</html>', { 'Content-Type': 'text/html' }),
        'badAnswer',
        /check for a proxy or login page/,
      ],
      ['another JSON', success({ kind: 'Status' }), 'badAnswer', /returned a response that isn't from Prometheus/],
      [
        'another result',
        success({ status: 'success', data: { resultType: 'streams', result: [] } }),
        'badAnswer',
        /returned a response that isn't from Prometheus/,
      ],
      [
        'no samples',
        success({ status: 'success', data: { resultType: 'matrix', result: [{ metric: {}, values: [[1, 2]] }] } }),
        'badAnswer',
        /a response that isn't from Prometheus/,
      ],
      [
        'a text',
        success({ status: 'success', data: { resultType: 'string', result: [1, 'x'] } }),
        'query',
        /returns a string/,
      ],
      ['packed', plain(200, 'x', { 'Content-Encoding': 'gzip' }), 'badAnswer', /returned a compressed response/],
      ['503', plain(503, 'no healthy upstream'), 'server', /returned 503\. A backend service isn't running/],
      [
        'the page of a router',
        plain(503, '<html>Application is not available</html>', { 'Content-Type': 'text/html' }),
        'server',
        /503/,
      ],
      ['504', plain(504, 'upstream timed out'), 'timeout', /timed out .*\. Select a shorter time range/],
      [
        'redirect',
        plain(302, '', { Location: 'https://login.x/start?token=1' }),
        'badAnswer',
        /redirects to login\.x \(302\), but the extension doesn't follow redirects/,
      ],
      ['404', plain(404, 'page not found'), 'notFound', /No Prometheus found at .* \(404\)/],
      ['429', plain(429, 'slow down'), 'server', /received too many requests/],
      ['400', error(400, 'bad_data', 'invalid parameter "query": 1:3: parse error'), 'query', /parse error/],
      ['422', error(422, 'execution', 'many-to-many matching not allowed'), 'query', /many-to-many/],
      [
        '503 of a query',
        error(503, 'timeout', 'query timed out in expression evaluation'),
        'timeout',
        /shorter time range/,
      ],
      ['500', error(500, 'internal', 'it broke, Bearer abcdefghijklmnop'), 'server', /it broke, \*\*\*/],
      [
        'no HTTP',
        (response) => void response.socket?.end('what?\r\n\r\n'),
        'badAnswer',
        /returned a response that isn't HTTP/,
      ],
    ];
    for (const [what, answer, kind, words] of cases) {
      stage.answer = answer;
      const problem = bad(await once());
      assert.equal(problem.kind, kind, `${what}: ${problem.message}`);
      assert.match(problem.message, words, what);
    }
  });

  test('stops slow, oversized, and canceled requests', async () => {
    const clock = new HandClock();
    stage.answer = () => clock.pass(30_000);
    const slow = await stage.connect(undefined, { clock });
    const answer = await slow
      .otherHost?.({ origin: `https://${stage.host}`, authorities: [stage.certificates.ca] })
      .request({ method: 'GET', path: '/', timeout: 30_000, most: 10 });
    assert.match(answer?.ok === false ? answer.error.message : '', /didn't respond within 30 seconds/);
    stage.answer = (response) =>
      void response.writeHead(200, { 'Content-Type': 'application/json' }).end(' '.repeat(21 * 1024 * 1024));
    assert.match(bad(await once()).message, /exceeds the maximum size of 20 MiB/);
    const prometheus = await stage.open();
    const stop = new AbortController();
    stage.answer = () => stop.abort();
    assert.equal(bad(await prometheus.range('up', range, stop.signal)).kind, 'aborted');
    assert.equal(bad(await prometheus.range('up', range, stop.signal)).kind, 'aborted');
    stage.answer = () => prometheus.close();
    assert.equal(bad(await prometheus.range('up', range)).kind, 'aborted');
    assert.equal(bad(await prometheus.range('up', range)).kind, 'aborted');
    assert.equal(bad(await prometheus.range('x'.repeat(60_000), range)).kind, 'query');
    assert.equal(bad(await prometheus.range('up', { from: 2, to: 1 })).kind, 'query');
  });
});
