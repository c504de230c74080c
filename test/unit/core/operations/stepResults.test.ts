/** Tests the results of operation steps. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { kataConfig } from '#test/support/operations/fakeCluster.ts';
import { noteSent, recordResults } from '#core/operations/stepResults.ts';
import { tellTerminating } from '#core/operations/steps/install/namespaceStep.ts';

const step = (id: string, state: ProcedureStep['state'], more: Partial<ProcedureStep> = {}): ProcedureStep => ({
  id,
  title: id,
  state,
  headline: 'Nothing left to do',
  evidence: [],
  changes: [],
  until: [],
  ...more,
});

describe('results of operation steps', () => {
  test('distinguish a deletion from a step that was never needed', () => {
    const first = recordResults(
      {},
      [step('pods', 'done', { removes: true }), step('kataconfig', 'ready', { removes: true })],
      { first: true, now: 10 },
    );
    assert.deepEqual(first, { pods: { how: 'notNeeded', headline: 'Nothing left to do' } });
    const sent = noteSent(first, step('kataconfig', 'ready'), { how: 'delete', target: kataConfig });
    const waiting = recordResults(
      sent,
      [step('pods', 'done', { removes: true }), step('kataconfig', 'waiting', { removes: true })],
      { first: false, now: 20 },
    );
    assert.equal(waiting['kataconfig']?.at, undefined);
    const done = recordResults(
      waiting,
      [step('pods', 'done', { headline: 'changed', removes: true }), step('kataconfig', 'done', { removes: true })],
      {
        first: false,
        now: 30,
      },
    );
    assert.deepEqual(done, {
      pods: { how: 'notNeeded', headline: 'Nothing left to do' },
      kataconfig: { how: 'delete', headline: 'Nothing left to do', at: 30 },
    });
  });

  test('keep how to revert each change of a step after the step is done', () => {
    const payments = { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', name: 'payments' };
    const pods = step('pods', 'ready');
    const one = noteSent({}, pods, { how: 'merge', target: payments, revert: 'oc scale --replicas=2' });
    const sent = noteSent(one, pods, { how: 'merge', target: { ...payments, name: 'web' }, revert: 'oc scale web' });
    const done = recordResults(sent, [step('pods', 'done')], { first: false, now: 30 });
    assert.deepEqual(done['pods'], {
      how: 'merge',
      headline: 'Nothing left to do',
      at: 30,
      reverts: [
        { kind: 'Deployment', name: 'payments', command: 'oc scale --replicas=2' },
        { kind: 'Deployment', name: 'web', command: 'oc scale web' },
      ],
    });
  });

  test('forget a step that is undone again', () => {
    const done = recordResults({}, [step('nodes', 'done')], { first: false, now: 10 });
    assert.deepEqual(done, { nodes: { how: 'reached', headline: 'Nothing left to do', at: 10 } });
    assert.deepEqual(recordResults(done, [step('nodes', 'waiting')], { first: false, now: 20 }), {});
  });
});

test('a namespace whose contents cannot be deleted is distinguished from one whose contents are unknown', () => {
  const condition = (type: string) => ({ type, status: 'True', reason: 'x', message: 'webhook denied the request' });
  const content = tellTerminating([condition('NamespaceDeletionContentFailure')]);
  assert.match(content.meaning ?? '', /can't delete all of its contents: webhook denied the request/);
  assert.doesNotMatch(content.todo ?? '', /APIService/);
  const discovery = tellTerminating([condition('NamespaceDeletionDiscoveryFailure')]);
  assert.match(discovery.meaning ?? '', /can't find all of its contents/);
  assert.match(discovery.todo ?? '', /APIService/);
});
