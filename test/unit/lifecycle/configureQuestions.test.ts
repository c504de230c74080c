/** What is asked before settings are changed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eligibilityQuestion } from '../../../client/src/lifecycle/configure/eligibilityQuestion.ts';
import { featureGateQuestion } from '../../../client/src/lifecycle/configure/featureGateQuestions.ts';
import { instanceTypeQuestion } from '../../../client/src/lifecycle/configure/instanceTypeQuestions.ts';
import { logLevelQuestion } from '../../../client/src/lifecycle/configure/logLevelQuestion.ts';
import { chosenNodesQuestion, nodeQuestion, readOwnLabel } from '../../../client/src/lifecycle/configure/nodeQuestions.ts';
import type { NamedStep } from '../../../client/src/steps.ts';
import { emptyHistory } from '../../../core/live/history.ts';
import { surroundingsOf } from '../../../core/live/status/surroundings.ts';
import { providerNamed } from '../../../core/peerPods/providers.ts';
import { newestRelease } from '../../../core/releases.ts';
import { kataConfig, pools, readAt, snapshotOf, worker } from '../live/liveObjects.ts';

const labels = (step: NamedStep | undefined): readonly string[] => (step !== undefined && 'items' in step ? step.items.map(({ label }) => label) : []);
const says = (step: NamedStep | undefined, text: string) => (step !== undefined && 'prompt' in step ? step.says?.(text) : undefined);

const snapshot = snapshotOf({
  kataConfigs: [kataConfig(undefined)],
  machineConfigPools: pools,
  nodes: [
    worker('worker-0', { labels: { 'node-role.kubernetes.io/kata-oc': '', kata: 'true', 'feature.node.kubernetes.io/runtime.kata': 'true' } }),
    worker('worker-1', { labels: { 'node-role.kubernetes.io/kata-oc': '' } }),
    worker('worker-2', { labels: { zone: 'b' } }),
  ],
});
const present = surroundingsOf(snapshot).kataConfig;

describe('Which log level', () => {
  it('offers all seven with what each costs, and says which is set', () => {
    const step = logLevelQuestion('info');
    assert.deepEqual(labels(step), ['panic', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']);
    assert.ok('items' in step && step.items.every(({ detail }) => (detail ?? '') !== ''));
    assert.ok('items' in step && step.items.find(({ label }) => label === 'info')?.description === 'as it is');
  });
});

describe('Which nodes', () => {
  it('says of a label as it is typed whom it means, and who gains or loses kata', () => {
    assert.ok(present);
    const step = nodeQuestion(snapshot, present, new Map([['how', 'label']]));
    assert.deepEqual(says(step, 'kata=true'), { message: '1 worker: worker-0; kata goes away from worker-1', wrong: false });
    assert.deepEqual(says(step, 'zone=b'), { message: '1 worker: worker-2; kata comes to worker-2 and goes away from worker-0 and worker-1', wrong: false });
    assert.equal(says(step, 'nobody=here')?.wrong, true);
    assert.equal(says(step, 'a b')?.wrong, true);
  });

  it("takes a label of one's own for chosen nodes, and none that means something else", () => {
    assert.deepEqual(readOwnLabel('kata=true'), { ok: true, value: { key: 'kata', value: 'true' } });
    for (const text of ['kata', 'kata=', 'a=b,c=d', 'node-role.kubernetes.io/worker=x', 'kubernetes.io/hostname=a', ''])
      assert.equal(readOwnLabel(text).ok, false, text);
    const { items } = chosenNodesQuestion('', snapshot, { key: 'kata', value: 'true' });
    assert.deepEqual(
      items.map(({ label, description, picked }) => `${label} ${description} ${picked}`),
      ['worker-0 has kata true', 'worker-1 has kata false', 'worker-2  false'],
    );
  });
});

describe('Which instance types', () => {
  const keys = providerNamed('aws')?.instanceTypes;
  assert.ok(keys);
  const set = { provider: 'aws', keys, release: newestRelease, types: 't3.medium', defaultType: 't3.medium' };

  it('checks the list as it is typed, then asks for one of it', () => {
    const list = instanceTypeQuestion(set, new Map());
    assert.equal(says(list, 't3.medium, t3.large')?.wrong, false);
    assert.equal(says(list, 'Standard_D2')?.wrong, true);
    const chosen = instanceTypeQuestion(set, new Map([['types', 't3.medium, t3.large']]));
    assert.deepEqual(labels(chosen), ['t3.medium', 't3.large']);
    assert.ok(chosen !== undefined && 'items' in chosen && chosen.items[0]?.description === '2 processors, 4 GiB · as it is');
  });

  it('has the default written where pods may ask for none', () => {
    const written = instanceTypeQuestion(set, new Map([['types', '']]));
    assert.equal(says(written, '')?.wrong, true);
    assert.equal(says(written, 't3.large'), undefined);
    assert.equal(
      instanceTypeQuestion(
        set,
        new Map([
          ['types', ''],
          ['default', 't3.large'],
        ]),
      ),
      undefined,
    );
  });
});

describe('Which feature gate', () => {
  it('offers those that do something, says what is set, and can take one out', () => {
    const first = featureGateQuestion({ confidential: 'true' }, newestRelease, new Map());
    assert.ok(labels(first).includes('confidential') && !labels(first).includes('timeTravel'));
    assert.deepEqual(labels(featureGateQuestion({ confidential: 'true' }, newestRelease, new Map([['gate', 'confidential']]))), [
      'true',
      'false',
      'Take it out',
    ]);
    assert.deepEqual(labels(featureGateQuestion(undefined, newestRelease, new Map([['gate', 'confidential']]))), ['true', 'false']);
    assert.equal(says(featureGateQuestion(undefined, newestRelease, new Map([['gate', 'memoryOverheadMB']])), 'much')?.wrong, true);
  });
});

describe('Which nodes can run kata', () => {
  const situation = { context: 'demo', server: '', snapshot, history: emptyHistory, facts: {}, now: readAt };
  it('shows the list, and what can be done; the list alone where nothing may be changed', () => {
    const names = (readOnly: boolean) => eligibilityQuestion(situation, readOnly).items.map(({ label }) => label.replace(/^\$\([a-z-]+\) /, ''));
    assert.deepEqual(names(true), ['worker-0', 'worker-1', 'worker-2']);
    assert.deepEqual(names(false).slice(0, 3), ['Find Them with Node Feature Discovery...', 'Label Nodes by Hand...', 'Have Kata on Eligible Nodes Alone...']);
    assert.match(eligibilityQuestion(situation, true).placeHolder, /1 of 3 workers eligible; the KataConfig does not ask for it.*nothing can be changed/);
  });
});
