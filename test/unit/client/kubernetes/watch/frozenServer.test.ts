/**
 * Tests a simulated server that no longer responds, over a real connection. Its watches stay open but deliver nothing.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { contextIn, deps, folder, HandClock } from '#test/support/cluster/clusterHarness.ts';

const home = folder();
let server: Simulation;

before(async () => {
  server = await simulate({});
  home.write('kubeconfig', server.kubeconfig);
});

after(async () => {
  await server.close();
  home.remove();
});

interface Followed {
  readonly clock: HandClock;
  readonly cluster: ClusterWatcher;
  readonly reaches: (expected: string) => Promise<void>;
}

/** Runs a test with a connected cluster that is being followed. */
async function following(play: (followed: Followed) => Promise<void>): Promise<void> {
  const clock = new HandClock();
  const connection = connect(await contextIn(`${home.path}/kubeconfig`, 'kube-admin'), deps({ clock }));
  const cluster = new ClusterWatcher({ connection, clock, chance: () => 0, log: (message) => assert.fail(message) });
  /** Lets short waits pass until the state is reached, because the network takes real time. */
  const reaches = async (expected: string): Promise<void> => {
    while (getConnectionState(cluster.snapshot).kind !== expected) {
      await clock.asked(250);
      clock.pass(250);
    }
  };
  try {
    cluster.lookedAt(true);
    cluster.follow(['nodes']);
    await reaches('live');
    // The watch is open and up to date.
    await clock.asked(250);
    clock.pass(250);
    await play({ clock, cluster, reaches });
  } finally {
    cluster.close();
    connection.close();
  }
}

test('live cluster detects within 15 seconds that a server with open watches no longer responds, and continues when it responds again', () =>
  following(async ({ clock, cluster, reaches }) => {
    const versions = (): number => server.audit.entries.filter(({ url }) => url === '/version').length;
    assert.equal(versions(), 0, 'a server that was just heard is not asked');
    server.faults.add({ effect: { kind: 'halfOpen' } });
    const frozen = clock.now();
    clock.pass(7000);
    // The request has been sent once its time limit is set.
    await clock.asked(6000);
    clock.pass(6000);
    await reaches('unreachable');
    assert.ok(clock.now() - frozen <= 15_000, `${clock.now() - frozen} ms`);
    const lost = getConnectionState(cluster.snapshot);
    assert.ok(lost.kind === 'unreachable');
    assert.match(lost.trouble.message, /didn't respond within 6 seconds/);
    server.faults.clear();
    clock.pass(7000);
    await reaches('live');
  }));

test('live cluster is unreachable immediately after its server is killed, with the time and the reason', () =>
  following(async ({ clock, cluster, reaches }) => {
    const killed = clock.now();
    await server.close();
    await reaches('unreachable');
    const lost = getConnectionState(cluster.snapshot);
    assert.ok(
      lost.kind === 'unreachable' && lost.since !== undefined && lost.asOf !== undefined && lost.next !== undefined,
    );
    assert.ok(lost.since >= killed && lost.since <= clock.now());
    assert.equal(lost.trouble.status, undefined);
  }));
