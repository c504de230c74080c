/** Runs a metrics session on a fake Prometheus. */
import assert from 'node:assert/strict';
import { MetricsSession } from '#client/metrics/session/metricsSession.ts';
import { metricsView } from '#client/metrics/view/createMetricsView.ts';
import type { MetricsFrame } from '#client/metrics/view/metricsState.ts';
import type { MetricsView } from '#client/metrics/view/metricsView.ts';
import { HandClock } from '#test/support/cluster/clusterHarness.ts';
import { fakePrometheus, samples, type FakePrometheus } from '#test/support/metrics/fakePrometheus.ts';

/** The time at which the session starts. */
export const sessionStart = Date.UTC(2026, 7, 1, 10, 41);

/** Content of the metrics page other than the metrics. */
export const metricsFrame: MetricsFrame = {
  title: 'Metrics of demo',
  host: 'thanos.example.com',
  facts: { overheads: [] },
  hasConsole: true,
  focusQuery: 0,
  time: (at) => new Date(at).toISOString().slice(11, 16),
};

/** A metrics session with its Prometheus, its clock, and its page. */
export interface MetricsSessionStage {
  readonly fake: FakePrometheus;
  readonly clock: HandClock;
  readonly session: MetricsSession;
  readonly view: () => MetricsView;
  readonly panel: (id: string) => MetricsView['panels'][number];
}

/** Starts a metrics session. */
export function startMetricsSession(): MetricsSessionStage {
  const fake = fakePrometheus();
  const clock = new HandClock(sessionStart);
  const session = new MetricsSession({ prometheus: fake, clock, changed: () => undefined });
  const view = () => metricsView(session.state, metricsFrame);
  return {
    fake,
    clock,
    session,
    view,
    panel: (id) => view().panels.find((panel) => panel.id === id) ?? assert.fail(id),
  };
}

/** Returns samples of running sandboxes on a node. */
export const createSandboxSamples = (from: number) => [
  { labels: { node: 'w0', instance: 'x' }, samples: samples(from, [1, 2, undefined, 3]) },
];
