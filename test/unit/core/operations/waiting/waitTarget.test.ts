/** Tests how `osc-tools wait` reads the state to wait for, and compares versions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evaluateWait } from '#core/operations/waiting/waitState.ts';
import { compareInstalledVersion, parseWaitTarget } from '#core/operations/waiting/waitTarget.ts';
import type { KataPods } from '#core/operations/lookups/kata/kataPods.ts';
import { manager, pools, readAt, snapshotOf, type Raw } from '#test/support/cluster/clusterObjects.ts';

describe('state to wait for', () => {
  test('is read as users write it', () => {
    assert.deepEqual(parseWaitTarget('installed'), { kind: 'installed' });
    assert.deepEqual(parseWaitTarget('pods-gone'), { kind: 'podsGone' });
    assert.deepEqual(parseWaitTarget('updated=1.12'), { kind: 'updated', version: '1.12' });
    assert.deepEqual(parseWaitTarget('updated=1.12.0'), { kind: 'updated', version: '1.12.0' });
    assert.deepEqual(parseWaitTarget('node=worker-0.example.com'), { kind: 'node', name: 'worker-0.example.com' });
    assert.deepEqual(parseWaitTarget('pool=kata-oc'), { kind: 'pool', name: 'kata-oc' });
  });

  test('is invalid without a valid name or version', () => {
    for (const text of [
      '',
      'ready',
      'installed=',
      'node',
      'node=',
      'node=-a',
      'pool=a b',
      'updated=',
      'updated=new',
      'podsGone',
    ])
      assert.equal(parseWaitTarget(text), undefined, text);
  });

  test('can be a release, which any of its versions matches', () => {
    assert.equal(compareInstalledVersion('1.12.3', '1.12'), 0);
    assert.equal(compareInstalledVersion('1.12.0', '1.12.0'), 0);
    assert.ok((compareInstalledVersion('1.11.9', '1.12') ?? 0) < 0);
    assert.ok((compareInstalledVersion('1.12.1', '1.12.0') ?? 0) > 0);
    assert.equal(compareInstalledVersion('unknown', '1.12'), undefined);
  });
});

describe('a pool', () => {
  const stateOf = (pool: Raw): string =>
    evaluateWait(
      { kind: 'pool', name: 'kata-oc' },
      { snapshot: snapshotOf({ machineConfigPools: [pool] }), now: readAt },
    ).kind;
  const updated = [{ type: 'Updated', status: 'True' }];

  test('is updated only if its status reflects its newest spec', () => {
    const metadata = { name: 'kata-oc', uid: 'uid', resourceVersion: '1', generation: 3 };
    assert.equal(stateOf({ metadata, status: { observedGeneration: 3, conditions: updated } }), 'reached');
    assert.equal(stateOf({ metadata, status: { observedGeneration: 2, conditions: updated } }), 'waiting');
    assert.equal(stateOf({ metadata, status: { conditions: updated } }), 'reached');
  });

  test('that is paused and not updated needs a person', () => {
    const metadata = { name: 'kata-oc', uid: 'uid', resourceVersion: '1' };
    assert.equal(stateOf({ metadata, spec: { paused: true }, status: { conditions: [] } }), 'blocked');
  });
});

describe('Kata pods', () => {
  const pod = (name: string, deleting?: number): KataPods['pods'][number] => ({
    uid: name,
    name,
    namespace: 'payments',
    resourceVersion: '1',
    runtimeClass: 'kata',
    phase: 'Running',
    ...(deleting === undefined ? {} : { deleting }),
  });
  const stateOf = (...pods: KataPods['pods']) =>
    evaluateWait(
      { kind: 'podsGone' },
      {
        snapshot: snapshotOf({ deployments: [manager], machineConfigPools: pools }),
        pods: { kind: 'value', value: { pods, cut: false } },
        now: readAt,
      },
    );

  test('need a person unless all of them are being deleted', () => {
    assert.equal(stateOf(pod('a', readAt), pod('b')).kind, 'blocked');
    assert.equal(stateOf(pod('a', readAt), pod('b')).text, '1 Kata pod: payments/b');
    assert.equal(stateOf(pod('a', readAt)).kind, 'waiting');
    assert.equal(stateOf().kind, 'reached');
  });
});
