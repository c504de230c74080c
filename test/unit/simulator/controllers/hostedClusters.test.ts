/** Tests the simulated clusters on which a DaemonSet installs Kata. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatQualifiedName } from '#simulator/store/resourceName.ts';
import { getInstallLabelOf } from '#simulator/controllers/kata/daemonSetReconciler.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { createKataConfig } from '#simulator/scenarios/engine/commonSteps.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

const hosted = ['hosted-daemonset', 'hosted-daemonset-fails', 'hosted-daemonset-reboot'];

test('a hosted cluster serves no kind of the Machine Config Operator and has none of its objects', () => {
  for (const name of hosted) {
    const { client } = stage({ name });
    for (const resource of [names.machineConfigs, names.machineConfigPools]) {
      assert.equal(client.has(resource), false, `${name} ${formatQualifiedName(resource)}`);
      assert.deepEqual(client.list(resource), [], name);
    }
  }
  assert.ok(stage({ name: 'two-workers' }).client.has(names.machineConfigs));
});

/** Returns the largest number of nodes that were being changed at the same time. */
function mostAtATime(form: 'older' | 'newer'): number {
  const { client, play, pass } = stage({ name: 'hosted-daemonset' }, { daemonSetInstallation: { form } });
  let most = 0;
  client.follow(names.nodes, () => {
    const changing = client.list(names.nodes).filter((node) => getInstallLabelOf(node) === 'installing').length;
    most = Math.max(most, changing);
  });
  play(createKataConfig());
  pass(900_000);
  return most;
}

test('the operator lets one node at a time continue only with the newer form of the installer', () => {
  assert.deepEqual([mostAtATime('newer'), mostAtATime('older')], [1, 3]);
});
