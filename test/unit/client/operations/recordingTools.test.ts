import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordingTools } from '#client/operations/runbook/recordingContext.ts';
import type { OperationContext } from '#client/operations/context.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { featureGatesProcedure } from '#core/operations/procedures/featureGates.ts';
import { unknownCluster, type Runbook } from '#core/operations/runbook/runbook.ts';

describe('recording tools', () => {
  test('write a runbook for the cluster instead of running the operation, also with osc.readOnly', async () => {
    const done: unknown[] = [];
    const asked: unknown[] = [];
    const written: Runbook[] = [];
    const tools: Pick<OperationContext, 'settings' | 'situation' | 'perform'> = {
      settings: { readOnly: () => true } as OperationContext['settings'],
      situation: (_cluster, facts) => {
        asked.push(facts);
        return Promise.resolve({ ...unknownCluster(), context: 'prod' });
      },
      perform: (...args) => {
        done.push(args);
        return Promise.resolve('done');
      },
    };
    const recording = recordingTools(tools as OperationContext, (create) => {
      written.push(create());
      return Promise.resolve();
    });
    assert.equal(recording.settings.readOnly(), false);
    const cluster = { context: 'prod', server: 'https://api.prod:6443' } as OpenCluster;
    let closed = 0;
    const begins = (): Promise<void> => {
      closed += 1;
      return Promise.resolve();
    };
    // The result must not be `done`, because nothing was changed.
    assert.equal(
      await recording.perform(cluster, featureGatesProcedure, { gates: { confidential: 'true' } }, { begins }),
      'stopped',
    );
    assert.equal(closed, 1, 'the preview that it was made of is not needed any more');
    assert.deepEqual([done, asked], [[], [featureGatesProcedure.facts]]);
    assert.deepEqual(
      written.map(({ id, cluster: of, steps }) => [id, of, steps.length]),
      [['featureGates', { context: 'prod', server: 'https://api.prod:6443' }, 1]],
    );
  });
});
