/** Tests the commands of `osc-tools` that collect and clean up, where the time of a signal or an expiry matters. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { collectForCommand } from '#client/mustGather/collect/collectCommand.ts';
import { cleanUpForCommand } from '#client/mustGather/collect/leftovers/cleanUpCommand.ts';
import { scenarioNamed, simulate } from '#simulator/main.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { folder, kubeconfigOf } from '#test/support/cluster/clusterHarness.ts';
import { oddServer } from '#test/support/network/oddServer.ts';

const home = folder();
after(() => home.remove());
const common = {
  allowExec: false,
  folder: home.path,
  env: { XDG_STATE_HOME: path.join(home.path, 'state') },
  tell: assert.fail,
};

test('a collection that is canceled while the objects are read creates no folder', async () => {
  const stop = new AbortController();
  const server = await oddServer((request, response) => {
    if (request.url === '/version') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    else stop.abort();
  });
  const kubeconfig = home.write('odd', kubeconfigOf({ odd: { cluster: { server: server.url } } }));
  const target = path.join(home.path, 'new', 'canceled');
  const collected = await collectForCommand(
    { ...common, context: 'odd', kubeconfig },
    { folder: target, stop: stop.signal, onEstimate: () => assert.fail(), onProgress: assert.fail },
  );
  assert.equal(collected.ok, false);
  assert.equal(existsSync(path.dirname(target)), false);
  await server.close();
});

test('clean-up keeps the records of what it could not delete if the token expires before the deletion', async () => {
  const scenario = scenarioNamed('two-workers-installed');
  assert.ok(scenario !== undefined);
  const simulation = await simulate({ scenario });
  const kubeconfig = home.write('simulated', simulation.kubeconfig);
  const context = currentContext(simulation.kubeconfig);
  const namespace = 'openshift-must-gather-expir';
  const annotations = { 'oc.openshift.io/command': 'oc adm must-gather' };
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, annotations } };
  const { store, resources, tokens } = simulation;
  assert.ok(store.create(resources.need('', 'namespaces'), object, { seed: true }).ok);
  const records = path.join(home.path, 'state', 'osc-tools', 'must-gathers');
  mkdirSync(records, { recursive: true });
  const run = { context, server: simulation.url, namespace, at: 1, process: 2 ** 30 };
  writeFileSync(path.join(records, `${namespace}.json`), JSON.stringify(run));
  const cleaned = await cleanUpForCommand(
    { ...common, context, kubeconfig },
    {
      includesUnrecorded: false,
      stop: new AbortController().signal,
      confirm(leftovers) {
        assert.deepEqual(
          leftovers.map(({ name }) => name),
          [namespace],
        );
        tokens.expire('kube:admin');
        return Promise.resolve(true);
      },
    },
  );
  assert.ok(cleaned.ok, 'not read');
  assert.deepEqual(cleaned.value.deleted, []);
  assert.match(
    cleaned.value.problems.join(),
    /^Namespace openshift-must-gather-expir: .* \(401\)\..* with oc login\.$/,
  );
  assert.deepEqual(readdirSync(records), [`${namespace}.json`]);
  await simulation.close();
});
