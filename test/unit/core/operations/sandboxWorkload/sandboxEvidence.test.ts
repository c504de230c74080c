/** Tests whether a pod is sandboxed. The verdict is yes or no only if the cluster proves it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { listWorkloads } from '#client/operations/workloads/listWorkloads.ts';
import { podsOf } from '#client/operations/workloads/listWorkloadPods.ts';
import { readClusterObject } from '#client/kubernetes/read/readObjects.ts';
import { overall } from '#client/operations/workloads/sandboxAnswer.ts';
import { readObservedPod, type ObservedPod } from '#core/status/workloads/observedPod.ts';
import { sandboxEvidence, type SandboxEvidence } from '#core/status/workloads/sandboxEvidence.ts';
import { templateEvidence } from '#core/status/workloads/templateEvidence.ts';
import { updateSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { readEvent, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { simulatedCluster, type SimulatedCluster } from '#test/support/operations/simulatedCluster.ts';

const ten = '2026-11-21T10:00:00Z';
const eleven = '2026-11-21T11:00:00Z';

/** Creates a snapshot of these objects. All other kinds were never read. */
function snapshotOf(objects: Partial<Record<WatchedKindId, readonly object[]>>): Snapshot {
  return Object.entries(objects).reduce<Snapshot>((snapshot, [name, list]) => {
    const id = name as WatchedKindId;
    const items = list.map((raw) => watchedKinds[id].read(raw) ?? assert.fail(`${id} was not read`));
    return updateSnapshot(snapshot, id, {
      kind: 'replace',
      items: new Map(items.map((item) => [item.uid, item])),
      asOf: 1,
    } as never);
  }, emptySnapshot);
}
const runtimeClass = (name: string, handler: string, creationTimestamp = ten) => ({
  metadata: { name, uid: name, creationTimestamp },
  handler,
});
const kataConfig = (installed: readonly string[], more: object = {}) => ({
  metadata: { name: 'example', uid: 'k', creationTimestamp: ten },
  status: { runtimeClasses: ['kata', 'kata-remote'], kataNodes: { installed, ...more } },
});
const nodeWith = (name: string, currentConfig: string) => ({
  metadata: { name, uid: name, annotations: { 'machineconfiguration.openshift.io/currentConfig': currentConfig } },
});
const usual = {
  runtimeClasses: [
    runtimeClass('kata', 'kata'),
    runtimeClass('kata-remote', 'kata-remote'),
    runtimeClass('plain', 'crun'),
    runtimeClass('other', 'runsc'),
  ],
  kataConfigs: [kataConfig(['worker-0'])],
  nodes: [],
  peerPods: [],
};

function pod(
  runtimeClassName: string | undefined,
  more: { readonly spec?: object; readonly status?: object } = {},
): ObservedPod {
  const raw = {
    metadata: {
      name: 'web',
      namespace: 'shop',
      uid: 'p',
      annotations: { 'io.katacontainers.config.agent.policy': 'canary', team: 'a' },
    },
    spec: { runtimeClassName, nodeName: 'worker-0', ...more.spec },
    status: {
      phase: 'Running',
      startTime: eleven,
      containerStatuses: [{ containerID: 'cri-o://4f', state: { running: {} } }],
      ...more.status,
    },
  };
  return readObservedPod(raw) ?? assert.fail('no pod');
}
const judged = (seen: ObservedPod, objects: Parameters<typeof snapshotOf>[0] = usual): SandboxEvidence =>
  sandboxEvidence(seen, snapshotOf(objects));
const verdict = (seen: ObservedPod, objects?: Parameters<typeof snapshotOf>[0]) => {
  const { verdict: answer, headline } = judged(seen, objects);
  return `${answer}: ${headline}`;
};

describe('verdict Yes', () => {
  test('applies to a container with the Kata handler on a node with Kata', () => {
    const { verdict: answer, lines, todo } = judged(pod('kata'));
    assert.equal(answer, 'yes');
    assert.deepEqual(lines.slice(0, 3), [
      { what: 'Runtime class', says: 'kata' },
      { what: 'Handler', says: 'kata', speaks: 'for' },
      { what: 'Node', says: 'worker-0 (Kata installed)', speaks: 'for' },
    ]);
    assert.match(todo ?? '', /boot_id/);
    assert.doesNotMatch(
      JSON.stringify(lines),
      /canary|team/,
      'values of annotations are not shown, nor those of others',
    );
  });
  test('shows the container ID as crictl prints it', () => {
    const { lines } = judged(
      pod('kata', {
        status: { containerStatuses: [{ containerID: `cri-o://${'4f'.repeat(32)}`, state: { running: {} } }] },
      }),
    );
    assert.ok(lines.some(({ what, says }) => what === 'Containers' && says === 'cri-o://4f4f4f4f4f4f4'));
  });
  test('applies to a peer pod with a VM', () => {
    const peerPods = [
      {
        metadata: { name: 'web-x', namespace: 'shop', uid: 'pp', ownerReferences: [{ kind: 'Pod', name: 'web' }] },
        spec: { cloudProvider: 'aws', instanceID: 'i-0abc' },
      },
    ];
    const { verdict: answer, lines } = judged(pod('kata-remote'), { ...usual, peerPods });
    assert.equal(answer, 'yes');
    assert.ok(lines.some(({ says }) => says === 'i-0abc on aws (PeerPod web-x)'));
  });
  test('applies to a completed pod', () =>
    assert.match(
      verdict(pod('kata', { status: { phase: 'Succeeded', containerStatuses: [{ state: { terminated: {} } }] } })),
      /^yes: .*has finished/,
    ));
  test('applies to a container on a node with Kata that only gets a new machine config', () => {
    for (const list of ['waitingToInstall', 'installing', 'failedToInstall']) {
      const updating = (currentConfig: string) => ({
        ...usual,
        kataConfigs: [kataConfig([], { [list]: ['worker-0'] })],
        nodes: [nodeWith('worker-0', currentConfig)],
      });
      assert.match(verdict(pod('kata'), updating('rendered-kata-oc-1')), /^yes/, list);
      assert.match(verdict(pod('kata'), updating('rendered-worker-1')), /^unknown: .*isn't installed/, list);
    }
  });
  test('applies to a container on a node from which Kata is being uninstalled, with the state of the node', () => {
    const words = {
      waitingToUninstall: 'worker-0 (waiting for Kata to be uninstalled)',
      uninstalling: 'worker-0 (Kata is being uninstalled)',
      failedToUninstall: "worker-0 (Kata couldn't be uninstalled)",
    };
    for (const [list, says] of Object.entries(words)) {
      const leaving = (currentConfig: string) => ({
        ...usual,
        kataConfigs: [kataConfig([], { [list]: ['worker-0'] })],
        nodes: [nodeWith('worker-0', currentConfig)],
      });
      const { verdict: answer, lines } = judged(pod('kata'), leaving('rendered-kata-oc-1'));
      assert.deepEqual([answer, lines.find(({ what }) => what === 'Node')?.says], ['yes', says]);
      assert.match(verdict(pod('kata'), leaving('rendered-worker-1')), /^unknown: .*isn't installed/, list);
    }
  });
  test("applies, with a note, if KataConfigs or PeerPods can't be listed", () => {
    const { runtimeClasses } = usual;
    assert.match(verdict(pod('kata'), { runtimeClasses }), /^yes/);
    const { verdict: answer, lines } = judged(pod('kata-remote'), { runtimeClasses });
    assert.deepEqual(
      [answer, lines.filter(({ says }) => /can't list (?:KataConfigs|PeerPod)/.test(says)).length],
      ['yes', 2],
    );
  });
});

describe('verdict No', () => {
  test('applies to a pod without a runtime class', () =>
    assert.match(verdict(pod(undefined)), /^no: .*regular containers on worker-0/));
  test('applies to a runtime class for regular containers', () => assert.match(verdict(pod('plain')), /^no/));
});

describe('verdict Unknown', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['applies to an unknown handler', verdict(pod('other'))],
    ['applies to a deleted runtime class', verdict(pod('lost'))],
    ["applies if runtime classes can't be listed", verdict(pod('kata'), {})],
    [
      'applies if the runtime class is newer than the pod',
      verdict(pod('kata', { status: { startTime: '2026-11-21T09:00:00Z' } })),
    ],
    [
      'applies to a pod without started containers',
      verdict(pod('kata', { spec: { nodeName: undefined }, status: { phase: 'Pending', containerStatuses: [] } })),
    ],
    [
      'applies to a pod whose containers wait, even if they have IDs',
      verdict(
        pod('kata', {
          status: {
            phase: 'Pending',
            containerStatuses: [{ containerID: 'cri-o://4f', state: { waiting: { reason: 'ContainerCreating' } } }],
          },
        }),
      ),
    ],
    [
      'applies to a container that has ended in a pod that runs',
      verdict(
        pod('kata', {
          status: {
            containerStatuses: [{ containerID: 'cri-o://4f', state: { waiting: { reason: 'CrashLoopBackOff' } } }],
          },
        }),
      ),
    ],
    ["applies if Kata isn't installed on the node", verdict(pod('kata', { spec: { nodeName: 'worker-9' } }))],
    ['applies to a running peer pod without a PeerPod', verdict(pod('kata-remote'))],
  ];
  for (const [name, said] of cases) test(name, () => assert.match(said, /^unknown: Unknown: \S/));
});

describe('pod template', () => {
  const said = (name: string | undefined, snapshot = snapshotOf(usual)): string => {
    const { verdict: answer, headline } = templateEvidence(name, snapshot);
    return `${answer}: ${headline}`;
  };
  test('shows from its runtime class whether new pods run in a sandbox', () => {
    assert.match(said('kata'), /^yes: .* kata, so new pods run in a sandbox\.$/);
    assert.match(said('plain'), /^no: .* plain, so new pods run regular containers\.$/);
    assert.match(said(undefined), /^no: The pod template has no runtime class/);
    assert.match(said('missing'), /^rejected: .* runtime class missing in the pod template doesn't exist\.$/);
  });
  test('proves nothing if the runtime class or its handler is unknown', () => {
    assert.match(said('other'), /^unknown: .*: runsc isn't a known Kata handler\.$/);
    assert.match(said('kata', emptySnapshot), /^unknown: .*: can't list runtime classes\.$/);
  });
});

test('overall verdict summarizes the verdicts of all pods', () => {
  assert.equal(overall(['yes', 'yes']), 'Yes, all 2 pods run in a sandbox.');
  assert.equal(overall(['no']), 'No.');
  assert.equal(
    overall(['yes', 'no', 'unknown']),
    "1 of 3 pods runs in a sandbox. 1 pod runs regular containers. It's unknown whether 1 pod runs in a sandbox.",
  );
  assert.equal(overall(['yes', 'failed']), '1 of 2 pods runs in a sandbox. The other pod has no sandbox.');
  assert.equal(
    overall(['failed', 'failed', 'yes', 'yes', 'unknown']),
    "2 of 5 pods run in a sandbox. 2 pods have no sandbox. It's unknown whether 1 pod runs in a sandbox.",
  );
  assert.equal(
    overall(['yes', 'denied']),
    '1 of 2 pods runs in a sandbox. The agent policy of 1 pod denies a request.',
  );
  assert.equal(overall(['denied', 'denied']), 'The agent policies of 2 pods deny a request.');
  assert.equal(overall(['failed']), 'The pod has no sandbox.');
  assert.equal(overall(['failed', 'failed']), 'None of the 2 pods has a sandbox.');
});

describe('events of a pod', () => {
  const waiting = pod('kata', {
    status: { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }] },
  });
  const failure = {
    kind: 'Pod',
    name: 'web',
    type: 'Warning',
    reason: 'FailedCreatePodSandBox',
    message: 'Failed to create pod sandbox: qemu log: Could not access KVM kernel module: No such file',
    count: 3,
    at: 1000,
  };
  const withEvents = (seen: ObservedPod, ...events: readonly ClusterEvent[]): SandboxEvidence =>
    sandboxEvidence(seen, snapshotOf(usual), events);

  test('show that a pod has no sandbox, why, and what to do', () => {
    const { verdict: answer, headline, failure: words, todo } = withEvents(waiting, failure);
    assert.equal(answer, 'failed');
    assert.equal(headline, `No sandbox: ${failure.message} (FailedCreatePodSandBox, 3 times).`);
    assert.equal(words, `${failure.message} (FailedCreatePodSandBox, 3 times)`);
    assert.match(
      todo ?? '',
      /^Enable virtualization in the node's firmware\..*"Show Sandbox Logs\.\.\." on the pod\.$/,
    );
  });
  test('are not needed if the watch of the cluster knows the failure', () => {
    const held = {
      state: { kind: 'live' as const },
      asOf: 1,
      items: new Map([['p', { ...waiting, ...failure, uid: 'p', runtimeClass: 'kata' }]]),
    };
    const { verdict: answer, failure: words } = sandboxEvidence(waiting, {
      ...snapshotOf(usual),
      failedSandboxes: held,
    });
    assert.deepEqual([answer, words], ['failed', `${failure.message} (FailedCreatePodSandBox, 3 times)`]);
  });
  test('of another pod are ignored', () => {
    const { verdict: answer, events } = withEvents(waiting, { ...failure, name: 'db' });
    assert.deepEqual([answer, events], ['unknown', []]);
  });
  test('from before the sandbox existed are ignored', () => {
    assert.equal(withEvents(pod('kata'), failure).verdict, 'yes');
    const created = pod('kata', {
      status: {
        phase: 'Pending',
        containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }],
        conditions: [{ type: 'PodReadyToStartContainers', status: 'True' }],
      },
    });
    assert.equal(withEvents(created, failure).verdict, 'unknown', 'its image is being pulled');
    const pulling = pod('kata', {
      status: { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }] },
    });
    const { verdict: answer, headline } = withEvents(pulling, failure, {
      ...failure,
      reason: 'BackOff',
      message: 'Back-off pulling image "web"',
      at: 2000,
    });
    assert.equal(
      `${answer}: ${headline}`,
      'unknown: Unknown: no containers have started in the pod yet. BackOff: Back-off pulling image "web"',
    );
  });
  test('show why a pod has no node', () => {
    const message = "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.";
    const unscheduled = pod('kata', {
      spec: { nodeName: undefined },
      status: { phase: 'Pending', containerStatuses: [] },
    });
    const { headline, todo } = withEvents(unscheduled, { ...failure, reason: 'FailedScheduling', message });
    assert.equal(headline, `Unknown: no containers have started in the pod yet. FailedScheduling: ${message}`);
    assert.match(todo ?? '', /node selector/);
  });
});

describe('workload listing', () => {
  let cluster: SimulatedCluster;
  const signal = new AbortController().signal;
  before(async () => {
    const scenario = scenarioNamed('uninstall-blocked-by-pods');
    assert.ok(scenario);
    cluster = await simulatedCluster({ scenario });
  });
  after(() => cluster.close());
  test('finds workloads with their pods and evaluates them', async () => {
    const reader = createClusterReader(cluster.connection, signal);
    const { found, problem } = await listWorkloads(reader);
    assert.equal(problem, undefined);
    const [only] = found;
    assert.ok(only);
    assert.deepEqual(
      found.map(({ reference, runtimeClass: has }) => [reference.kind, reference.name, has]),
      [['Deployment', 'payments', 'kata']],
    );
    const raw = await readClusterObject(cluster.connection, only.reference, signal);
    assert.ok(raw.ok);
    const pods = await podsOf(reader, only.reference, raw.value);
    assert.ok(pods.ok);
    const judgements = pods.value.pods.map((one) =>
      sandboxEvidence(readObservedPod(one) ?? assert.fail(), cluster.open.snapshot),
    );
    assert.deepEqual(
      judgements.map(({ verdict: answer, headline }) => [answer, headline]),
      Array.from({ length: 2 }, () => ['yes', 'Yes: the pod is running in a sandbox.']),
    );
  });
});

describe('sandboxes-fail', () => {
  let cluster: SimulatedCluster;
  const signal = new AbortController().signal;
  before(async () => {
    const scenario = scenarioNamed('sandboxes-fail');
    assert.ok(scenario);
    cluster = await simulatedCluster({ scenario });
  });
  after(() => cluster.close());

  test('has a pod in a sandbox and one without, whose events show the cause', async () => {
    const reader = createClusterReader(cluster.connection, signal);
    const { found } = await listWorkloads(reader);
    const [only] = found;
    assert.ok(only);
    assert.deepEqual([only.state.words, only.state.rank], ['1 of 2 ready', 'failing']);
    const raw = await readClusterObject(cluster.connection, only.reference, signal);
    assert.ok(raw.ok);
    const pods = await podsOf(reader, only.reference, raw.value);
    assert.ok(pods.ok);
    const listed = await reader.list('/api/v1/namespaces/payments/events', 500);
    assert.ok(listed.kind === 'value');
    const events = listed.value.items.flatMap((one) => readEvent(one) ?? []);
    const evidence = pods.value.pods.map((one) =>
      sandboxEvidence(readObservedPod(one) ?? assert.fail(), cluster.open.snapshot, events),
    );
    assert.deepEqual(evidence.map((one) => one.verdict).toSorted(), ['failed', 'yes']);
    const without = evidence.find((one) => one.verdict === 'failed');
    assert.match(
      without?.headline ?? '',
      /^No sandbox: Failed to create pod sandbox: .*Could not access KVM kernel module.* \(FailedCreatePodSandBox, \d+ times\)\.$/,
    );
    assert.ok(without?.lines.some(({ what, says }) => what === 'Containers' && says === 'none started'));
  });
});
