import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { recordingTools } from '#client/operations/runbook/recordingContext.ts';
import type { OperationContext } from '#client/operations/context.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { eligibilityProcedure } from '#core/operations/procedures/eligibility.ts';
import { featureGatesProcedure } from '#core/operations/procedures/featureGates.ts';
import { logLevelProcedure } from '#core/operations/procedures/logLevel.ts';
import { nodesProcedure } from '#core/operations/procedures/nodes.ts';
import { peerPodsLimitProcedure } from '#core/operations/procedures/peerPodsLimit.ts';
import { instanceTypesProcedure } from '#core/operations/procedures/instanceTypes.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import { unknownCluster, type Runbook } from '#core/operations/runbook/runbook.ts';
import { createSettingRunbook, listSettingLookups, type Setting } from '#core/operations/runbook/settingRunbook.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { createKataConfig, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';

describe('runbook of osc-tools for a setting of a cluster', () => {
  const scenario = scenarioNamed('peer-pods');
  assert.ok(scenario !== undefined);
  const stage = liveStage(scenario);
  stage.cluster.play(createKataConfig({ enablePeerPods: true }), untilDone);
  const observed = {
    ...unknownCluster(),
    context: 'prod',
    server: 'https://api.prod:6443',
    snapshot: stage.snapshot(),
    history: stage.history(),
    now: stage.now(),
  };

  /** Returns the script that the editor records. */
  async function record<Choices>(procedure: Procedure<Choices>, choices: Choices): Promise<string> {
    const written: Runbook[] = [];
    const tools: Pick<OperationContext, 'settings' | 'situation'> = {
      settings: { readOnly: () => true } as OperationContext['settings'],
      situation: (_cluster, facts) => {
        assert.deepEqual(facts, procedure.facts);
        return Promise.resolve(observed);
      },
    };
    const recording = recordingTools(tools as OperationContext, (create) => {
      written.push(create());
      return Promise.resolve();
    });
    const { context, server } = observed;
    await recording.perform({ context, server } as OpenCluster, procedure, choices);
    const [runbook] = written;
    assert.ok(runbook !== undefined);
    return renderBashRunbook(runbook, renderManifestYaml);
  }

  const selector = { matchLabels: { kata: 'true' }, matchExpressions: [] };
  const cases: Readonly<Record<string, readonly [setting: Setting, recorded: () => Promise<string>]>> = {
    'the log level': [
      { kind: 'logLevel', choices: { level: 'debug' } },
      () => record(logLevelProcedure, { level: 'debug' }),
    ],
    'the nodes': [{ kind: 'nodes', choices: { selector } }, () => record(nodesProcedure, { selector })],
    'the eligibility check': [
      { kind: 'eligibility', choices: { how: 'labels', nodes: ['worker-0'], check: false } },
      () => record(eligibilityProcedure, { how: 'labels', nodes: ['worker-0'], check: false }),
    ],
    'feature gates': [
      { kind: 'featureGates', choices: { gates: { confidential: 'true' } } },
      () => record(featureGatesProcedure, { gates: { confidential: 'true' } }),
    ],
    'the limit': [{ kind: 'peerPodsLimit', choices: { limit: 7 } }, () => record(peerPodsLimitProcedure, { limit: 7 })],
    'instance types': [
      { kind: 'instanceTypes', choices: { provider: 'aws', defaultType: 't3.small', types: ['t3.small'] } },
      () => record(instanceTypesProcedure, { provider: 'aws', defaultType: 't3.small', types: ['t3.small'] }),
    ],
  };
  for (const [name, [setting, recorded]] of Object.entries(cases))
    test(`is the same as the one that the editor records: ${name}`, async () => {
      const script = renderBashRunbook(createSettingRunbook(setting, observed), renderManifestYaml);
      assert.match(script, /^expected=https:\/\/api\.prod:6443$/m);
      assert.equal(script, await recorded());
    });

  test('requires the same data as the operation', () =>
    assert.deepEqual(listSettingLookups({ kind: 'peerPodsLimit', choices: { limit: 7 } }), {
      facts: peerPodsLimitProcedure.facts,
      objects: [],
    }));
});
