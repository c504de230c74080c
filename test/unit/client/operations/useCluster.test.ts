/** Tests that a command keeps its process running while it uses a cluster. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { useCluster } from '#client/operations/preflight/checkCluster.ts';
import { folder, kubeconfigOf } from '#test/support/cluster/clusterHarness.ts';
import { oddServer, type OddServer } from '#test/support/network/oddServer.ts';

const home = folder();
let server: OddServer;

before(async () => {
  server = await oddServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end('{"minor":"32"}');
  });
});
after(async () => {
  await server.close();
  home.remove();
});

/** Returns the number of timers that keep the process running. */
function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
}

test('a command keeps its process running while it only waits for a timer of the cluster code', async () => {
  const kubeconfig = home.write('config', kubeconfigOf({ odd: { cluster: { server: server.url } } }));
  const order = { context: 'odd', kubeconfig, allowExec: false, folder: home.path, home: home.path, env: {} };
  const before = activeTimers();
  let during = 0;
  const used = await useCluster({ ...order, tell: assert.fail }, () => {
    during = activeTimers();
    return Promise.resolve({ problems: [], answer: () => 'done' });
  });
  assert.deepEqual(used, { ok: true, value: 'done' });
  assert.equal(during, before + 1);
  assert.equal(activeTimers(), before);
});

test('a command prints how to log in after the server rejects the login', async () => {
  const rejecting = await oddServer((_, response) => {
    response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"kind":"Status","code":401}');
  });
  const kubeconfig = home.write('rejected', kubeconfigOf({ odd: { cluster: { server: rejecting.url } } }));
  const order = { context: 'odd', allowExec: false, folder: home.path, home: home.path, tell: assert.fail };
  const command = `oc login ${rejecting.url}`;
  for (const [how, expected] of [
    [{ kubeconfig, env: {} }, `${command} --kubeconfig=${kubeconfig}`],
    [{ env: { KUBECONFIG: kubeconfig } }, command],
  ] as const) {
    const used = await useCluster({ ...order, ...how }, () => assert.fail());
    assert.ok(!used.ok);
    assert.ok(used.error.endsWith(`might have expired. To log in again, run: ${expected}`), used.error);
  }
  await rejecting.close();
});
