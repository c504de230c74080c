/**
 * Tests pods whose sandbox can't be created: they are found by Events and followed until they run or are deleted, with
 * few requests.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';
import { readUnscheduledPod } from '#core/cluster/objects/failedSandbox.ts';
import { failedSandboxesOf, withFailedSandboxes } from '#core/status/nodes/failedSandboxes.ts';
import { succeed } from '#core/common/result.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { ScriptedConnection, type RecordedRequest, type OpenStream } from '#test/support/cluster/scriptedConnection.ts';
import { listOf, problem, refusal } from '#test/support/cluster/followCluster.ts';

const kvm =
  'Failed to create pod sandbox: rpc error: code = Unknown desc = failed to launch qemu: Could not access KVM kernel module: No such file';

interface PodOptions {
  readonly runtimeClass?: string | undefined;
  readonly node?: string;
  readonly state?: object;
  readonly uid?: string;
}

const waiting = { waiting: { reason: 'ContainerCreating' } };
const running = { running: { startedAt: '2026-01-01T00:00:00Z' } };

function pod(
  name: string,
  { runtimeClass = 'kata', node = 'worker-1', state = waiting, uid = `uid-${name}` }: PodOptions = {},
  version = 1,
): unknown {
  return {
    metadata: { name, namespace: 'shop', uid, resourceVersion: String(version) },
    spec: { nodeName: node, ...(runtimeClass === '' ? {} : { runtimeClassName: runtimeClass }) },
    status: { phase: state === waiting ? 'Pending' : 'Running', containerStatuses: [{ name: 'c', state }] },
  };
}

function event(name: string, { count = 1, version = 1, node = 'worker-1' } = {}): unknown {
  return {
    metadata: { name: `${name}.1`, namespace: 'shop', uid: `event-${name}`, resourceVersion: String(version) },
    involvedObject: { kind: 'Pod', namespace: 'shop', name, uid: `uid-${name}` },
    reason: 'FailedCreatePodSandBox',
    type: 'Warning',
    message: kvm,
    count,
    firstTimestamp: '2026-01-01T00:00:00Z',
    lastTimestamp: '2026-01-01T00:05:00Z',
    source: { component: 'kubelet', host: node },
  };
}

class Setting {
  readonly clock = new ManualClock();
  readonly connection = new ScriptedConnection(this.clock);
  readonly cluster = new ClusterWatcher({
    connection: this.connection,
    clock: this.clock,
    chance: () => 0,
    log: (message) => assert.fail(message),
  });
  events: readonly unknown[] = [];
  /** Pods by name. */
  pods: Record<string, unknown> = {};

  constructor() {
    this.connection.answer = (asked) => this.answer(asked);
  }

  answer({ path, query }: RecordedRequest): ReturnType<ScriptedConnection['answer']> {
    if (path === '/api/v1/events') return listOf(10, this.events);
    if (path === '/api/v1/pods')
      return listOf(10, query['fieldSelector'] === 'spec.nodeName=worker-1' ? Object.values(this.pods) : []);
    const found = this.pods[path.split('/').at(-1) ?? ''];
    return found === undefined ? refusal('notFound', { status: 404 }) : succeed(found);
  }

  async start(): Promise<void> {
    this.cluster.follow(['failedSandboxes']);
    await this.clock.pass(1000);
  }

  get shown(): Readonly<Record<string, number>> {
    return Object.fromEntries(failedSandboxesOf(this.cluster.snapshot).pods.map(({ name, count }) => [name, count]));
  }

  get state(): string {
    return this.cluster.snapshot.failedSandboxes.state.kind;
  }

  stream(path: string): OpenStream {
    return (
      this.connection.streams.findLast(({ asked, isOver }) => asked.path === path && !isOver) ??
      assert.fail(`no watch of ${path}`)
    );
  }

  reads(name: string): number {
    return this.connection.asked.filter(({ path }) => path.endsWith(`/pods/${name}`)).length;
  }
}

describe('pods whose sandbox fails', () => {
  test('require two watches while there are none, and are reported as none', async () => {
    const setting = new Setting();
    await setting.start();
    assert.deepEqual(
      setting.connection.asked.map(({ path, query }) => `${path}?${String(query['fieldSelector'])}`),
      ['/api/v1/events?reason=FailedCreatePodSandBox', '/api/v1/pods?spec.nodeName='],
    );
    assert.equal(setting.stream('/api/v1/events').asked.query['fieldSelector'], 'reason=FailedCreatePodSandBox');
    assert.equal(setting.connection.active, 2);
    assert.deepEqual(
      [setting.state, failedSandboxesOf(setting.cluster.snapshot).knowledge, setting.shown],
      ['live', 'followed', {}],
    );
    await setting.clock.pass(90_000);
    assert.equal(setting.connection.asked.length, 2, 'nothing is polled');
  });

  test('are those with a Kata runtime class that an Event names', async () => {
    const setting = new Setting();
    setting.events = [event('web', { count: 3 }), event('plain'), event('other')];
    setting.pods = {
      web: pod('web'),
      plain: pod('plain', { runtimeClass: '' }),
      other: pod('other', { runtimeClass: 'gvisor' }),
    };
    await setting.start();
    assert.deepEqual(setting.shown, { web: 3 });
    const [found] = failedSandboxesOf(setting.cluster.snapshot).byNode.get('worker-1') ?? [];
    assert.deepEqual(
      [found?.message, found?.first, found?.last],
      [kvm, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 5)],
    );
    setting.stream('/api/v1/events').event('MODIFIED', event('plain', { count: 2, version: 11 }));
    setting.stream('/api/v1/events').event('MODIFIED', event('web', { count: 4, version: 12 }));
    await setting.clock.pass(1000);
    assert.deepEqual(setting.shown, { web: 4 });
    assert.deepEqual([setting.reads('plain'), setting.reads('web')], [1, 1], 'each pod is read once');
  });

  test('are cleared when a container runs, and then their node is no longer watched', async () => {
    const setting = new Setting();
    setting.events = [event('web')];
    setting.pods = { web: pod('web') };
    await setting.start();
    assert.equal(setting.connection.active, 3);
    setting.stream('/api/v1/pods').event('MODIFIED', pod('web', { state: running }, 20));
    await setting.clock.pass(1000);
    assert.deepEqual([setting.shown, setting.connection.active], [{}, 2]);
    setting.stream('/api/v1/events').event('MODIFIED', event('web', { count: 2, version: 30 }));
    await setting.clock.pass(1000);
    assert.deepEqual(setting.shown, { web: 2 }, 'a new failure is shown again');
  });

  test('are cleared when they are deleted, but not when their Event expires', async () => {
    const setting = new Setting();
    setting.events = [event('web')];
    setting.pods = { web: pod('web') };
    await setting.start();
    setting.stream('/api/v1/events').event('DELETED', event('web', { version: 20 }));
    await setting.clock.pass(1000);
    assert.deepEqual(setting.shown, { web: 1 });
    setting.events = [];
    setting
      .stream('/api/v1/events')
      .line(JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } }));
    await setting.clock.pass(2000);
    assert.deepEqual(setting.shown, { web: 1 }, 'nor when the Events are listed again without it');
    setting.stream('/api/v1/pods').event('DELETED', pod('web', {}, 21));
    await setting.clock.pass(1000);
    assert.deepEqual([setting.shown, setting.connection.active], [{}, 2]);
  });

  test('exclude pods that have a sandbox now, are deleted, or were replaced', async () => {
    const setting = new Setting();
    setting.events = [event('web'), event('gone'), event('replaced')];
    setting.pods = { web: pod('web', { state: running }), replaced: pod('replaced', { uid: 'another' }) };
    await setting.start();
    assert.deepEqual([setting.shown, setting.connection.active], [{}, 2]);
  });

  test('are followed together by node', async () => {
    const setting = new Setting();
    const names = Array.from({ length: 40 }, (_, index) => `web-${index}`);
    setting.events = names.map((name) => event(name));
    setting.pods = Object.fromEntries(names.map((name) => [name, pod(name)]));
    await setting.start();
    assert.equal(Object.keys(setting.shown).length, 40);
    assert.equal(setting.connection.active, 3, 'two watches, and one for the pods of the node');
  });

  test('are unknown without permission to list Events or read the pods', async () => {
    const setting = new Setting();
    const answer = setting.answer.bind(setting);
    setting.connection.answer = (asked) =>
      asked.path === '/api/v1/events' ? refusal('forbidden', { status: 403 }) : answer(asked);
    await setting.start();
    assert.deepEqual(
      [setting.state, failedSandboxesOf(setting.cluster.snapshot).knowledge],
      ['forbidden', 'notAllowed'],
    );
    const other = new Setting();
    other.events = [event('web')];
    other.connection.answer = (asked) =>
      asked.path.endsWith('/web') ? refusal('forbidden', { status: 403 }) : Setting.prototype.answer.call(other, asked);
    await other.start();
    assert.deepEqual([other.state, failedSandboxesOf(other.cluster.snapshot).knowledge], ['forbidden', 'notAllowed']);
  });

  test('are listed only once without permission to watch Events', async () => {
    const setting = new Setting();
    setting.events = [event('web')];
    setting.pods = { web: pod('web') };
    setting.connection.opening = ({ path }) =>
      path === '/api/v1/events' ? problem('forbidden', { status: 403 }) : true;
    await setting.start();
    assert.deepEqual([setting.state, setting.shown], ['forbidden', { web: 1 }]);
    await setting.clock.pass(600_000);
    assert.equal(setting.connection.asked.filter(({ path }) => path === '/api/v1/events').length, 1);
  });

  test('are read again if the server did not respond', async () => {
    const setting = new Setting();
    setting.events = [event('web')];
    setting.pods = { web: pod('web') };
    let answers = false;
    setting.connection.answer = (asked) =>
      asked.path.endsWith('/web') && !answers ? refusal('server', { status: 500 }) : setting.answer(asked);
    await setting.start();
    assert.deepEqual([setting.state, setting.shown], ['syncing', {}], 'until then, nobody says that there are none');
    answers = true;
    await setting.clock.pass(31_000);
    assert.deepEqual([setting.state, setting.shown], ['live', { web: 1 }]);
  });

  test('keep their last state while the server is unreachable', async () => {
    const setting = new Setting();
    setting.events = [event('web')];
    setting.pods = { web: pod('web') };
    await setting.start();
    setting.stream('/api/v1/pods').fail(problem('network'));
    await setting.clock.pass(200);
    assert.deepEqual([setting.state, setting.shown], ['retrying', { web: 1 }]);
    await setting.clock.pass(2000);
    assert.equal(setting.state, 'live');
  });
});

describe('pods that the scheduler cannot assign to a node', () => {
  const message = '0/5 nodes are available: 5 Insufficient memory. preemption: 0/5 nodes are available.';
  const unscheduled = (reason: string, spec: object = {}) => ({
    metadata: { name: 'batch', namespace: 'shop', uid: 'batch', resourceVersion: '5' },
    spec: { runtimeClassName: 'kata-remote', ...spec },
    status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason, message }] },
  });

  test('are listed with the cause until they have a node', async () => {
    const setting = new Setting();
    const isUnscheduled = ({ query }: RecordedRequest): boolean => query['fieldSelector'] === 'spec.nodeName=';
    setting.connection.answer = (asked) =>
      isUnscheduled(asked) ? listOf(10, [unscheduled('Unschedulable')]) : setting.answer(asked);
    await setting.start();
    assert.deepEqual(setting.shown, { batch: 1 });
    const explained = withFailedSandboxes(
      { health: 'ok', headline: 'Installed', meaning: '' },
      setting.cluster.snapshot,
      0,
    );
    assert.equal(explained.headline, '1 pod without a sandbox');
    assert.match(
      explained.meaning,
      /The scheduler can't find a node for the pod: 0\/5 nodes are available: 5 Insufficient memory\.$/,
    );
    const watch = setting.connection.streams.find(({ asked }) => isUnscheduled(asked)) ?? assert.fail('no watch');
    watch.event('DELETED', unscheduled('Unschedulable', { nodeName: 'worker-1' }));
    await setting.clock.pass(1000);
    assert.deepEqual([setting.shown, setting.state], [{}, 'live']);
  });

  test('are unknown without the permission to list pods, and the Events remain known', async () => {
    const setting = new Setting();
    setting.events = [event('web')];
    setting.pods = { web: pod('web') };
    setting.connection.answer = (asked) =>
      asked.query['fieldSelector'] === 'spec.nodeName=' ? refusal('forbidden', { status: 403 }) : setting.answer(asked);
    await setting.start();
    assert.deepEqual([setting.shown, setting.state], [{ web: 1 }, 'live']);
  });

  test('exclude pods that are not scheduled yet, have no Kata runtime class, or are being deleted', () => {
    assert.equal(readUnscheduledPod(unscheduled('SchedulingGated')), undefined);
    assert.equal(readUnscheduledPod(unscheduled('Unschedulable', { runtimeClassName: undefined })), undefined);
    const { metadata, ...rest } = unscheduled('Unschedulable');
    assert.equal(
      readUnscheduledPod({ ...rest, metadata: { ...metadata, deletionTimestamp: '2026-11-22T07:00:00Z' } }),
      undefined,
    );
  });
});

describe('thousands of Events', () => {
  test('are listed once, kept in bounds, and read slowly', async () => {
    const setting = new Setting();
    setting.events = Array.from({ length: 500 }, (_, index) => event(`plain-${index}`));
    setting.connection.answer = (asked) => {
      if (asked.path === '/api/v1/pods') return listOf(10, []);
      if (asked.path !== '/api/v1/events')
        return succeed(pod(asked.path.split('/').at(-1) ?? '', { runtimeClass: '' }));
      const page = Number(asked.query['continue'] ?? 0);
      return listOf(
        10,
        Array.from({ length: 500 }, (_, index) => event(`plain-${page * 500 + index}`)),
        String(page + 1),
      );
    };
    await setting.start();
    const lists = (): number => setting.connection.asked.filter(({ path }) => path === '/api/v1/events').length;
    assert.equal(lists(), 4, 'an endless list is read as far as 2,000 Events');
    assert.equal(setting.state, 'live');
    const reads = (): number => setting.connection.asked.filter(({ path }) => path.includes('/pods/')).length;
    assert.ok(reads() <= 48, `${reads()} pods were read at once`);
    await setting.clock.pass(60_000);
    assert.ok(reads() <= 48 + 4 * 13, `${reads()} pods were read in a minute`);
    assert.ok(reads() > 80);
    assert.equal(lists(), 4);
  });
});

test('pods whose sandbox fails are not requested while the cluster is paused, and nothing remains when it is closed', async () => {
  const setting = new Setting();
  setting.events = [event('web')];
  setting.pods = { web: pod('web') };
  await setting.start();
  setting.cluster.pause();
  const before = setting.connection.asked.length;
  await setting.clock.pass(600_000);
  assert.deepEqual(
    [setting.connection.asked.length, setting.connection.active, setting.state, setting.shown],
    [before, 0, 'paused', { web: 1 }],
  );
  setting.cluster.resume();
  await setting.clock.pass(1000);
  assert.deepEqual([setting.connection.active, setting.state], [3, 'live']);
  setting.cluster.close();
  await setting.clock.pass(1000);
  assert.deepEqual([setting.connection.active, setting.clock.waiting], [0, 0]);
});
