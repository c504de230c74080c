/**
 * Compares `osc-tools wait --for pool=NAME` with `kubectl wait mcp NAME --for=condition=Updated` at several times of an
 * installation. Skipped if kubectl isn't available. The test isn't part of the contract for real servers, because they
 * don't run the Machine Config Operator.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { getList, getString } from '#core/common/json.ts';
import { waitForState } from '#client/status/waitCommand.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { scenarioNamed, simulate } from '#simulator/main.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { stopWhen } from '#test/support/cluster/stopClock.ts';

const kubectl = findKubectl();
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const skip = isOracle
  ? 'the simulator alone has a Machine Config Operator'
  : kubectl !== undefined
    ? false
    : 'there is no kubectl of 1.27 or newer: npm test -- contract brings one';

/** Speed of the cluster between two comparisons. */
const speed = 300;

function isTrue(pool: unknown, type: string): boolean {
  return getList(pool, 'status', 'conditions').some(
    (condition) => getString(condition, 'type') === type && getString(condition, 'status') === 'True',
  );
}

test('osc-tools wait --for pool gives the same results as kubectl wait', { skip }, async () => {
  const scenario = scenarioNamed('two-workers');
  assert.ok(scenario !== undefined && kubectl !== undefined);
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-wait-'));
  // Slow enough that nothing changes between the two commands.
  const simulation = await simulate({ scenario, speed: 0 });
  try {
    const kubeconfig = path.join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, simulation.kubeconfig, { mode: 0o600 });
    const context = currentContext(simulation.kubeconfig);
    const order = { context, kubeconfig, allowExec: false, folder, home: folder, env: {}, tell: () => undefined };
    const ours = async (name: string): Promise<string> => {
      const { signal: stop } = new AbortController();
      const waited = await waitForState(order, {
        target: { kind: 'pool', name },
        timeout: 1500,
        failFast: false,
        stop,
        onLine: () => undefined,
      });
      assert.ok(waited.ok);
      return waited.value.end.kind;
    };
    const theirs = (name: string): Promise<string> =>
      new Promise((resolve) => {
        const args = ['wait', 'mcp', name, '--for=condition=Updated', '--timeout=1s', '--kubeconfig', kubeconfig];
        execFile(kubectl, args, (error, _stdout, stderr) =>
          resolve(error === null ? 'reached' : stderr.includes('not found') ? 'missing' : 'timeout'),
        );
      });
    const results: string[] = [];
    const compare = async (): Promise<void> => {
      for (const name of ['master', 'worker', 'kata-oc']) {
        const [one, other] = await Promise.all([ours(name), theirs(name)]);
        assert.equal(one, other, `${name}, comparison ${results.length + 1}`);
        results.push(`${name} ${one}`);
      }
    };
    await compare();
    const pools = { group: 'machineconfiguration.openshift.io', plural: 'machineconfigpools' };
    const stopWhenPool = (type: string): Promise<void> =>
      stopWhen(simulation, pools, (pool) => pool.metadata.name === 'kata-oc' && isTrue(pool, type));
    const updating = stopWhenPool('Updating');
    assert.ok(simulation.begin().ok);
    simulation.clock.pace(speed);
    await updating;
    await compare();
    const updated = stopWhenPool('Updated');
    simulation.clock.pace(speed);
    await updated;
    await compare();
    assert.deepEqual(results.slice(0, 3), ['master reached', 'worker reached', 'kata-oc missing']);
    assert.ok(results.includes('kata-oc timeout'), results.join(', '));
    assert.equal(results.at(-1), 'kata-oc reached');
  } finally {
    await simulation.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
