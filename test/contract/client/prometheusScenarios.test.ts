/**
 * Compares the metrics of the scenarios `peer-pods-fail` and `metrics-missing` with a real Prometheus that collects
 * them, and evaluates the alert of the operator there. Skipped if no Prometheus is available.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { openPrometheus } from '#client/kubernetes/prometheus/openPrometheus.ts';
import type { MetricsResponse, Prometheus } from '#client/kubernetes/prometheus/prometheus.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { failureAlert, findAlert } from '#core/metrics/alerts.ts';
import { failuresTile, installationTile, type HealthTile } from '#core/metrics/healthTiles.ts';
import { findPrometheus } from '#scripts/externalTools/prometheus.ts';
import { runPrometheus, type RunningPrometheus } from '#scripts/externalTools/runningPrometheus.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { assertSameResults, compareResults, reasonToSkip } from './compareResults.ts';

const program = findPrometheus();

const minute = 60_000;
/** Collection interval of the built-in Prometheus, in milliseconds. */
const interval = 30_000;

const operatorQueries = [
  'kata_remote_workload_failure_ratio',
  'kata_total_remote_pods',
  'kata_failed_remote_pods',
  'kata_config_installation_success',
  `kata_remote_workload_failure_ratio > ${failureAlert.percentage}`,
  'min_over_time(kata_remote_workload_failure_ratio[30m])',
];

for (const name of ['peer-pods-fail', 'metrics-missing'] as const)
  describe(`scenario ${name} with a real Prometheus`, { skip: reasonToSkip(program) }, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-monitored-'));
    const opened: { close: () => unknown }[] = [];
    let simulation: Simulation;
    let real: RunningPrometheus;
    let prometheus: Prometheus;
    /** Time of the newest imported sample, in milliseconds since 1970. */
    let newest: number;

    before(async () => {
      const scenario = scenarioNamed(name);
      const alert = findAlert(failureAlert.name);
      assert.ok(scenario !== undefined && alert !== undefined);
      const target = { url: '' };
      simulation = await simulate({ scenario, monitoring: { prometheus: () => target.url } });
      const { monitoring } = simulation;
      assert.ok(monitoring !== undefined);
      newest = Math.floor((Date.now() - interval) / interval) * interval;
      const times = Array.from({ length: 181 }, (_, at) => newest - (180 - at) * interval);
      real = await runPrometheus({
        program: program ?? '',
        target: new URL(monitoring.exporterUrl).host,
        past: monitoring.past(times),
        alerts: [{ name: alert.name, expr: alert.expr, for: alert.for ?? '0s' }],
      });
      target.url = real.url;
      prometheus = await openAsAdministrator();
    });

    after(async () => {
      for (const each of opened) each.close();
      await real?.close();
      await simulation?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    async function openAsAdministrator(): Promise<Prometheus> {
      const file = path.join(folder, 'kubeconfig');
      writeFileSync(file, simulation.kubeconfig);
      const { contexts } = await loadKubeconfig({ explicit: file, env: {}, home: folder });
      const context = contexts.find((each) => each.name === 'kube-admin');
      assert.ok(context !== undefined);
      const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
      const connection = connect(context, { clock: realClock, exec });
      const made = openPrometheus({ connection, clock: realClock });
      opened.push(made, connection);
      return made;
    }

    /** Returns the tiles of the metrics page for the data of the real Prometheus. */
    async function readTiles(): Promise<Record<'installation' | 'failures', HealthTile>> {
      const range = { from: newest - 60 * minute, to: newest };
      const read = async (query: string) => good(await prometheus.range(query, range));
      const [installation, failures, all, failed] = await Promise.all(
        [
          'kata_config_installation_success',
          'kata_remote_workload_failure_ratio',
          'kata_total_remote_pods',
          'kata_failed_remote_pods',
        ].map(read),
      );
      assert.ok(installation !== undefined && failures !== undefined && all !== undefined && failed !== undefined);
      const input = {
        window: { to: newest, step: failures.step },
        installation: installation.series,
        failures: failures.series,
        pods: { all: all.series, failed: failed.series },
        alerts: [],
        facts: { overheads: [] },
        time: (at: number) => new Date(at).toISOString(),
      };
      return { installation: installationTile(input), failures: failuresTile(input) };
    }

    test('the built-in Prometheus of the demo cluster returns the same values', async () => {
      const { monitoring } = simulation;
      assert.ok(monitoring !== undefined);
      const form = { start: String((newest - 55 * minute + 7000) / 1000), end: String((newest - 7000) / 1000) };
      for (const query of operatorQueries) {
        const { expected, found } = await compareResults(real.url, monitoring.builtIn, { ...form, step: '60', query });
        assert.equal(expected.size, name === 'metrics-missing' ? 0 : 1, query);
        assertSameResults(expected, found, query);
      }
    });

    if (name === 'peer-pods-fail')
      test('the tile shows the failing peer pods, and the alert is pending, which the extension finds', async () => {
        const { failures } = await readTiles();
        assert.deepEqual([failures.state, failures.value], ['attention', '40%']);
        assert.equal(failures.lines[0], 'Peer pods that are neither running nor completed: 2 of 5');
        assert.match(failures.lines[1] ?? '', /^Above the threshold since \S+$/);
        const since = Date.parse(/since (\S+)/.exec(failures.lines[1] ?? '')?.[1] ?? '');
        const age = (newest - since) / minute;
        assert.ok(age > 38 && age < 46, `the summary of the scenario names 40 minutes: ${age}`);
        let { alerts } = good(await prometheus.alerts());
        while (alerts.length === 0) ({ alerts } = good(await prometheus.alerts()));
        // Prometheus started a moment ago, so the alert isn't pending for 30 minutes yet.
        assert.deepEqual(
          alerts.map(({ name: alert, state }) => [alert, state]),
          [[failureAlert.name, 'pending']],
        );
      });
    else
      test('the tiles show that nothing is collected, which differs from 0, and no alert is raised', async () => {
        const { installation, failures } = await readTiles();
        assert.deepEqual(
          [installation, failures].map(({ state, value }) => [state, value]),
          [
            ['missing', 'Not collected'],
            ['missing', 'Not collected'],
          ],
        );
        assert.deepEqual(good(await prometheus.alerts()).alerts, []);
      });
  });

function good<T>(answer: MetricsResponse<T>): T {
  assert.ok(answer.ok, answer.ok ? '' : `${answer.error.kind}: ${answer.error.message}`);
  return answer.value;
}
