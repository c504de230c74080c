/** Tests what a must-gather contains besides objects and logs: events, and the packages on nodes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mustGatherHistory } from '#core/diagnosis/evidence/mustGatherHistory.ts';
import { historyAsMarkdown } from '#core/status/health/timeline.ts';
import { packagesIn, describePackage } from '#gather/read/kataPackages.ts';
import { getString } from '#core/common/json.ts';
import { pods } from '#simulator/controllers/framework/resourceNames.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';

const event = (kind: string, name: string, reason: string, at: string, more = ''): string =>
  `- apiVersion: v1\n  kind: Event\n  involvedObject:\n    kind: ${kind}\n    name: ${name}\n  reason: ${reason}\n  message: because | of\n  lastTimestamp: "${at}"\n${more}`;

test('timeline contains only node events', async () => {
  const text = `apiVersion: v1\nkind: EventList\nitems:\n${event('Node', 'worker-0', 'Rebooted', '2026-11-20T10:41:00Z', '  count: 3\n')}${event('Pod', 'worker-0', 'Killing', '2026-11-20T10:42:00Z')}${event('Node', 'worker-1', 'Cordoned', 'never')}`;
  const { snapshot, events, gaps } = await readFiles([
    { path: 'x/namespaces/default/core/events.yaml', text },
    { path: 'x/namespaces/shop/core/events.yaml', text: text.replaceAll('worker-0', 'worker-7') },
  ]);
  assert.deepEqual(
    gaps.filter((gap) => gap.includes('events')),
    [],
  );
  assert.deepEqual(
    events?.map(({ name, reason, count }) => ({ name, reason, count })),
    [{ name: 'worker-0', reason: 'Rebooted', count: 3 }],
  );
  const timeline = historyAsMarkdown(mustGatherHistory(snapshot, events), {
    cluster: 'g',
    node: 'worker-0',
    gathered: true,
  });
  assert.match(timeline, /\| 2026-11-20T10:41:00Z \| worker-0 \| Rebooted: because &#124; of \(3 times\) \|/);
});

test('report contains the Kata packages on nodes', async () => {
  const { packages } = await readFiles([
    {
      path: 'x/nodes/worker-0/version',
      text: 'kata-containers-3.17.0-3.el9.x86_64\nqemu-kvm-core-9.1.0\nrpm: error\n',
    },
    { path: 'x/nodes/worker-1/version', text: 'kata-containers-3.17.0-3.el9.x86_64\n' },
    { path: 'x/nodes/worker-2/version', text: 'kata-containers-3.11.0-1.el9.x86_64\n' },
  ]);
  assert.deepEqual(packages.get('worker-0'), ['kata-containers-3.17.0-3.el9.x86_64', 'qemu-kvm-core-9.1.0']);
  assert.equal(
    describePackage(packages),
    'kata-containers-3.11.0-1.el9.x86_64 on 1 node, kata-containers-3.17.0-3.el9.x86_64 on 2 nodes',
  );
  assert.equal(describePackage(new Map()), undefined);
  assert.deepEqual(packagesIn('kata-containers [x](y)\n<b>qemu'), []);
});

test('simulated must-gathers contain pods of all namespaces and node data', async () => {
  const cluster = stage({ name: 'uninstall-blocked-by-pods' });
  const whole = await readFiles(mustGatherFiles(cluster, 'cluster'));
  const namespaces = new Set(cluster.client.list(pods).map(({ metadata }) => metadata.namespace));
  assert.ok(namespaces.size >= 2);
  const files = new Set(mustGatherFiles(cluster, 'cluster').map(({ path }) => path.replace(/^[^/]+\//, '')));
  for (const namespace of namespaces)
    for (const kind of ['pods', 'events'])
      assert.ok(files.has(`namespaces/${namespace ?? ''}/core/${kind}.yaml`), namespace);
  const kata = cluster.client.list(pods).filter((pod) => getString(pod, 'spec', 'runtimeClassName') === 'kata');
  assert.ok(kata.length > 0);
  assert.deepEqual(
    whole.pods?.map(({ name }) => name).toSorted(),
    kata.map(({ metadata }) => metadata.name).toSorted(),
  );
  const sandboxed = mustGatherFiles(cluster, 'sandboxed');
  const { packages } = await readFiles(sandboxed);
  assert.deepEqual([...packages.values()].filter((names) => names.length > 0).length, 2);
  const text = (end: string): string => sandboxed.find(({ path }) => path.endsWith(end))?.text ?? '';
  assert.deepEqual(
    text('/deployments/pods').trim().split('\n').toSorted(),
    kata.map(({ metadata }) => metadata.name).toSorted(),
  );
  assert.match(text('nodes/worker-0/dmesg'), /^\[ {4}0\.000000\] Linux version/);
});
