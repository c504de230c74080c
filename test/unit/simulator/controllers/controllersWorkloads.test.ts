import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordEvent } from '#simulator/controllers/framework/events.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { remotePod } from '#simulator/controllers/admission/peerPodsWebhook.ts';
import { createKataConfig, runWorkload, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { getList, getMap, getNumber, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

const minutes = 60_000;

function pod(name: string, namespace: string, spec: Readonly<Record<string, unknown>>): ScenarioStep {
  const resources = { requests: { cpu: '1500m', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } };
  return {
    resource: names.pods,
    create: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace },
      spec: { containers: [{ name: 'main', image: 'i', resources }], ...spec },
    },
  };
}

const namespace = (name: string): ScenarioStep => ({
  resource: names.namespaces,
  create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
});

test('simulated Kata pod has the pod overhead and runs on a node with Kata', () => {
  const { play, client } = stage({ name: 'two-workers-installed' });
  play(pod('p', 'default', { runtimeClassName: 'kata' }), { wait: minutes });
  const found = client.get(names.pods, 'p', 'default');
  assert.deepEqual(getMap(found, 'spec', 'overhead'), { cpu: '250m', memory: '350Mi' });
  assert.match(getString(found, 'spec', 'nodeName') ?? '', /^worker-/);
  assert.equal(getString(found, 'status', 'phase'), 'Running');
  const told = client
    .list(names.events, 'default')
    .filter((event) => getString(event, 'involvedObject', 'name') === 'p');
  assert.deepEqual(new Set(told.map((event) => event['reason'])), new Set(['Scheduled', 'Started']));
});

test('simulated kubelet reports no container ID and no image ID before the runtime has created the container', () => {
  const { play, client } = stage({ name: 'sandboxes-fail' });
  const waiting = client.list(names.pods, 'payments').find((one) => getString(one, 'status', 'phase') === 'Pending');
  const missing = stage({ name: 'two-workers-installed' }, { missingImages: ['nowhere'] });
  missing.play(pod('pulled', 'default', { containers: [{ name: 'main', image: 'nowhere/app:1' }] }), { wait: minutes });
  for (const one of [waiting, missing.client.get(names.pods, 'pulled', 'default')]) {
    const [status] = getList(one, 'status', 'containerStatuses');
    assert.ok(getString(status, 'state', 'waiting', 'reason') !== undefined);
    assert.deepEqual([getValue(status, 'containerID'), getValue(status, 'imageID')], [undefined, '']);
  }
  play({ wait: minutes });
  const running = client.list(names.pods, 'payments').find((one) => getString(one, 'status', 'phase') === 'Running');
  assert.match(getString(getList(running, 'status', 'containerStatuses')[0], 'containerID') ?? '', /^cri-o:/);
  const failure = client.list(names.events, 'payments').find((event) => event['reason'] === 'FailedCreatePodSandBox');
  assert.equal(getString(failure, 'source', 'host'), 'worker-1');
});

test('simulated scheduler counts each reason and repeats its event', () => {
  const { play, client } = stage({ name: 'two-workers-installed' });
  const found = () =>
    client.list(names.events, 'default').filter((event) => getString(event, 'reason') === 'FailedScheduling');
  play(pod('p', 'default', { runtimeClassName: 'kata', nodeSelector: { disk: 'none' } }), { wait: minutes });
  const [event] = found();
  assert.equal(
    event?.['message'],
    "0/5 nodes are available: 2 node(s) didn't match Pod's node affinity/selector, 3 node(s) had untolerated taint {node-role.kubernetes.io/master: }. preemption: 0/5 nodes are available: 5 Preemption is not helpful for scheduling.",
  );
  // kube-scheduler writes through events.k8s.io, which counts repetitions in a series.
  const countOf = (one: KubeObject | undefined): number => getNumber(one, 'series', 'count') ?? 1;
  assert.deepEqual([event['count'], event['lastTimestamp']], [undefined, null]);
  const before = countOf(event);
  play({ wait: 16 * minutes });
  const [repeated, ...others] = found();
  assert.deepEqual(others, [], 'the same event is counted');
  assert.ok(countOf(repeated) >= before + 3);
  const cordon = { spec: { unschedulable: true } };
  play({ patch: { resource: names.nodes, name: 'worker-0' }, with: cordon }, { wait: minutes });
  assert.ok(found().some((one) => String(one['message']).includes('1 node(s) were unschedulable, ')));
});

test('simulated pod with an unknown runtime class is rejected', () => {
  const { client } = stage({ name: 'two-workers' });
  const step = pod('p', 'default', { runtimeClassName: 'kata' });
  assert.ok('create' in step);
  const refused = client.create(names.pods, step.create);
  assert.ok(!refused.ok);
  assert.equal(refused.error.code, 403);
  assert.equal(refused.error.message, 'pods "p" is forbidden: pod rejected: RuntimeClass "kata" not found');
});

test('simulated peer pods webhook converts resources and skips platform namespaces', () => {
  const { play, client } = stage({ name: 'peer-pods' });
  const remote = { runtimeClassName: 'kata-remote' };
  play(
    createKataConfig({ enablePeerPods: true }),
    untilDone,
    { wait: minutes },
    namespace('apps'),
    pod('p', 'apps', remote),
    pod('q', 'openshift-monitoring', remote),
  );
  const [changed, skipped] = [client.get(names.pods, 'p', 'apps'), client.get(names.pods, 'q', 'openshift-monitoring')];
  assert.equal(changed?.metadata.annotations?.['io.katacontainers.config.hypervisor.default_vcpus'], '2');
  assert.equal(changed.metadata.annotations['io.katacontainers.config.hypervisor.default_memory'], '2048');
  const slot = { 'kata.peerpods.io/vm': '1' };
  assert.deepEqual(getValue(getList(changed, 'spec', 'containers')[0], 'resources'), { limits: slot, requests: slot });
  assert.equal(skipped?.metadata.annotations, undefined);
  assert.equal(getString(getList(skipped, 'spec', 'containers')[0], 'resources', 'limits', 'cpu'), '2');
});

test('simulated peer pods webhook assigns the pod VM to the first container and counts GPUs', () => {
  const gpu = { limits: { 'nvidia.com/gpu': '1' } };
  const containers = [
    { name: 'a', resources: gpu },
    { name: 'b', resources: gpu },
  ];
  const changed = remotePod({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers } });
  assert.deepEqual(changed.metadata.annotations, { 'io.katacontainers.config.hypervisor.default_gpus': '2' });
  const slot = { 'kata.peerpods.io/vm': '1' };
  assert.deepEqual(
    getList(changed, 'spec', 'containers').map((container) => getValue(container, 'resources')),
    [{ limits: slot, requests: slot }, {}],
  );
});

test("simulated peer pods webhook blocks pods in user namespaces while it isn't ready", () => {
  const { play, client } = stage({ name: 'peer-pods' });
  play(createKataConfig({ enablePeerPods: true }), untilDone, namespace('apps'));
  const step = pod('p', 'apps', {});
  assert.ok('create' in step);
  const refused = client.create(names.pods, step.create);
  assert.ok(!refused.ok);
  assert.equal(refused.error.code, 500);
  assert.match(
    refused.error.message,
    /failed calling webhook "mwebhook\.peerpods\.io".*no endpoints available for service "peer-pods-webhook-svc"$/,
  );
  play(step);
});

test('simulated Deployment maintains, scales, rolls out, and deletes its pods', () => {
  const { play, client } = stage({ name: 'two-workers-installed' });
  const payments = { resource: names.deployments, name: 'payments', namespace: 'payments' };
  play(...runWorkload);
  const first = client.list(names.pods, 'payments');
  assert.equal(first.length, 2);
  assert.deepEqual(
    new Set(first.map((each) => getString(each, 'spec', 'nodeName'))),
    new Set(['worker-0', 'worker-1']),
  );
  play(
    { delete: { resource: names.pods, name: first[0]?.metadata.name ?? '', namespace: 'payments' } },
    { wait: minutes },
  );
  assert.equal(client.list(names.pods, 'payments').length, 2);
  play(
    { patch: payments, with: { spec: { replicas: 3 } } },
    { until: { ...payments, path: 'status.availableReplicas', is: 3 } },
  );
  play({ patch: payments, with: { spec: { template: { spec: { runtimeClassName: null } } } } }, { wait: minutes });
  assert.deepEqual(
    client.list(names.pods, 'payments').map((each) => getString(each, 'spec', 'runtimeClassName')),
    [undefined, undefined, undefined],
  );
  const revisions = (): readonly (string | undefined)[] =>
    client
      .list(names.replicaSets, 'payments')
      .map(({ metadata }) => metadata.annotations?.['deployment.kubernetes.io/revision']);
  assert.deepEqual(new Set(revisions()), new Set(['1', '2']));
  play({ patch: payments, with: { spec: { template: { spec: { runtimeClassName: 'kata' } } } } }, { wait: minutes });
  assert.deepEqual(new Set(revisions()), new Set(['2', '3']), 'the set that comes back gets the next number');
  play({ delete: payments }, { wait: minutes });
  assert.deepEqual(client.list(names.replicaSets, 'payments'), []);
  assert.deepEqual(client.list(names.pods, 'payments'), []);
});

test('simulated namespace deletion removes the contents and reports remaining finalizers', () => {
  const { play, client } = stage({ name: 'two-workers-installed' });
  const held = { resource: names.configMaps, name: 'held', namespace: 'payments' };
  play(...runWorkload, {
    resource: names.configMaps,
    create: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'held', namespace: 'payments', finalizers: ['example.com/hold'] },
    },
  });
  play({ delete: { resource: names.namespaces, name: 'payments' } }, { wait: minutes });
  const going = client.get(names.namespaces, 'payments');
  assert.equal(getString(going, 'status', 'phase'), 'Terminating');
  const messages = Object.fromEntries(
    getList(going, 'status', 'conditions').map((condition) => [
      getString(condition, 'type'),
      getString(condition, 'message'),
    ]),
  );
  assert.equal(
    messages['NamespaceContentRemaining'],
    'Some resources are remaining: configmaps. has 1 resource instances',
  );
  assert.equal(
    messages['NamespaceFinalizersRemaining'],
    'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
  );
  assert.deepEqual(client.list(names.pods, 'payments'), []);
  play({ patch: held, with: { metadata: { finalizers: null } } }, { wait: minutes });
  assert.equal(client.get(names.namespaces, 'payments'), undefined);
});

test('simulated garbage collection supports foreground deletion and orphans', () => {
  const { play, client } = stage({ name: 'two-workers-installed' });
  play(...runWorkload);
  client.remove(names.deployments, { name: 'payments', namespace: 'payments' }, { propagationPolicy: 'Foreground' });
  assert.ok(client.get(names.deployments, 'payments', 'payments')?.metadata.deletionTimestamp);
  play({ wait: minutes });
  assert.equal(client.get(names.deployments, 'payments', 'payments'), undefined);
  assert.deepEqual(client.list(names.pods, 'payments'), []);
  play(...runWorkload.slice(1));
  client.remove(names.deployments, { name: 'payments', namespace: 'payments' }, { propagationPolicy: 'Orphan' });
  play({ wait: minutes });
  const [set] = client.list(names.replicaSets, 'payments');
  assert.equal(set?.metadata.ownerReferences?.length ?? 0, 0);
  assert.equal(client.list(names.pods, 'payments').length, 2);
});

test('simulated Job runs its pod once and completes', () => {
  const { play, client } = stage({ name: 'two-workers' });
  const spec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } };
  play(
    {
      resource: names.jobs,
      create: { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'once', namespace: 'default' }, spec },
    },
    { wait: 30 * minutes },
  );
  const job = client.get(names.jobs, 'once', 'default');
  assert.equal(getValue(job, 'status', 'succeeded'), 1);
  assert.ok(getValue(job, 'status', 'completionTime'));
  assert.deepEqual(
    client.list(names.pods, 'default').map((each) => getString(each, 'status', 'phase')),
    ['Succeeded'],
  );
});

test('simulated Job creates no pods until it is resumed', () => {
  const { play, client } = stage({ name: 'two-workers-installed' });
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'i' }] } };
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'later', namespace: 'default' } };
  play({ resource: names.jobs, create: { ...job, spec: { suspend: true, template } } }, { wait: minutes });
  const podsOf = (): number =>
    client.list(names.pods, 'default').filter(({ metadata }) => metadata.name.startsWith('later-')).length;
  assert.equal(podsOf(), 0);
  const later = { resource: names.jobs, name: 'later', namespace: 'default' };
  play({ patch: later, with: { spec: { suspend: false } } }, { wait: minutes });
  assert.equal(podsOf(), 1);
});

test('simulated quota rejects the pods of a Deployment and a Job, and its status counts the pods', () => {
  const { play, client } = stage({ name: 'kata-workloads' });
  const quota = { resource: names.resourceQuotas, name: 'small', namespace: 'shop' };
  const failuresOf = (kind: string): readonly string[] =>
    client
      .list(names.events, 'shop')
      .filter((event) => event['reason'] === 'FailedCreate' && getString(event, 'involvedObject', 'kind') === kind)
      .map((event) => getString(event, 'message') ?? '');
  for (const [kind, name] of [
    ['ReplicaSet', 'web'],
    ['Job', 'report'],
  ] as const) {
    const failures = failuresOf(kind);
    assert.match(
      failures[0] ?? '',
      new RegExp(
        `^Error creating: pods "${name}-\\S+" is forbidden: exceeded quota: small, requested: pods=1, used: pods=4, limited: pods=4$`,
      ),
    );
    assert.ok(failures.length > 1 && failures.length < 8, `${failures.length} attempts in a minute`);
  }
  assert.deepEqual(getMap(client.get(names.resourceQuotas, 'small', 'shop'), 'status', 'used'), { pods: '4' });
  play({ patch: quota, with: { spec: { hard: { pods: '20' } } } }, { wait: 5 * minutes });
  assert.equal(getNumber(client.get(names.deployments, 'web', 'shop'), 'status', 'readyReplicas'), 3);
  assert.deepEqual(getMap(client.get(names.resourceQuotas, 'small', 'shop'), 'status'), {
    hard: { pods: '20' },
    used: { pods: '6' },
  });
});

test('simulated events are counted, expire after 3 hours, and are limited to 5,000', () => {
  const { play, client } = stage({ name: 'operator-missing' });
  const node = client.get(names.nodes, 'worker-0');
  assert.ok(node);
  const say = (message: string): void => recordEvent(client, node, { reason: 'Test', message, component: 'test' });
  say('once more');
  say('once more');
  const [event] = client.list(names.events, 'default').filter((each) => each['message'] === 'once more');
  assert.equal(event?.['count'], 2);
  play({ wait: 170 * minutes });
  assert.ok(client.list(names.events, 'default').some((each) => each['message'] === 'once more'));
  play({ wait: 30 * minutes });
  assert.deepEqual(client.list(names.events), []);
  for (let index = 0; index < 5_100; index += 1) say(`message ${index}`);
  assert.equal(client.list(names.events).length, 5_000);
  assert.ok(!client.list(names.events).some((each) => each['message'] === 'message 0'));
});

test('simulated StatefulSet creates pods in order and updates and removes them in reverse', () => {
  const cluster = stage({ name: 'two-workers-installed' });
  const { client } = cluster;
  const set = { resource: names.statefulSets, name: 'db', namespace: 'default' };
  const matchLabels = { app: 'db' };
  const container = { name: 'server', image: 'registry.example.com/db:1' };
  const order: string[] = [];
  const watching = cluster.store.watch(names.pods, undefined, ({ type, object }) => {
    if (object.metadata.namespace === 'default' && type !== 'MODIFIED')
      order.push(`${type === 'ADDED' ? '+' : '-'}${object.metadata.name}`);
  });
  assert.ok(watching.ok);
  const template = { metadata: { labels: matchLabels }, spec: { containers: [container] } };
  const spec = { replicas: 2, serviceName: 'db', selector: { matchLabels }, template };
  cluster.play(
    {
      resource: names.statefulSets,
      create: { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db', namespace: 'default' }, spec },
    },
    { until: { ...set, path: 'status.readyReplicas', is: 2 } },
  );
  assert.deepEqual(order, ['+db-0', '+db-1']);
  cluster.play({ patch: set, with: { spec: { template: { spec: { runtimeClassName: 'kata' } } } } }, { wait: 60_000 });
  assert.deepEqual(order.slice(2), ['-db-1', '+db-1', '-db-0', '+db-0']);
  assert.deepEqual(
    client.list(names.pods, 'default').map((pod) => getString(pod, 'spec', 'runtimeClassName')),
    ['kata', 'kata'],
  );
  const status = getMap(client.get(set.resource, set.name, set.namespace), 'status');
  assert.equal(status['currentRevision'], status['updateRevision']);
  assert.equal(status['updatedReplicas'], 2);
  cluster.play({ patch: set, with: { spec: { replicas: 0 } } }, { wait: 60_000 });
  assert.deepEqual(order.slice(6), ['-db-1', '-db-0']);
});
