/**
 * Compares the results of `osc-tools preflight` on every scenario with a reviewed table, at the first step of the
 * scenario and after its last one, each a minute later. `OSC_UPDATE_REPORTS=1` rewrites the table. Review it: each
 * failing check must name a fault of the scenario, each fault that blocks Kata must fail a check, and each fault that
 * might block it or that blocks it only on some nodes must lead to a warning.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { getList, getString } from '#core/common/json.ts';
import { makeCertificates } from '#simulator/api/auth/certificates.ts';
import { scenarioNamed, scenarios, simulate } from '#simulator/main.ts';
import type { Scenario, ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { currentContext } from '../../support/cluster/apiClient.ts';
import { osc } from '../osc.ts';

const table = path.resolve(import.meta.dirname, '../../golden/tables/preflightScenarios.txt');
const certificates = makeCertificates(Date.now());
/** Slow enough that nothing changes on the cluster while it's checked. */
const speed = 0.001;
/** Time for the controllers to react to the last step, such as for the endpoints of a new pod. */
const settled: ScenarioStep = { wait: 60_000 };
/** Runs at the same time. */
const lanes = 3;

describe('osc-tools preflight on every scenario', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc preflight scenarios-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the row of the table for a scenario that starts with its prelude already played. */
  async function rowOf(scenario: Scenario, step: 'first' | 'last'): Promise<string> {
    const simulation = await simulate({
      scenario,
      speed,
      certificates: await certificates,
    });
    try {
      const file = path.join(folder, `${scenario.name}-${step}.kubeconfig`);
      writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
      const context = currentContext(simulation.kubeconfig);
      const run = await osc(['preflight', '--context', context, '--kubeconfig', file, '--format', 'json']);
      assert.ok(run.status === 0 || run.status === 1, `${scenario.name}: ${run.stderr}`);
      const report: unknown = JSON.parse(run.stdout);
      const named = (word: string, verdict: string): string => {
        const ids = getList(report, 'checks')
          .filter((check) => getString(check, 'verdict') === verdict)
          .map((check) => getString(check, 'id') ?? '');
        return ids.length === 0 ? '' : `, ${word}: ${ids.toSorted().join(', ')}`;
      };
      const names = `${named('failed', 'fail')}${named('warnings', 'warn')}`;
      return `${scenario.name} ${step}: ${getString(report, 'fitness') ?? ''}, exit code ${run.status}${names}`;
    } finally {
      await simulation.close();
    }
  }

  test('gives the reviewed results', { timeout: 900_000 }, async () => {
    const listed = await osc(['simulate', '--list']);
    const names = scenarios.map(({ name }) => name);
    for (const name of names) assert.ok(listed.stdout.includes(name), `simulate --list contains ${name}`);
    const jobs = names.flatMap((name) => {
      const scenario = scenarioNamed(name);
      assert.ok(scenario !== undefined);
      const { prelude, steps } = scenario;
      const at = (...played: readonly ScenarioStep[]): Scenario => ({
        ...scenario,
        prelude: [...played, settled],
      });
      return [() => rowOf(at(...prelude), 'first'), () => rowOf(at(...prelude, ...steps), 'last')];
    });
    const rows: string[] = [];
    const waiting = [...jobs.entries()];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) rows[next[0]] = await next[1]();
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const text = [...rows, ''].join('\n');
    if (process.env['OSC_UPDATE_REPORTS'] === '1') writeFileSync(table, text);
    assert.equal(text, readFileSync(table, 'utf8'));
  });
});
