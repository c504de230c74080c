/** Tests the questions before settings are changed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eligibilityQuestion } from '#client/operations/configure/eligibilityQuestion.ts';
import { featureGateQuestion } from '#client/operations/configure/featureGateQuestions.ts';
import { instanceTypeQuestion } from '#client/operations/configure/instanceTypeQuestions.ts';
import { logLevelQuestion } from '#client/operations/configure/logLevelQuestion.ts';
import { readOwnLabel } from '#core/labels/selectorText.ts';
import { chosenNodesQuestion, nodeQuestion } from '#client/operations/configure/nodeQuestions.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { providerNamed } from '#core/peerPods/providers.ts';
import { newestRelease } from '#core/product/releases.ts';
import { kataConfig, pools, readAt, snapshotOf, worker } from '#test/support/cluster/clusterObjects.ts';

const labels = (step: NamedInputStep | undefined): readonly string[] =>
  step !== undefined && 'items' in step ? step.items.map(({ label }) => label) : [];
const says = (step: NamedInputStep | undefined, text: string) =>
  step !== undefined && 'prompt' in step ? step.says?.(text) : undefined;

const snapshot = snapshotOf({
  kataConfigs: [kataConfig(undefined)],
  machineConfigPools: pools,
  nodes: [
    worker('worker-0', {
      labels: {
        'node-role.kubernetes.io/kata-oc': '',
        kata: 'true',
        'feature.node.kubernetes.io/runtime.kata': 'true',
      },
    }),
    worker('worker-1', { labels: { 'node-role.kubernetes.io/kata-oc': '' } }),
    worker('worker-2', { labels: { zone: 'b' } }),
  ],
});
const present = indexSnapshot(snapshot).kataConfig;

describe('log level question', () => {
  it('offers all seven levels with details and marks the current one', () => {
    const step = logLevelQuestion('info');
    assert.deepEqual(labels(step), ['panic', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']);
    assert.ok('items' in step && step.items.every(({ detail }) => (detail ?? '') !== ''));
    assert.ok('items' in step && step.items.find(({ label }) => label === 'info')?.description === 'current');
  });
});

describe('node selection question', () => {
  it('shows which nodes a typed label selects and where Kata is installed or uninstalled', () => {
    assert.ok(present);
    const step = nodeQuestion(snapshot, present, new Map([['how', 'label']]));
    assert.deepEqual(says(step, 'kata=true'), {
      message: '1 worker node: worker-0; Kata will be uninstalled from worker-1',
      wrong: false,
    });
    assert.deepEqual(says(step, 'zone=b'), {
      message: '1 worker node: worker-2; Kata will be installed on worker-2 and uninstalled from worker-0 and worker-1',
      wrong: false,
    });
    assert.equal(says(step, 'nobody=here')?.wrong, true);
    assert.equal(says(step, 'a b')?.wrong, true);
  });

  it('accepts a custom label for selected nodes and rejects reserved labels', () => {
    assert.deepEqual(readOwnLabel('kata=true'), { ok: true, value: { key: 'kata', value: 'true' } });
    for (const text of ['kata', 'kata=', 'a=b,c=d', 'node-role.kubernetes.io/worker=x', 'kubernetes.io/hostname=a', ''])
      assert.equal(readOwnLabel(text).ok, false, text);
    const { items } = chosenNodesQuestion('', snapshot, { key: 'kata', value: 'true' });
    assert.deepEqual(
      items.map(({ label, description, picked }) => `${label} ${description} ${picked}`),
      ['worker-0 Kata node true', 'worker-1 Kata node false', 'worker-2  false'],
    );
  });
});

describe('instance type question', () => {
  const keys = providerNamed('aws')?.instanceTypes;
  assert.ok(keys);
  const set = { provider: 'aws', keys, release: newestRelease, types: 't3.medium', defaultType: 't3.medium' };

  it('validates the list while typing, then offers its types', () => {
    const list = instanceTypeQuestion(set, new Map());
    assert.equal(says(list, 't3.medium, t3.large')?.wrong, false);
    assert.equal(says(list, 'Standard_D2')?.wrong, true);
    const chosen = instanceTypeQuestion(set, new Map([['types', 't3.medium, t3.large']]));
    assert.deepEqual(labels(chosen), ['t3.medium', 't3.large']);
    assert.ok(chosen !== undefined && 'items' in chosen && chosen.items[0]?.description === '2 vCPUs, 4 GiB · current');
  });

  it('requires a typed default when the list is empty', () => {
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

describe('feature gate question', () => {
  it('offers effective gates, their values, and removal of a set gate', () => {
    const first = featureGateQuestion({ confidential: 'true' }, newestRelease, new Map());
    assert.ok(labels(first).includes('confidential') && !labels(first).includes('timeTravel'));
    assert.doesNotMatch(JSON.stringify(first), /\( applies\)/);
    assert.deepEqual(
      labels(featureGateQuestion({ confidential: 'true' }, newestRelease, new Map([['gate', 'confidential']]))),
      ['true', 'false', 'Remove'],
    );
    assert.deepEqual(labels(featureGateQuestion(undefined, newestRelease, new Map([['gate', 'confidential']]))), [
      'true',
      'false',
    ]);
    assert.equal(
      says(featureGateQuestion(undefined, newestRelease, new Map([['gate', 'memoryOverheadMB']])), 'much')?.wrong,
      true,
    );
  });
});

describe('node eligibility question', () => {
  const situation = { context: 'demo', server: '', snapshot, history: emptyHistory, facts: {}, now: readAt };
  it('lists nodes, and actions unless the cluster is read-only', () => {
    const names = (readOnly: boolean) => eligibilityQuestion(situation, readOnly).items.map(({ label }) => label);
    assert.deepEqual(names(true), ['worker-0', 'worker-1', 'worker-2']);
    assert.deepEqual(names(false).slice(0, 3), [
      'Detect with Node Feature Discovery...',
      'Label Nodes Manually...',
      'Limit Kata to Eligible Nodes...',
    ]);
    assert.match(
      eligibilityQuestion(situation, true).placeHolder,
      /1 of 3 worker nodes eligible · checkNodeEligibility: false · Read-only/,
    );
  });
  it('gives only its own consequence if the nodes are unknown', () => {
    const { placeHolder } = eligibilityQuestion({ ...situation, snapshot: emptySnapshot }, true);
    assert.equal(placeHolder, "Can't list nodes, so their eligibility is unknown.");
  });
});
