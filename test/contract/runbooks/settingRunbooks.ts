/** Creates the runbooks that configure a cluster with Kata and peer pods, played on a manual clock. */
import assert from 'node:assert/strict';
import { eligibilityProcedure } from '#core/operations/procedures/eligibility.ts';
import { featureGatesProcedure } from '#core/operations/procedures/featureGates.ts';
import { instanceTypesProcedure } from '#core/operations/procedures/instanceTypes.ts';
import { logLevelProcedure } from '#core/operations/procedures/logLevel.ts';
import { nodesProcedure } from '#core/operations/procedures/nodes.ts';
import { peerPodsProcedure } from '#core/operations/procedures/peerPods.ts';
import { pullSecretProcedure, createPullSecretReference } from '#core/operations/procedures/pullSecret.ts';
import { sandboxProcedure } from '#core/operations/procedures/sandbox.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { peerPodsLimitProcedure } from '#core/operations/procedures/peerPodsLimit.ts';
import { createRunbook, unknownCluster, type Runbook } from '#core/operations/runbook/runbook.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { createKataConfig, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';

export function settingRunbooks(): Readonly<Record<string, Runbook>> {
  const cluster = { context: "it's $(mine)", server: 'https://api.example.com:6443' };
  const scenario = scenarioNamed('peer-pods');
  assert.ok(scenario !== undefined);
  const stage = liveStage(scenario);
  stage.cluster.play(createKataConfig({ enablePeerPods: true }), untilDone);
  const situation = {
    ...unknownCluster(),
    ...cluster,
    snapshot: stage.snapshot(),
    history: stage.history(),
    now: stage.now(),
  };
  const selector = { matchLabels: { "kata's": '$(id)' }, matchExpressions: [] };
  const written: Readonly<Record<string, Runbook>> = {
    'log level': createRunbook(logLevelProcedure, situation, { level: 'debug' }, cluster),
    'nodes by a label': createRunbook(nodesProcedure, situation, { selector }, cluster),
    'nodes that are labeled': createRunbook(
      nodesProcedure,
      situation,
      {
        selector: { matchLabels: { 'example.com/kata': 'yes' }, matchExpressions: [] },
        label: { key: 'example.com/kata', value: 'yes', nodes: ['worker-0'] },
      },
      cluster,
    ),
    'eligible nodes by NFD': createRunbook(
      eligibilityProcedure,
      situation,
      { how: 'nfd', nodes: [], check: true },
      cluster,
    ),
    'eligible nodes by hand': createRunbook(
      eligibilityProcedure,
      situation,
      { how: 'labels', nodes: ['worker-0'], check: false },
      cluster,
    ),
    'feature gates': createRunbook(
      featureGatesProcedure,
      situation,
      { gates: { confidential: "it's `id`", other: undefined } },
      cluster,
    ),
    'instance types': createRunbook(
      instanceTypesProcedure,
      situation,
      { provider: 'aws', defaultType: 't3.small', types: ['t3.small', 't3.large'] },
      cluster,
    ),
    limit: createRunbook(peerPodsLimitProcedure, situation, { limit: 7 }, cluster),
    'peer pods': createRunbook(
      peerPodsProcedure,
      situation,
      {
        settings: { CLOUD_PROVIDER: 'aws', TAGS: "it's $(id)" },
        credentials: {
          values: { AWS_ACCESS_KEY_ID: 'canary', AWS_SECRET_ACCESS_KEY: 'canary' },
          given: 1_700_000_000_000,
        },
      },
      cluster,
    ),
  };
  const pull = {
    namespace: 'default',
    name: 'pull-secret',
    from: 'logins',
    isOfCluster: false,
    value: 'Y2FuYXJ5',
    serviceAccount: 'default',
  };
  const account = {
    metadata: { name: 'default', namespace: 'default', resourceVersion: '7' },
    imagePullSecrets: [{ name: 'other' }],
  };
  const deployment = {
    group: 'apps',
    version: 'v1',
    plural: 'deployments',
    kind: 'Deployment',
    name: 'web',
    namespace: 'default',
  };
  const raw = {
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas: 2, template: { spec: { containers: [] } } },
  };
  const known = (value: KubernetesManifest | undefined) => ({ kind: 'known', value, asOf: 0 }) as const;
  const objects = new Map([
    [getObjectPath(createPullSecretReference(pull)), known(undefined)],
    ['/api/v1/namespaces/default/serviceaccounts/default', known(account)],
    [getObjectPath(deployment), known(raw)],
  ]);
  const others: Readonly<Record<string, Runbook>> = {
    'pull secret': createRunbook(pullSecretProcedure, { ...situation, objects }, pull, cluster),
    sandbox: createRunbook(
      sandboxProcedure,
      { ...situation, objects },
      {
        target: deployment,
        podPath: ['spec', 'template'],
        runtimeClass: 'kata',
        annotations: { 'io.katacontainers.x': "it's $(id)" },
      },
      cluster,
    ),
  };
  assert.match(JSON.stringify(others['pull secret']?.steps[1]?.changes), /"resourceVersion":"7"/);
  return Object.fromEntries(
    Object.entries({ ...written, ...others }).map(([name, runbook]) => [`${name}, of a cluster`, runbook]),
  );
}
