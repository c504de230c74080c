/** Tests `osc-tools status --workloads` on simulated clusters with workloads of several kinds, and with many pods. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { osc } from '../osc.ts';
import { useSimulatedClusters } from './simulatedClusters.ts';

describe('osc-tools status --workloads', () => {
  const { optionsFor } = useSimulatedClusters('status workloads', ['kata-workloads', 'nodes-250-pods-20000']);

  test('lists workloads without pods with the reason, such as a quota', async () => {
    const { stdout } = await osc(['status', '--workloads', ...optionsFor('kata-workloads')]);
    for (const line of [
      /^Workloads: 4 pods · kata 3, sandboxed 1$/m,
      /^  shop\/idle +Deployment +Scaled to 0 +kata$/m,
      /^  shop\/nightly +CronJob +Suspended +kata$/m,
      /^  shop\/report +Job +0 pods +kata\n    FailedCreate: Error creating: pods "report-\w+" is forbidden: exceeded quota: small, /m,
      /^  shop\/web +Deployment +2 of 3 ready +kata\n    FailedCreate: .* exceeded quota: small, /m,
      /^  shop\/single +Pod +Running +sandboxed +worker-\d$/m,
    ])
      assert.match(stdout, line);
  });

  test('counts all Kata pods of a cluster with 20,000 pods, and lists the first of them', async () => {
    const { status: code, stdout } = await osc(['status', '--workloads', ...optionsFor('nodes-250-pods-20000')]);
    assert.equal(code, 0);
    assert.match(stdout, /^Workloads: 5000 pods · kata$/m);
    assert.match(stdout, /^  team-000\/service +Deployment +100 of 100 ready +kata$/m);
    assert.equal(stdout.match(/^    service-\S+ +Pod +Running/gm)?.length, 200);
    assert.match(stdout, /^  Showing only the first 2,?000 pods\. Pods not shown: 3,?000\.$/m);
  });
});
