/** Tests what pods without a sandbox mean for nodes, the KataConfig, the cluster, and assistants. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failedSandboxOf, readSandboxPod, sandboxEvents } from '#core/cluster/objects/failedSandbox.ts';
import { factsOf } from '#core/status/health/clusterInfo.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { failedSandboxesOf, sandboxFailure, withFailedSandboxes } from '#core/status/nodes/failedSandboxes.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { getString } from '#core/common/json.ts';
import { launchFailure } from '#simulator/controllers/workloads/kubelet.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { scenario, stage } from '#test/support/cluster/controllersStage.ts';

const podWith = (status: object, spec: object = { runtimeClassName: 'kata', nodeName: 'worker-1' }): unknown => ({
  metadata: { name: 'web', namespace: 'shop', uid: 'p' },
  spec,
  status,
});
const condition = (status: string): object => ({ conditions: [{ type: 'PodReadyToStartContainers', status }] });
const waits = (reason: string): object => ({
  phase: 'Pending',
  containerStatuses: [{ state: { waiting: { reason } } }],
});

describe('sandbox of a pod', () => {
  const cases: readonly (readonly [string, boolean, object])[] = [
    ['exists while a container runs', true, { phase: 'Running', containerStatuses: [{ state: { running: {} } }] }],
    [
      'exists while an init container runs',
      true,
      { ...waits('PodInitializing'), initContainerStatuses: [{ state: { running: {} } }] },
    ],
    [
      'exists if the kubelet reports that containers can start',
      true,
      { ...waits('ContainerCreating'), ...condition('True') },
    ],
    ['exists if the image is being pulled, on clusters without that condition', true, waits('ImagePullBackOff')],
    [
      'counts as existing after the pod has ended, because it needs none',
      true,
      { phase: 'Failed', containerStatuses: [] },
    ],
    ["doesn't exist before the kubelet has started anything", false, { phase: 'Pending' }],
    ["doesn't exist while containers are being created", false, waits('ContainerCreating')],
    [
      "doesn't exist after the node rebooted and the new sandbox fails",
      false,
      {
        phase: 'Running',
        containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }],
        ...condition('False'),
      },
    ],
  ];
  for (const [name, expected, status] of cases)
    test(name, () => assert.equal(readSandboxPod(podWith(status))?.hasSandbox, expected));
  test('is ignored without a runtime class', () =>
    assert.equal(readSandboxPod(podWith({ phase: 'Pending' }, {})), undefined));
});

describe('Events about sandboxes', () => {
  const raw = (uid: string, more: object = {}): unknown => ({
    metadata: { name: `web.${uid}`, namespace: 'shop', uid },
    involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web', uid: 'p' },
    reason: 'FailedCreatePodSandBox',
    message: 'first',
    count: 3,
    firstTimestamp: '2026-01-01T00:00:00Z',
    lastTimestamp: '2026-01-01T00:10:00Z',
    source: { host: 'worker-1' },
    ...more,
  });
  const read = (one: unknown) => sandboxEvents.read(one) ?? assert.fail('not read');

  test('are added up, with the newest message', () => {
    const pod = readSandboxPod(podWith(waits('ContainerCreating'))) ?? assert.fail();
    const events = [
      read(raw('a')),
      read(raw('b', { message: 'second', count: 2, lastTimestamp: '2026-01-01T00:20:00Z' })),
    ];
    const failed = failedSandboxOf(pod, events);
    assert.deepEqual(
      [failed?.message, failed?.count, failed?.first, failed?.last],
      ['second', 5, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 20)],
    );
    assert.equal(failedSandboxOf(pod, []), undefined, 'without an Event, the pod may only just start');
  });
  test('are also read in the newer format', () => {
    const series = { count: 7, lastObservedTime: '2026-01-01T00:30:00.000000Z' };
    const one = read(
      raw('a', {
        firstTimestamp: null,
        lastTimestamp: null,
        count: undefined,
        source: {},
        reportingInstance: 'worker-0',
        eventTime: '2026-01-01T00:00:00.000000Z',
        series,
      }),
    );
    assert.deepEqual(
      [one.count, one.node, one.first, one.last],
      [7, 'worker-0', Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 30)],
    );
  });
  test('with another reason or about other objects are ignored', () => {
    assert.equal(sandboxEvents.read(raw('a', { reason: 'Failed' })), undefined);
    assert.equal(
      sandboxEvents.read(raw('a', { involvedObject: { kind: 'Node', name: 'worker-1', namespace: 'n', uid: 'n' } })),
      undefined,
    );
  });
});

describe('the cause of a failed sandbox', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [
      `rpc error: code = Unknown desc = CreateContainer failed: ${launchFailure}: unknown`,
      'Could not access KVM kernel module',
      /firmware/,
    ],
    [
      'rpc error: code = Unknown desc = failed to find runtime handler kata from runtime list map[crun:0xc0]',
      'failed to find runtime handler kata',
      /isn't installed on the node/,
    ],
    [
      "rpc error: code = Unknown desc = CreateContainer failed: qemu: cannot set up guest memory 'pc.ram': Cannot allocate memory: unknown",
      "cannot set up guest memory 'pc.ram': Cannot allocate memory: unknown",
      /memory/,
    ],
    [
      'rpc error: code = Unknown desc = CreateContainer failed: something new: unknown',
      'CreateContainer failed: something new',
      /Show Sandbox Logs/,
    ],
    ['', 'the kubelet reports no cause', /Show Sandbox Logs/],
  ];
  for (const [message, cause, todo] of cases) {
    test(`is found in "${message.slice(0, 60)}"`, () => {
      const found = sandboxFailure(message === '' ? '' : `Failed to create pod sandbox: ${message}`);
      assert.equal(found.cause, cause);
      assert.match(found.todo, todo);
    });
  }
});

describe('sandboxes-fail', () => {
  const cluster = stage({ name: 'sandboxes-fail' });
  cluster.pass(600_000);
  const now = cluster.clock.now();
  const snapshot = playedSnapshot(cluster.client, now);
  const kataConfig = indexSnapshot(snapshot).kataConfig ?? assert.fail();
  const explained = (of: Snapshot) => withFailedSandboxes(explainKataConfig(kataConfig, of), of, now);

  test('has a node that needs attention, with the cause and the next step', () => {
    const { health, headline, stuck, todo, since } = getNodeStatus(snapshot, 'worker-1', now);
    assert.deepEqual([health, headline], ['attention', '1 pod without a sandbox']);
    assert.match(
      stuck ?? '',
      /^Sandbox creation fails on worker-1: Could not access KVM kernel module \(FailedCreatePodSandBox, 1\d times, last \d+ s ago\)\.$/,
    );
    assert.match(todo ?? '', /^Enable virtualization in the node's firmware/);
    assert.ok(since !== undefined && now - since > 600_000);
    assert.equal(getNodeStatus(snapshot, 'worker-0', now).health, 'ok');
  });
  test('has a KataConfig and a cluster that need attention', () => {
    const { health, headline, meaning, todo } = explained(snapshot);
    assert.deepEqual([health, headline], ['attention', '1 pod without a sandbox on worker-1']);
    assert.match(meaning, /^Installed on 2 nodes\. Sandbox creation fails on worker-1: /);
    assert.match(todo ?? '', /firmware/);
    const { phase, words, warning } = getKataStatus(snapshot);
    assert.deepEqual(
      [phase, words, warning],
      ['installed', 'Kata 2/2, 1 pod without a sandbox on worker-1', '1 pod without a sandbox on worker-1'],
    );
    assert.deepEqual(
      factsOf('demo', snapshot)?.kataConfigs?.map((one) => [one.words, one.health]),
      [['Kata 2/2, 1 pod without a sandbox on worker-1', 'attention']],
    );
  });
  test('counts pods with a Kata runtime class only', () => {
    const [pod] = failedSandboxesOf(snapshot).pods;
    assert.ok(pod);
    const items = new Map(
      [pod, { ...pod, uid: 'other', runtimeClass: 'gvisor' }, { ...pod, uid: 'third', node: 'worker-0' }].map((one) => [
        one.uid,
        one,
      ]),
    );
    const more: Snapshot = { ...snapshot, failedSandboxes: { ...snapshot.failedSandboxes, items } };
    assert.equal(getKataStatus(more).warning, '2 pods without a sandbox on worker-0 and worker-1');
  });
  test('is unknown without permission to list Events', () => {
    const trouble = { message: 'events is forbidden' };
    const refused: Snapshot = {
      ...snapshot,
      failedSandboxes: { state: { kind: 'forbidden', verb: 'list', trouble }, items: new Map() },
    };
    assert.equal(failedSandboxesOf(refused).knowledge, 'notAllowed');
    assert.ok(
      getNodeStatus(refused, 'worker-1', now).evidence.some((line) =>
        line.startsWith("Can't check for failed sandboxes. You don't have permission "),
      ),
    );
    assert.ok(
      !getNodeStatus(snapshot, 'worker-0', now).evidence.some((line) =>
        line.includes("Can't check for failed sandboxes"),
      ),
    );
  });
  test('is healthy after the pods moved to the other node', () => {
    const moved = stage({ name: 'sandboxes-fail' });
    moved.play(...scenario('sandboxes-fail').steps);
    const after = playedSnapshot(moved.client, moved.clock.now());
    assert.equal(getKataStatus(after).warning, undefined);
    assert.equal(getNodeStatus(after, 'worker-1', moved.clock.now()).health, 'ok');
    assert.ok(
      moved.client
        .list({ group: '', plural: 'events' })
        .some((event) => getString(event, 'reason') === 'FailedCreatePodSandBox'),
    );
  });
});
