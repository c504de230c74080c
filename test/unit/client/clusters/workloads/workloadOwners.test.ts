/** Tests how the owners of Kata pods and the workloads without pods are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import { groupByOwner, noPodOwners } from '#core/status/workloads/ownedPods.ts';
import { workloadListInterval } from '#client/clusters/sessions/workloadOwnerReader.ts';
import {
  forbidden,
  listOf,
  ownedBy,
  rawPod,
  rawWorkload,
  WorkloadsStage,
} from '#test/support/cluster/workloadsStage.ts';

const deployments = '/apis/apps/v1/deployments';
const jobs = '/apis/batch/v1/jobs';
const cronJobs = '/apis/batch/v1/cronjobs';
const replicaSet = (name: string): string => `/apis/apps/v1/namespaces/shop/replicasets/${name}`;
const metadata = (name: string, owner?: string) =>
  succeed({ metadata: { name, uid: name, ...(owner === undefined ? {} : { ownerReferences: ownedBy(owner) }) } });

/** Returns the owners with their pods, such as `Deployment web: web-1-a`. */
function owners(stage: WorkloadsStage): readonly string[] {
  const { pods, owners: known = noPodOwners } = stage.loaded;
  const { owned, bare } = groupByOwner(pods, known);
  return [
    ...owned.map(({ kind, name, problem, ...one }) =>
      [`${kind} ${name}:`, ...one.pods.map((pod) => pod.name), ...(problem === undefined ? [] : [`(${problem})`])].join(
        ' ',
      ),
    ),
    ...bare.map(({ name }) => name),
  ];
}

test('pods are grouped by the Deployment of their ReplicaSet, which is read once its namespace is expanded', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () =>
    listOf([
      rawPod('web-1-a', { controller: 'ReplicaSet web-1' }),
      rawPod('web-1-b', { controller: 'ReplicaSet web-1' }),
      rawPod('web-2-a', { controller: 'ReplicaSet web-2' }),
      rawPod('bare'),
    ]);
  stage.responses.set(deployments, listOf([rawWorkload('web', { replicas: 3 })]));
  stage.responses.set(replicaSet('web-1'), metadata('web-1', 'Deployment web'));
  stage.responses.set(replicaSet('web-2'), metadata('web-2', 'Deployment web'));
  await stage.expand();
  assert.equal(stage.asked(replicaSet('web-1')), 0);
  assert.equal(owners(stage)[0], 'Deployment web: web-1-a web-1-b web-2-a', 'the names show the owner meanwhile');
  stage.reader.expandedNamespaces(new Set(['shop']));
  await stage.clock.pass(500);
  assert.deepEqual(owners(stage), ['Deployment web: web-1-a web-1-b web-2-a', 'bare']);
  await stage.clock.pass(10 * workloadListInterval);
  assert.equal(stage.asked(replicaSet('web-1')), 1);
  stage.reader.stop();
});

test('a ReplicaSet that only looks like one of a Deployment is an owner itself once it is read', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => listOf([rawPod('web-1-a', { controller: 'ReplicaSet web-1' })]);
  stage.responses.set(deployments, listOf([rawWorkload('web', { replicas: 0 })]));
  stage.responses.set(replicaSet('web-1'), metadata('web-1'));
  await stage.expand();
  stage.reader.expandedNamespaces(new Set(['shop']));
  await stage.clock.pass(500);
  assert.deepEqual(owners(stage), ['Deployment web:', 'ReplicaSet web-1: web-1-a']);
  stage.reader.stop();
});

test('an owner that is deleted, replaced, or not permitted keeps its name and the reason', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () =>
    listOf(['gone', 'again', 'secret'].map((name) => rawPod(`${name}-pod`, { controller: `ReplicaSet ${name}` })));
  stage.responses.set(replicaSet('again'), succeed({ metadata: { name: 'again', uid: 'another' } }));
  stage.responses.set(replicaSet('secret'), fail(forbidden));
  await stage.expand();
  stage.reader.expandedNamespaces(new Set(['shop']));
  await stage.clock.pass(500);
  assert.deepEqual(owners(stage), [
    'ReplicaSet again: again-pod (deleted)',
    'ReplicaSet gone: gone-pod (deleted)',
    'ReplicaSet secret: secret-pod (forbidden)',
  ]);
  stage.responses.set(replicaSet('secret'), metadata('secret', 'Deployment hidden'));
  stage.reader.retryNow();
  await stage.clock.pass(500);
  assert.ok(owners(stage).includes('Deployment hidden: secret-pod'));
  stage.reader.stop();
});

test('a Deployment keeps its pods if its ReplicaSet is not permitted, and kinds that are not permitted are named', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => listOf([rawPod('web-1-a', { controller: 'ReplicaSet web-1' })]);
  stage.responses.set(deployments, listOf([rawWorkload('web', { replicas: 1 })]));
  stage.responses.set(replicaSet('web-1'), fail(forbidden));
  stage.responses.set(cronJobs, fail(forbidden));
  stage.responses.set(jobs, fail(forbidden));
  await stage.expand();
  stage.reader.expandedNamespaces(new Set(['shop']));
  await stage.clock.pass(500);
  assert.deepEqual(owners(stage), ['Deployment web: web-1-a']);
  assert.deepEqual(stage.loaded.owners?.unlisted, ['cronjobs', 'jobs']);
  stage.reader.stop();
});

test('an owner whose request fails is read again later', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => listOf([rawPod('web-1-a', { controller: 'ReplicaSet web-1' })]);
  stage.responses.set(replicaSet('web-1'), fail({ kind: 'network', message: 'connection reset' }));
  await stage.expand();
  stage.reader.expandedNamespaces(new Set(['shop']));
  await stage.clock.pass(500);
  assert.deepEqual(owners(stage), ['ReplicaSet web-1: web-1-a']);
  stage.responses.set(replicaSet('web-1'), metadata('web-1', 'Deployment web'));
  await stage.clock.pass(31_000);
  assert.deepEqual(owners(stage), ['Deployment web: web-1-a']);
  assert.equal(stage.asked(replicaSet('web-1')), 2);
  stage.reader.stop();
});

test('workloads without pods are listed, except finished Jobs and those that another workload manages', async () => {
  const stage = new WorkloadsStage();
  stage.responses.set(
    deployments,
    listOf([
      rawWorkload('scaled-down', { replicas: 0 }),
      rawWorkload('plain', { template: { spec: {} } }),
      rawWorkload('other-runtime', { template: { spec: { runtimeClassName: 'gvisor' } } }),
    ]),
  );
  const done = { status: { conditions: [{ type: 'Complete', status: 'True' }] } };
  stage.responses.set(
    jobs,
    listOf([
      rawWorkload('waiting', { suspend: true }),
      { ...Object(rawWorkload('done')), ...done },
      rawWorkload('nightly-1', {}, { ownerReferences: ownedBy('CronJob nightly', 'batch/v1') }),
    ]),
  );
  const jobTemplate = { spec: { template: { spec: { runtimeClassName: 'kata' } } } };
  stage.responses.set(cronJobs, listOf([rawWorkload('nightly', { suspend: true, jobTemplate })]));
  await stage.expand();
  assert.deepEqual(owners(stage), ['CronJob nightly:', 'Deployment scaled-down:', 'Job waiting:']);
  stage.reader.stop();
});

test('workloads are listed again soon after a pod is created, and not for changes of a pod', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => listOf([rawPod('web-1')]);
  stage.responses.set(deployments, listOf([]));
  await stage.expand();
  assert.equal(stage.asked(deployments), 1);
  await stage.event('MODIFIED', rawPod('web-1', { phase: 'Failed', version: 2 }));
  await stage.clock.pass(20_000);
  assert.equal(stage.asked(deployments), 1);
  for (let index = 0; index < 50; index += 1)
    await stage.event('ADDED', rawPod(`new-${index}`, { version: 3 + index }));
  await stage.clock.pass(6000);
  assert.equal(stage.asked(deployments), 2, 'a burst of pods causes one list');
  stage.reader.expanded(false);
  await stage.clock.pass(10 * workloadListInterval);
  assert.equal(stage.asked(deployments), 2, 'a collapsed group lists nothing');
  stage.reader.stop();
});

test('a ReplicaSet without an owner is listed although it has no pods, and those of Deployments are not requested', async () => {
  const stage = new WorkloadsStage();
  stage.responses.set('/apis/apps/v1/replicasets', listOf([rawWorkload('cache-5d9c7', { replicas: 0 })]));
  stage.responses.set(deployments, listOf([rawWorkload('cache', { replicas: 0 })]));
  await stage.expand();
  assert.deepEqual(owners(stage), ['Deployment cache:', 'ReplicaSet cache-5d9c7:']);
  const { owned } = groupByOwner([], stage.loaded.owners ?? noPodOwners);
  assert.deepEqual(
    owned.map(({ workload }) => workload?.wanted),
    [0, 0],
  );
  const selectors = stage.connection.asked
    .filter(({ path }) => path.startsWith('/apis/'))
    .map(({ path, query }) => [path, query['labelSelector']]);
  assert.deepEqual(
    selectors.filter(([, selector]) => selector !== undefined),
    [['/apis/apps/v1/replicasets', '!pod-template-hash']],
  );
  // A new pod belongs to the listed ReplicaSet, even before the ReplicaSet is read.
  await stage.event('ADDED', rawPod('cache-5d9c7-x', { controller: 'ReplicaSet cache-5d9c7', version: 2 }));
  assert.deepEqual(owners(stage), ['Deployment cache:', 'ReplicaSet cache-5d9c7: cache-5d9c7-x']);
  stage.reader.stop();
});
