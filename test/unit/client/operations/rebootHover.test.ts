/** Tests the lines of the hover of a KataConfig about the open cluster. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyHistory } from '#core/cluster/history.ts';
import { succeed } from '#core/common/result.ts';
import { findYamlDocument, RebootHover } from '#client/operations/manifests/rebootHover.ts';
import { object, pools, snapshotOf, worker } from '#test/support/cluster/clusterObjects.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const kataPod = (name: string, nodeName: string) =>
  object(name, { spec: { nodeName, runtimeClassName: 'kata' }, status: { phase: 'Running' } }, { namespace: 'shop' });

/** Creates an open cluster with two workers and one Kata pod on each. */
function openCluster(kataConfigs: readonly Record<string, unknown>[] = []) {
  const connection = new ScriptedConnection();
  const items = [kataPod('web-a', 'worker-a'), kataPod('web-b', 'worker-b')];
  connection.answer = ({ path }) =>
    succeed({ metadata: { resourceVersion: '1' }, items: path === '/api/v1/pods' ? items : [] });
  const nodes = [
    worker('worker-a', { labels: { zone: 'a' } }),
    worker('worker-b', { labels: { zone: 'b', 'node-role.kubernetes.io/kata-oc': '' } }),
  ];
  const snapshot = snapshotOf({ nodes, machineConfigPools: pools, kataConfigs: [...kataConfigs] });
  return { context: 'demo', server: 'https://127.0.0.1', snapshot, history: emptyHistory, connection };
}

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n';

describe('hover of a KataConfig', () => {
  test('lists the nodes that reboot and the pods that stop, and reads the pods once per minute', async () => {
    const clock = new ManualClock();
    const hover = new RebootHover(clock);
    const cluster = openCluster();
    const all = (await hover.describe(cluster, head)).join('\n');
    assert.match(all, /^2 nodes are drained and rebooted, one at a time: worker-a and worker-b\./);
    assert.match(all, /shop\/web-a/);
    assert.match(all, /shop\/web-b/);
    const selector = '  kataConfigPoolSelector:\n    matchLabels: {zone: a}\n';
    const one = (await hover.describe(cluster, `${head}spec:\n${selector}`)).join('\n');
    assert.match(one, /^Node worker-a is drained and rebooted\./);
    assert.doesNotMatch(one, /web-b/);
    const reads = (): number => cluster.connection.asked.filter(({ path }) => path === '/api/v1/pods').length;
    assert.equal(reads(), 1);
    await clock.pass(61_000);
    await hover.describe(cluster, head);
    assert.equal(reads(), 2);
  });

  test('shows the nodes from which Kata is uninstalled if the KataConfig exists', async () => {
    const hover = new RebootHover(new ManualClock());
    const lines = await hover.describe(openCluster([object('example')]), head);
    assert.match(lines.join('\n'), /^Node worker-b is drained and rebooted\./);
  });

  test('shows nothing without a KataConfig, in invalid YAML, or if no node is selected', async () => {
    const hover = new RebootHover(new ManualClock());
    const cluster = openCluster();
    for (const text of [
      'kind: Pod\n',
      'kind: [',
      `${head}spec:\n  kataConfigPoolSelector:\n    matchLabels: {zone: c}\n`,
    ])
      assert.deepEqual(await hover.describe(cluster, text), [], text);
  });

  test('uses only the YAML document that contains the line', () => {
    const lines = ['a: 1', '---', 'b: 2', 'c: 3', '--- # next', 'd: 4'];
    assert.equal(findYamlDocument(lines, 0), 'a: 1');
    assert.equal(findYamlDocument(lines, 3), '---\nb: 2\nc: 3');
    assert.equal(findYamlDocument(lines, 5), '--- # next\nd: 4');
  });
});
