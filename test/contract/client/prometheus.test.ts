/**
 * Tests the metrics client with a real Prometheus that collects the simulator's series behind the simulator's Route and
 * permissions, and compares the demo cluster's built-in Prometheus with it. Skipped if no Prometheus is available (`npm
 * test -- contract` downloads Debian's).
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { openPrometheus } from '#client/kubernetes/prometheus/openPrometheus.ts';
import type { MetricsResponse, MetricsProblem, Prometheus } from '#client/kubernetes/prometheus/prometheus.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { findPrometheus } from '#scripts/externalTools/prometheus.ts';
import { runPrometheus, type RunningPrometheus } from '#scripts/externalTools/runningPrometheus.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { comparedQueries } from './comparedQueries.ts';
import { assertSameResults, compareResults, reasonToSkip } from './compareResults.ts';

const program = findPrometheus();

/**
 * Collection interval, in milliseconds, as in the built-in Prometheus. The imported history ends before the real
 * Prometheus starts to collect.
 */
const interval = 30_000;

describe('real Prometheus', { skip: reasonToSkip(program) }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-monitored-'));
  const opened: { close: () => unknown }[] = [];
  let simulation: Simulation;
  let real: RunningPrometheus;
  /** Time of the newest imported sample, in milliseconds since 1970. */
  let newest: number;

  before(async () => {
    const blocked = scenarioNamed('uninstall-blocked-by-pods');
    assert.ok(blocked !== undefined);
    const view = { name: 'view', groups: ['viewers'] };
    const monitor = { name: 'monitor', groups: ['viewers', 'monitors'] };
    const target = { url: '' };
    // Starts another sandbox half an hour ago, because functions treat a series that starts within their time range
    // differently.
    const late: Scenario['prelude'] = [
      { wait: 5.25 * 3_600_000 },
      { resource: { group: '', plural: 'pods' }, create: latePod },
      { wait: 60_000 },
    ];
    const scenario = { ...blocked, prelude: [...blocked.prelude, ...late] };
    simulation = await simulate({ scenario, users: [view, monitor], monitoring: { prometheus: () => target.url } });
    bind('viewers', 'view', 'viewers');
    bind('monitors', 'cluster-monitoring-view', 'monitors');
    newest = Math.floor((Date.now() - interval) / interval) * interval;
    const times = Array.from({ length: 101 }, (_, at) => newest - (100 - at) * interval);
    const { exporterUrl, past } = monitoringOf(simulation);
    real = await runPrometheus({
      program: program ?? '',
      target: new URL(exporterUrl).host,
      past: past(times),
    });
    target.url = real.url;
  });

  after(async () => {
    for (const each of opened) each.close();
    await real?.close();
    await simulation?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function monitoringOf(of: Simulation): NonNullable<Simulation['monitoring']> {
    assert.ok(of.monitoring !== undefined);
    return of.monitoring;
  }

  function bind(name: string, role: string, group: string): void {
    const api = 'rbac.authorization.k8s.io';
    const made = simulation.store.create(simulation.resources.need(api, 'clusterrolebindings'), {
      apiVersion: `${api}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: api, kind: 'ClusterRole', name: role },
      subjects: [{ apiGroup: api, kind: 'Group', name: group }],
    });
    assert.ok(made.ok);
  }

  /**
   * Opens Prometheus with a context of the kubeconfig.
   * @param change edits the kubeconfig first
   */
  async function as(name: string, change: (text: string) => string = (text) => text): Promise<Prometheus> {
    const file = path.join(folder, `kubeconfig-${opened.length}`);
    writeFileSync(file, change(simulation.kubeconfig));
    const { contexts } = await loadKubeconfig({ explicit: file, env: {}, home: folder });
    const context = contexts.find((each) => each.name === name);
    assert.ok(context !== undefined);
    const exec = new ExecPlugins({ clock: realClock, env: process.env, mayRun: () => Promise.resolve(false) });
    const connection: Connection = connect(context, { clock: realClock, exec });
    const prometheus = openPrometheus({ connection, clock: realClock });
    opened.push(prometheus, connection);
    return prometheus;
  }

  test('returns ranges, instants, and warnings to an administrator through its Route and CA', async () => {
    const prometheus = await as('kube-admin');
    const range = { from: newest - 3_600_000, to: newest };
    const { series, step, warnings } = good(
      await prometheus.range('sum by (node) (kata_monitor_running_shim_count)', range),
    );
    assert.equal(prometheus.host, monitoringOf(simulation).host);
    assert.equal(step, 15_000);
    assert.deepEqual(
      series.map(({ labels }) => labels),
      [{ node: 'worker-0' }, { node: 'worker-1' }],
    );
    const last = series.map(({ samples }) => samples.at(-1));
    assert.deepEqual(
      [last[0]?.at, (last[0]?.value ?? 0) + (last[1]?.value ?? 0)],
      [newest, 3],
      'two of the Deployment, and one',
    );
    assert.deepEqual(warnings, []);
    assert.deepEqual(
      good(await prometheus.instant('0 / (kata_config_installation_success - 1)', newest)).series[0]?.samples,
      [{ at: newest, value: NaN }],
    );
    for (const name of ['kata_guest_meminfo', 'cluster:kata_monitor_running_shim_count:sum'])
      assert.ok(good(await prometheus.instant(`last_over_time(${name}[1d])`)).series.length > 0, name);
    assert.deepEqual(good(await prometheus.alerts()), { alerts: [], warnings: [] });
    // Prometheus also collects from the exporter: the newest sample is newer than the imported history.
    let seen = good(await prometheus.instant('timestamp(kata_monitor_running_shim_count)'));
    while (!seen.series.some(({ samples }) => (samples[0]?.value ?? 0) * 1000 > newest))
      seen = good(await prometheus.instant('timestamp(kata_monitor_running_shim_count)'));
    const long = good(
      await prometheus.range('kata_monitor_running_shim_count', { from: newest - 30 * 86_400_000, to: newest }),
    );
    assert.ok(long.step >= 30 * 86_400);
    const warned = good(
      await prometheus.instant('histogram_quantile(2, kata_shim_rpc_durations_histogram_milliseconds_bucket)', newest),
    );
    assert.match(warned.warnings.join(), /quantile value should be between 0 and 1/);
  });

  test('returns readable errors for invalid queries', async () => {
    const prometheus = await as('kube-admin');
    const wrong = bad(await prometheus.instant('sum('));
    assert.equal(wrong.kind, 'query');
    assert.match(wrong.message, /parse error/);
    assert.equal(bad(await prometheus.instant('kata_guest_load * on(node) kata_guest_load')).kind, 'query', '422');
    assert.equal(bad(await prometheus.instant('"a text"')).kind, 'query');
  });

  test('requires the monitoring permission', async () => {
    const refused = bad(await (await as('view')).range('up', { from: newest - 60_000, to: newest }));
    assert.equal(refused.kind, 'forbidden');
    assert.match(refused.message, /Missing permission: create prometheuses\/api "k8s".*cluster-monitoring-view/);
    good(await (await as('monitor')).range('up', { from: newest - 60_000, to: newest }));
    const port = new URL(`https://${monitoringOf(simulation).host}`);
    assert.equal(port.hostname, '127.0.0.1');
    const stranger = await as('view', (text) => text.replaceAll(simulation.tokenOf('view') ?? '?', 'sha256~nobody'));
    assert.equal(bad(await stranger.instant('up')).kind, 'login', 'the API is asked for the way, and refuses');
  });

  test('is queried with a requested token after confirmation', async () => {
    // The simulator doesn't support client certificates. A login with a password, which only its API could accept,
    // stands for all logins without a token.
    const token = simulation.tokenOf('kube:admin') ?? '?';
    const connection = await connectionWithout(token);
    const prometheus = openPrometheus({ connection, clock: realClock });
    opened.push(prometheus);
    assert.equal(bad(await prometheus.instant('up')).kind, 'noToken');
    prometheus.allowTokenRequest();
    assert.ok(good(await prometheus.instant('kata_monitor_running_shim_count')).series.length > 0);
    const asked = simulation.audit.entries.filter(({ url }) => url.includes('/serviceaccounts/prometheus-k8s/token'));
    assert.deepEqual(
      asked.map(({ method, code }) => `${method} ${code}`),
      ['POST 201'],
    );
  });

  /**
   * Returns a connection that uses the token for the API server but, as with a client certificate, sends no token to
   * other hosts.
   */
  async function connectionWithout(token: string): Promise<Connection> {
    const file = path.join(folder, 'kubeconfig');
    const load = async (text: string): Promise<Connection> => {
      writeFileSync(file, text);
      const { contexts } = await loadKubeconfig({ explicit: file, env: {}, home: folder });
      const [context] = contexts;
      assert.ok(context !== undefined);
      const made = connect(context, {
        clock: realClock,
        exec: new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) }),
      });
      opened.push(made);
      return made;
    };
    const withToken = await load(simulation.kubeconfig);
    const without = await load(
      simulation.kubeconfig.replaceAll(`"token": "${token}"`, '"username": "admin", "password": "secret"'),
    );
    return {
      identity: withToken.identity,
      ask: (where, options) => withToken.ask(where, options),
      send: (where, options) => withToken.send(where, options),
      stream: (where, options) => withToken.stream(where, options),
      otherHost: (options) => {
        const host = without.otherHost?.(options);
        assert.ok(host !== undefined);
        return host;
      },
      close: () => undefined,
    };
  }

  test('returns the same results as the built-in Prometheus of the demo cluster', async () => {
    const own = monitoringOf(simulation);
    // The times lie between two collections, because Prometheus versions treat a sample exactly at the edge of a range
    // differently.
    const form = { start: String((newest - 2_400_000 + 7000) / 1000), end: String((newest - 7000) / 1000), step: '60' };
    for (const query of comparedQueries) {
      const { expected, found } = await compareResults(real.url, own.builtIn, { ...form, query });
      assert.ok(
        expected.size > 0 && [...expected.values()].some((samples) => samples.length > 30),
        `${query} gives something`,
      );
      assertSameResults(expected, found, query);
    }
    const unknown = await own.builtIn({
      method: 'GET',
      path: '/api/v1/query',
      parameters: new URLSearchParams({ query: 'predict_linear(up[5m], 60)' }),
    });
    assert.equal(unknown.status, 422);
    assert.match(unknown.text, /doesn't support the function predict_linear/);
    for (const query of ['sum(', '', 'a b', 'up{x=}']) {
      assert.equal(
        (await own.builtIn({ method: 'GET', path: '/api/v1/query', parameters: new URLSearchParams({ query }) }))
          .status,
        400,
        query,
      );
    }
  });
});

const latePod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'late', namespace: 'payments' },
  spec: { runtimeClassName: 'kata', containers: [{ name: 'server', image: 'registry.example.com/late:1' }] },
};

function good<T>(answer: MetricsResponse<T>): T {
  assert.ok(answer.ok, answer.ok ? '' : `${answer.error.kind}: ${answer.error.message}`);
  return answer.value;
}

function bad(answer: MetricsResponse<unknown>): MetricsProblem {
  assert.ok(!answer.ok, 'it succeeded');
  return answer.error;
}
