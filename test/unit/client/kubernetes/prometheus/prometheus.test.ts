/** Tests how the cluster's Prometheus is located, which credentials it receives, and how its responses are read. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openPrometheus } from '#client/kubernetes/prometheus/openPrometheus.ts';
import { HandClock } from '#test/support/cluster/clusterHarness.ts';
import { oddServer } from '#test/support/network/oddServer.ts';
import { bad, good, json, paths, PrometheusStage } from './prometheusStage.ts';

let stage: PrometheusStage;
const range = { from: 1_700_000_000_000, to: 1_700_000_600_000 };

describe('cluster Prometheus', () => {
  before(async () => {
    stage = await PrometheusStage.open();
  });
  beforeEach(() => stage.reset());
  after(() => stage.close());

  test("is queried at the host of its Route with the user's token", async () => {
    const prometheus = await stage.open();
    assert.equal(prometheus.host, undefined);
    stage.answer = (response) =>
      json(
        response,
        {
          resultType: 'matrix',
          result: [
            {
              metric: { __name__: 'x', node: 'b' },
              values: [
                [1_700_000_015.5, '1.5e3'],
                [1_700_000_045, 'NaN'],
                [1_700_000_060, '+Inf'],
                [1_700_000_075, '-Inf'],
              ],
            },
            { metric: { node: 'a', __name__: 'x' }, values: [] },
          ],
        },
        { warnings: ['a store\ndid not answer, Bearer abcdefghijklmnop'], infos: ['metric might not be a counter'] },
      );
    const { series, warnings, step } = good(await prometheus.range('x{node="a"}', range));
    assert.equal(prometheus.host, stage.host);
    assert.equal(step, 15_000);
    assert.deepEqual(
      series.map(({ labels }) => labels['node']),
      ['a', 'b'],
    );
    assert.deepEqual(series[1]?.samples, [
      { at: 1_700_000_015_500, value: 1500 },
      { at: 1_700_000_045_000, value: NaN },
      { at: 1_700_000_060_000, value: Infinity },
      { at: 1_700_000_075_000, value: -Infinity },
    ]);
    assert.deepEqual(warnings, ['a store did not answer, ***', 'metric might not be a counter']);
    const [asked] = stage.asked;
    assert.equal(asked?.method, 'POST');
    assert.equal(asked?.path, '/api/v1/query_range');
    assert.equal(asked?.authorization, 'Bearer sha256~of-the-user');
    assert.deepEqual(Object.fromEntries(asked.form), {
      query: 'x{node="a"}',
      start: '1700000000',
      end: '1700000600',
      step: '15',
    });
    prometheus.close();
  });

  test('is located once by its admitted Route, the ingress domain, or the published URL', async () => {
    const { host } = stage;
    const domain = { [paths.ingress]: [200, { spec: { domain: 'apps.x' } }] } as const;
    const authority = stage.objects[paths.authority] ?? [404, {}];
    const cases: readonly [PrometheusStage['objects'], string][] = [
      [
        {
          [paths.route]: [
            200,
            {
              spec: { host: 'other.x' },
              status: { ingress: [{ host, conditions: [{ type: 'Admitted', status: 'True' }] }] },
            },
          ],
        },
        host,
      ],
      [
        {
          [paths.route]: [
            200,
            {
              spec: { host },
              status: { ingress: [{ host: 'refused.x', conditions: [{ type: 'Admitted', status: 'False' }] }] },
            },
          ],
        },
        host,
      ],
      [
        {
          [paths.route]: [403, { kind: 'Status', message: 'no' }],
          [paths.ingress]: [403, {}],
          [paths.shared]: [200, { data: { thanosPublicURL: `https://${host}` } }],
        },
        host,
      ],
      [{ [paths.route]: [403, {}], ...domain }, 'thanos-querier-openshift-monitoring.apps.x'],
      // Only a plain host is accepted.
      [
        { [paths.route]: [200, { spec: { host: 'evil.x/path?' } }], ...domain },
        'thanos-querier-openshift-monitoring.apps.x',
      ],
    ];
    for (const [objects, expected] of cases) {
      stage.reset();
      stage.objects = { [paths.authority]: authority, ...objects };
      const prometheus = await stage.open();
      const answers = await Promise.all([prometheus.range('up', range), prometheus.range('up', range)]);
      assert.equal(prometheus.host, expected);
      if (expected === host) {
        answers.forEach(good);
        assert.equal(stage.apiAsked.filter((each) => each.endsWith(paths.route)).length, 1);
      }
      prometheus.close();
    }
  });

  test("receives no request at an address that isn't a plain HTTPS host", async () => {
    const connection = await stage.connect();
    for (const origin of [`http://${stage.host}`, `https://user@${stage.host}`, 'ftp://x', 'nothing']) {
      const answer = await connection
        .otherHost?.({ origin, authorities: [stage.certificates.ca] })
        .request({ method: 'GET', path: '/', timeout: 5000, most: 1000 });
      assert.equal(answer?.ok === false ? answer.error.kind : '', 'invalid', origin);
    }
    assert.equal(stage.asked.length, 0);
  });

  test('requests and renews a 10-minute token for certificate logins after confirmation', async () => {
    const clock = new HandClock();
    const prometheus = await stage.open(stage.certificateLogin, { clock });
    const problem = bad(await prometheus.range('up', range));
    assert.equal(problem.kind, 'noToken');
    assert.match(problem.message, /authenticates without a token.*prometheus-k8s/);
    assert.ok(!stage.apiAsked.some((each) => each.includes('token')), 'nobody has agreed');
    assert.equal(stage.asked.length, 0);
    prometheus.allowTokenRequest();
    let given = 0;
    const give = (): void => {
      given += 1;
      stage.objects[paths.token] = [
        201,
        { spec: { expirationSeconds: 600 }, status: { token: `of-the-account-${given}` } },
      ];
    };
    give();
    good(await prometheus.range('up', range));
    give();
    clock.pass(500_000);
    good(await prometheus.range('up', range));
    clock.pass(60_000);
    good(await prometheus.range('up', range));
    assert.deepEqual(
      stage.asked.map(({ authorization }) => authorization),
      ['Bearer of-the-account-1', 'Bearer of-the-account-1', 'Bearer of-the-account-2'],
    );
    // A cached token that is rejected is renewed once.
    give();
    stage.answer = (response, { authorization }) =>
      authorization === 'Bearer of-the-account-2'
        ? void response.writeHead(401).end()
        : json(response, { resultType: 'matrix', result: [] });
    good(await prometheus.range('up', range));
    stage.answer = (response) => void response.writeHead(403).end();
    assert.match(
      bad(await prometheus.range('up', range)).message,
      /Service account prometheus-k8s in openshift-monitoring doesn't have permission to read this cluster's metrics/,
    );
    stage.objects[paths.token] = [403, { kind: 'Status', message: 'no' }];
    clock.pass(600_000);
    assert.match(
      bad(await prometheus.range('up', range)).message,
      /Missing permission: create serviceaccounts\/token "prometheus-k8s" in openshift-monitoring/,
    );
    prometheus.close();
  });

  test('requests no token while osc.readOnly is on', async () => {
    const connection = await stage.connect(stage.certificateLogin, { isReadOnly: () => true });
    const prometheus = openPrometheus({ connection, clock: new HandClock() });
    prometheus.allowTokenRequest();
    assert.match(
      bad(await prometheus.range('up', range)).message,
      /^The extension can't request a token while osc\.readOnly is on/,
    );
    assert.equal(stage.asked.length, 0);
    prometheus.close();
  });

  test('is located again after it moved', async () => {
    const prometheus = await stage.open();
    const gone = await oddServer((_request, response) => response.end(), stage.certificates);
    await gone.close();
    stage.objects[paths.route] = [200, { spec: { host: new URL(gone.url).host } }];
    assert.equal(bad(await prometheus.range('up', range)).kind, 'network');
    stage.objects[paths.route] = [200, { spec: { host: stage.host } }];
    good(await prometheus.range('up', range));
    prometheus.close();
  });

  test('returns only OSC alerts', async () => {
    const prometheus = await stage.open();
    const alert = (alertname: string, labels: object = {}, state = 'firing') => ({
      labels: { alertname, ...labels },
      state,
      annotations: { summary: 's' },
      activeAt: '2026-01-01T00:00:00Z',
    });
    const all = [
      alert('KataRemoteWorkloadFailureHigh'),
      alert('Watchdog'),
      alert('KubePodCrashLooping', { namespace: 'openshift-sandboxed-containers-operator' }, 'pending'),
      alert('KubePodCrashLooping', { namespace: 'other' }),
      alert('KataGone', {}, 'inactive'),
      { state: 'firing' },
    ];
    stage.answer = (response) => json(response, { alerts: all }, { warnings: ['a store did not answer'] });
    const expected = ['KataRemoteWorkloadFailureHigh', 'KubePodCrashLooping'];
    const { alerts, warnings } = good(await prometheus.alerts());
    assert.deepEqual(warnings, ['a store did not answer']);
    assert.deepEqual(
      alerts.map(({ name }) => name),
      expected,
    );
    assert.equal(alerts[0]?.since, Date.UTC(2026, 0, 1));
    // Response of a Thanos that provides alerts only with their rules.
    stage.answer = (response, { path }) =>
      path === '/api/v1/alerts'
        ? void response.writeHead(404).end()
        : json(response, { groups: [{ rules: [{ alerts: all }, {}] }] });
    assert.equal(good(await prometheus.alerts()).alerts.length, 2);
    // A response with neither alerts nor rules is invalid. It doesn't mean that there are no alerts.
    stage.answer = (response) => json(response, {});
    assert.equal(bad(await prometheus.alerts()).kind, 'badAnswer');
    prometheus.close();
  });
});
