import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentedInstallOptions, createInstallManifests } from '#core/operations/changes/installManifests.ts';
import { install } from '#core/operations/procedures/install.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { getInstallProgress } from '#core/operations/procedures/installProgress.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure } from '#test/support/operations/procedureStage.ts';

function words(snapshot: Snapshot): string {
  const standing = getInstallProgress(snapshot);
  return standing.kind === 'partly'
    ? `step ${standing.number} of ${standing.of}: ${standing.step.title}`
    : standing.kind;
}

test('install progress is derived from the snapshot', async () => {
  const seen: string[] = [];
  const stage = liveStage({ name: 'operator-missing' }, {}, (snapshot) => {
    const now = words(snapshot);
    if (seen.at(-1) !== now) seen.push(now);
  });
  assert.equal(words(stage.snapshot()), 'nothing');
  const played = await playProcedure(stage, install, createInstallManifests(documentedInstallOptions));
  assert.equal(played.outcome, 'done');
  assert.deepEqual(seen, [
    'step 3 of 9: Create the Subscription',
    'step 4 of 9: Run the install plan',
    'step 5 of 9: Install the operator',
    'operator',
    'step 8 of 9: Install Kata on the nodes',
    'installed',
  ]);
});

test('install progress distinguishes an uninstall from an unfinished install where possible', async () => {
  const stage = liveStage({ name: 'two-workers-installed' });
  assert.equal(words(stage.snapshot()), 'installed');
  const seen = new Set<string>();
  for (let changes = 1; changes <= 4; changes += 1) {
    await playProcedure(stage, uninstall, { namespace: false, crd: false }, { stopAfter: 1 });
    seen.add(words(stage.snapshot()));
  }
  // The operator or an OperatorGroup alone doesn't show whether it's being installed or uninstalled.
  assert.deepEqual([...seen], ['operator', 'leaving', 'step 3 of 9: Create the Subscription', 'nothing']);
});

test("install progress with peer pods isn't complete before the pod VM image exists", async () => {
  const stage = liveStage({ name: 'image-job-fails' });
  const answers = {
    ...documentedInstallOptions,
    kataConfig: { ...documentedInstallOptions.kataConfig, enablePeerPods: true },
  };
  const played = await playProcedure(stage, install, createInstallManifests(answers));
  assert.equal(played.outcome, 'blocked');
  assert.match(words(stage.snapshot()), /Build the pod VM image/);
});

test("install progress is unknown for a cluster that wasn't read", () => {
  assert.equal(words(emptySnapshot), 'unknown');
});

test('install progress reports leftovers of a failed uninstall', () => {
  assert.equal(words(liveStage({ name: 'uninstall-leftovers' }).snapshot()), 'leaving');
  assert.equal(words(liveStage({ name: 'install-csv-left-behind' }).snapshot()), 'leaving');
});
