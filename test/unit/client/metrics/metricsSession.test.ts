/** Tests which queries the metrics view runs, and what it shows for their results and for every kind of failure. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MetricsSession } from '#client/metrics/session/metricsSession.ts';
import { runningIn } from '#client/metrics/session/countRunningSandboxes.ts';
import { metricsView } from '#client/metrics/view/createMetricsView.ts';
import { readMetricsMessage } from '#client/metrics/view/metricsView.ts';
import { emptyDirectory } from '#core/metrics/sandboxDirectory.ts';
import { panels } from '#core/metrics/panels/panels.ts';
import { samples, step } from '#test/support/metrics/fakePrometheus.ts';
import { createSandboxSamples, metricsFrame, sessionStart, startMetricsSession } from './metricsSessionStage.ts';

describe('metrics tiles', () => {
  const tile = (view: ReturnType<typeof metricsView>, id: string) =>
    view.tiles.find((one) => one.id === id) ?? assert.fail(id);

  test('show values of the last read with a trend that has gaps', async () => {
    const { fake, session, view } = startMetricsSession();
    assert.deepEqual(
      view().tiles.map(({ id, value, chart }) => [id, value, chart]),
      [
        ['installation', 'Unknown', undefined],
        ['failures', 'Unknown', undefined],
      ],
    );
    const from = sessionStart - 4 * step;
    fake.answer = (query) =>
      query === 'kata_remote_workload_failure_ratio'
        ? [{ labels: {}, samples: samples(from, [50, 50, undefined, undefined, 50]) }]
        : query === 'kata_config_installation_success'
          ? [{ labels: {}, samples: samples(from, [0, 1, 1, 1, 1]) }]
          : [];
    const reading = session.refresh();
    assert.equal(tile(view(), 'failures').value, 'Querying...');
    await reading;
    const failures = tile(view(), 'failures');
    assert.deepEqual([failures.state, failures.value], ['attention', '50%']);
    assert.deepEqual(failures.chart?.values, [50, 50, null, null, 50]);
    assert.equal(failures.chart?.threshold, 25);
    assert.equal(tile(view(), 'installation').chart?.threshold, undefined);
    assert.equal(tile(view(), 'installation').value, 'Installed');
  });

  test('explain a missing series, and keep the last value if a query fails', async () => {
    const { fake, session, view } = startMetricsSession();
    await session.refresh();
    const missing = tile(view(), 'failures');
    assert.deepEqual([missing.state, missing.value], ['missing', 'Not collected']);
    assert.match(missing.lines.at(-1) ?? '', /^No data is available if the operator isn't running/);
    fake.answer = () => [{ labels: {}, samples: samples(sessionStart - step, [0, 0]) }];
    await session.refresh();
    fake.answer = () => ({ kind: 'server', message: 'disk full' });
    await session.refresh();
    const old = tile(view(), 'failures');
    assert.equal(old.value, '0%');
    assert.deepEqual(old.lines.slice(-2), ['Prometheus reported an error: disk full', 'Last updated 10:41']);
  });

  test('do not show an alert that could not be refreshed, because it can have ended', async () => {
    const { fake, session, view } = startMetricsSession();
    fake.answer = () => [{ labels: {}, samples: samples(sessionStart - step, [50, 50]) }];
    fake.raised = [{ name: 'KataRemoteWorkloadFailureHigh', state: 'firing', labels: {}, annotations: {} }];
    await session.refresh();
    const isShown = () => tile(view(), 'failures').lines.includes('The alert is firing.');
    assert.ok(isShown());
    fake.raised = { kind: 'server', message: 'disk full' };
    await session.refresh();
    assert.equal(isShown(), false);
    assert.equal(tile(view(), 'failures').state, 'attention');
  });

  test('are unknown if no query was successful', async () => {
    const { fake, session, view } = startMetricsSession();
    fake.answer = () => ({ kind: 'server', message: 'disk full' });
    await session.refresh();
    assert.deepEqual(
      view().tiles.map(({ state, value, lines }) => [state, value, lines]),
      Array.from({ length: 2 }, () => ['unread', 'Unknown', ['Prometheus reported an error: disk full']]),
    );
  });
});

describe('metrics alerts', () => {
  test('can be opened in the console only with a usual name, and only if there is a console', async () => {
    const { fake, session, view } = startMetricsSession();
    fake.raised = ['KataRemoteWorkloadFailureHigh', 'kata_x&y=z'].map((name) => ({
      name,
      state: 'firing',
      labels: {},
      annotations: {},
    }));
    await session.refresh();
    assert.deepEqual(
      view().alerts.alerts.map((alert) => alert.console),
      [true, false],
    );
    const without = metricsView(session.state, { ...metricsFrame, hasConsole: false });
    assert.deepEqual(
      without.alerts.alerts.map((alert) => alert.console),
      [false, false],
    );
    assert.deepEqual(readMetricsMessage({ type: 'alertInConsole', name: 'x' }), { type: 'alertInConsole', name: 'x' });
    assert.equal(readMetricsMessage({ type: 'alertInConsole', name: 1 }), undefined);
  });
});

describe('metrics refresh', () => {
  test('runs each query once and shows the time of the data', async () => {
    const { fake, session, view, panel } = startMetricsSession();
    assert.equal(view().asOf, 'Not read yet');
    fake.answer = (query) =>
      query.includes('running_shim_count)') || query.startsWith('sum by (node')
        ? createSandboxSamples(sessionStart - 3_600_000)
        : [];
    await session.refresh();
    assert.equal(view().asOf, 'Last updated 10:41');
    assert.equal(view().loading, false);
    assert.equal(new Set(fake.asked).size, fake.asked.length);
    assert.equal(fake.asked.length, 1 + panels.flatMap(({ queries }) => queries).length);
    assert.equal(panel('sandboxes').state, 'chart');
    assert.deepEqual(panel('sandboxes').chart?.series, [
      { name: 'w0', values: [1, 2, null, 3], newest: '3', lowest: '1', highest: '3' },
    ]);
    // Missing data is reported and never drawn as zero.
    assert.equal(panel('failures').state, 'empty');
    assert.match(panel('failures').text ?? '', /^No data is available if /);
    assert.match(view().alerts.text ?? '', /^No OpenShift sandboxed containers alerts are pending or firing\.$/);
  });

  test('reports running sandboxes per node to the tree only when no node is selected', async () => {
    const { fake, clock } = startMetricsSession();
    const told: string[][] = [];
    const session = new MetricsSession({
      prometheus: fake,
      clock,
      changed: () => undefined,
      running: ({ byNode }) => told.push([...byNode.keys()]),
    });
    fake.answer = (query) => {
      if (query.includes('kube_pod_info'))
        return [{ labels: { node: 'w7', pod_ip: '10.1.0.7' }, samples: samples(sessionStart, [1]) }];
      return [{ labels: { instance: '10.1.0.7:8090' }, samples: samples(sessionStart, [2]) }];
    };
    await session.refresh();
    assert.deepEqual(told, [['w7']]);
    await session.setNode('instance=10.1.0.7:8090');
    assert.equal(told.length, 1);
    assert.deepEqual(
      metricsView(session.state, metricsFrame).nodes.map(({ title }) => title),
      ['All nodes', 'w7'],
    );
  });

  test('merges the series of a restarted kata-monitor without counting samples twice', () => {
    const [old, young] = [samples(sessionStart, [3, 4, 5]), samples(sessionStart + 2 * step, [2, 6])];
    const series = [
      { labels: { instance: '10.1.0.9:8090' }, samples: young },
      { labels: { node: 'w0', instance: '10.1.0.7:8090' }, samples: old },
    ];
    const answer = {
      asOf: sessionStart,
      from: sessionStart,
      to: sessionStart,
      step,
      sampled: new Map([['running', { series, warnings: [] }]]),
    };
    const { byNode } = runningIn(answer, { ...emptyDirectory, addresses: new Map([['10.1.0.9', 'w0']]) });
    assert.deepEqual([...byNode], [['w0', samples(sessionStart, [3, 4, 5, 6])]]);
  });

  test('discards pending results when the selection changes', async () => {
    const { fake, session, panel } = startMetricsSession();
    let open = (): void => undefined;
    fake.gate = new Promise((resolve) => (open = resolve));
    fake.answer = () => createSandboxSamples(sessionStart);
    const first = session.refresh();
    fake.answer = (_, range) =>
      range === undefined || range.to - range.from === 900_000 ? [] : createSandboxSamples(sessionStart);
    const second = session.setRange('15m');
    fake.gate = undefined;
    open();
    await Promise.all([first, second]);
    for (const { id } of panels) assert.equal(panel(id).state, 'empty', id);
  });

  test("applies filters and marks panels that don't support them", async () => {
    const { fake, session, view, panel } = startMetricsSession();
    fake.answer = (query) =>
      query.startsWith('group by')
        ? [
            {
              labels: { node: 'w"0', sandbox_id: 's1', cri_namespace: 'shop', cri_name: 'web' },
              samples: samples(sessionStart, [1]),
            },
          ]
        : [];
    await session.refresh();
    assert.deepEqual(
      view().nodes.map(({ id }) => id),
      ['', 'node=w"0'],
    );
    assert.match(view().sandboxes[1]?.title ?? '', /shop\/web \(s1\)/);
    fake.asked.length = 0;
    await session.setNode('node=w"0');
    await session.setSandbox('s1');
    assert.ok(fake.asked.some((query) => query.includes(String.raw`node="w\"0", sandbox_id="s1"`)));
    assert.deepEqual(panel('sandboxes').notes, [
      "The Sandbox filter doesn't affect this chart because the chart's series don't contain that information.",
    ]);
    assert.match(panel('guestMemory').text ?? '', /It's also possible that no series match the selected filters/);
    // A selected sandbox that no longer exists stays selected and in the list.
    fake.answer = () => [];
    await session.refresh();
    assert.equal(view().sandboxes.find(({ chosen }) => chosen)?.id, 's1');
    await session.setNode('');
    assert.equal(view().nodes[0]?.chosen, true);
  });
});

describe('metrics selection', () => {
  const pods = [
    { sandbox_id: 's1', cri_namespace: 'shop', cri_name: 'web' },
    { sandbox_id: 's2', cri_namespace: 'bank', cri_name: 'ledger' },
    { sandbox_id: 's3' },
  ];
  test('filters charts and the sandbox list by namespace', async () => {
    const { fake, session, view, panel } = startMetricsSession();
    fake.answer = (query) =>
      query.startsWith('group by') ? pods.map((labels) => ({ labels, samples: samples(sessionStart, [1]) })) : [];
    await session.refresh();
    assert.deepEqual(
      view().namespaces.map(({ id }) => id),
      ['', 'bank', 'shop'],
    );
    await session.setSandbox('s1');
    await session.setNamespace('shop');
    assert.ok(fake.asked.some((query) => query.includes('sandbox_id="s1", cri_namespace="shop"')));
    assert.deepEqual(
      view().sandboxes.map(({ id }) => id),
      ['', 's1'],
    );
    assert.deepEqual(panel('failures').notes, [
      "The Sandbox or Namespace filter doesn't affect this chart because the chart's series don't contain that information.",
    ]);
    // The selected sandbox is in another namespace. Both filters together would match nothing.
    await session.setNamespace('bank');
    assert.deepEqual(session.state.filters, { namespace: 'bank' });
    await session.setNamespace('');
    assert.deepEqual(session.state.filters, {});
    assert.equal(view().sandboxes.length, 4);
  });
  test('queries only the selected percentile and ignores unknown ones', async () => {
    const { fake, session, panel } = startMetricsSession();
    fake.answer = (query) =>
      query.includes('le, action')
        ? [{ labels: { action: 'create' }, samples: samples(sessionStart, [3]) }]
        : [{ labels: {}, samples: samples(sessionStart, [1]) }];
    await session.refresh();
    assert.deepEqual(
      panel('shimRpc').chart?.series.map(({ name }) => name),
      ['50th percentile', '95th percentile', '99th percentile'],
    );
    fake.asked.length = 0;
    await session.setReading('shimRpc', 'p99');
    assert.deepEqual(
      panel('shimRpc').chart?.series.map(({ name }) => name),
      ['create'],
    );
    assert.deepEqual(
      fake.asked.filter((query) => query.includes('kata_shim_rpc')).map((query) => query.slice(0, 24)),
      ['histogram_quantile(0.99, '.slice(0, 24)],
    );
    assert.equal(panel('shimRpc').readings?.find(({ chosen }) => chosen)?.id, 'p99');
    assert.equal(panel('agentRpc').readings?.find(({ chosen }) => chosen)?.id, 'all');
    const before = fake.asked.length;
    await session.setReading('shimRpc', 'p42');
    await session.setReading('guests', 'p99');
    assert.equal(fake.asked.length, before);
  });
});

describe('automatic refresh', () => {
  test('runs on schedule, pauses while hidden, and stops when the session ends', async () => {
    const { fake, clock, session } = startMetricsSession();
    await session.refresh();
    session.setAuto('nonsense');
    session.setAuto('15s');
    const round = fake.asked.length;
    clock.pass(14_999);
    assert.equal(fake.asked.length, round);
    clock.pass(1);
    assert.ok(fake.asked.length > round);
    // The refresh is complete when the next one is scheduled.
    await clock.asked(15_000);
    session.setVisible(false);
    const seen = fake.asked.length;
    clock.pass(600_000);
    assert.equal(fake.asked.length, seen);
    // When the view is visible again, a due refresh runs.
    session.setVisible(true);
    clock.pass(1000);
    assert.ok(fake.asked.length > seen);
    session.end();
    const ended = fake.asked.length;
    clock.pass(600_000);
    assert.equal(fake.asked.length, ended);
    assert.ok(fake.closed);
  });
});

describe('custom query', () => {
  test('shows a chart and appears in the history once', async () => {
    const { fake, session, view } = startMetricsSession();
    fake.answer = (_, range) => [{ labels: { __name__: 'up', job: 'a' }, samples: samples(range?.from ?? 0, [1]) }];
    await session.ask(' up ');
    await session.ask('down');
    await session.ask('up');
    assert.deepEqual(view().ask.history, ['up', 'down']);
    assert.equal(view().ask.answer?.chart?.series[0]?.name, 'up{job="a"}');
    fake.answer = () => ({ kind: 'query', message: 'parse error at 3' });
    await session.ask('sum(');
    assert.equal(view().ask.answer?.state, 'problem');
    assert.match(view().ask.answer?.problem?.text ?? '', /^Can't run the query: parse error at 3/);
    await session.ask('   ');
    assert.equal(view().ask.text, 'sum(');
  });
  test('ignores the result of an earlier query', async () => {
    const { fake, session, view } = startMetricsSession();
    let open = (): void => undefined;
    fake.gate = new Promise((resolve) => (open = resolve));
    fake.answer = () => [{ labels: { __name__: 'first' }, samples: samples(sessionStart, [1]) }];
    const first = session.ask('first');
    fake.gate = undefined;
    fake.answer = () => [{ labels: { __name__: 'second' }, samples: samples(sessionStart, [1]) }];
    await session.ask('second');
    open();
    await first;
    assert.equal(view().ask.answer?.chart?.series[0]?.name, 'second');
  });
});

describe('metrics page message', () => {
  test('is rejected if malformed, and stripped of unknown fields', () => {
    for (const junk of [
      null,
      1,
      {},
      { type: 'ask' },
      { type: 'ask', text: 'x'.repeat(10_001) },
      { type: 'assist', text: 'a', offset: 2, number: 0 },
      { type: 'range', id: 1 },
      { type: 'copy' },
      { type: 'reading', panel: 'shimRpc' },
    ])
      assert.equal(readMetricsMessage(junk), undefined);
    assert.deepEqual(readMetricsMessage({ type: 'assist', text: 'a', offset: 1, number: 7, more: 1 }), {
      type: 'assist',
      text: 'a',
      offset: 1,
      number: 7,
    });
    assert.deepEqual(readMetricsMessage({ type: 'reading', panel: 'a', id: 'b', x: 1 }), {
      type: 'reading',
      panel: 'a',
      id: 'b',
    });
    assert.deepEqual(readMetricsMessage({ type: 'refresh', x: 1 }), { type: 'refresh' });
    assert.deepEqual(readMetricsMessage({ type: 'copy', panel: 'guests' }), { type: 'copy', panel: 'guests' });
  });
});
