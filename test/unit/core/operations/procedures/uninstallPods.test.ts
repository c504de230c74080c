/** Tests how an uninstall handles pods that still use Kata. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCurrentStep } from '#core/operations/procedure.ts';
import type { OwnedKataPod } from '#core/operations/lookups/kata/kataPods.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { deleteKataConfig, payments } from '#simulator/scenarios/engine/commonSteps.ts';
import { manager, snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, situationWith, stepsOf } from '#test/support/operations/procedureStage.ts';
import { deleteEverything, findUninstallStep, installedKataConfig } from './uninstallFixtures.ts';

test('uninstall asks before it scales down a Kata Deployment and shows how to restore it', async () => {
  const stage = liveStage({ name: 'uninstall-blocked-by-pods' });
  const step = findCurrentStep(await stepsOf(stage, uninstall, deleteEverything));
  assert.deepEqual([step?.id, step?.state, step?.headline], ['pods', 'ready', '2 pods']);
  assert.match(
    step?.evidence[0] ?? '',
    /^payments\/payments-.* \(kata, Running\) is owned by Deployment payments \(2 replicas\)\.$/,
  );
  assert.deepEqual(step?.gate, {
    question: 'Scale down Deployment payments on demo?',
    consequences: [
      'Deployment payments/payments is scaled from 2 replicas to 0, which stops it. To restore it, run `oc scale deployment/payments -n payments --replicas=2`.',
    ],
    typed: 'demo',
  });
  const { resourceVersion } =
    stage.cluster.client.get(payments.resource, payments.name, payments.namespace)?.metadata ?? {};
  assert.ok(resourceVersion);
  assert.deepEqual(step?.changes, [
    {
      how: 'merge',
      target: {
        group: 'apps',
        version: 'v1',
        plural: 'deployments',
        kind: 'Deployment',
        name: 'payments',
        namespace: 'payments',
      },
      patch: { spec: { replicas: 0 } },
      revert: 'oc scale deployment/payments -n payments --replicas=2',
      // If another client scales the Deployment in the meantime, the patch fails instead of overwriting that change.
      resourceVersion,
    },
  ]);
  await playProcedure(stage, uninstall, deleteEverything, { stopAfter: 2 });
  assert.ok(stage.cluster.client.get(payments.resource, payments.name, payments.namespace), 'it is not deleted');
});

test('uninstall reports pods created while the KataConfig is being deleted', async () => {
  const stage = liveStage({ name: 'uninstall-blocked-by-pods' });
  stage.cluster.play(deleteKataConfig, { wait: 60_000 });
  const step = findCurrentStep(await stepsOf(stage, uninstall, deleteEverything));
  assert.deepEqual([step?.id, step?.state], ['pods', 'ready']);
  assert.equal((await playProcedure(stage, uninstall, deleteEverything)).outcome, 'done');
});

function pod(name: string, more: Partial<OwnedKataPod> = {}): OwnedKataPod {
  return { uid: name, name, namespace: 'shop', resourceVersion: '1', runtimeClass: 'kata', phase: 'Running', ...more };
}

test("uninstall leaves pods to the user if their owner can't be scaled down", () => {
  const job = {
    kind: 'Job',
    name: 'nightly',
    namespace: 'shop',
    reference: { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', name: 'nightly', namespace: 'shop' },
  } as const;
  const strange = { kind: 'Rollout', name: 'web', namespace: 'shop' } as const;
  const step = findUninstallStep(
    { kataConfigs: [installedKataConfig], deployments: [manager] },
    {
      kataPods: {
        pods: [
          pod('single', { phase: 'Succeeded' }),
          pod('nightly-1', { owner: job }),
          pod('web-1', { owner: strange }),
        ],
        cut: false,
      },
    },
  );
  assert.deepEqual([step?.id, step?.state, step?.changes], ['pods', 'blocked', []]);
  assert.match(
    step?.todo ?? '',
    /oc delete pod single -n shop.*oc delete job nightly -n shop.*the owner of Rollout web in shop/,
  );
});

test('uninstall explains how to remove or keep a DaemonSet with Kata pods, and how to delete a pod without an owner', () => {
  const reference = {
    group: 'apps',
    version: 'v1',
    plural: 'daemonsets',
    kind: 'DaemonSet',
    name: 'agent',
    namespace: 'shop',
  };
  const owner = { kind: 'DaemonSet', name: 'agent', namespace: 'shop', reference } as const;
  const todoOf = (pods: readonly OwnedKataPod[]): string | undefined => {
    const objects = { kataConfigs: [installedKataConfig], deployments: [manager] };
    const step = findUninstallStep(objects, { kataPods: { pods, cut: false } });
    assert.deepEqual([step?.id, step?.state], ['pods', 'blocked']);
    return step?.todo;
  };
  const manually = "The operation doesn't delete these pods. When you no longer need them, delete them manually:";
  assert.equal(
    todoOf([pod('agent-1', { owner }), pod('agent-2', { owner })]),
    `${manually} \`oc delete daemonset agent -n shop\`. To keep a DaemonSet, change its node selector, so that it has no pods.`,
  );
  assert.equal(
    todoOf([pod('single')]),
    `${manually} \`oc delete pod single -n shop\`. To delete a pod in VS Code, select Delete Pod... in its menu.`,
  );
});

test("uninstall shows no command for an owner that couldn't be read", () => {
  const name = 'x; rm -rf ~';
  const owner = {
    kind: 'Deployment',
    name,
    namespace: 'shop',
    unsure: true,
    replicas: 2,
    reference: { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', name, namespace: 'shop' },
  } as const;
  const step = findUninstallStep(
    { kataConfigs: [installedKataConfig], deployments: [manager] },
    { kataPods: { pods: [pod('strange', { owner })], cut: false } },
  );
  assert.deepEqual([step?.state, step?.changes], ['blocked', []]);
  assert.doesNotMatch(step?.todo ?? '', /`/);
});

test('uninstall checks pods of every runtime class that the operator can create', () => {
  const status = { ...installedKataConfig, status: { runtimeClasses: ['kata', 'kata-of-tomorrow', 'kata")]x'] } };
  const step = findUninstallStep(
    { kataConfigs: [status], deployments: [manager] },
    { kataPods: { pods: [pod('a')], cut: false } },
  );
  const paths = step?.until.map(({ jsonpath = '' }) => /=="(.*?)"/.exec(jsonpath)?.[1]) ?? [];
  for (const name of ['kata', 'kata-remote', 'kata-cc', 'kata-of-tomorrow']) assert.ok(paths.includes(name), name);
  assert.ok(
    step?.until.every(({ jsonpath = '' }) => !jsonpath.includes(')]x')),
    'what is no name is no part of a path',
  );
});

test('uninstall waits for terminating pods but not for pods of other runtime classes', () => {
  const step = findUninstallStep(
    { kataConfigs: [installedKataConfig], deployments: [manager] },
    { kataPods: { pods: [pod('ending', { deleting: 1 })], cut: false } },
  );
  assert.deepEqual([step?.id, step?.state], ['pods', 'waiting']);
  const other = findUninstallStep(
    { kataConfigs: [installedKataConfig], deployments: [manager] },
    { kataPods: { pods: [pod('other', { runtimeClass: 'kata-remote' })], cut: false } },
  );
  assert.equal(other?.id, 'kataconfig-gone');
});

test("uninstall is blocked by a completed pod that scaling down doesn't remove", () => {
  const reference = {
    group: 'apps',
    version: 'v1',
    plural: 'deployments',
    kind: 'Deployment',
    name: 'web',
    namespace: 'shop',
  };
  const owner = { kind: 'Deployment', name: 'web', namespace: 'shop', reference, replicas: 0 } as const;
  const facts = (phase: string) => ({ kataPods: { pods: [pod('web-1', { owner, phase })], cut: false } }) as const;
  const objects = { kataConfigs: [installedKataConfig], deployments: [manager] };
  const evicted = findUninstallStep(objects, facts('Failed'));
  assert.deepEqual([evicted?.id, evicted?.state], ['pods', 'blocked']);
  assert.match(evicted?.todo ?? '', /`oc delete pod web-1 -n shop`/);
  assert.equal(findUninstallStep(objects, facts('Running'))?.state, 'waiting');
});

test('uninstall scales down only the owners named in the confirmation', () => {
  const owner = (name: string) =>
    ({
      kind: 'Deployment',
      name,
      namespace: 'shop',
      replicas: 1,
      reference: { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', name, namespace: 'shop' },
    }) as const;
  const pods = Array.from({ length: 300 }, (_, index) => pod(`web-${index}`, { owner: owner(`web-${index}`) }));
  const step = findUninstallStep(
    { kataConfigs: [installedKataConfig], deployments: [manager] },
    { kataPods: { pods, cut: false } },
  );
  assert.equal(step?.state, 'ready');
  assert.equal(step.changes.length, 20);
  assert.equal(step.gate?.consequences.length, 20);
});

test('uninstall names Kata pods with unlisted runtime classes before deleting the KataConfig', () => {
  const facts = { kataPods: { pods: [pod('own', { runtimeClass: 'our-kata' })], cut: false } } as const;
  const [pods, gone] = uninstall.steps(
    situationWith(snapshotOf({ kataConfigs: [installedKataConfig], deployments: [manager] }), facts),
    deleteEverything,
  );
  assert.deepEqual([pods?.state, pods?.headline], ['done', 'No pods block the uninstall']);
  assert.match(pods?.evidence[0] ?? '', /^shop\/own/);
  assert.match(
    gone?.gate?.consequences.join(' ') ?? '',
    /doesn't wait for 1 pod whose runtime class isn't listed in the KataConfig \(shop\/own\)/,
  );
});

test("uninstall doesn't delete the KataConfig if pods can't be listed", () => {
  const facts = { kataPods: { kind: 'unknown', problem: { why: 'forbidden', message: 'pods is forbidden' } } } as const;
  const [pods, gone] = uninstall.steps(
    situationWith(snapshotOf({ kataConfigs: [installedKataConfig], deployments: [manager] }), {}, { facts }),
    deleteEverything,
  );
  assert.deepEqual([pods?.state, gone?.state], ['unknown', 'later']);
  assert.match(pods?.todo ?? '', /Request permission to read the pods that use Kata/);
});
