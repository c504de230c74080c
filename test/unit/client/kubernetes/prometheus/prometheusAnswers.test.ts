/** Tests a Prometheus whose address the user configured, and the reader for all responses. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { maxSeries, readAlerts, readSampled } from '#client/kubernetes/prometheus/parseResponse.ts';
import { stepFor } from '#client/kubernetes/prometheus/openPrometheus.ts';
import type { MetricsResponse, Prometheus } from '#client/kubernetes/prometheus/prometheus.ts';
import { isAlertOfProduct } from '#client/kubernetes/prometheus/isAlertOfProduct.ts';
import { oddServer } from '#test/support/network/oddServer.ts';
import { bad, good, json, PrometheusStage } from './prometheusStage.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

let stage: PrometheusStage;

async function once(prometheus: Prometheus): Promise<MetricsResponse<unknown>> {
  const answer = await prometheus.range('up', { from: 0, to: 1000 });
  prometheus.close();
  return answer;
}

describe('Prometheus with a configured address', () => {
  before(async () => {
    stage = await PrometheusStage.open();
  });
  after(() => stage.close());

  test('is queried without credentials, under its path, and without TLS only on this computer', async () => {
    const heard: (string | undefined)[] = [];
    const plain = await oddServer((request, response) => {
      heard.push(request.url, request.headers.authorization);
      if (request.url?.startsWith('/prom/') === true) json(response, { resultType: 'scalar', result: [1, '2'] });
      else response.writeHead(401).end('login');
    });
    const prometheus = await stage.open(undefined, { url: ` ${plain.url}/prom/ ` });
    assert.equal(prometheus.host, new URL(plain.url).host);
    assert.deepEqual(good(await prometheus.instant('2', 1000)).series, [
      { labels: {}, samples: [{ at: 1000, value: 2 }] },
    ]);
    assert.deepEqual(heard, ['/prom/api/v1/query', undefined]);
    prometheus.close();
    assert.match(
      bad(await once(await stage.open(undefined, { url: plain.url }))).message,
      /requires authentication \(401\)/,
    );
    await plain.close();
    for (const [url, words] of [
      ['http://prometheus.example.com:9090', /allowed only for this computer/],
      ['https://me:secret@prometheus.example.com', /contains a user name or password/],
      ['prometheus', /isn't a valid Prometheus address/],
      ['file:///etc', /isn't a valid Prometheus address/],
      ['https://x/?a=b', /can't contain \? or #/],
    ] as const) {
      const problem = bad(await once(await stage.open(undefined, { url })));
      assert.equal(problem.kind, 'notFound');
      assert.match(problem.message, words);
      assert.doesNotMatch(problem.message, /secret/);
    }
    const strange = bad(await once(await stage.open(undefined, { url: `https://${stage.host}` })));
    assert.equal(strange.kind, 'tls');
    assert.match(
      strange.message,
      /isn't signed by a trusted CA\. The extension verifies the certificate against this computer's trusted CAs/,
    );
    assert.equal(stage.asked.length, 0);
    assert.equal(stage.apiAsked.length, 0, 'the cluster has nothing to do with it');
  });
});

describe('Prometheus response reader', () => {
  test('limits and sorts the series and reports truncation', () => {
    const result = Array.from({ length: maxSeries + 3 }, (_, at) => ({
      metric: { node: String(1000 - at) },
      values: [[1, '1']],
    }));
    const read = readSampled({ resultType: 'matrix', result }, []);
    assert.ok(read.ok);
    assert.equal(read.value.series.length, maxSeries);
    assert.equal(read.value.cut, true);
    assert.equal(read.value.series[0]?.labels['node'], '1000');
    assert.deepEqual(read.value.warnings, [], 'these are words of the server');
    const long = Array.from({ length: 60 }, (_, at) => ({
      metric: { node: String(at) },
      values: Array.from({ length: 10_000 }, () => [1, '1']),
    }));
    const bounded = readSampled({ resultType: 'matrix', result: long }, []);
    assert.equal(bounded.ok ? bounded.value.series.length : 0, 50);
  });

  test('drops native histograms and invalid values with a note', () => {
    const result = [
      { metric: { a: '1' }, histograms: [[1, {}]] },
      {
        metric: { a: '2' },
        values: [
          [1, '1'],
          [2, 'x'],
          ['3', '1'],
          [4, ''],
        ],
      },
    ];
    const read = readSampled({ resultType: 'matrix', result }, ['w']);
    assert.ok(read.ok);
    assert.deepEqual(read.value.series, [{ labels: { a: '2' }, samples: [{ at: 1000, value: 1 }] }]);
    assert.deepEqual(read.value.warnings, ['w']);
    assert.deepEqual(read.value.notes, [
      'Native histograms are omitted. Only plain samples are shown.',
      "Values omitted because they couldn't be read: 3.",
    ]);
    assert.deepEqual(readSampled({ resultType: 'vector', result: [] }, []), {
      ok: true,
      value: { series: [], warnings: [] },
    });
  });

  test('rejects a value with 200,000 digits in time', async () => {
    await assertProportional((part) => {
      const read = readSampled(
        { resultType: 'vector', result: [{ metric: {}, value: [1, `${'1'.repeat(200_000 * part)}!`] }] },
        [],
      );
      assert.equal(read.ok, false);
    });
  });

  test('drops samples with impossible timestamps', () => {
    const values = [
      [1e300, '1'],
      [-8.7e12, '1'],
      [2, '3'],
    ];
    const read = readSampled({ resultType: 'matrix', result: [{ metric: {}, values }] }, []);
    assert.ok(read.ok);
    assert.deepEqual(read.value.series[0]?.samples, [{ at: 2000, value: 3 }]);
    assert.deepEqual(read.value.notes, ["Values omitted because they couldn't be read: 2."]);
  });

  test('reads 100,000 alerts in time', async () => {
    const alerts = Array.from({ length: 100_000 }, (_, number) => ({
      labels: { alertname: 'KataX', n: String((number * 7919) % 100_000) },
      state: 'firing',
    }));
    await assertProportional((part) =>
      assert.equal(readAlerts({ alerts: alerts.slice(0, alerts.length * part) }, isAlertOfProduct)?.length, 500),
    );
  });

  test('uses a step of at least 15 seconds and at most 1000 points', () => {
    assert.equal(stepFor({ from: 0, to: 1 }), 15_000);
    for (const hours of [1, 6, 24, 24 * 14]) {
      const to = hours * 3_600_000;
      const step = stepFor({ from: 0, to });
      assert.ok(Math.floor(to / step) + 1 <= 1000 && step % 1000 === 0, String(hours));
    }
    assert.equal(stepFor({ from: 0, to: 86_400_000 }), 87_000);
    assert.equal(stepFor({ from: 0, to: 20_000_000 }), 21_000);
  });

  test('drops malformed alerts', () => {
    assert.deepEqual(
      readAlerts({ alerts: [null, 3, { labels: { alertname: 'KataX' }, state: 'done' }] }, isAlertOfProduct),
      [],
    );
    assert.deepEqual(readAlerts({ groups: [] }, isAlertOfProduct), []);
    assert.deepEqual(readAlerts({ alerts: null }, isAlertOfProduct), []);
    for (const none of ['x', {}, { alerts: 'x' }]) assert.equal(readAlerts(none, isAlertOfProduct), undefined);
  });
});
