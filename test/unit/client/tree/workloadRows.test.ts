/** Tests the rows of Kata pods: their owners, counts, warnings, and how the list is updated. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKataPod, type KataPod } from '#core/cluster/objects/kataPod.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { peerPods } from '#core/cluster/watchedKinds/peerPod.ts';
import { kataWorkloadKinds, readKataWorkload, type KataWorkload } from '#core/cluster/objects/kataWorkload.ts';
import type { LoadedWorkloads, WorkloadGrouping, WorkloadsState } from '#client/clusters/state/workloads.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { workloadNode } from '#client/tree/rows/contents/workloadNode.ts';
import { workloadsNode } from '#client/tree/rows/contents/workloadsNode.ts';
import { rawPod, rawWorkload } from '#test/support/cluster/workloadsStage.ts';
import { emptyTreeInput, tooltipText } from '#test/support/cluster/treeInput.ts';

const classes = new Set(['kata', 'kata-remote']);

function pod(name: string, options: Parameters<typeof rawPod>[1] = {}): KataPod {
  return readKataPod(rawPod(name, options), classes) ?? assert.fail('the pod is not read');
}

function workload(kind: string, name: string, spec: Readonly<Record<string, unknown>>): KataWorkload {
  const place = kataWorkloadKinds.find((one) => one.kind === kind) ?? assert.fail(kind);
  return readKataWorkload(place, rawWorkload(name, spec), classes) ?? assert.fail('the workload is not read');
}

interface RowsOptions extends Partial<LoadedWorkloads> {
  readonly workloads?: readonly KataWorkload[];
  readonly warnings?: readonly ClusterEvent[];
  readonly now?: number;
}

function group({ workloads = [], warnings = [], now = 0, ...more }: RowsOptions): TreeNode {
  const state: WorkloadsState = {
    kind: 'loaded',
    pods: [],
    asOf: 0,
    updates: 'watch',
    owners: { workloads: new Map(workloads.map((one) => [one.uid, one])), controllers: new Map() },
    ...more,
  };
  const byObject = new Map(warnings.map((event) => [event.uid ?? '', event]));
  return workloadsNode({
    ...emptyTreeInput,
    now,
    workloads: state,
    podWarnings: { byObject, forbidden: new Set() },
  });
}

/** Returns the rows below a row, such as `web | 1 of 2 ready`, indented by level. */
function lines(node: TreeNode, indent = ''): readonly string[] {
  return (node.children?.() ?? []).flatMap((row) => [
    `${indent}${row.view.label} | ${row.view.description ?? ''}`,
    ...lines(row, `${indent}  `),
  ]);
}

test('pods are shown by namespace and owner, with the ready pods of those that the owner requests', () => {
  const node = group({
    pods: [
      pod('bare', { namespace: 'bank', node: 'worker-0' }),
      pod('web-0', { controller: 'StatefulSet web', node: 'worker-0' }),
      pod('web-1', { controller: 'StatefulSet web', isReady: false, node: 'worker-1' }),
    ],
    workloads: [
      workload('StatefulSet', 'web', { replicas: 3 }),
      workload('Deployment', 'idle', { replicas: 0 }),
      workload('Job', 'later', { suspend: true }),
    ],
  });
  assert.deepEqual(lines(node), [
    'bank | 1 pod',
    '  bare | Running · kata · worker-0',
    'shop | 2 pods',
    '  idle | Scaled to 0 · kata · Deployment',
    '  later | Suspended · kata · Job',
    '  web | 1 of 3 ready · kata · StatefulSet',
    '    web-0 | Running · kata · worker-0',
    '    web-1 | Running · kata · worker-1',
  ]);
});

test('an owner without its pods shows the newest warning about the ReplicaSet that a quota stops', () => {
  const event = (name: string, at: number, message: string): ClusterEvent => ({
    at,
    count: 4,
    type: 'Warning',
    reason: 'FailedCreate',
    message,
    kind: 'ReplicaSet',
    name,
    namespace: 'shop',
    uid: name,
  });
  const node = group({
    workloads: [workload('Deployment', 'web', { replicas: 2 }), workload('Deployment', 'web-admin', { replicas: 1 })],
    warnings: [
      event('web-5d9c7', 1000, 'exceeded quota: small\u202E'),
      event('web-4b8b6', 500, 'older'),
      event('web-admin-77', 2000, 'of another Deployment'),
    ],
  });
  assert.deepEqual(lines(node), [
    'shop | 0 pods',
    '  web | 0 of 2 ready · FailedCreate: exceeded quota: small\\u202e · Deployment',
    '  web-admin | 0 of 1 ready · FailedCreate: of another Deployment · Deployment',
  ]);
});

test('a container that cannot run is a warning without any event, also if the pod is Running', () => {
  const pulling = { reason: 'ImagePullBackOff', message: 'Back-off pulling image "quay.io/none"' };
  const crashing = { reason: 'CrashLoopBackOff', message: 'back-off 40s restarting failed container=app\u202E' };
  const node = group({
    pods: [
      pod('bare', { node: 'worker-0', phase: 'Pending', isReady: false, waiting: pulling }),
      pod('new', { node: 'worker-0', phase: 'Pending', isReady: false, waiting: { reason: 'ContainerCreating' } }),
      pod('web-0', { controller: 'StatefulSet web', node: 'worker-0', isReady: false, waiting: crashing }),
    ],
    workloads: [workload('StatefulSet', 'web', { replicas: 1 })],
  });
  assert.deepEqual(lines(node), [
    'shop | 3 pods',
    '  web | 0 of 1 ready · CrashLoopBackOff: back-off 40s restarting failed container=app\\u202e · StatefulSet',
    '    CrashLoopBackOff: web-0 | CrashLoopBackOff: back-off 40s restarting failed container=app\\u202e',
    '  Pending: bare | ImagePullBackOff: Back-off pulling image "quay.io/none"',
    '  Pending: new | kata · worker-0',
  ]);
  assert.equal(node.about?.explanation.health, 'attention');
  const [web, bare] = node.children?.()[0]?.children?.() ?? [];
  assert.match(tooltipText(web), /The container exits after each start/);
  assert.match(tooltipText(bare), /The image name is wrong/);
});

test('a pod whose agent policy denies a request shows the request and the cause', () => {
  const message = `Error: rpc status: Status { code: PERMISSION_DENIED }: ${'x'.repeat(200)} "CreateContainerRequest is blocked by policy: not allowed"`;
  const waiting = { reason: 'CreateContainerError', message };
  const node = group({ pods: [pod('bare', { node: 'worker-0', phase: 'Pending', isReady: false, waiting })] });
  assert.deepEqual(lines(node), [
    'shop | 1 pod',
    '  Pending: bare | CreateContainerError: CreateContainerRequest is blocked by policy: not allowed',
  ]);
  const [row] = node.children?.()[0]?.children?.() ?? [];
  assert.match(tooltipText(row), /The policy printed "not allowed"/);
});

/** Returns the commands that change a workload and are in the menu of the row. */
function offered({ view }: TreeNode): string {
  const words = new Set((view.contextValue ?? '').split(' '));
  if (!words.has('osc-mayChangeWorkload')) return '';
  return ['restartable', 'scalable'].filter((word) => words.has(`osc-${word}`)).join(' ');
}

test('an owner and its pods can be restarted or scaled if the kind of the owner allows it', () => {
  const owners = ['ReplicaSet web-5d9c7', 'StatefulSet db', 'DaemonSet agent', 'Job report', 'Database custom'];
  const node = group({
    pods: [pod('bare'), ...owners.map((controller, index) => pod(`pod-${index}`, { controller }))],
    workloads: [
      workload('Deployment', 'idle', { replicas: 0 }),
      workload('StatefulSet', 'db', { replicas: 1 }),
      workload('DaemonSet', 'agent', {}),
      workload('Job', 'report', { parallelism: 1 }),
    ],
  });
  const rows = node.children?.()[0]?.children?.() ?? [];
  const all = rows.flatMap((row) => [row, ...(row.children?.() ?? [])]);
  assert.deepEqual(Object.fromEntries(all.map((row) => [row.view.label, offered(row)])), {
    bare: '',
    idle: 'restartable scalable',
    agent: 'restartable',
    'pod-2': 'restartable',
    custom: '',
    'pod-4': '',
    db: 'restartable scalable',
    'pod-1': 'restartable scalable',
    report: '',
    'pod-3': '',
    'web-5d9c7': 'scalable',
    'pod-0': 'restartable scalable',
  });
});

test('an owner that cannot be read, or no longer exists, shows its name and the reason', () => {
  const node = group({
    pods: [pod('a', { controller: 'ReplicaSet web-5d9c7' }), pod('b', { controller: 'ReplicaSet gone' })],
    owners: {
      workloads: new Map(),
      controllers: new Map([
        ['web-5d9c7', { kind: 'forbidden' }],
        ['gone', { kind: 'deleted' }],
      ]),
    },
  });
  const rows = node.children?.()[0]?.children?.() ?? [];
  assert.deepEqual(
    rows.map(({ view }) => `${view.label} | ${view.description ?? ''}`),
    ['gone | No longer exists · kata · ReplicaSet', 'web-5d9c7 | Details not permitted · kata · ReplicaSet'],
  );
  assert.match(tooltipText(rows[1]), /You don't have permission to get ReplicaSet web\\-5d9c7 in namespace shop/);
});

test('pods can be grouped by runtime class or node, with their namespaces in the tooltips', () => {
  const pods = [
    pod('a', { node: 'worker-1' }),
    pod('b', { runtimeClass: 'kata-remote', phase: 'Pending', isReady: false }),
    pod('c', { namespace: 'bank', node: 'worker-1' }),
  ];
  const state: WorkloadsState = { kind: 'loaded', pods, asOf: 0, updates: 'watch' };
  const by = (workloadGrouping: WorkloadGrouping): TreeNode =>
    workloadsNode({ ...emptyTreeInput, now: 0, workloads: state, workloadGrouping });
  assert.deepEqual(lines(by('runtimeClass')), [
    'kata | 2 pods',
    '  a | Running · kata · worker-1',
    '  c | Running · kata · worker-1',
    'kata-remote | 1 pod',
    '  Pending: b | kata-remote',
  ]);
  const byNode = by('node');
  assert.deepEqual(lines(byNode), [
    'Not scheduled yet | 1 pod',
    '  Pending: b | kata-remote',
    'worker-1 | 2 pods',
    '  a | Running · kata · worker-1',
    '  c | Running · kata · worker-1',
  ]);
  assert.match(tooltipText(byNode.children?.()[1]?.children?.()[1]), /\*\*Namespace:\*\* `bank`/);
});

test('a peer pod shows the ID of its VM, and a pod that does not end shows for how long', () => {
  const now = Date.UTC(2026, 0, 1);
  const deletionTimestamp = new Date(now - 3 * 3_600_000).toISOString();
  const vm = peerPods.read({
    metadata: {
      name: 'web-vm',
      namespace: 'shop',
      uid: 'vm',
      deletionTimestamp,
      ownerReferences: [{ kind: 'Pod', name: 'web' }],
    },
    spec: { cloudProvider: 'aws', instanceID: 'i-0abc' },
  });
  const snapshot = {
    ...emptyTreeInput.snapshot,
    peerPods: { state: { kind: 'live' } as const, asOf: now, items: new Map([['vm', vm ?? assert.fail()]]) },
  };
  const web = { ...pod('web', { runtimeClass: 'kata-remote', node: 'worker-0' }), deleting: now - 3 * 3_600_000 };
  const row = workloadNode({ ...emptyTreeInput, now, snapshot }, web);
  assert.equal(row.view.label, 'Terminating: web');
  assert.equal(row.view.description, '3 h · kata-remote · worker-0 · i-0abc');
  assert.match(tooltipText(row), /\*\*Pod VM:\*\* `i-0abc on aws \(PeerPod web-vm\) · Terminating \(3 h\)`/);
  const inGracePeriod = workloadNode({ ...emptyTreeInput, now, snapshot }, { ...web, deleting: now + 20_000 });
  assert.equal(inGracePeriod.view.description, 'kata-remote · worker-0 · i-0abc');
});

test('a terminating pod names the finalizers that delay its deletion', () => {
  const raw = rawPod('web', { node: 'worker-0', finalizers: ['example.com/cleanup', 'example.com/\u202Ex'] });
  const tooltipOf = (one: unknown): string =>
    tooltipText(workloadNode(emptyTreeInput, readKataPod(one, classes) ?? assert.fail())).replaceAll('\\', '');
  assert.doesNotMatch(tooltipOf(raw), /finalizers/);
  const ending = rawPod('web', {
    node: 'worker-0',
    deletionTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['example.com/cleanup', 'example.com/\u202Ex'],
  });
  assert.match(
    tooltipOf(ending),
    /Until these finalizers are removed, the pod remains in the state Terminating: example\.com\/cleanup and example\.com\/u202ex\./,
  );
});

test('the group counts the pods of each runtime class, and shows how it is updated', () => {
  const pods = [pod('a'), pod('b'), pod('c', { runtimeClass: 'kata-remote' })];
  assert.equal(group({ pods }).view.description, '3 · kata 2, kata-remote 1');
  assert.equal(group({ pods: pods.slice(0, 2) }).view.description, '2 · kata');
  const polled = group({ pods, updates: 60_000, now: 70_000 });
  assert.match(polled.view.description ?? '', /^3 · kata 2, kata-remote 1 · every 60 s · last updated /);
  assert.match(tooltipText(polled), /updates every 60 seconds/);
  assert.equal(polled.view.isDimmed, undefined);
});

test('the list is dimmed if it is due for half a minute, or its connection is lost', () => {
  assert.equal(group({ updates: 60_000, now: 91_000 }).view.isDimmed, true);
  assert.equal(group({ now: 3_600_000 }).view.isDimmed, undefined, 'a watch reports changes');
  const lost = group({ pods: [pod('a')], again: { kind: 'failed', message: 'connection refused' } });
  assert.equal(lost.view.isDimmed, true);
  assert.equal(lines(lost)[0], 'connection refused | ');
});
