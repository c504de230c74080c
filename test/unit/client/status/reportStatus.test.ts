/** Tests `osc-tools status --watch` over a scripted connection, with a manual clock. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listPath } from '#core/cluster/objects/watchedKind.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { succeed } from '#core/common/result.ts';
import { reportStatus } from '#client/status/statusCommand.ts';
import { condition, kataConfig, manager, pools, worker } from '#test/support/cluster/clusterObjects.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const minute = 60_000;

describe('osc-tools status --watch', () => {
  test('reports a reboot that takes too long, although nothing changes on the cluster', async () => {
    const clock = new ManualClock();
    const node = worker('worker-0', {
      state: 'Working',
      desired: 'rendered-kata-oc-1',
      ready: 'False',
      readySince: new Date(clock.now()).toISOString(),
    });
    const objects = new Map<string, readonly object[]>([
      [
        listPath(watchedKinds.kataConfigs),
        [kataConfig(condition('True', 'Installing', ''), { installing: ['worker-0'] })],
      ],
      [listPath(watchedKinds.nodes), [node]],
      [listPath(watchedKinds.machineConfigPools), pools],
      [listPath(watchedKinds.deployments), [manager]],
    ]);
    const connection = new ScriptedConnection();
    connection.answer = ({ path }) => succeed({ metadata: { resourceVersion: '1' }, items: objects.get(path) ?? [] });
    const stop = new AbortController();
    const reports: string[] = [];
    const cluster = {
      connection,
      head: { cluster: 'test', server: '', user: '' },
      now: () => clock.now(),
      signal: stop.signal,
      withoutLimit: <T>(work: () => Promise<T>) => work(),
    };
    const followed = reportStatus(cluster, { stop: stop.signal }, clock, ({ lines }) => reports.push(lines.join('\n')));
    await clock.pass(minute);
    assert.equal(reports.length, 1);
    assert.match(reports[0] ?? '', /worker-0: Rebooting/);
    assert.doesNotMatch(reports[0] ?? '', /NotReady for/);
    await clock.pass(2 * 60 * minute);
    assert.match(reports.at(-1) ?? '', /worker-0: Rebooting\. The node has been NotReady for 2 h/);
    stop.abort();
    await followed;
    const { length } = reports;
    await clock.pass(10 * minute);
    assert.equal(reports.length, length);
  });
});
