/** Tests `osc-tools status --watch` over a scripted connection, with a manual clock. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listPath } from '#core/cluster/objects/watchedKind.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { succeed } from '#core/common/result.ts';
import { reportStatus } from '#client/status/statusCommand.ts';
import {
  annotation,
  condition,
  kataConfig,
  manager,
  object,
  pools,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { rawPod, rawWorkload } from '#test/support/cluster/workloadsStage.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const minute = 60_000;

/**
 * Follows a cluster on which Kata is being installed on a node.
 * @param listOthers returns the objects of a path that isn't watched
 */
function follow(clock: ManualClock, node: Raw, listOthers: (path: string) => readonly Raw[] = () => []) {
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
  connection.answer = ({ path }) =>
    succeed({ metadata: { resourceVersion: '1' }, items: objects.get(path) ?? listOthers(path) });
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
  return { reports, stop, followed, connection };
}

describe('osc-tools status --watch', () => {
  test('reports a reboot that takes too long, although nothing changes on the cluster', async () => {
    const clock = new ManualClock();
    const node = worker('worker-0', {
      state: 'Working',
      desired: 'rendered-kata-oc-1',
      ready: 'False',
      readySince: new Date(clock.now()).toISOString(),
    });
    const { reports, stop, followed } = follow(clock, node);
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

  test('lists the workloads with their newest warning, and again after each change, until it stops', async () => {
    const clock = new ManualClock();
    const connection = new ScriptedConnection(clock);
    const control = new AbortController();
    const { signal: stop } = control;
    const lists = new Map<string, readonly unknown[]>([
      ['/api/v1/pods', [rawPod('web-0', { controller: 'StatefulSet web', node: 'worker-0' })]],
      ['/apis/apps/v1/statefulsets', [rawWorkload('web', { replicas: 2 })]],
      [
        '/api/v1/namespaces/shop/events',
        [
          {
            metadata: { name: 'a', uid: 'a', namespace: 'shop', resourceVersion: '1' },
            involvedObject: { kind: 'StatefulSet', name: 'web', namespace: 'shop', uid: 'web' },
            type: 'Warning',
            reason: 'FailedCreate',
            message: 'exceeded quota',
            lastTimestamp: new Date(clock.now()).toISOString(),
          },
        ],
      ],
    ]);
    connection.answer = ({ path }) => succeed({ metadata: { resourceVersion: '1' }, items: lists.get(path) ?? [] });
    const reports: (readonly string[])[] = [];
    const cluster = {
      connection,
      head: { cluster: 'test', server: '', user: '' },
      now: () => clock.now(),
      signal: stop,
      withoutLimit: <T>(work: () => Promise<T>) => work(),
    };
    const followed = reportStatus(cluster, { stop, workloads: true }, clock, ({ lines }) =>
      reports.push(lines.slice(lines.findIndex((line) => line.startsWith('Workloads:')))),
    );
    await clock.pass(5000);
    assert.ok(
      reports.every(([first]) => first === 'Workloads: 1 pod · kata'),
      'no report without the workloads',
    );
    const before = [
      'Workloads: 1 pod · kata',
      '  shop/web  StatefulSet  1 of 2 ready  kata',
      '    FailedCreate: exceeded quota',
      '    web-0   Pod          Running       worker-0',
    ];
    assert.deepEqual(reports.at(-1), before);
    const pods = connection.streams.find(
      ({ asked: { path, query }, isOver }) =>
        !isOver && path === '/api/v1/pods' && query['fieldSelector'] === undefined,
    );
    const added = rawPod('web-1', { controller: 'StatefulSet web', node: 'worker-1', version: 2 });
    pods?.event('ADDED', added);
    await clock.pass(1000);
    assert.deepEqual(reports.at(-1), [
      'Workloads: 2 pods · kata',
      '  shop/web  StatefulSet  2 of 2 ready  kata',
      '    web-0   Pod          Running       worker-0',
      '    web-1   Pod          Running       worker-1',
    ]);
    const { length } = reports;
    pods?.event('MODIFIED', { ...Object(added), metadata: { ...Object(added).metadata, resourceVersion: '3' } });
    await clock.pass(1000);
    assert.equal(reports.length, length, 'a change that is not visible is not reported');
    control.abort();
    await followed;
    assert.equal(connection.active, 0);
  });

  test('lists the pods that block a drain, and reads them again while the node is drained', async () => {
    const clock = new ManualClock();
    const node = worker('worker-0', {
      state: 'Working',
      desired: 'rendered-kata-oc-1',
      annotations: { ...annotation('desiredDrain', 'drain-1'), ...annotation('lastAppliedDrain', 'uncordon-0') },
    });
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    const pod = object('ledger-0', { status }, { namespace: 'payments', labels: { app: 'ledger' } });
    let disruptionsAllowed = 0;
    const listOthers = (path: string): readonly Raw[] => {
      const spec = { selector: { matchLabels: { app: 'ledger' } } };
      const budget = { spec, status: { disruptionsAllowed, desiredHealthy: 1, currentHealthy: 1 } };
      return path.startsWith('/apis/policy/v1/')
        ? [object('ledger', budget, { namespace: 'payments' })]
        : path.startsWith('/api/v1/pods?')
          ? [pod]
          : [];
    };
    const { reports, stop, followed, connection } = follow(clock, node, listOthers);
    const countReads = (): number => connection.asked.filter(({ path }) => path.startsWith('/apis/policy/v1/')).length;
    await clock.pass(1000);
    assert.match(reports.at(-1) ?? '', /payments\/ledger-0.*PodDisruptionBudget ledger prevents the eviction/);
    const first = countReads();
    disruptionsAllowed = 1;
    await clock.pass(minute);
    assert.doesNotMatch(reports.at(-1) ?? '', /ledger/);
    const later = countReads() - first;
    assert.ok(later >= 2 && later <= 4, `${later} reads in a minute`);
    stop.abort();
    await followed;
    const last = countReads();
    await clock.pass(10 * minute);
    assert.equal(countReads(), last);
  });
});
