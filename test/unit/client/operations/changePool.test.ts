/** Tests that pausing or resuming a pool doesn't end an operation that the pool blocks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { changePool } from '#client/operations/configure/changePool.ts';
import type { OperationContext } from '#client/operations/context.ts';
import { machineConfigPools } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import { resumePoolProcedure } from '#core/operations/procedures/pausePool.ts';

test('resuming a pool runs beside an operation on the cluster, which the paused pool can block', async () => {
  const done: unknown[] = [];
  const cluster = { context: 'prod' } as OpenCluster;
  const object = { ...machineConfigPools, name: 'kata-oc' };
  const tools: Pick<
    OperationContext,
    'settings' | 'clusters' | 'isPermitted' | 'perform' | 'performAction' | 'askToReplace'
  > = {
    settings: { readOnly: () => false } as OperationContext['settings'],
    clusters: {
      choose: () => Promise.resolve({ cluster, target: { context: 'prod', object } }),
    } as unknown as OperationContext['clusters'],
    isPermitted: () => Promise.resolve(true),
    askToReplace: () => assert.fail('asks whether to stop the other operation'),
    perform: () => assert.fail('replaces the other operation'),
    performAction: (_cluster, { id }, choices) => {
      done.push([id, choices]);
      return Promise.resolve('done');
    },
  };
  const change = { paused: false, placeHolder: '', none: () => '' };
  await changePool(tools as OperationContext, { context: 'prod', object }, resumePoolProcedure, change, () =>
    assert.fail('asks for the pool'),
  );
  assert.deepEqual(done, [['resumePool', { pool: 'kata-oc', paused: false }]]);
});
