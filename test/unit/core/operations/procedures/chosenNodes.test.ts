/** Tests which nodes get Kata on a simulated cluster: by label, individually, or because they are eligible. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noWatchedItems } from '#core/cluster/syncState.ts';
import type { NodeFeatureDiscoveryFact } from '#core/operations/lookups/cluster/nodeFeatureDiscovery.ts';
import type { LookupResults } from '#core/operations/lookupList.ts';
import { eligibilityProcedure } from '#core/operations/procedures/eligibility.ts';
import { nodesProcedure } from '#core/operations/procedures/nodes.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { nodes } from '#simulator/controllers/framework/resourceNames.ts';
import { createKataConfig } from '#simulator/scenarios/engine/commonSteps.ts';
import { scenario } from '#test/support/cluster/controllersStage.ts';
import { liveStage, type LiveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, situationOf, stepsOf } from '#test/support/operations/procedureStage.ts';

const kata = { matchLabels: { kata: 'true' }, matchExpressions: [] };
const withKata = (stage: LiveStage): readonly string[] =>
  [...indexSnapshot(stage.snapshot()).nodes.values()]
    .filter(({ labels }) => 'node-role.kubernetes.io/kata-oc' in labels)
    .map(({ name }) => name);

function label(stage: LiveStage, node: string, key: string): void {
  const done = stage.cluster.client.change(nodes, { name: node }, (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, [key]: 'true' } },
  }));
  assert.ok(done.ok);
}

describe('node selection for Kata', () => {
  it('labels selected nodes, sets the selector, and waits while Kata is uninstalled from other nodes', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const choices = { selector: kata, label: { key: 'kata', value: 'true', nodes: ['worker-1'] } };
    const [labels, selector] = await stepsOf(stage, nodesProcedure, choices);
    // One confirmation covers both steps. It belongs to the first one.
    assert.equal(selector?.gate, undefined);
    assert.equal(labels?.gate?.typed, 'demo');
    assert.match(labels?.gate?.consequences.join('\n') ?? '', /Kata runs on 1 node: worker-1/);
    assert.match(labels?.gate?.consequences.join('\n') ?? '', /Kata will be uninstalled from node worker-0/);
    assert.match(labels?.gate?.consequences.join('\n') ?? '', /Node worker-0 is drained and rebooted/);
    const played = await playProcedure(stage, nodesProcedure, choices);
    assert.equal(played.outcome, 'done', played.told.join('\n'));
    assert.deepEqual(played.sent, ['Change Node worker-1', 'Change KataConfig example-kataconfig']);
    assert.deepEqual(withKata(stage), ['worker-1']);
    assert.ok(
      played.told.some((line) => line.startsWith('nodes waiting')),
      played.told.join('\n'),
    );

    // Selects all worker nodes again. The labels of the old selector are removed with it.
    const back = await playProcedure(stage, nodesProcedure, {});
    assert.equal(back.outcome, 'done', back.told.join('\n'));
    assert.deepEqual(withKata(stage), ['worker-0', 'worker-1']);
  });

  it('removes the label from workers that are no longer selected', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    label(stage, 'worker-0', 'kata');
    const [labels] = await stepsOf(stage, nodesProcedure, {
      selector: kata,
      label: { key: 'kata', value: 'true', nodes: ['worker-1'] },
    });
    assert.deepEqual(labels?.evidence, ['worker-1: add label kata=true', 'worker-0: remove label kata']);
  });

  it('replaces selector labels instead of adding to them', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    label(stage, 'worker-0', 'kata');
    label(stage, 'worker-1', 'other');
    assert.equal((await playProcedure(stage, nodesProcedure, { selector: kata })).outcome, 'done');
    const steps = await stepsOf(stage, nodesProcedure, {
      selector: { matchLabels: { other: 'true' }, matchExpressions: [] },
    });
    const [change] = steps.find(({ id }) => id === 'selector')?.changes ?? [];
    assert.deepEqual(change?.how === 'merge' ? change.patch : undefined, {
      spec: { kataConfigPoolSelector: { matchLabels: { kata: null, other: 'true' } } },
    });
  });

  it('tells a runbook when the selector is exactly the wanted one', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    label(stage, 'worker-0', 'kata');
    const until = async (selector?: typeof kata) =>
      (await stepsOf(stage, nodesProcedure, selector === undefined ? {} : { selector }))
        .find(({ id }) => id === 'selector')
        ?.until?.map(({ jsonpath, is }) => [jsonpath, is]);
    assert.deepEqual(await until(), [['{.spec.kataConfigPoolSelector}', '']]);
    // The labels of the previous selector would also select nodes.
    assert.deepEqual(await until(kata), [
      ['{.spec.kataConfigPoolSelector.matchLabels}', '{"kata":"true"}'],
      ['{.spec.kataConfigPoolSelector.matchExpressions}', ''],
    ]);
  });

  it('blocks a selector that matches no node, and any selection on a compact cluster', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const none = await stepsOf(stage, nodesProcedure, { selector: kata });
    assert.deepEqual(
      none.map(({ id, state }) => `${id} ${state}`),
      ['selector blocked', 'nodes later'],
    );
    const converged = liveStage({ name: 'converged-3-nodes' });
    converged.cluster.play(createKataConfig());
    const [only] = await stepsOf(converged, nodesProcedure, { selector: kata });
    assert.equal(only?.headline, 'Node selection not supported');
  });
});

describe('node eligibility setup', () => {
  const nfd = (
    operator: boolean,
    found: NodeFeatureDiscoveryFact['found'] = [],
    rules: NodeFeatureDiscoveryFact['rules'] = [],
  ): LookupResults => ({ nodeFeatureDiscovery: { kind: 'known', value: { operator, found, rules }, asOf: 0 } });
  const instance = { name: 'nfd', namespace: 'openshift-nfd' };

  it('creates a NodeFeatureDiscovery, or a NodeFeatureRule in the group of the version if one exists', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const situation = await situationOf(stage, []);
    const first = (facts: LookupResults, snapshot = situation.snapshot) =>
      eligibilityProcedure.steps({ ...situation, facts, snapshot }, { how: 'nfd', nodes: [], check: false })[0];
    assert.equal(first(nfd(true))?.state, 'ready');
    assert.match(JSON.stringify(first(nfd(true))?.changes), /NodeFeatureDiscovery.*kernel\.loadedmodule/);
    const done = first(nfd(true, [{ ...instance, kataRule: 'matchFeatures' }]));
    assert.equal(done?.state, 'done');
    // Otherwise, a runbook would create a second NodeFeatureDiscovery.
    assert.deepEqual([done?.changes, done?.until, done?.gate], [[], [], undefined]);
    const own = first(nfd(true, [{ name: 'nfd-kata', namespace: 'openshift-nfd', kataRule: 'matchFeatures' }]));
    assert.deepEqual([own?.state, own?.changes.length], ['done', 1]);
    assert.equal(first(nfd(true, [instance], [{ ...instance, group: 'nfd.k8s-sigs.io' }]))?.state, 'done');
    const [change] = first(nfd(true, [{ name: 'nfd', namespace: 'other' }]))?.changes ?? [];
    assert.deepEqual(change?.target, {
      group: 'nfd.k8s-sigs.io',
      version: 'v1alpha1',
      plural: 'nodefeaturerules',
      kind: 'NodeFeatureRule',
      name: 'nfd-kata',
      namespace: 'other',
    });
    const ignored = first(nfd(true, [instance], [{ ...instance, group: 'nfd.openshift.io' }]));
    assert.equal(ignored?.state, 'ready');
    assert.match(ignored?.meaning ?? '', /reads only rules in nfd\.k8s-sigs\.io/);
    const unknown = first(nfd(true, [instance]), { ...situation.snapshot, clusterVersions: noWatchedItems });
    assert.equal(unknown?.state, 'blocked');
    assert.match(unknown?.todo ?? '', /oc edit nodefeaturediscovery nfd -n openshift-nfd/);
    assert.match(first(nfd(false))?.meaning ?? '', /Node Feature Discovery Operator/);
    assert.equal(first({})?.state, 'unknown');
  });

  it('replaces a matchOn rule that OpenShift ignores, so that nodes are labeled', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const [seed] = scenario('openshift-4-14').prelude;
    assert.ok(seed !== undefined);
    stage.cluster.play(seed, { wait: 120_000 });
    const choices = { how: 'nfd', nodes: [], check: false } as const;
    const [rule, result] = await stepsOf(stage, eligibilityProcedure, choices);
    assert.match(rule?.meaning ?? '', /openshift-nfd\/nfd-instance uses matchOn/);
    assert.equal(result?.state, 'later');
    const played = await playProcedure(stage, eligibilityProcedure, choices);
    assert.equal(played.outcome, 'done', played.told.join('\n'));
    assert.deepEqual(played.sent, ['Apply NodeFeatureRule nfd-kata']);
    assert.equal(played.steps[1]?.headline, '2 of 2 nodes');
  });

  it('labels nodes manually, then restricts Kata to them', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const byHand = await playProcedure(stage, eligibilityProcedure, {
      how: 'labels',
      nodes: ['worker-0'],
      check: false,
    });
    assert.deepEqual([byHand.outcome, byHand.sent], ['done', ['Change Node worker-0']]);
    assert.match(byHand.steps[1]?.evidence[0] ?? '', /Eligible: worker-0/);
    const [result, check] = await stepsOf(stage, eligibilityProcedure, { how: 'labels', nodes: [], check: true });
    assert.equal(result?.headline, '1 of 2 nodes');
    assert.match(check?.gate?.consequences.join('\n') ?? '', /Kata will be uninstalled from node worker-1/);
    assert.equal(check?.gate?.typed, 'demo');
    const checked = await playProcedure(stage, eligibilityProcedure, { how: 'labels', nodes: [], check: true });
    assert.equal(checked.outcome, 'done', checked.told.join('\n'));
    assert.deepEqual(withKata(stage), ['worker-0']);
  });

  it('waits until a node is labeled before it enables the eligibility check', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const steps = await stepsOf(stage, eligibilityProcedure, { how: 'labels', nodes: [], check: true });
    assert.deepEqual(
      steps.map(({ id, state }) => `${id} ${state}`),
      ['result waiting', 'check later', 'nodes later'],
    );
    label(stage, 'worker-0', eligibleLabel);
    assert.equal(
      (await stepsOf(stage, eligibilityProcedure, { how: 'labels', nodes: [], check: true }))[0]?.state,
      'done',
    );
  });
});
