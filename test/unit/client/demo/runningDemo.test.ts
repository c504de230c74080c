import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freeContext, readDemos } from '#client/demo/runningDemo.ts';

const demo = {
  pid: 41,
  kubeconfig: '/s/demo-41.kubeconfig',
  context: 'demo-two-workers',
  scenario: 'two-workers',
  speed: 8,
  url: 'https://127.0.0.1:6443',
};

describe('demo clusters of a window', () => {
  test('have different names even if they have the same scenario', () => {
    assert.equal(freeContext('two-workers', []), 'demo-two-workers');
    assert.equal(freeContext('two-workers', [{ context: 'demo-update-waits' }]), 'demo-two-workers');
    assert.equal(
      freeContext('two-workers', [{ context: 'demo-two-workers' }, { context: 'demo-two-workers-2' }]),
      'demo-two-workers-3',
    );
  });

  test('are restored after a reload unless their stored data is invalid', () => {
    assert.deepEqual(
      readDemos([
        demo,
        { ...demo, pid: 1 },
        { ...demo, pid: -41 },
        { ...demo, pid: 'x' },
        { ...demo, url: undefined },
        5,
      ]),
      [demo],
    );
    for (const other of [undefined, null, 'x', {}, { length: 3 }]) assert.deepEqual(readDemos(other), []);
  });
});
