import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { recordingTools } from '#client/operations/runbook/recordingContext.ts';
import { settingsOf, withCertain } from '#client/operations/peerPods/peerPodsDraft.ts';
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
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { peerPodsProcedure } from '#core/operations/procedures/peerPods.ts';
import { createPullSecretReference, pullSecretProcedure } from '#core/operations/procedures/pullSecret.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { newestRelease } from '#core/product/releases.ts';
import { runbookYaml } from '#server/cli/runbookWriter.ts';
import { choosePeerPods, choosePullSecret } from '#server/cli/settingChoices.ts';
import type { ChooseSetting } from '#server/cli/settingRunbook.ts';
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
  async function record<Choices>(
    procedure: Procedure<Choices>,
    choices: Choices,
    of: ObservedCluster = observed,
  ): Promise<string> {
    const written: Runbook[] = [];
    const tools: Pick<OperationContext, 'settings' | 'situation'> = {
      settings: { readOnly: () => true } as OperationContext['settings'],
      situation: (_cluster, facts) => {
        assert.deepEqual(facts, procedure.facts);
        return Promise.resolve(of);
      },
    };
    const recording = recordingTools(tools as OperationContext, (create) => {
      written.push(create());
      return Promise.resolve();
    });
    const { context, server } = of;
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

  /** Returns the script of `osc-tools runbook` for options. */
  function scriptOf(choose: ChooseSetting, of: ObservedCluster): string {
    const setting = choose(of.snapshot);
    assert.ok(setting.ok, setting.ok ? '' : setting.error);
    return renderBashRunbook(createSettingRunbook(setting.value, of), runbookYaml);
  }

  test('is the same as the one that the editor records for the same answers: peer pods', async () => {
    const draft = withCertain({
      provider: 'aws',
      release: newestRelease,
      infrastructure: {},
      machines: undefined,
      present: findItem(observed.snapshot, 'configMaps', 'peer-pods-cm')?.data ?? {},
      candidates: {},
      found: new Map(),
    });
    assert.ok(draft.found.size > 0);
    const [now, set] = [Date.UTC(2026, 10, 20), ['PODVM_INSTANCE_TYPE=t3.large', "TAGS=it's=$(id)"]];
    for (const credentials of [false, true]) {
      const given = { provider: 'aws', set, credentials, release: newestRelease, now };
      const script = scriptOf(choosePeerPods(given), observed);
      // The user changes one value and adds another one in the preview.
      const settings = { ...settingsOf(draft), PODVM_INSTANCE_TYPE: 't3.large', TAGS: "it's=$(id)" };
      const entered = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'canary' };
      const recorded = await record(peerPodsProcedure, {
        settings,
        ...(credentials ? { credentials: { values: entered, given: now } } : {}),
      });
      assert.equal(script, recorded);
      assert.equal(/PEER_PODS_SECRET_AWS_SECRET_ACCESS_KEY/.test(script), credentials);
      assert.doesNotMatch(script, /canary/);
    }
  });

  test('is the same as the one that the editor records for the same answers: pull secret', async () => {
    const known = (value: KubernetesManifest | undefined) => ({ kind: 'known', value, asOf: 0 }) as const;
    const pull = { namespace: 'shop', name: 'pull-secret' };
    const before = { metadata: { ...pull, uid: 'u-1', resourceVersion: '7' }, data: {} };
    for (const existing of [undefined, before])
      for (const isOfCluster of [true, false])
        for (const isLinked of [true, false]) {
          const of = {
            ...observed,
            objects: new Map([
              [getObjectPath(createPullSecretReference(pull)), known(existing)],
              ['/api/v1/namespaces/shop/serviceaccounts/default', known({ metadata: { resourceVersion: '9' } })],
            ]),
          };
          const script = scriptOf(choosePullSecret({ ...pull, isOfCluster, isLinked }), of);
          const choices = { ...pull, isOfCluster, from: 'the registry credentials in auth.json', value: 'Y2FuYXJ5' };
          const recorded = await record(
            pullSecretProcedure,
            {
              ...choices,
              ...(existing === undefined ? {} : { before: existing }),
              ...(isLinked ? { serviceAccount: 'default' } : {}),
            },
            of,
          );
          assert.equal(script, recorded);
          assert.equal(/serviceaccounts?\b/i.test(script), isLinked);
          assert.doesNotMatch(script, /Y2FuYXJ5/);
        }
  });

  test('requires the same data as the operation', () =>
    assert.deepEqual(listSettingLookups({ kind: 'peerPodsLimit', choices: { limit: 7 } }), {
      facts: peerPodsLimitProcedure.facts,
      objects: [],
    }));
});
