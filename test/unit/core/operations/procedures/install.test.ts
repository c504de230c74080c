import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import {
  documentedInstallOptions,
  createInstallManifests,
  type InstallOptions,
} from '#core/operations/changes/installManifests.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { install } from '#core/operations/procedures/install.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { preparePeerPodsOn } from '#simulator/scenarios/initialObjects/peerPodsObjects.ts';
import type { ScenarioStep as PlayedStep } from '#simulator/scenarios/engine/scenario.ts';
import { liveStage, type LiveStage } from '#test/support/cluster/liveStage.ts';
import { manager, snapshotOf, worker } from '#test/support/cluster/clusterObjects.ts';
import { playProcedure, send, situationWith, stepsOf, type Played } from '#test/support/operations/procedureStage.ts';

const golden = new URL('../../../../golden/procedures/', import.meta.url);

/** Compares a run with its golden file. `OSC_UPDATE_CLUSTERS=1` rewrites the file. Review it. */
function matchGolden(name: string, { told, asked, sent, steps }: Played): void {
  const found = {
    told,
    asked,
    sent,
    end: steps.map(({ id, headline, evidence }) => ({ step: id, headline, evidence })),
  };
  const file = new URL(`${name}.yaml`, golden);
  if (process.env['OSC_UPDATE_CLUSTERS'] === '1')
    writeFileSync(file, stringify(found, { lineWidth: 0, singleQuote: true }));
  assert.deepEqual(JSON.parse(JSON.stringify(found)), parse(readFileSync(file, 'utf8')));
}

function objects(steps: readonly PlayedStep[]): readonly KubernetesManifest[] {
  return steps.flatMap((step) => ('create' in step ? [step.create as unknown as KubernetesManifest] : []));
}

const peerPods: InstallOptions = {
  ...documentedInstallOptions,
  kataConfig: { ...documentedInstallOptions.kataConfig, enablePeerPods: true },
  peerPods: objects(preparePeerPodsOn('aws')),
};

/** Other names and values, as another user might choose them. */
const others: InstallOptions = {
  ...documentedInstallOptions,
  approval: 'Manual',
  kataConfig: { ...documentedInstallOptions.kataConfig, name: 'another', logLevel: 'debug' },
};

test('install completes on bare metal', async () => {
  const played = await playProcedure(
    liveStage({ name: 'operator-missing' }),
    install,
    createInstallManifests(documentedInstallOptions),
  );
  assert.equal(played.outcome, 'done');
  matchGolden('install', played);
});

test('install completes with peer pods and shows no credentials', async () => {
  const stage = liveStage({ name: 'operator-missing' });
  const played = await playProcedure(stage, install, createInstallManifests(peerPods));
  assert.equal(played.outcome, 'done');
  matchGolden('install-peer-pods', played);
  assert.doesNotMatch(
    JSON.stringify([played.steps.map(({ changes: _changes, ...rest }) => rest), played.told]),
    /simulated-secret|c2ltdWxhdGVk/,
    'no credentials',
  );
});

test("install with manual approval confirms the install plan's contents and approves that version", async () => {
  const stage = liveStage({ name: 'operator-missing' });
  const choices = createInstallManifests({ ...documentedInstallOptions, approval: 'Manual' });
  const first = await playProcedure(stage, install, choices, { stopAfter: 3 });
  assert.equal(first.outcome, 'stopped');
  const plan = first.steps.find(({ id }) => id === 'install-plan');
  assert.equal(plan?.state, 'ready');
  assert.match(plan.gate?.question ?? '', /Approve install plan install-\S+ on demo\?/);
  assert.deepEqual(plan.gate?.consequences, ['OLM installs sandboxed-containers-operator.v1.12.0.']);
  assert.equal(plan.gate?.typed, undefined);
  const [change] = plan.changes;
  assert.ok(change?.how === 'merge' && change.resourceVersion !== undefined);
  assert.equal((await playProcedure(stage, install, choices)).outcome, 'done');
});

test('install continues from another window after any change and repeats no change', async () => {
  const pace = 30_000;
  for (let changes = 1; changes <= 7; changes += 1) {
    const stage = liveStage({ name: 'operator-missing' });
    const begun = await playProcedure(stage, install, createInstallManifests(peerPods), { stopAfter: changes, pace });
    const ended = await playProcedure(stage, install, createInstallManifests(changes < 4 ? peerPods : others), {
      pace,
    });
    assert.equal(ended.outcome, 'done', `after ${changes}: ${ended.told.at(-1) ?? ''}`);
    const again = ended.sent.filter((one) => begun.sent.includes(one));
    assert.deepEqual(again, [], `after ${changes}`);
    assert.deepEqual(counts(stage), { subscriptions: 1, operatorGroups: 1, kataConfigs: 1 });
    const nothing = await playProcedure(stage, install, createInstallManifests(others));
    assert.deepEqual([nothing.outcome, nothing.sent], ['done', []]);
  }
});

test('install accepts manually created objects with other names', async () => {
  const stage = liveStage({ name: 'operator-missing' });
  const choices = createInstallManifests(documentedInstallOptions);
  const renamed = (manifest: KubernetesManifest): KubernetesManifest => ({
    ...manifest,
    metadata: { ...Object(manifest['metadata']), name: 'by-hand' },
  });
  const byHand = await stepsOf(stage, install, {
    ...choices,
    operatorGroup: renamed(choices.operatorGroup),
    subscription: renamed(choices.subscription),
  });
  for (const step of byHand.slice(0, 3)) for (const change of step.changes) send(stage, change);
  const played = await playProcedure(stage, install, choices);
  assert.equal(played.outcome, 'done');
  assert.deepEqual(played.sent, ['Apply KataConfig example-kataconfig']);
  assert.match(played.steps[2]?.evidence[0] ?? '', /Subscription by-hand/);
});

test('install knows all confirmations up front and lists the nodes that reboot', async () => {
  const [first, ...rest] = await stepsOf(
    liveStage({ name: 'operator-missing' }),
    install,
    createInstallManifests(documentedInstallOptions),
  );
  assert.equal(first?.state, 'ready');
  assert.ok(rest.every(({ state, headline }) => state === 'later' && headline === 'Not started'));
  const gates = rest.flatMap(({ gate }) => gate ?? []);
  assert.equal(gates.length, 1);
  const { losses, reboots, estimates, ...gate } = gates[0] ?? assert.fail();
  assert.deepEqual(reboots, { nodes: ['worker-1', 'worker-0'] });
  assert.deepEqual(estimates, gate.consequences);
  assert.deepEqual(
    losses?.map(({ text }) => text),
    ['No Kata pods run on these nodes.', 'Pods on these nodes lose the data in their emptyDir volumes.'],
  );
  assert.deepEqual(gate, {
    question: 'Create KataConfig example-kataconfig on demo?',
    consequences: [
      '2 nodes are drained and rebooted, one at a time: worker-1 and worker-0.',
      'According to the OSC documentation, the reboot can take from 10 to more than 60 minutes.',
    ],
    typed: 'demo',
  });
});

test('install estimates the duration from earlier installs on the same cluster', async () => {
  const stage = liveStage({ name: 'two-workers' });
  assert.equal((await playProcedure(stage, install, createInstallManifests(documentedInstallOptions))).outcome, 'done');
  stage.cluster.play({ delete: { resource: names.kataConfigs, name: 'example-kataconfig' } }, { wait: 3_600_000 });
  const step = (await stepsOf(stage, install, createInstallManifests(documentedInstallOptions))).find(
    ({ id }) => id === 'kataconfig',
  );
  assert.equal(step?.state, 'ready');
  assert.match(
    step.gate?.consequences.join(' ') ?? '',
    /2 nodes are drained and rebooted, one at a time\. Estimated duration: .* min, based on 2 nodes of this cluster\./,
  );
});

test('install warns about a selector that matches no node', async () => {
  const answers = {
    ...documentedInstallOptions,
    kataConfig: {
      ...documentedInstallOptions.kataConfig,
      selector: { matchLabels: { nowhere: 'x' }, matchExpressions: [] },
    },
  };
  const step = (await stepsOf(liveStage({ name: 'operator-missing' }), install, createInstallManifests(answers))).find(
    ({ id }) => id === 'kataconfig',
  );
  assert.deepEqual(step?.gate?.consequences, [
    'The KataConfig selects no nodes (nowhere=x). A node reboots as soon as it matches the selector.',
    'No nodes reboot now.',
  ]);
});

test('install accepts an operator that runs without OLM', () => {
  const situation = situationWith(snapshotOf({ deployments: [manager], nodes: [worker('worker-0', { labels: {} })] }), {
    operatorNamespace: {
      found: { uid: 'n', name: operatorNamespace, resourceVersion: '1', labels: {}, conditions: [], phase: 'Active' },
    },
    webhookEndpoints: { service: 'controller-manager-service', ready: 1 },
  });
  const steps = install.steps(situation, createInstallManifests(documentedInstallOptions));
  const found = steps.find(({ id }) => id === 'subscription');
  assert.equal(found?.headline, 'Not required (operator installed without OLM)');
  assert.equal(steps.find(({ state }) => state !== 'done')?.id, 'kataconfig');
});

test('install on a compact cluster warns that control plane nodes reboot', async () => {
  const stage = liveStage({ name: 'converged-3-nodes' });
  const played = await playProcedure(stage, install, createInstallManifests(documentedInstallOptions));
  assert.equal(played.outcome, 'done');
  const fresh = (
    await stepsOf(liveStage({ name: 'converged-3-nodes' }), install, createInstallManifests(documentedInstallOptions))
  ).find(({ id }) => id === 'kataconfig');
  if (fresh?.state === 'ready') assert.match(fresh.gate?.consequences.join(' ') ?? '', /also the control plane/);
});

function counts({ cluster: { client } }: LiveStage): Record<string, number> {
  return {
    subscriptions: client.list(names.subscriptions).length,
    operatorGroups: client.list(names.operatorGroups, operatorNamespace).length,
    kataConfigs: client.list(names.kataConfigs).length,
  };
}
