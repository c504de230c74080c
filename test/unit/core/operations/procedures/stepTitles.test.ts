/** Tests the titles of steps in a side bar that is 200 pixels wide. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { documentedInstallOptions, createInstallManifests } from '#core/operations/changes/installManifests.ts';
import { install } from '#core/operations/procedures/install.ts';
import { logLevelProcedure } from '#core/operations/procedures/logLevel.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { update } from '#core/operations/procedures/update.ts';
import { situationWith } from '#test/support/operations/procedureStage.ts';

/** Number of characters that are visible in such a side bar. */
const visible = 13;

test('step titles have unique visible beginnings that name the action instead of a wait', () => {
  const situation = situationWith(emptySnapshot);
  const answers = {
    ...documentedInstallOptions,
    kataConfig: { ...documentedInstallOptions.kataConfig, enablePeerPods: true },
  };
  for (const steps of [
    install.steps(situation, createInstallManifests(answers)),
    uninstall.steps(situation, { namespace: true, crd: true }),
    update.steps(situation, { channel: 'stable' }),
    logLevelProcedure.steps(situation, { level: 'debug' }),
  ]) {
    const titles = steps.map(({ title }) => title);
    const beginnings = titles.map((title) => title.slice(0, visible));
    assert.deepEqual(beginnings, [...new Set(beginnings)], titles.join(', '));
    for (const title of titles) assert.doesNotMatch(title, /^(Wait|See|Let|Look)\b/, title);
  }
});
