/** Tests that a pod whose agent policy denies a request shows the request and the cause. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DetailState } from '#client/details/detailPage.ts';
import { workloadPage } from '#client/operations/workloads/workloadPage.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { readObservedPod, type ObservedPod } from '#core/status/workloads/observedPod.ts';
import { sandboxEvidence, type SandboxEvidence } from '#core/status/workloads/sandboxEvidence.ts';

const runtimeClass =
  watchedKinds.runtimeClasses.read({ metadata: { name: 'kata', uid: 'kata' }, handler: 'kata' }) ?? assert.fail();
const snapshot: Snapshot = {
  ...emptySnapshot,
  runtimeClasses: { state: { kind: 'live' }, asOf: 1, items: new Map([['kata', runtimeClass]]) },
};
const failure: ClusterEvent = {
  kind: 'Pod',
  name: 'web',
  type: 'Warning',
  reason: 'FailedCreatePodSandBox',
  message: '',
  count: 3,
  at: 1000,
};

function pod(...containerStatuses: readonly object[]): ObservedPod {
  const raw = {
    metadata: { name: 'web', namespace: 'shop', uid: 'p' },
    spec: { runtimeClassName: 'kata', nodeName: 'worker-0' },
    status: { phase: 'Pending', containerStatuses },
  };
  return readObservedPod(raw) ?? assert.fail('no pod');
}

const stateOfPage = (seen: ObservedPod, evidence: SandboxEvidence): DetailState =>
  workloadPage({
    context: 'demo',
    reference: { group: '', version: 'v1', plural: 'pods', kind: 'Pod', name: 'web', namespace: 'shop' },
    pods: [{ pod: { ...seen, phase: 'Running' }, evidence, raw: {} }],
    cut: false,
    events: { value: [] },
    yaml: { value: '' },
    asOf: 0,
    now: 0,
  }).state;

const withEvents = (seen: ObservedPod, ...events: readonly ClusterEvent[]): SandboxEvidence =>
  sandboxEvidence(seen, snapshot, events);

test('a pod shows which request its agent policy denies', () => {
  const message = 'Error: CreateContainer failed: "CreateContainerRequest is blocked by policy: not allowed": unknown';
  const denied = pod({ state: { waiting: { reason: 'CreateContainerError', message } } });
  const backOff = { ...failure, reason: 'BackOff', message: 'Back-off restarting failed container' };
  for (const found of [
    withEvents(denied),
    withEvents(denied, backOff),
    withEvents(pod(), {
      ...failure,
      reason: 'Failed',
      message,
    }),
  ]) {
    assert.deepEqual([found.verdict, found.denied], ['denied', 'CreateContainerRequest']);
    assert.match(found.headline, /^The agent policy denies CreateContainerRequest\. .*printed "not allowed"/);
    assert.match(found.todo ?? '', /^Change the policy/);
  }
  const state = stateOfPage(denied, withEvents(denied));
  assert.deepEqual(state, { tone: 'failed', word: 'Denied by policy', headline: 'CreateContainerRequest' });
});
test('a sandbox that the agent policy denies shows the denial as the cause', () => {
  const waiting = pod({ state: { waiting: { reason: 'ContainerCreating' } } });
  const message = 'Failed to create pod sandbox: rpc error: "SetPolicyRequest is blocked by policy: ": unknown';
  const { verdict: answer, todo } = withEvents(waiting, { ...failure, message });
  assert.equal(answer, 'failed');
  assert.match(todo ?? '', /^Remove the annotation/);
});
