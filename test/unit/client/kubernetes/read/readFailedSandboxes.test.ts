/** Tests that a check reads the same pods without a sandbox as the tree follows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSnapshot } from '#client/kubernetes/read/readSnapshot.ts';
import { failedSandboxesOf } from '#core/status/nodes/failedSandboxes.ts';
import { healthOf } from '#core/status/health/clusterHealth.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { simulatedCluster } from '#test/support/operations/simulatedCluster.ts';

describe('snapshot that is read once', () => {
  const { signal } = new AbortController();

  test('contains the same pods with failed sandboxes as the tree', async () => {
    const cluster = await simulatedCluster({ scenario: scenarioNamed('sandboxes-fail') ?? assert.fail() });
    try {
      const { snapshot } = await readSnapshot(cluster.connection, Date.now, signal);
      const { knowledge, pods, byNode } = failedSandboxesOf(snapshot);
      assert.deepEqual([knowledge, pods.length, [...byNode.keys()]], ['followed', 1, ['worker-1']]);
      assert.equal(healthOf(snapshot).severity, 'warning');
    } finally {
      await cluster.close();
    }
  });

  test("reports that pods can't be read instead of reporting no failure", async () => {
    const cluster = await simulatedCluster({ scenario: scenarioNamed('sandboxes-fail') ?? assert.fail() });
    const refused = (words: string) => ({ ok: false as const, error: { kind: 'forbidden' as const, message: words } });
    try {
      for (const [what, verb] of [
        ['/events', 'list'],
        ['/pods/', 'get'],
      ] as const) {
        const ask: typeof cluster.connection.ask = async (path, options) =>
          path.includes(what) ? refused(what) : cluster.connection.ask(path, options);
        const { snapshot } = await readSnapshot({ ask }, Date.now, signal);
        assert.equal(failedSandboxesOf(snapshot).knowledge, 'notAllowed', what);
        const { state } = snapshot.failedSandboxes;
        assert.equal(state.kind === 'forbidden' ? state.verb : '', verb);
      }
    } finally {
      await cluster.close();
    }
  });
});
