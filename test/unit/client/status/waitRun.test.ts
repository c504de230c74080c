/** Tests how `osc-tools wait` ends and which transitions it reports, with a manual clock. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { updateSnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { watchedKindIds } from '#core/cluster/watchedKinds/index.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import type { WaitTarget } from '#core/operations/waiting/waitTarget.ts';
import { failureGrace, loginGrace, WaitRun, type WaitEnd } from '#client/status/waitRun.ts';
import {
  condition,
  kataConfig,
  manager,
  object,
  pools,
  snapshotOf,
  worker,
} from '#test/support/cluster/clusterObjects.ts';
import { scenario } from '#test/support/cluster/controllersStage.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const minute = 60_000;
const installing = condition('True', 'Installing', '');

class Stage {
  readonly clock = new ManualClock();
  readonly lines: string[] = [];
  readonly run: WaitRun;
  #end: WaitEnd | undefined;

  constructor(target: WaitTarget, options: { readonly failFast?: boolean; readonly timeout?: number } = {}) {
    const { failFast = false, timeout = 90 * minute } = options;
    this.run = new WaitRun({ target, timeout, failFast, clock: this.clock, onLine: (line) => this.lines.push(line) });
    void this.run.ended.then((end) => (this.#end = end));
  }

  /** Returns how the wait ended. Undefined if it continues. */
  end(): WaitEnd | undefined {
    return this.#end;
  }

  /** Evaluates a snapshot, then lets time pass. */
  async show(snapshot: Snapshot, milliseconds = 0): Promise<void> {
    this.run.update({ snapshot, now: this.clock.now() });
    await this.clock.pass(milliseconds);
  }
}

/** Returns the snapshot with this sync state for all kinds. */
function withState(snapshot: Snapshot, state: SyncState): Snapshot {
  return watchedKindIds.reduce((all, id) => updateSnapshot(all, id, { kind: 'state', state }), snapshot);
}

function cluster(lists: Readonly<Record<string, unknown>>, inProgress = installing, metadata = {}): Snapshot {
  return snapshotOf({
    kataConfigs: [kataConfig(inProgress, { nodeCount: 2, ...lists }, { runtimeClasses: ['kata'] }, {}, metadata)],
    nodes: [worker('worker-0'), worker('worker-1')],
    machineConfigPools: pools,
    deployments: [manager],
    runtimeClasses: [object('kata', { handler: 'kata' })],
  });
}

const begun = cluster({ waitingToInstall: ['worker-0', 'worker-1'] });
const finished = cluster({ installed: ['worker-0', 'worker-1'], readyNodeCount: 2 }, condition('False', '', ''));
const failed = cluster({ failedToInstall: ['worker-0'], waitingToInstall: ['worker-1'] });
const lost: SyncState = { kind: 'retrying', trouble: { message: 'connection refused' } };
const loggedOut: SyncState = { kind: 'unauthorized', trouble: { message: 'the token expired' } };

describe('osc-tools wait', () => {
  test('reports each node of an installation once, and ends when Kata is installed', async () => {
    const stage = new Stage({ kind: 'installed' });
    const live = liveStage({ name: 'two-workers' }, {}, (snapshot, _history, now) =>
      stage.run.update({ snapshot, now }),
    );
    stage.run.update({ snapshot: live.snapshot(), now: live.now() });
    assert.equal(stage.lines.length, 2, stage.lines.join('\n'));
    assert.match(stage.lines[0] ?? '', /^blocked: Kata isn't installed \(no KataConfig\)\. /);
    live.cluster.play(...scenario('two-workers').steps);
    await stage.clock.pass(0);
    assert.equal(stage.end()?.kind, 'reached');
    assert.equal(stage.end()?.last?.text, 'Kata 2/2');
    for (const name of ['worker-0', 'worker-1'])
      assert.equal(stage.lines.filter((line) => line === `${name}: Installed`).length, 1, stage.lines.join('\n'));
  });

  test('ends immediately if the state is already reached', async () => {
    const stage = new Stage({ kind: 'installed' });
    await stage.show(finished);
    assert.equal(stage.end()?.kind, 'reached');
    assert.deepEqual(stage.lines, []);
    assert.equal(stage.clock.waiting, 0, 'no timer remains');
  });

  test('prints a state that only a person can change once, with its cause, and continues', async () => {
    const stage = new Stage({ kind: 'uninstalled' });
    for (let count = 0; count < 5; count += 1) await stage.show(finished, minute);
    assert.deepEqual(stage.lines, [
      "blocked: KataConfig example-kataconfig isn't being deleted. The operator uninstalls Kata only if you delete the KataConfig.",
      '  To do: Delete the KataConfig: `oc delete kataconfig example-kataconfig`.',
    ]);
    assert.equal(stage.end(), undefined);
    await stage.show(snapshotOf({ deployments: [manager] }));
    assert.equal(stage.end()?.kind, 'reached');
  });

  test('ends with the cause if --fail-fast is set', async () => {
    const stage = new Stage({ kind: 'uninstalled' }, { failFast: true });
    await stage.show(finished);
    assert.equal(stage.end()?.kind, 'blocked');
    assert.match(stage.end()?.last?.cause ?? '', /only if you delete the KataConfig/);
    const failing = new Stage({ kind: 'installed' }, { failFast: true });
    await failing.show(failed);
    assert.equal(failing.end()?.kind, 'failed');
  });

  test('ends if a failure persists, but not if the cluster recovers', async () => {
    const stage = new Stage({ kind: 'installed' });
    await stage.show(failed, failureGrace - minute);
    await stage.show(begun, 2 * minute);
    await stage.show(failed, failureGrace - minute);
    assert.equal(stage.end(), undefined);
    await stage.clock.pass(minute);
    assert.equal(stage.end()?.kind, 'failed');
    assert.match(stage.end()?.last?.text ?? '', /worker-0/);
  });

  test('ends at the time limit with the last state', async () => {
    const stage = new Stage({ kind: 'installed' }, { timeout: 30 * minute });
    await stage.show(begun, 30 * minute - 1);
    assert.equal(stage.end(), undefined);
    await stage.clock.pass(1);
    assert.equal(stage.end()?.kind, 'timeout');
    assert.equal(stage.end()?.last?.kind, 'waiting');
  });

  test('continues while the API server is unavailable for ten minutes, and reports the gap', async () => {
    const stage = new Stage({ kind: 'installed' });
    await stage.show(begun, minute);
    const before = stage.lines.length;
    for (let count = 0; count < 10; count += 1) await stage.show(withState(finished, lost), minute);
    assert.deepEqual(stage.lines.slice(before), ['No response from the cluster: connection refused']);
    assert.equal(stage.end(), undefined, 'data from before the gap is not a result');
    await stage.show(finished);
    assert.equal(stage.end()?.kind, 'reached');
    assert.ok(stage.lines.includes('The cluster responds again after 10 min'));
  });

  test('does not count the time without a connection toward a failure', async () => {
    const stage = new Stage({ kind: 'installed' });
    await stage.show(failed, minute);
    await stage.show(withState(failed, lost), failureGrace);
    assert.equal(stage.end(), undefined);
    await stage.show(failed, failureGrace - 1);
    assert.equal(stage.end(), undefined);
    await stage.clock.pass(1);
    assert.equal(stage.end()?.kind, 'failed');
  });

  test('ends if the server rejects the credentials for two minutes, but not if they are renewed', async () => {
    const stage = new Stage({ kind: 'installed' });
    await stage.show(withState(begun, loggedOut), loginGrace - 1);
    await stage.show(begun, 5 * minute);
    assert.equal(stage.end(), undefined);
    await stage.show(withState(begun, loggedOut), loginGrace);
    assert.equal(stage.end()?.kind, 'loggedOut');
    const end = stage.end();
    assert.equal(end?.kind === 'loggedOut' ? end.reason : '', 'the token expired');
  });

  test('reports a KataConfig that replaces the previous one, and continues with it', async () => {
    const stage = new Stage({ kind: 'installed' });
    await stage.show(begun);
    await stage.show(cluster({ installing: ['worker-0'] }, installing, { name: 'new', uid: 'uid of new' }));
    assert.ok(stage.lines.includes('KataConfig example-kataconfig was replaced by a new KataConfig new'));
    await stage.show(finished);
    assert.equal(stage.end()?.kind, 'reached');
  });

  test('continues while a runtime class of the KataConfig is missing', async () => {
    const stage = new Stage({ kind: 'installed' }, { failFast: true });
    await stage.show({ ...finished, runtimeClasses: snapshotOf({}).runtimeClasses });
    assert.equal(stage.end(), undefined);
    assert.deepEqual(stage.lines, ['Runtime class kata not found']);
    await stage.show(finished);
    assert.equal(stage.end()?.kind, 'reached');
  });

  test('is blocked if a node of an installation is not ready for two minutes', async () => {
    const stage = new Stage({ kind: 'installed' }, { failFast: true });
    const readySince = new Date(stage.clock.now()).toISOString();
    const snapshot = snapshotOf({
      kataConfigs: [
        kataConfig(
          condition('False', '', ''),
          { installed: ['worker-0', 'worker-1'], nodeCount: 2, readyNodeCount: 1 },
          { runtimeClasses: ['kata'] },
        ),
      ],
      nodes: [
        worker('worker-0', { current: 'rendered-kata-oc-1' }),
        worker('worker-1', { current: 'rendered-kata-oc-1', ready: 'False', readySince }),
      ],
      machineConfigPools: pools,
      deployments: [manager],
      runtimeClasses: [object('kata', { handler: 'kata' })],
    });
    await stage.show(snapshot, minute);
    assert.equal(stage.end(), undefined);
    await stage.clock.pass(minute);
    assert.equal(stage.end()?.kind, 'blocked');
    assert.match(stage.end()?.last?.text ?? '', /^worker-1: Installed, not ready$/);
    assert.equal(stage.clock.waiting, 0);
  });

  test('ends if the node or pool does not exist, and lists the existing ones', async () => {
    const node = new Stage({ kind: 'node', name: 'worker-7' });
    await node.show(begun);
    assert.deepEqual(
      [node.end()?.kind, node.end()?.last?.text],
      ['missing', 'node worker-7 not found (nodes: worker-0, worker-1)'],
    );
    const pool = new Stage({ kind: 'pool', name: 'wrker' });
    await pool.show(begun);
    assert.equal(pool.end()?.kind, 'missing');
  });

  test('ends if the user has no permission to list KataConfigs', async () => {
    const stage = new Stage({ kind: 'installed' });
    const forbidden: SyncState = { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } };
    await stage.show(updateSnapshot(begun, 'kataConfigs', { kind: 'state', state: forbidden }));
    assert.equal(stage.end()?.kind, 'unreadable');
    assert.match(stage.end()?.last?.text ?? '', /permission to list kataconfigs\.kataconfiguration\.openshift\.io$/);
  });

  test('ends when the user stops it, and leaves no timer', async () => {
    const stage = new Stage({ kind: 'installed' });
    await stage.show(failed);
    stage.run.stop();
    await stage.clock.pass(0);
    assert.equal(stage.end()?.kind, 'stopped');
    assert.equal(stage.clock.waiting, 0);
    const { length } = stage.lines;
    await stage.show(finished);
    assert.equal(stage.lines.length, length);
  });
});
