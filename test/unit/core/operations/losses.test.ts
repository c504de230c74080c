/** Tests the losses that an operation causes: they are read before the first change and named in the confirmation. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runLookups } from '#client/kubernetes/read/runLookups.ts';
import { ConfirmationTracker } from '#client/operations/engine/run/confirmationTracker.ts';
import { cronJobLosses, drainLosses, namespaceLosses } from '#core/operations/losses.ts';
import { operationPlan } from '#core/operations/plan.ts';
import { gateSentences, type ConfirmationGate, type ProcedureStep } from '#core/operations/procedure.ts';
import { logLevelProcedure } from '#core/operations/procedures/logLevel.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import type { LookupId } from '#core/operations/lookupList.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { pods as podType } from '#simulator/controllers/framework/resourceNames.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { unreachableCluster, forbidden, writtenReader, type Answers } from '#test/support/operations/lookupReaders.ts';
import { situationOf, stepsOf } from '#test/support/operations/procedureStage.ts';

async function situationFrom(answers: Answers, ...ids: readonly LookupId[]): Promise<ObservedCluster> {
  const stage = liveStage({ name: 'two-workers-installed' });
  const facts = await runLookups(writtenReader(answers), ids, stage.now);
  return { ...(await situationOf(stage, [])), facts };
}

interface PodFields {
  readonly node?: string;
  readonly owner?: string;
  readonly runtimeClass?: string;
  readonly phase?: string;
  readonly annotations?: object;
}

function pod(
  namespace: string,
  name: string,
  { node = 'worker-0', owner, runtimeClass, phase = 'Running', annotations = {} }: PodFields = {},
): object {
  const ownerReferences = owner === undefined ? [] : [{ kind: owner, name: 'web', controller: true }];
  return {
    metadata: { namespace, name, uid: `uid of ${name}`, resourceVersion: '1', ownerReferences, annotations },
    spec: { nodeName: node, ...(runtimeClass === undefined ? {} : { runtimeClassName: runtimeClass }) },
    status: { phase },
  };
}

const texts = (losses: readonly { readonly text: string }[] | undefined): readonly string[] =>
  (losses ?? []).map(({ text }) => text);

describe('losses of a drain', () => {
  const shop = [
    pod('shop', 'sandboxed', { runtimeClass: 'kata' }),
    pod('shop', 'plain'),
    pod('shop', 'other', { node: 'worker-1', runtimeClass: 'kata' }),
    pod('shop', 'web-1', { owner: 'ReplicaSet', runtimeClass: 'kata' }),
    pod('shop', 'web-2', { owner: 'ReplicaSet' }),
    pod('kube-system', 'mirror', { annotations: { 'kubernetes.io/config.mirror': 'x' } }),
    pod('openshift-kube-apiserver', 'installer-3', { phase: 'Succeeded' }),
    pod('shop', 'elsewhere', { node: 'master-0' }),
  ];

  test('name the pods without a controller and the Kata pods, count the others, and mention emptyDir volumes', async () => {
    const situation = await situationFrom({ '/api/v1/pods': shop }, 'drainedPods');
    const losses = drainLosses(situation, ['worker-0', 'worker-1']);
    assert.deepEqual(texts(losses), [
      '3 pods without a controller will be permanently deleted: shop/other, shop/plain, and shop/sandboxed.',
      '3 Kata pods on these nodes stop: shop/other (1), shop/sandboxed (1), shop/web (1).',
      "2 pods that don't use Kata are evicted.",
      'Pods on these nodes lose the data in their emptyDir volumes.',
    ]);
    assert.deepEqual(losses[0]?.items, ['shop/other', 'shop/plain', 'shop/sandboxed']);
    assert.deepEqual(texts(drainLosses(situation, ['worker-1'])).slice(0, 2), [
      '1 pod without a controller will be permanently deleted: shop/other.',
      '1 Kata pod on these nodes stops: shop/other (1).',
    ]);
    assert.deepEqual(texts(drainLosses(situation, ['worker-0', 'worker-1'], true)).slice(0, 3), [
      '2 Kata pods without a controller block the uninstall until you delete them: shop/other and shop/sandboxed.',
      '1 pod without a controller will be permanently deleted: shop/plain.',
      "1 Kata pod on these nodes stops and can't run again until you reinstall Kata: shop/web (1).",
    ]);
    assert.deepEqual(texts(drainLosses(situation, ['worker-1'], true)).slice(0, 2), [
      '1 Kata pod without a controller blocks the uninstall until you delete it: shop/other.',
      'No other Kata pods run on these nodes.',
    ]);
    assert.match(
      texts(drainLosses(situation, ['master-0'])).join(' '),
      /No Kata pods run on these nodes\. 1 pod that doesn't use Kata is evicted\./,
    );
    assert.deepEqual(drainLosses(situation, []), []);
  });

  test('name the DaemonSets that block an uninstall, with the command that deletes them', async () => {
    const agents = ['agent-1', 'agent-2'].map((name) =>
      pod('shop', name, { owner: 'DaemonSet', runtimeClass: 'kata' }),
    );
    const situation = await situationFrom({ '/api/v1/pods': agents }, 'drainedPods');
    assert.deepEqual(texts(drainLosses(situation, ['worker-0'], true)), [
      'DaemonSet shop/web blocks the uninstall until you delete it or change its node selector. To delete it, run `oc delete daemonset web -n shop`.',
      'No other Kata pods run on these nodes.',
      'Pods on these nodes lose the data in their emptyDir volumes.',
    ]);
    // The pods restart after a reboot that doesn't uninstall Kata.
    assert.match(
      texts(drainLosses(situation, ['worker-0']))[0] ?? '',
      /^2 Kata pods on these nodes stop: shop\/web \(2\)/,
    );
  });

  test('name the first 8 owners of Kata pods and count the others', async () => {
    const owned = 'abcdefghij'.split('').map((name) => pod('shop', name, { runtimeClass: 'kata' }));
    const losses = drainLosses(await situationFrom({ '/api/v1/pods': owned }, 'drainedPods'), ['worker-0']);
    const kata = losses.find(({ text }) => text.startsWith('10 Kata pods'));
    assert.match(kata?.text ?? '', /: shop\/a \(1\), .*shop\/h \(1\), and 2 more\.$/);
    assert.equal(kata?.items?.length, 10);
  });

  test('count pods by the Deployment of their ReplicaSet, and skip DaemonSets and completed pods', async () => {
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5d9c7', controller: true };
    const api = [1, 2, 3].map((index) => {
      const { metadata, ...rest } = {
        metadata: {},
        ...pod('payments', `api-${index}`, { runtimeClass: 'kata-remote' }),
      };
      return { ...rest, metadata: { ...metadata, ownerReferences: [owner] } };
    });
    const others = [
      pod('shop', 'agent', { owner: 'DaemonSet' }),
      pod('shop', 'job', { owner: 'Job', phase: 'Succeeded' }),
      pod('shop', 'web', { owner: 'StatefulSet' }),
    ];
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'api', controller: true };
    const situation = await situationFrom(
      {
        '/api/v1/pods': [...api, ...others],
        '/apis/apps/v1/namespaces/payments/replicasets/web-5d9c7': { metadata: { ownerReferences: [deployment] } },
        '/apis/apps/v1/namespaces/payments/deployments/api': { metadata: { name: 'api' } },
      },
      'drainedPods',
    );
    assert.deepEqual(texts(drainLosses(situation, ['worker-0'])).slice(0, 3), [
      '3 Kata pods on these nodes stop: payments/api (3).',
      'When a peer pod is deleted, its VM is also deleted.',
      "1 pod that doesn't use Kata is evicted.",
    ]);
  });

  test('report a missing permission to list pods', async () => {
    const situation = await situationFrom({ '/api/v1/pods': { problem: forbidden } }, 'drainedPods');
    const [first = '', ...others] = texts(drainLosses(situation, ['worker-0']));
    assert.match(
      first,
      /^You don't have permission to list pods in all namespaces, so the affected pods can't be shown\./,
    );
    assert.doesNotMatch(others.join(' '), /No Kata pods/);
  });

  test('name the Kata pods before a log level change', async () => {
    const stage = liveStage({ name: 'uninstall-blocked-by-pods' });
    const [set] = await stepsOf(stage, logLevelProcedure, { level: 'debug' });
    assert.match(
      gateSentences(set?.gate ?? assert.fail()).join('\n'),
      /^\d+ Kata pods? on these nodes stops?: payments\/payments \(\d+\)/m,
    );
  });

  test('are part of the confirmation of a log level change, an install, and an uninstall', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const bare = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'default', name: 'lonely' },
      spec: { nodeName: 'worker-0', containers: [{ name: 'a', image: 'a' }] },
    };
    assert.ok(stage.cluster.client.create(podType, bare).ok);
    const [set] = await stepsOf(stage, logLevelProcedure, { level: 'debug' });
    assert.match(
      gateSentences(set?.gate ?? assert.fail()).join('\n'),
      /1 pod without a controller will be permanently deleted: default\/lonely\./,
    );
    assert.deepEqual(set?.gate?.reboots, { nodes: ['worker-1', 'worker-0'] });
    const steps = await stepsOf(stage, uninstall, { namespace: true, crd: true });
    const gone = steps.find(({ id }) => id === 'kataconfig-gone');
    assert.match(gateSentences(gone?.gate ?? assert.fail()).join('\n'), /default\/lonely/);
  });
});

describe('losses of an uninstall', () => {
  const path = '/apis/batch/v1/cronjobs';
  const cronJob = (name: string, runtimeClassName: string | undefined, suspend = false): object => ({
    metadata: { namespace: 'shop', name, uid: `uid of ${name}`, resourceVersion: '1' },
    spec: { suspend, jobTemplate: { spec: { template: { spec: { runtimeClassName } } } } },
  });

  test('name the CronJobs that use Kata, and those that are suspended', async () => {
    const cronJobs = [
      cronJob('nightly', 'kata'),
      cronJob('hourly', 'kata-remote'),
      cronJob('plain', undefined),
      cronJob('paused', 'kata', true),
    ];
    const losses = cronJobLosses(await situationFrom({ [path]: cronJobs }, 'kataCronJobs'));
    assert.deepEqual(texts(losses), [
      "2 CronJobs use Kata: shop/hourly and shop/nightly. Pods that they create during the uninstall block the uninstall. Pods that they create afterward can't start. Suspend or delete the CronJobs first.",
      "1 suspended CronJob uses Kata: shop/paused. If you resume it after the uninstall, its pods can't start.",
    ]);
    assert.deepEqual(
      losses.map(({ items }) => items),
      [['shop/hourly', 'shop/nightly'], ['shop/paused']],
    );
    // The user confirms each new CronJob, but not that a CronJob is now suspended.
    const confirmed = (suspend: boolean) =>
      situationFrom({ [path]: [cronJob('nightly', 'kata', suspend)] }, 'kataCronJobs').then((situation) =>
        cronJobLosses(situation).flatMap(({ keys }) => keys),
      );
    assert.deepEqual(await confirmed(true), await confirmed(false));
    assert.deepEqual(cronJobLosses(await situationFrom({ [path]: [cronJob('plain', 'crun')] }, 'kataCronJobs')), []);
  });

  test('report a missing permission to list CronJobs', async () => {
    const situation = await situationFrom({ [path]: { problem: forbidden } }, 'kataCronJobs');
    assert.match(texts(cronJobLosses(situation))[0] ?? '', /^You don't have permission to list CronJobs in all /);
    const unreachable = await situationFrom({ [path]: { problem: unreachableCluster } }, 'kataCronJobs');
    assert.match(texts(cronJobLosses(unreachable))[0] ?? '', /^Can't read CronJobs: connection refused\. /);
    assert.deepEqual(cronJobLosses(await situationFrom({})), []);
  });

  test('are part of the plan', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const { metadata, spec } = {
      metadata: { namespace: 'default', name: 'nightly' },
      spec: {
        schedule: '0 0 * * *',
        jobTemplate: {
          spec: {
            template: {
              spec: { runtimeClassName: 'kata', restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] },
            },
          },
        },
      },
    };
    const created = stage.cluster.client.create(
      { group: 'batch', plural: 'cronjobs' },
      { apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec },
    );
    assert.ok(created.ok, JSON.stringify(created));
    const steps = await stepsOf(stage, uninstall, { namespace: false, crd: false });
    const plan = operationPlan('Uninstall Kata', await situationOf(stage, uninstall.facts), steps);
    assert.match(texts(plan.losses).join('\n'), /^1 CronJob uses Kata: default\/nightly\./m);
  });
});

describe('losses of the namespace', () => {
  const base = `/api/v1/namespaces/${operatorNamespace}`;
  const named = (name: string, more: object = {}): object => ({
    metadata: { name, uid: `uid of ${name}`, resourceVersion: '1', ...more },
  });
  const all = ['get', 'list', 'delete'];
  const resource = (name: string, kind: string, more: object = {}): object => ({
    name,
    kind,
    namespaced: true,
    verbs: all,
    ...more,
  });
  const answers: Answers = {
    '/api/v1': {
      resources: [
        resource('configmaps', 'ConfigMap'),
        resource('secrets', 'Secret'),
        resource('pods', 'Pod'),
        resource('pods/log', 'Pod'),
        resource('persistentvolumeclaims', 'PersistentVolumeClaim'),
        resource('events', 'Event'),
        resource('nodes', 'Node', { namespaced: false }),
      ],
    },
    '/apis': {
      groups: [
        { preferredVersion: { groupVersion: 'apps/v1' } },
        { preferredVersion: { groupVersion: 'example.com/v1' } },
        { preferredVersion: { groupVersion: '../x' } },
      ],
    },
    '/apis/apps/v1': { resources: [resource('deployments', 'Deployment'), resource('replicasets', 'ReplicaSet')] },
    '/apis/example.com/v1': {
      resources: [
        resource('things', 'Thing'),
        resource('packagemanifests', 'PackageManifest', { verbs: ['get', 'list'] }),
      ],
    },
    [`${base}/configmaps`]: [named('peer-pods-cm'), named('kube-root-ca.crt'), named('openshift-service-ca.crt')],
    [`${base}/secrets`]: [named('peer-pods-secret'), named('default-dockercfg-x2b5k')],
    [`${base}/pods`]: [named('manager-1', { ownerReferences: [{ controller: true }] })],
    [`${base}/persistentvolumeclaims`]: [named('data')],
    [`/apis/apps/v1/namespaces/${operatorNamespace}/deployments`]: [named('manager')],
    [`/apis/apps/v1/namespaces/${operatorNamespace}/replicasets`]: [
      named('manager-5d9', { ownerReferences: [{ controller: true }] }),
    ],
    [`/apis/example.com/v1/namespaces/${operatorNamespace}/things`]: { problem: forbidden },
  };

  test("name the objects of every kind, count generated ones, and mark kinds that can't be listed", async () => {
    const losses = namespaceLosses(await situationFrom(answers, 'namespaceContents'));
    assert.deepEqual(texts(losses), [
      'ConfigMap: peer-pods-cm.',
      'Secret: peer-pods-secret.',
      'Pod: manager-1.',
      'PersistentVolumeClaim: data.',
      'Deployment: manager.',
      '4 other objects that OpenShift creates in every namespace or that belong to a listed object.',
      'No permission to list: Thing.',
    ]);
  });

  test('are read before the first change only if the namespace will be deleted', () => {
    assert.deepEqual(uninstall.moreFacts?.({ namespace: true, crd: false }), ['namespaceContents']);
    assert.deepEqual(uninstall.moreFacts?.({ namespace: false, crd: false }), []);
  });
});

describe('confirmation of losses', () => {
  const stepWith = (gate: Partial<ConfirmationGate>): ProcedureStep => ({
    id: 'reboot',
    title: 'Reboot',
    state: 'ready',
    headline: '',
    evidence: [],
    changes: [],
    until: [],
    gate: { question: 'Reboot?', consequences: ['worker-0 reboots'], ...gate },
  });
  const pods = (...names: readonly string[]): Partial<ConfirmationGate> => ({
    losses: [
      { text: `${names.length} pods`, keys: names },
      { text: `${names.length} sandboxes`, keys: [] },
    ],
  });

  test('covers another estimate and fewer nodes, but no additional node', () => {
    const reboots = (words: string, ...nodes: readonly string[]): Partial<ConfirmationGate> => ({
      consequences: [words],
      estimates: [words],
      reboots: { nodes },
    });
    const agreed = new ConfirmationTracker();
    agreed.add(agreed.open([stepWith(reboots('2 nodes: 20 min', 'a', 'b'))]));
    assert.equal(agreed.open([stepWith(reboots('1 node: 15 min', 'b'))]).length, 0);
    assert.equal(agreed.open([stepWith(reboots('2 nodes: 20 min', 'a', 'c'))]).length, 1);
  });

  test('covers fewer losses and different numbers, but no additional loss', () => {
    const agreed = new ConfirmationTracker();
    agreed.add(agreed.open([stepWith(pods('a', 'b'))]));
    assert.equal(agreed.open([stepWith(pods('b'))]).length, 0);
    assert.equal(agreed.open([stepWith(pods('a', 'c'))]).length, 1);
  });
});
