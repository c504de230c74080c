/** Tests what the metrics page shows if metrics are missing or incomplete. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MetricsProblem } from '#client/kubernetes/prometheus/prometheus.ts';
import { createSandboxSamples, sessionStart, startMetricsSession } from './metricsSessionStage.ts';

describe('metrics problem', () => {
  const problem = (kind: MetricsProblem['kind']): MetricsProblem => ({ kind, message: `because of ${kind}` });
  for (const kind of ['notFound', 'login', 'noToken', 'forbidden', 'refused', 'tls', 'network'] as const) {
    test(`is shown once and stops further queries: ${kind}`, async () => {
      const { fake, session, view } = startMetricsSession();
      fake.answer = () => problem(kind);
      await session.refresh();
      assert.match(view().problem?.text ?? '', new RegExp(`(?:^|: )because of ${kind}$`));
      assert.equal(fake.asked.length, 1);
      for (const { problem: own, state, text } of view().panels)
        assert.deepEqual([own, state, text], [undefined, 'empty', 'Not loaded.']);
      assert.equal(view().alerts.text, 'Not loaded.');
      // The problem disappears when it is resolved.
      fake.answer = () => [];
      await session.refresh();
      assert.equal(view().problem, undefined);
    });
  }
  for (const kind of ['query', 'timeout', 'server', 'badAnswer'] as const) {
    test(`is shown on the affected panel, which keeps its earlier data: ${kind}`, async () => {
      const { fake, clock, session, view, panel } = startMetricsSession();
      fake.answer = () => createSandboxSamples(sessionStart);
      await session.refresh();
      fake.answer = (query) => (query.includes('quantile') ? problem(kind) : createSandboxSamples(sessionStart));
      clock.pass(120_000);
      await session.refresh();
      assert.equal(view().problem, undefined);
      assert.equal(view().asOf, 'Last updated 10:43');
      const failedPanel = panel('shimRpc');
      assert.equal(failedPanel.state, 'chart');
      assert.match(failedPanel.problem?.text ?? '', new RegExp(`because of ${kind}$`));
      assert.deepEqual(failedPanel.notes, ['Last updated 10:41']);
      assert.equal(panel('sandboxes').problem, undefined);
      // After the selection changes, nothing of the previous selection is visible.
      await session.setRange('6h');
      assert.equal(panel('shimRpc').state, 'problem');
      assert.equal(panel('shimRpc').chart, undefined);
    });
  }
  test("is shown without an introduction if it's self-explanatory", async () => {
    const { fake, session, view } = startMetricsSession();
    for (const kind of ['forbidden', 'tls', 'refused'] as const) {
      fake.answer = () => problem(kind);
      await session.refresh();
      assert.equal(view().problem?.text, `because of ${kind}`);
    }
    assert.equal(view().problem?.button?.does, 'refresh');
  });
  test('offers a button to allow the token and then reads the metrics', async () => {
    const { fake, session, view } = startMetricsSession();
    fake.answer = () => problem('noToken');
    await session.refresh();
    assert.equal(view().problem?.button?.does, 'allowToken');
    fake.answer = () => [];
    await session.allowToken();
    assert.equal(fake.allowed, 1);
    assert.equal(view().problem, undefined);
  });
  test('is shown instead of an empty alert list', async () => {
    const { fake, session, view } = startMetricsSession();
    fake.raised = problem('server');
    await session.refresh();
    assert.equal(view().alerts.state, 'problem');
    assert.match(view().alerts.text ?? '', /because of server/);
    fake.raised = [
      { name: 'kata_active_instance', state: 'firing', labels: {}, annotations: {} },
      { name: 'KataRemoteWorkloadFailureHigh', state: 'pending', labels: {}, annotations: {}, since: sessionStart },
      { name: 'Other', state: 'firing', labels: {}, annotations: { summary: 'It says so.' } },
    ];
    await session.refresh();
    assert.deepEqual(
      view().alerts.alerts.map(({ name, state, text }) => [name, state, text.slice(0, 12)]),
      [
        ['KataRemoteWorkloadFailureHigh', 'pending since 10:41 (not firing yet)', 'More than 25'],
        ['Other', 'firing', 'It says so.'],
      ],
    );
  });
  test('includes server warnings and omitted series', async () => {
    const { fake, session, view, panel } = startMetricsSession();
    fake.answer = (_, range) => ({
      series: createSandboxSamples(range?.from ?? 0),
      warnings: ['a store did not answer'],
      notes: ['3 values are left out.'],
      cut: true,
    });
    await session.refresh();
    const [said, left] = ['Server message: a store did not answer', '3 values are left out.'];
    assert.deepEqual(panel('guests').notes, [
      said,
      left,
      'Too many series to read. Select a node, namespace, or sandbox.',
    ]);
    await session.ask('up');
    assert.deepEqual(view().ask.answer?.notes, [said, left, 'Too many series to read. Narrow the query.']);
  });
  test('qualifies the absence of alerts when the server returns warnings', async () => {
    const { fake, session, view } = startMetricsSession();
    fake.raised = { alerts: [], warnings: ['a store did not answer'] };
    await session.refresh();
    assert.match(
      view().alerts.text ?? '',
      /^No OpenShift sandboxed containers alerts are pending or firing, but the response might be incomplete\. Server message: a store did not answer$/,
    );
    fake.raised = {
      alerts: [{ name: 'KataX', state: 'firing', labels: {}, annotations: {} }],
      warnings: ['a store did not answer'],
    };
    await session.refresh();
    assert.equal(view().alerts.text, 'Server message: a store did not answer');
    assert.equal(view().alerts.alerts.length, 1);
  });
});
