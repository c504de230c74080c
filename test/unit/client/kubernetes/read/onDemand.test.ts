/** Tests reads on demand: the search for Kata pods, and the polling of one object. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPodsInPages, type PodsProgress } from '#client/kubernetes/read/listPodsInPages.ts';
import { poll, type Polled } from '#client/kubernetes/watch/poll.ts';
import { succeed } from '#core/common/result.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { listOf, refusal, thing, things, type Thing } from '#test/support/cluster/followCluster.ts';

/** Creates a connection with this number of pods. Every tenth pod runs in a VM. */
function withPods(count: number): ScriptedConnection {
  const connection = new ScriptedConnection();
  connection.answer = ({ query }) => {
    const from = Number(query['continue'] ?? 0);
    const until = Math.min(count, from + Number(query['limit']));
    const items = Array.from({ length: until - from }, (_, index) => podNumber(from + index));
    const next = until < count ? { continue: String(until), remainingItemCount: count - until } : {};
    return succeed({ metadata: { resourceVersion: '1', ...next }, items });
  };
  return connection;
}

const podNumber = (index: number): unknown => ({
  metadata: {
    name: `pod-${index}`,
    namespace: 'shop',
    uid: `uid-${index}`,
    ownerReferences: [
      { kind: 'Node', name: 'x' },
      { kind: 'ReplicaSet', name: 'web-5d9', controller: true },
    ],
  },
  spec: {
    nodeName: 'worker-1',
    ...(index % 10 === 0
      ? { runtimeClassName: 'kata-remote' }
      : index % 10 === 1
        ? { runtimeClassName: 'gvisor' }
        : {}),
  },
  status: { phase: 'Running' },
});

test('pod search finds Kata pods and their controllers among all pods', async () => {
  const progress: PodsProgress[] = [];
  const answer = await listPodsInPages(withPods(1200), {
    signal: new AbortController().signal,
    onProgress: (one) => progress.push(one),
  });
  assert.ok(answer.ok);
  assert.deepEqual(
    [answer.value.looked, answer.value.found, answer.value.pods.length, answer.value.rest],
    [1200, 120, 120, undefined],
  );
  assert.deepEqual(answer.value.pods[0], {
    uid: 'uid-0',
    name: 'pod-0',
    namespace: 'shop',
    resourceVersion: '',
    runtimeClass: 'kata-remote',
    phase: 'Running',
    node: 'worker-1',
    controller: { group: '', kind: 'ReplicaSet', name: 'web-5d9', uid: '' },
  });
  assert.deepEqual(progress[0], { looked: 50, found: 5, all: 1200 });
  assert.deepEqual(progress.at(-1), { looked: 1200, found: 120, all: 1200 });
});

test('pod search limits the results and reports the number of omitted pods', async () => {
  const answer = await listPodsInPages(withPods(1200), {
    signal: new AbortController().signal,
    keep: 30,
    classes: ['kata-remote', 'gvisor'],
  });
  assert.ok(answer.ok);
  assert.deepEqual([answer.value.pods.length, answer.value.found], [30, 240]);
  assert.equal(answer.value.rest, 'Showing only the first 30 pods. Pods not shown: 210.');
});

test('pod search can be canceled and reports a rejected request', async () => {
  const controller = new AbortController();
  const connection = withPods(100_000);
  const answer = await listPodsInPages(connection, {
    signal: controller.signal,
    onProgress: ({ looked }) => looked > 1000 && controller.abort(),
  });
  assert.equal(answer.ok ? '' : answer.error.kind, 'aborted');
  assert.ok(connection.asked.length < 6);
  connection.answer = () => refusal('forbidden', { status: 403 });
  const refused = await listPodsInPages(connection, { signal: new AbortController().signal });
  assert.equal(refused.ok ? '' : refused.error.kind, 'forbidden');
});

test('pod search counts from the beginning when the list restarts', async () => {
  const connection = withPods(100);
  const { answer } = connection;
  connection.answer = (asked) => (connection.asked.length === 2 ? refusal('gone', { status: 410 }) : answer(asked));
  const found = await listPodsInPages(connection, { signal: new AbortController().signal });
  assert.ok(found.ok);
  assert.deepEqual([found.value.looked, found.value.found, found.value.pods.length], [100, 10, 10]);
});

test('polling reads an object every 5 minutes, sooner after a failure, and stops when ended', async () => {
  const clock = new ManualClock();
  const connection = new ScriptedConnection(clock);
  const told: Polled<Thing>[] = [];
  connection.answer = () => succeed(thing('version', 1, 'x'));
  const end = poll({
    connection,
    clock,
    chance: () => 0,
    kind: things,
    name: 'version',
    onAnswer: (polled) => told.push(polled),
    log: assert.fail,
  });
  await clock.pass(299_000);
  assert.deepEqual([connection.asked.length, connection.asked[0]?.path], [1, '/apis/example.com/v1/things/version']);
  assert.equal(told[0]?.item?.value, 'x');
  connection.answer = () => refusal('network');
  await clock.pass(1000);
  // The last known object stays visible, with the problem.
  assert.deepEqual(
    [told.at(-1)?.item?.value, told.at(-1)?.problem?.kind, told.at(-1)?.asOf],
    ['x', 'network', told[0]?.asOf],
  );
  connection.answer = () => refusal('notFound', { status: 404 });
  await clock.pass(1000);
  assert.deepEqual([told.at(-1)?.item, told.at(-1)?.problem?.kind], [undefined, 'notFound']);
  connection.answer = () => listOf(1, []);
  await clock.pass(60_000);
  assert.equal(told.at(-1)?.problem?.kind, 'badAnswer');
  const before = told.length;
  end();
  await clock.pass(600_000);
  assert.deepEqual([told.length, connection.active, clock.waiting], [before, 0, 0]);
});

test('polling ignores a response that arrives after it ended', async () => {
  const clock = new ManualClock();
  const connection = new ScriptedConnection(clock);
  const told: Polled<Thing>[] = [];
  const end = poll({
    connection,
    clock,
    chance: () => 0,
    kind: things,
    name: 'version',
    onAnswer: (polled) => told.push(polled),
    log: assert.fail,
  });
  assert.equal(connection.active, 1);
  end();
  await clock.pass(0);
  assert.deepEqual([told.length, connection.active, clock.waiting], [0, 0, 0]);
});
