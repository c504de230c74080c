/** Tests the log level operation on a simulated cluster, from the KataConfig to the nodes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveKubeconfigSetting } from '#client/kubernetes/kubeconfig/kubeconfigPaths.ts';
import { createCrioCommand, judgeCrioOutput } from '#core/oc/crioConfig.ts';
import { logLevelProcedure } from '#core/operations/procedures/logLevel.ts';
import { kataConfigs, machineConfigPools } from '#simulator/controllers/framework/resourceNames.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, situationOf, stepsOf } from '#test/support/operations/procedureStage.ts';

describe('log level operation', () => {
  it('sends one change, follows the pool, and leaves the verification and the reset open', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const before = await stepsOf(stage, logLevelProcedure, { level: 'debug' });
    const [set, pool, verify] = before;
    assert.deepEqual(
      before.map(({ id, state }) => `${id} ${state}`),
      ['kata-config ready', 'pool later', 'verify later', 'go-back later'],
    );
    assert.equal(set?.gate?.typed, 'demo');
    assert.match(set?.gate?.question ?? '', /on demo from info to debug \(KataConfig example-kataconfig\)/);
    assert.match(
      set?.gate?.consequences.join('\n') ?? '',
      /2 nodes are drained and rebooted, one at a time: worker-1 and worker-0/,
    );
    assert.match(set?.gate?.consequences.join('\n') ?? '', /The nodes reboot again when you reset the level to info/);
    assert.equal(pool?.changes.length, 0);
    assert.equal(verify?.headline, 'Not started');

    const played = await playProcedure(stage, logLevelProcedure, { level: 'debug' });
    assert.equal(played.outcome, 'done');
    assert.deepEqual(played.sent, ['Change KataConfig example-kataconfig']);
    assert.ok(
      played.told.includes('pool waiting: Generating the machine config for pool kata-oc'),
      played.told.join('\n'),
    );
    assert.ok(
      played.told.some((line) => line === 'pool waiting: 1 of 2 nodes updated'),
      played.told.join('\n'),
    );
    const after = await stepsOf(stage, logLevelProcedure, { level: 'debug' });
    assert.deepEqual(
      after.map(({ id, state, headline }) => `${id} ${state}: ${headline}`),
      [
        'kata-config done: Already debug',
        'pool done: 2 of 2 nodes updated',
        'verify open: Not verified',
        'go-back open: Not done yet',
      ],
    );
    assert.match(after[1]?.evidence[0] ?? '', /^log_level in rendered-kata-oc-[0-9a-f]+: debug$/);
    assert.match(after[2]?.todo ?? '', /`oc debug node\/worker-0 -- chroot \/host crio config`/);
    assert.match(after[3]?.todo ?? '', /"logLevel":"info"/);
    const { kataConfig } = indexSnapshot(stage.snapshot());
    assert.ok(kataConfig);
    const explained = explainKataConfig(kataConfig, stage.snapshot());
    assert.equal(explained.health, 'attention');
    assert.match(explained.todo ?? '', /reset the level to info/);
    const { words, warning } = getKataStatus(stage.snapshot());
    assert.deepEqual([words, warning], ['Kata 2/2, log level debug', 'log level debug']);

    const back = await playProcedure(stage, logLevelProcedure, { level: 'info' });
    assert.equal(back.outcome, 'done');
    assert.deepEqual(back.sent, ['Change KataConfig example-kataconfig']);
    const { kataConfig: quiet } = indexSnapshot(stage.snapshot());
    assert.ok(quiet);
    assert.equal(explainKataConfig(quiet, stage.snapshot()).health, 'ok');
    assert.equal(getKataStatus(stage.snapshot()).words, 'Kata 2/2');
  });

  it('changes nothing when the level is already set', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const played = await playProcedure(stage, logLevelProcedure, { level: 'info' });
    assert.equal(played.outcome, 'done');
    assert.deepEqual(played.sent, []);
  });

  it('reports a paused pool and continues when the pool is resumed', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const pause = (paused: boolean): void => {
      const done = stage.cluster.client.change(machineConfigPools, { name: 'kata-oc' }, (pool) => ({
        ...pool,
        spec: { ...(pool['spec'] as object), paused },
      }));
      assert.ok(done.ok);
    };
    pause(true);
    const held = await playProcedure(stage, logLevelProcedure, { level: 'trace' });
    assert.equal(held.outcome, 'blocked');
    assert.match(held.steps.find(({ id }) => id === 'pool')?.meaning ?? '', /paused/);
    pause(false);
    assert.equal((await playProcedure(stage, logLevelProcedure, { level: 'trace' })).outcome, 'done');
  });

  it('is blocked without a KataConfig or while it is being deleted', async () => {
    const none = liveStage({ name: 'two-workers' });
    const [only, ...others] = await stepsOf(none, logLevelProcedure, { level: 'debug' });
    assert.equal(others.length, 0);
    assert.equal(only?.state, 'blocked');
    const leaving = liveStage({ name: 'two-workers-installed' });
    const type = leaving.cluster.client.type(kataConfigs);
    assert.ok(type);
    assert.ok(leaving.cluster.client.store.delete(type, undefined, 'example-kataconfig').ok);
    const [set] = await stepsOf(leaving, logLevelProcedure, { level: 'debug' });
    assert.equal(set?.state, 'blocked');
    assert.match(set?.headline ?? '', /being deleted/);
  });

  it("doesn't report the pool as done without current facts", async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const situation = await situationOf(stage, []);
    const steps = logLevelProcedure.steps(situation, { level: 'info' });
    assert.equal(steps.find(({ id }) => id === 'pool')?.state, 'unknown');
    // A level that was read from an earlier configuration doesn't count.
    const stale = {
      ...situation,
      facts: {
        crioLogLevels: {
          kind: 'known',
          value: { 'kata-oc': { target: 'rendered-kata-oc-old', level: 'info' } },
          asOf: 0,
        } as const,
      },
    };
    assert.equal(logLevelProcedure.steps(stale, { level: 'info' }).find(({ id }) => id === 'pool')?.state, 'waiting');
  });
});

describe('CRI-O configuration check', () => {
  it('builds the command as an argument list', () => {
    assert.deepEqual(createCrioCommand('a;rm -rf'), [
      'oc',
      'debug',
      'node/a;rm -rf',
      '--',
      'chroot',
      '/host',
      'crio',
      'config',
    ]);
    assert.ok(createCrioCommand('a', 'demo').includes('--context=demo'));
    // The command uses the same kubeconfig, because a context with this name in another file might be another cluster.
    assert.deepEqual(createCrioCommand('a', 'demo', '/home/me/config').slice(2, 4), [
      '--kubeconfig=/home/me/config',
      '--context=demo',
    ]);
    assert.equal(resolveKubeconfigSetting(' ~/kube$&', '/home/me'), '/home/me/kube$&');
    assert.equal(resolveKubeconfigSetting('', '/home/me'), undefined);
  });

  it('reads the configured level and ignores comments', () => {
    assert.deepEqual(judgeCrioOutput('  log_level = "debug"\n', 'debug'), { verdict: 'is' });
    assert.deepEqual(judgeCrioOutput('# log_level = "debug"\nlog_level = "info"\n', 'debug'), {
      verdict: 'other',
      found: 'info',
    });
    assert.deepEqual(judgeCrioOutput('Starting pod/worker-0-debug ...\nerror: forbidden', 'debug'), {
      verdict: 'none',
    });
    assert.deepEqual(judgeCrioOutput(`${' '.repeat(300_000)}\nlog_level = "debug"`, 'debug'), { verdict: 'none' });
  });
});
