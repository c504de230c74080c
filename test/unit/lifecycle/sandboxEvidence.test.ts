/** Whether a pod is sandboxed: yes and no only where the cluster shows it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { factReader } from '../../../client/src/lifecycle/factReader.ts';
import { listWorkloads } from '../../../client/src/lifecycle/listWorkloads.ts';
import { podsOf } from '../../../client/src/lifecycle/podsOf.ts';
import { readObject } from '../../../client/src/lifecycle/readObjects.ts';
import { overall, sandboxReport } from '../../../client/src/lifecycle/sandboxReport.ts';
import { readPodSeen, sandboxEvidence, type PodSeen, type SandboxEvidence } from '../../../core/lifecycle/sandboxEvidence.ts';
import { changeSnapshot, emptySnapshot, type Snapshot } from '../../../core/live/snapshot.ts';
import type { LiveKindId } from '../../../core/live/kinds/index.ts';
import { liveKinds } from '../../../core/live/kinds/index.ts';
import { scenarioNamed } from '../../../simulator/src/main.ts';
import { simulatedCluster, type SimulatedCluster } from './simulatedCluster.ts';

const ten = '2026-11-21T10:00:00Z';
const eleven = '2026-11-21T11:00:00Z';

/** A snapshot of these objects; kinds that are not named were never read. */
function snapshotOf(objects: Partial<Record<LiveKindId, readonly object[]>>): Snapshot {
  return Object.entries(objects).reduce<Snapshot>((snapshot, [name, list]) => {
    const id = name as LiveKindId;
    const items = list.map((raw) => liveKinds[id].read(raw) ?? assert.fail(`${id} was not read`));
    return changeSnapshot(snapshot, id, { kind: 'replace', items: new Map(items.map((item) => [item.uid, item])), asOf: 1 } as never);
  }, emptySnapshot);
}
const runtimeClass = (name: string, handler: string, creationTimestamp = ten) => ({ metadata: { name, uid: name, creationTimestamp }, handler });
const kataConfig = (installed: readonly string[], more: object = {}) => ({
  metadata: { name: 'example', uid: 'k', creationTimestamp: ten },
  status: { runtimeClasses: ['kata', 'kata-remote'], kataNodes: { installed, ...more } },
});
const usual = {
  runtimeClasses: [runtimeClass('kata', 'kata'), runtimeClass('kata-remote', 'kata-remote'), runtimeClass('plain', 'crun'), runtimeClass('other', 'runsc')],
  kataConfigs: [kataConfig(['worker-0'])],
  nodes: [],
  peerPods: [],
};

function pod(runtimeClassName: string | undefined, more: { readonly spec?: object; readonly status?: object } = {}): PodSeen {
  const raw = {
    metadata: { name: 'web', namespace: 'shop', uid: 'p', annotations: { 'io.katacontainers.config.agent.policy': 'canary', team: 'a' } },
    spec: { runtimeClassName, nodeName: 'worker-0', ...more.spec },
    status: { phase: 'Running', startTime: eleven, containerStatuses: [{ containerID: 'cri-o://4f' }], ...more.status },
  };
  return readPodSeen(raw) ?? assert.fail('no pod');
}
const judged = (seen: PodSeen, objects: Parameters<typeof snapshotOf>[0] = usual): SandboxEvidence => sandboxEvidence(seen, snapshotOf(objects));
const verdict = (seen: PodSeen, objects?: Parameters<typeof snapshotOf>[0]) => {
  const { verdict: answer, headline } = judged(seen, objects);
  return `${answer}: ${headline}`;
};

describe('yes', () => {
  test('a container runs with the handler of kata, on a node that has it', () => {
    const { verdict: answer, lines, todo } = judged(pod('kata'));
    assert.equal(answer, 'yes');
    assert.deepEqual(lines.slice(0, 3), [
      { what: 'Runtime class', says: 'kata' },
      { what: 'Handler', says: 'kata', speaks: 'for' },
      { what: 'Node', says: 'worker-0, kata is installed there', speaks: 'for' },
    ]);
    assert.match(todo ?? '', /boot_id/);
    assert.doesNotMatch(JSON.stringify(lines), /canary|team/, 'values of annotations are not shown, nor those of others');
  });
  test('a container is named as crictl prints it', () => {
    const { lines } = judged(pod('kata', { status: { containerStatuses: [{ containerID: `cri-o://${'4f'.repeat(32)}` }] } }));
    assert.ok(lines.some(({ what, says }) => what === 'Containers' && says === 'cri-o://4f4f4f4f4f4f4'));
  });
  test('a peer pod, with its virtual machine', () => {
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
  test('one that has ended', () => assert.match(verdict(pod('kata', { status: { phase: 'Succeeded' } })), /^yes: .*has ended/));
  test('where KataConfigs or PeerPods cannot be listed, that is said and is no doubt', () => {
    const { runtimeClasses } = usual;
    assert.match(verdict(pod('kata'), { runtimeClasses }), /^yes/);
    const { verdict: answer, lines } = judged(pod('kata-remote'), { runtimeClasses });
    assert.deepEqual([answer, lines.filter(({ says }) => says.includes('cannot be listed')).length], ['yes', 2]);
  });
});

describe('no', () => {
  test('no runtime class', () => assert.match(verdict(pod(undefined)), /^no: .*ordinary container on worker-0/));
  test('a runtime class of ordinary containers', () => assert.match(verdict(pod('plain')), /^no/));
});

describe('it cannot be told', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['another handler that is not known', verdict(pod('other'))],
    ['the runtime class is gone', verdict(pod('lost'))],
    ['runtime classes cannot be listed', verdict(pod('kata'), {})],
    ['the runtime class is younger than the pod', verdict(pod('kata', { status: { startTime: '2026-11-21T09:00:00Z' } }))],
    ['nothing has started', verdict(pod('kata', { spec: { nodeName: undefined }, status: { phase: 'Pending', containerStatuses: [] } }))],
    ['the node is not among those with kata', verdict(pod('kata', { spec: { nodeName: 'worker-9' } }))],
    ['a running peer pod without a PeerPod', verdict(pod('kata-remote'))],
  ];
  for (const [name, said] of cases) test(name, () => assert.match(said, /^unknown: It cannot be told/));
});

test('one answer for all pods', () => {
  assert.equal(overall([]), 'It cannot be told: it has no pods now.');
  assert.equal(overall(['yes', 'yes']), 'Yes, all 2 pods.');
  assert.equal(overall(['no']), 'No.');
  assert.equal(overall(['yes', 'no', 'unknown']), 'In part: of 3 pods, 1 is, 1 is not, of 1 it cannot be told.');
});

test('what comes from a cluster is text in the report', () => {
  const name = '[x](command:evil)|`a`';
  const seen = { ...pod('kata'), name, runtimeClass: '<img src=x>' };
  const text = sandboxReport({ context: '*demo*', title: `Pod ${name}`, asOf: '10:41', pods: [{ pod: seen, evidence: judged(seen) }] });
  assert.doesNotMatch(text.replaceAll(/`+[^`]*`+/g, ''), /[^\\](?:\[x\]\(|<img|\*demo)/);
});

describe('on a cluster', { timeout: 60_000 }, () => {
  let cluster: SimulatedCluster;
  const signal = new AbortController().signal;
  before(async () => {
    const scenario = scenarioNamed('uninstall-blocked-by-pods');
    assert.ok(scenario);
    cluster = await simulatedCluster({ scenario });
  });
  after(() => cluster.close());
  test('workloads are found, with their pods, and judged', async () => {
    const reader = factReader(cluster.connection, signal);
    const { found, problem } = await listWorkloads(reader);
    assert.equal(problem, undefined);
    const [only] = found;
    assert.ok(only);
    assert.deepEqual(
      found.map(({ reference, runtimeClass: has }) => [reference.kind, reference.name, has]),
      [['Deployment', 'payments', 'kata']],
    );
    const raw = await readObject(cluster.connection, only.reference, signal);
    assert.ok(raw.ok);
    const pods = await podsOf(reader, only.reference, raw.value);
    assert.ok(pods.ok);
    const judgements = pods.value.pods.map((one) => sandboxEvidence(readPodSeen(one) ?? assert.fail(), cluster.open.snapshot));
    assert.deepEqual(
      judgements.map(({ verdict: answer, headline }) => [answer, headline]),
      Array.from({ length: 2 }, () => ['yes', 'Yes: it runs in a sandbox.']),
    );
  });
});
