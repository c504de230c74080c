/** What the view of metrics asks, and what it shows of the answers and of every way in which there is none. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MetricsProblem } from '#client/kubernetes/prometheus/prometheus.ts';
import { MetricsSession } from '#client/metrics/session/metricsSession.ts';
import { runningIn } from '#client/metrics/session/countRunningSandboxes.ts';
import { metricsView } from '#client/metrics/view/createMetricsView.ts';
import type { MetricsFrame } from '#client/metrics/view/metricsState.ts';
import { readMetricsMessage, type MetricsView } from '#client/metrics/view/metricsView.ts';
import { emptyDirectory } from '#core/metrics/sandboxDirectory.ts';
import { panels } from '#core/metrics/panels/panels.ts';
import { HandClock } from '#test/support/cluster/clusterHarness.ts';
import { fakePrometheus, samples, step, type FakePrometheus } from '#test/support/metrics/fakePrometheus.ts';

const start = Date.UTC(2026, 7, 1, 10, 41);
const frame: MetricsFrame = {
  title: 'Metrics of demo',
  host: 'thanos.example.com',
  facts: { overheads: [] },
  hasConsole: true,
  focusQuery: 0,
  time: (at) => new Date(at).toISOString().slice(11, 16),
};

interface Stage {
  readonly fake: FakePrometheus;
  readonly clock: HandClock;
  readonly session: MetricsSession;
  readonly view: () => MetricsView;
  readonly panel: (id: string) => MetricsView['panels'][number];
}

function stage(): Stage {
  const fake = fakePrometheus();
  const clock = new HandClock(start);
  const session = new MetricsSession({ prometheus: fake, clock, changed: () => undefined });
  const view = () => metricsView(session.state, frame);
  return {
    fake,
    clock,
    session,
    view,
    panel: (id) => view().panels.find((panel) => panel.id === id) ?? assert.fail(id),
  };
}

const running = (from: number) => [
  { labels: { node: 'w0', instance: 'x' }, samples: samples(from, [1, 2, undefined, 3]) },
];

describe('metrics refresh', () => {
  test('runs each query once and shows the time of the data', async () => {
    const { fake, session, view, panel } = stage();
    assert.equal(view().asOf, 'nothing read yet');
    fake.answer = (query) =>
      query.includes('running_shim_count)') || query.startsWith('sum by (node') ? running(start - 3_600_000) : [];
    await session.refresh();
    assert.equal(view().asOf, 'as of 10:41');
    assert.equal(view().loading, false);
    assert.equal(new Set(fake.asked).size, fake.asked.length);
    assert.equal(fake.asked.length, 1 + panels.flatMap(({ queries }) => queries).length);
    assert.equal(panel('sandboxes').state, 'chart');
    assert.deepEqual(panel('sandboxes').chart?.series, [
      { name: 'w0', values: [1, 2, null, 3], newest: '3', lowest: '1', highest: '3' },
    ]);
    // Absence is said, never drawn as zero.
    assert.equal(panel('failures').state, 'empty');
    assert.match(panel('failures').text ?? '', /^Nothing is exported when /);
    assert.match(view().alerts.text ?? '', /No alert .* is raised/);
  });

  test('reports running sandboxes per node to the tree only when no node is selected', async () => {
    const { fake, clock } = stage();
    const told: string[][] = [];
    const session = new MetricsSession({
      prometheus: fake,
      clock,
      changed: () => undefined,
      running: ({ byNode }) => told.push([...byNode.keys()]),
    });
    fake.answer = (query) => {
      if (query.includes('kube_pod_info'))
        return [{ labels: { node: 'w7', pod_ip: '10.1.0.7' }, samples: samples(start, [1]) }];
      return [{ labels: { instance: '10.1.0.7:8090' }, samples: samples(start, [2]) }];
    };
    await session.refresh();
    assert.deepEqual(told, [['w7']]);
    await session.setNode('instance=10.1.0.7:8090');
    assert.equal(told.length, 1);
    assert.deepEqual(
      metricsView(session.state, frame).nodes.map(({ title }) => title),
      ['all nodes', 'w7'],
    );
  });

  test('merges the series of a restarted kata-monitor without counting samples twice', () => {
    const [old, young] = [samples(start, [3, 4, 5]), samples(start + 2 * step, [2, 6])];
    const series = [
      { labels: { instance: '10.1.0.9:8090' }, samples: young },
      { labels: { node: 'w0', instance: '10.1.0.7:8090' }, samples: old },
    ];
    const answer = {
      asOf: start,
      from: start,
      to: start,
      step,
      sampled: new Map([['running', { series, warnings: [] }]]),
    };
    const { byNode } = runningIn(answer, { ...emptyDirectory, addresses: new Map([['10.1.0.9', 'w0']]) });
    assert.deepEqual([...byNode], [['w0', samples(start, [3, 4, 5, 6])]]);
  });

  test('discards pending results when the selection changes', async () => {
    const { fake, session, panel } = stage();
    let open = (): void => undefined;
    fake.gate = new Promise((resolve) => (open = resolve));
    fake.answer = () => running(start);
    const first = session.refresh();
    fake.answer = (_, range) => (range === undefined || range.to - range.from === 900_000 ? [] : running(start));
    const second = session.setRange('15m');
    fake.gate = undefined;
    open();
    await Promise.all([first, second]);
    for (const { id } of panels) assert.equal(panel(id).state, 'empty', id);
  });

  test("applies filters and marks panels that don't support them", async () => {
    const { fake, session, view, panel } = stage();
    fake.answer = (query) =>
      query.startsWith('group by')
        ? [
            {
              labels: { node: 'w"0', sandbox_id: 's1', cri_namespace: 'shop', cri_name: 'web' },
              samples: samples(start, [1]),
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
    assert.deepEqual(panel('sandboxes').notes, ['Not by sandbox: these series do not say it.']);
    assert.match(panel('guestMemory').text ?? '', /Or there is none for what is chosen above/);
    // One that is gone stays chosen, and stays in the list.
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
    const { fake, session, view, panel } = stage();
    fake.answer = (query) =>
      query.startsWith('group by') ? pods.map((labels) => ({ labels, samples: samples(start, [1]) })) : [];
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
    assert.deepEqual(panel('failures').notes, ['Not by sandbox or namespace: these series do not say it.']);
    // It is in another one: together they would bring nothing.
    await session.setNamespace('bank');
    assert.deepEqual(session.state.filters, { namespace: 'bank' });
    await session.setNamespace('');
    assert.deepEqual(session.state.filters, {});
    assert.equal(view().sandboxes.length, 4);
  });
  test('queries only the selected percentile and ignores unknown ones', async () => {
    const { fake, session, panel } = stage();
    fake.answer = (query) =>
      query.includes('le, action')
        ? [{ labels: { action: 'create' }, samples: samples(start, [3]) }]
        : [{ labels: {}, samples: samples(start, [1]) }];
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
    const { fake, clock, session } = stage();
    await session.refresh();
    session.setAuto('nonsense');
    session.setAuto('15s');
    const round = fake.asked.length;
    clock.pass(14_999);
    assert.equal(fake.asked.length, round);
    clock.pass(1);
    assert.ok(fake.asked.length > round);
    // The round has ended when the next one is due.
    await clock.asked(15_000);
    session.setVisible(false);
    const seen = fake.asked.length;
    clock.pass(600_000);
    assert.equal(fake.asked.length, seen);
    // Seen again: what is due is asked.
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

describe('metrics problem', () => {
  const problem = (kind: MetricsProblem['kind']): MetricsProblem => ({ kind, message: `because of ${kind}` });
  for (const kind of ['notFound', 'login', 'noToken', 'forbidden', 'refused', 'tls', 'network'] as const) {
    test(`is shown once and stops further queries: ${kind}`, async () => {
      const { fake, session, view } = stage();
      fake.answer = () => problem(kind);
      await session.refresh();
      assert.match(view().problem?.text ?? '', new RegExp(`(?:^|: )because of ${kind}$`));
      assert.equal(fake.asked.length, 1);
      for (const { problem: own, state, text } of view().panels)
        assert.deepEqual([own, state, text], [undefined, 'empty', 'Not read.']);
      assert.equal(view().alerts.text, 'Not read.');
      // And it is gone when it is.
      fake.answer = () => [];
      await session.refresh();
      assert.equal(view().problem, undefined);
    });
  }
  for (const kind of ['query', 'timeout', 'server', 'badAnswer'] as const) {
    test(`is shown on the affected panel, which keeps its earlier data: ${kind}`, async () => {
      const { fake, clock, session, view, panel } = stage();
      fake.answer = () => running(start);
      await session.refresh();
      fake.answer = (query) => (query.includes('quantile') ? problem(kind) : running(start));
      clock.pass(120_000);
      await session.refresh();
      assert.equal(view().problem, undefined);
      assert.equal(view().asOf, 'as of 10:43');
      const failedPanel = panel('shimRpc');
      assert.equal(failedPanel.state, 'chart');
      assert.match(failedPanel.problem?.text ?? '', new RegExp(`because of ${kind}$`));
      assert.deepEqual(failedPanel.notes, ['What is shown was read at 10:41.']);
      assert.equal(panel('sandboxes').problem, undefined);
      // Of another choice, nothing of before is shown.
      await session.setRange('6h');
      assert.equal(panel('shimRpc').state, 'problem');
      assert.equal(panel('shimRpc').chart, undefined);
    });
  }
  test("is shown without an introduction if it's self-explanatory", async () => {
    const { fake, session, view } = stage();
    for (const kind of ['forbidden', 'tls', 'refused'] as const) {
      fake.answer = () => problem(kind);
      await session.refresh();
      assert.equal(view().problem?.text, `because of ${kind}`);
    }
    assert.equal(view().problem?.button?.does, 'refresh');
  });
  test('offers a button to allow the token and then reads the metrics', async () => {
    const { fake, session, view } = stage();
    fake.answer = () => problem('noToken');
    await session.refresh();
    assert.equal(view().problem?.button?.does, 'allowToken');
    fake.answer = () => [];
    await session.allowToken();
    assert.equal(fake.allowed, 1);
    assert.equal(view().problem, undefined);
  });
  test('is shown instead of an empty alert list', async () => {
    const { fake, session, view } = stage();
    fake.raised = problem('server');
    await session.refresh();
    assert.equal(view().alerts.state, 'problem');
    assert.match(view().alerts.text ?? '', /because of server/);
    fake.raised = [
      { name: 'kata_active_instance', state: 'firing', labels: {}, annotations: {} },
      { name: 'KataRemoteWorkloadFailureHigh', state: 'pending', labels: {}, annotations: {}, since: start },
      { name: 'Other', state: 'firing', labels: {}, annotations: { summary: 'It says so.' } },
    ];
    await session.refresh();
    assert.deepEqual(
      view().alerts.alerts.map(({ name, state, text }) => [name, state, text.slice(0, 12)]),
      [
        ['KataRemoteWorkloadFailureHigh', 'pending since 10:41, not yet for long enough to fire', 'More than a '],
        ['Other', 'firing', 'It says so.'],
      ],
    );
  });
  test('includes server warnings and omitted series', async () => {
    const { fake, session, view, panel } = stage();
    fake.answer = (_, range) => ({
      series: running(range?.from ?? 0),
      warnings: ['a store did not answer'],
      notes: ['3 values are left out.'],
      cut: true,
    });
    await session.refresh();
    const [said, left] = ['The server says: a store did not answer', '3 values are left out.'];
    assert.deepEqual(panel('guests').notes, [
      said,
      left,
      'There are more series than are read: choose a node, a namespace or a sandbox.',
    ]);
    await session.ask('up');
    assert.deepEqual(view().ask.answer?.notes, [said, left, 'There are more series than are read: narrow the query.']);
  });
  test('qualifies the absence of alerts when the server returns warnings', async () => {
    const { fake, session, view } = stage();
    fake.raised = { alerts: [], warnings: ['a store did not answer'] };
    await session.refresh();
    assert.match(
      view().alerts.text ?? '',
      /^No alert .* is raised, as far as the server answered\. The server says: a store did not answer$/,
    );
    fake.raised = {
      alerts: [{ name: 'KataX', state: 'firing', labels: {}, annotations: {} }],
      warnings: ['a store did not answer'],
    };
    await session.refresh();
    assert.equal(view().alerts.text, 'The server says: a store did not answer');
    assert.equal(view().alerts.alerts.length, 1);
  });
});

describe('custom query', () => {
  test('shows a chart and appears in the history once', async () => {
    const { fake, session, view } = stage();
    fake.answer = (_, range) => [{ labels: { __name__: 'up', job: 'a' }, samples: samples(range?.from ?? 0, [1]) }];
    await session.ask(' up ');
    await session.ask('down');
    await session.ask('up');
    assert.deepEqual(view().ask.history, ['up', 'down']);
    assert.equal(view().ask.answer?.chart?.series[0]?.name, 'up{job="a"}');
    fake.answer = () => ({ kind: 'query', message: 'parse error at 3' });
    await session.ask('sum(');
    assert.equal(view().ask.answer?.state, 'problem');
    assert.match(view().ask.answer?.problem?.text ?? '', /not understood: parse error at 3/);
    await session.ask('   ');
    assert.equal(view().ask.text, 'sum(');
  });
  test('ignores the result of an earlier query', async () => {
    const { fake, session, view } = stage();
    let open = (): void => undefined;
    fake.gate = new Promise((resolve) => (open = resolve));
    fake.answer = () => [{ labels: { __name__: 'first' }, samples: samples(start, [1]) }];
    const first = session.ask('first');
    fake.gate = undefined;
    fake.answer = () => [{ labels: { __name__: 'second' }, samples: samples(start, [1]) }];
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
