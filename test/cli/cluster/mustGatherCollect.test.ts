/** Tests `osc-tools must-gather collect` against simulated clusters: what it writes, its exit codes, and its limits. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { formatBytes } from '#core/text/formatBytes.ts';
import { getList, getNumber, getString, getValue } from '#core/common/json.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { currentContext } from '../../support/cluster/apiClient.ts';
import { interruptedWhileConnecting, osc, type Run } from '../osc.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-collect-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

describe('osc-tools must-gather collect', () => {
  const running: Simulation[] = [];
  const envOf = (state: string) => ({ HOME: path.join(folder, 'home'), XDG_STATE_HOME: path.join(folder, state) });
  after(() => Promise.all(running.map((one) => one.close())));

  const start = async (
    name: string,
  ): Promise<{ readonly simulation: Simulation; readonly collect: (...args: readonly string[]) => Promise<Run> }> => {
    const scenario = scenarioNamed(name);
    assert.ok(scenario !== undefined);
    const simulation = await simulate({ scenario, speed: 0.001 });
    running.push(simulation);
    const file = path.join(folder, `${name}.kubeconfig`);
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
    const options = ['--context', currentContext(simulation.kubeconfig), '--kubeconfig', file];
    return {
      simulation,
      collect: (...args) => osc(['must-gather', 'collect', ...options, ...args], { env: envOf(name) }),
    };
  };
  const recordOf = (to: string): unknown => JSON.parse(readFileSync(path.join(to, 'osc-collection.json'), 'utf8'));

  test('writes a must-gather whose report names the problem of the cluster, and only reads', async () => {
    const { simulation, collect } = await start('install-pool-paused');
    const to = path.join(folder, 'new', 'paused');
    const { status, stdout, stderr } = await collect('--output', to);
    assert.equal(status, 0, stderr);
    assert.equal(stdout, `${to}\n`);
    assert.match(stderr, /^The data available through the API was collected\./m);
    const report = await osc(['must-gather', 'report', to]);
    assert.equal(report.status, 1);
    assert.match(report.stdout, /^1\. MachineConfigPool master: Pool master is paused \[pool-stuck\]$/m);
    const record = recordOf(to);
    assert.deepEqual([getString(record, 'by'), getString(record, 'end')], ['api', 'partial']);
    assert.equal(getNumber(record, 'nodeCount'), 3);
    assert.ok((getNumber(record, 'size', 'bytes') ?? 0) > 10_000);
    const verbs = new Set(simulation.audit.entries.map(({ verb }) => verb));
    assert.deepEqual(
      [...verbs].filter((verb) => verb !== 'get' && verb !== 'list'),
      [],
    );
  });

  test('stops at --max-size with exit code 1, and keeps what was collected', async () => {
    const { collect } = await start('two-workers');
    const to = path.join(folder, 'limited');
    const { status, stderr } = await collect('--output', to, '--max-size', '0.02');
    assert.equal(status, 1, stderr);
    assert.match(
      stderr,
      /^The collection stopped at the maximum size of 20 kB\. The data collected so far is kept\.$/m,
    );
    assert.equal(getValue(recordOf(to), 'end'), 'stopped');
    const bytes = getNumber(recordOf(to), 'size', 'bytes') ?? 0;
    assert.ok(bytes >= 20_000 && bytes < 200_000, String(bytes));
  });

  test('estimates the size from recorded collections of the same cluster only', async () => {
    const estimateOf = ({ stderr }: Run): string | undefined => stderr.split('\n')[0];
    const { collect } = await start('openshift-4-14');
    const first = await collect('--output', path.join(folder, 'first'));
    assert.equal(first.status, 0, first.stderr);
    assert.equal(
      estimateOf(first),
      "The size can't be estimated, because this computer has no record of a similar must-gather.",
    );
    const bytes = getNumber(recordOf(path.join(folder, 'first')), 'size', 'bytes') ?? 0;
    const second = await collect('--output', path.join(folder, 'second'));
    assert.equal(
      estimateOf(second),
      `Estimated size: ${formatBytes(bytes)}. Earlier must-gathers of this cluster in the estimate: 1.`,
    );
  });

  test('reports that it was canceled if the user stops it before the cluster responds', async () => {
    const to = path.join(folder, 'canceled');
    const args = ['must-gather', 'collect', '--output', to];
    const stderr = 'osc-tools: canceled: no data was collected\n';
    assert.deepEqual(await interruptedWhileConnecting(args), { status: 130, stdout: '', stderr });
    assert.deepEqual(await interruptedWhileConnecting(args, 'SIGTERM'), { status: 143, stdout: '', stderr });
    assert.equal(existsSync(to), false);
  });

  test('exits with 2 and records the reasons if the user has no read permissions', async () => {
    const { collect } = await start('no-permission');
    const to = path.join(folder, 'forbidden');
    const { status, stderr } = await collect('--output', to);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^No data was collected\. kataconfigs: Access denied: /m);
    assert.equal(getValue(recordOf(to), 'end'), 'failed');
    const problems = getList(recordOf(to), 'problems').map(String);
    assert.ok(
      problems.some((problem) => problem.startsWith('nodes: ')),
      problems.join('\n'),
    );
  });

  test('exits with 2 after wrong usage, and does not overwrite a folder', async () => {
    const { collect } = await start('two-workers-installed');
    const to = path.join(folder, 'exists');
    mkdirSync(to);
    const existing = await collect('--output', to);
    assert.equal(existing.status, 2);
    assert.match(
      existing.stderr,
      /^osc-tools: the folder .*exists already exists\. To use another folder, add --output\.$/m,
    );
    assert.equal(existsSync(path.join(to, 'timestamp')), false);
    assert.equal((await collect('--max-size', '0')).status, 2);
    const without = await osc(['must-gather', 'collect']);
    assert.equal(without.status, 2);
    assert.match(without.stderr, /--context is required/);
  });
});
