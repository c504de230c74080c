/**
 * Tests changes of settings on a simulated cluster over a real connection: each has a dry run, is accepted by a server
 * that checks every field, and is sent once.
 */
import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import type { Procedure } from '#core/operations/procedure.ts';
import { featureGatesProcedure } from '#core/operations/procedures/featureGates.ts';
import { logLevelProcedure } from '#core/operations/procedures/logLevel.ts';
import { nodesProcedure } from '#core/operations/procedures/nodes.ts';
import { peerPodsProcedure } from '#core/operations/procedures/peerPods.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { OperationRun } from '#client/operations/engine/run/operationRun.ts';
import type { OperationOutcome } from '#client/operations/context.ts';
import { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import { openClusterOf } from '#client/clusters/sessions/openClusterOf.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { createKataConfig, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { PacedClock } from '#test/support/time/pacedClock.ts';
import { contextIn, deps, folder } from '#test/support/cluster/clusterHarness.ts';

/** Clock on which the client's waits are 40 times shorter. */
const quick = new PacedClock(40);

describe('configuration of a simulated cluster', () => {
  const home = folder();
  let simulation: Simulation;
  let sessions: ClusterSession[] = [];

  after(() => home.remove());
  afterEach(async () => {
    for (const session of sessions) session.close();
    sessions = [];
    await simulation.close();
  });

  const start = async (name: string, ...more: readonly ScenarioStep[]): Promise<void> => {
    const scenario = scenarioNamed(name);
    assert.ok(scenario);
    simulation = await simulate({
      scenario: { ...scenario, prelude: [...scenario.prelude, ...more], steps: [] },
      speed: 1000,
    });
  };

  async function run<Choices>(procedure: Procedure<Choices>, choices: Choices): Promise<OperationOutcome> {
    const context = await contextIn(home.write('config', simulation.kubeconfig), 'kube-admin');
    const info = { name: context.name, server: context.server, user: context.user, current: true };
    const connection = connect(context, deps());
    const session = new ClusterSession({
      info,
      connection,
      clock: quick,
      chance: () => 0.5,
      log: assert.fail,
      changed: () => undefined,
    });
    sessions.push(session);
    const cluster = openClusterOf(session);
    assert.ok(cluster);
    const agree = (): Promise<boolean> => Promise.resolve(true);
    return new OperationRun({
      cluster,
      procedure,
      choices,
      clock: quick,
      chance: () => 0.5,
      isReadOnly: () => false,
      agree,
    }).finish();
  }

  /** Returns the changes that the server stored, such as `PATCH kataconfigs/example-kataconfig`. */
  const kept = (): readonly string[] =>
    simulation.audit.entries
      .filter(
        ({ method, url, code }) =>
          method !== 'GET' && !url.includes('dryRun=All') && !url.includes('selfsubject') && code < 400,
      )
      .map(({ method, url }) => `${method} ${(url.split('?')[0] ?? '').split('/').slice(-2).join('/')}`);

  test('changes the log level and changes it back', async () => {
    await start('two-workers-installed');
    assert.equal(await run(logLevelProcedure, { level: 'debug' }), 'done');
    assert.equal(await run(logLevelProcedure, { level: 'info' }), 'done');
    assert.deepEqual(kept(), ['PATCH kataconfigs/example-kataconfig', 'PATCH kataconfigs/example-kataconfig']);
  });

  test('labels selected nodes, sets the selector, and removes it', async () => {
    await start('two-workers-installed');
    const selector = { matchLabels: { kata: 'true' }, matchExpressions: [] };
    assert.equal(
      await run(nodesProcedure, { selector, label: { key: 'kata', value: 'true', nodes: ['worker-1'] } }),
      'done',
    );
    assert.equal(await run(nodesProcedure, {}), 'done');
    assert.deepEqual(kept(), [
      'PATCH nodes/worker-1',
      'PATCH kataconfigs/example-kataconfig',
      'PATCH kataconfigs/example-kataconfig',
    ]);
  });

  test('sets a feature gate and removes it', async () => {
    await start('two-workers-installed');
    assert.equal(await run(featureGatesProcedure, { gates: { caaUpdateStrategy: 'OnDelete' } }), 'done');
    assert.equal(await run(featureGatesProcedure, { gates: { caaUpdateStrategy: undefined } }), 'done');
    assert.deepEqual(kept(), ['PATCH configmaps/osc-feature-gates', 'PATCH configmaps/osc-feature-gates']);
  });

  test('updates peer pods settings and credentials once and restarts cloud-api-adaptor', async () => {
    await start('peer-pods', createKataConfig({ enablePeerPods: true }), untilDone, { wait: 60_000 });
    const credentials = {
      values: { AWS_ACCESS_KEY_ID: 'new', AWS_SECRET_ACCESS_KEY: 'newer' },
      given: Math.floor(quick.now() / 1000) * 1000,
    };
    const settings = { PEERPODS_LIMIT_PER_NODE: '33', ROOT_VOLUME_SIZE: '20' };
    assert.equal(await run(peerPodsProcedure, { settings, credentials }), 'done');
    assert.deepEqual(kept(), [
      'PATCH configmaps/peer-pods-cm',
      'PATCH secrets/peer-pods-secret',
      'PATCH daemonsets/osc-caa-ds',
    ]);
    // The second time, everything is already applied.
    assert.equal(await run(peerPodsProcedure, { settings, credentials }), 'done');
    assert.equal(kept().length, 3);
  });
});
