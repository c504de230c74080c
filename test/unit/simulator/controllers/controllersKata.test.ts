import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockedByPods, installing, inDocumentWording } from '#simulator/controllers/kata/inProgressCondition.ts';
import { listFor } from '#simulator/controllers/kata/nodeLists.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import {
  createKataConfig,
  createNamespace,
  createOperatorGroup,
  deleteKataConfig,
  kataConfigObject,
  subscribe,
  untilDone,
  untilGone,
  untilReason,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { getList, getString, getValue, type JsonObject } from '#simulator/store/kubeObject.ts';
import { stage, type TestCluster } from '#test/support/cluster/controllersStage.ts';

const namespace = 'openshift-sandboxed-containers-operator';
const minutes = 60_000;

/** Returns the current status in short form: condition status, reason, ready nodes, and all nodes. */
function standing({ client }: TestCluster): string {
  const status = getValue(client.get(names.kataConfigs, kataConfigObject.name), 'status');
  const [condition] = getList(status, 'conditions');
  const count = (name: string): string => String(getValue(status, 'kataNodes', name));
  return `${getString(condition, 'status') ?? '-'} ${getString(condition, 'reason') ?? '-'} ${count('readyNodeCount')}/${count('nodeCount')}`;
}

const reasons = ({ statuses }: TestCluster): readonly string[] =>
  statuses
    .map(({ conditions }) => getString(conditions[0], 'reason') ?? '')
    .filter((reason, index, all) => reason !== all[index - 1]);

const lists = ({ client }: TestCluster): JsonObject => {
  const {
    nodeCount: _all,
    readyNodeCount: _ready,
    ...rest
  } = getValue(client.get(names.kataConfigs, kataConfigObject.name), 'status', 'kataNodes') as Record<string, unknown>;
  return rest;
};

test('simulated operator lists each node by its state, configuration, and pool', () => {
  const rows = [
    ['Done', 'a', 'a', true, 'installed'],
    ['Done', 'a', 'a', false, undefined],
    ['Working', 'a', 'b', true, 'installing'],
    ['Working', 'a', 'b', false, 'uninstalling'],
    ['Done', 'a', 'b', true, 'waitingToInstall'],
    ['Done', 'a', 'b', false, 'waitingToUninstall'],
    ['Degraded', 'a', 'b', true, 'failedToInstall'],
    ['Degraded', 'a', 'b', false, 'failedToUninstall'],
    ['Unreconcilable', 'a', 'b', true, undefined],
  ] as const;
  for (const [state, current, target, enabled, list] of rows)
    assert.equal(listFor({ state, current, target, enabled }), list, `${state} ${current} ${target} ${enabled}`);
});

test('simulated operator can use the wording of the documentation', () => {
  const worded = inDocumentWording(installing, true);
  assert.equal(worded.message, 'Performing initial installation of kata-remote on cluster');
  assert.deepEqual(inDocumentWording(worded, true), worded);
  assert.deepEqual(inDocumentWording(installing, false), installing);
  assert.equal(
    inDocumentWording(blockedByPods('kata-remote'), true).message,
    'Existing pods using "kata-remote" RuntimeClass found. Please delete the pods manually for KataConfig deletion to proceed',
  );
});

test("simulated operator webhook isn't ready at first, then accepts only one KataConfig", () => {
  const cluster = stage({ name: 'operator-missing' });
  const installed = {
    resource: names.csvs,
    name: 'sandboxed-containers-operator.v1.12.0',
    namespace,
    path: 'status.phase',
    is: 'Succeeded',
  } as const;
  cluster.play(createNamespace, createOperatorGroup, subscribe(), { until: installed });
  const step = createKataConfig();
  assert.ok('create' in step);
  const early = cluster.client.create(names.kataConfigs, step.create);
  assert.ok(!early.ok);
  assert.equal(early.error.code, 500);
  assert.match(
    early.error.message,
    /^Internal error occurred: failed calling webhook "vkataconfig\.kb\.io": failed to call webhook: Post "https:\/\/controller-manager-service\.openshift-sandboxed-containers-operator\.svc:443\/validate-kataconfiguration-openshift-io-v1-kataconfig\?timeout=10s": no endpoints available for service "controller-manager-service"$/,
  );
  cluster.play(step);
  const second = cluster.client.create(names.kataConfigs, { ...step.create, metadata: { name: 'another' } });
  assert.ok(!second.ok);
  assert.equal(second.error.code, 403);
  assert.equal(
    second.error.message,
    'admission webhook "vkataconfig.kb.io" denied the request: A KataConfig instance already exists, refusing to create a duplicate',
  );
});

test('simulated operator follows the selector and reports Updating when a label adds a node', () => {
  const cluster = stage({ name: 'two-workers' });
  const label = (node: string, value: string | null) => ({
    patch: { resource: names.nodes, name: node },
    with: { metadata: { labels: { kata: value } } },
  });
  cluster.play(
    label('worker-0', 'yes'),
    createKataConfig({ kataConfigPoolSelector: { matchLabels: { kata: 'yes' } } }),
    untilDone,
  );
  assert.equal(standing(cluster), 'False  1/1');
  assert.deepEqual(lists(cluster), { installed: ['worker-0'] });
  cluster.play(label('worker-1', 'yes'), untilReason('Updating'), untilDone);
  assert.equal(standing(cluster), 'False  2/2');
  // The operator waits for its own pool to start an update, but the pool has nothing to do when a node leaves it. The
  // lists therefore stay as they were, as in the operator's code.
  cluster.play(label('worker-0', null), { wait: 30 * minutes });
  assert.deepEqual(lists(cluster), { installed: ['worker-0', 'worker-1'] });
  assert.equal(
    getValue(cluster.client.get(names.kataConfigs, kataConfigObject.name), 'status', 'waitingForMcoToStart'),
    true,
  );
  const left = cluster.client.get(names.nodes, 'worker-0');
  assert.equal(left?.metadata.labels?.['node-role.kubernetes.io/kata-oc'], undefined);
  assert.match(
    left?.metadata.annotations?.['machineconfiguration.openshift.io/currentConfig'] ?? '',
    /^rendered-worker-/,
  );
});

test('simulated operator supports selector expressions and stops silently at an invalid one', () => {
  const cluster = stage({ name: 'two-workers' });
  const selector = (operator: string) => ({
    kataConfigPoolSelector: { matchExpressions: [{ key: 'kubernetes.io/hostname', operator, values: ['worker-1'] }] },
  });
  cluster.play(createKataConfig(selector('in')), { wait: 10 * minutes });
  assert.deepEqual(cluster.statuses, []);
  assert.match(
    cluster.logOf(namespace, 'controller-manager'),
    /"msg":"Invalid KataConfig\.spec\.kataConfigPoolSelector - please fix your KataConfig"/,
  );
  cluster.play({ patch: kataConfigObject, with: { spec: selector('In') } }, untilDone);
  assert.deepEqual(lists(cluster), { installed: ['worker-1'] });
});

test('simulated operator waits for Node Feature Discovery if checkNodeEligibility is true', () => {
  const cluster = stage({ name: 'two-workers' });
  cluster.play(createKataConfig({ checkNodeEligibility: true }), { wait: 10 * minutes });
  assert.equal(cluster.client.get(names.machineConfigPools, 'kata-oc'), undefined);
  assert.match(
    cluster.logOf(namespace, 'controller-manager'),
    /no Nodes with required labels found\. Is NFD running\?/,
  );
  const feature = { 'feature.node.kubernetes.io/runtime.kata': 'true' };
  cluster.play(
    { patch: { resource: names.nodes, name: 'worker-0' }, with: { metadata: { labels: feature } } },
    untilDone,
  );
  assert.deepEqual(lists(cluster), { installed: ['worker-0'] });
});

test('simulated operator reboots nodes for a new logLevel and explains an invalid one in the configuration', () => {
  const cluster = stage({ name: 'two-workers-installed' });
  const { client } = cluster;
  cluster.play({ patch: kataConfigObject, with: { spec: { logLevel: 'debug' } } }, untilReason('Updating'), untilDone);
  assert.equal(
    getString(
      client.get(names.containerRuntimeConfigs, 'kata-crio-config'),
      'spec',
      'containerRuntimeConfig',
      'logLevel',
    ),
    'debug',
  );
  assert.ok(client.get(names.machineConfigs, '99-kata-oc-generated-containerruntime'));
  cluster.play({ patch: kataConfigObject, with: { spec: { logLevel: 'Debug' } } }, { wait: 10 * minutes });
  assert.equal(standing(cluster), 'False  2/2');
  const [condition] = getList(client.get(names.containerRuntimeConfigs, 'kata-crio-config'), 'status', 'conditions');
  assert.equal(
    getString(condition, 'message'),
    'Error: invalid LogLevel "Debug", must be one of error, fatal, panic, warn, info, debug, or trace',
  );
  cluster.play(deleteKataConfig, untilGone, { wait: minutes });
  assert.deepEqual(client.list(names.containerRuntimeConfigs), []);
  assert.equal(client.get(names.machineConfigs, '99-kata-oc-generated-containerruntime'), undefined);
});

test('simulated operator finishes an install before it starts a deletion', () => {
  const cluster = stage({ name: 'two-workers' });
  cluster.play(createKataConfig(), untilReason('Installing'), { wait: minutes }, deleteKataConfig, untilGone);
  assert.deepEqual(reasons(cluster), ['Installing', '', 'Uninstalling']);
});

test('simulated KataConfig is deleted only while the operator is installed', () => {
  const cluster = stage({ name: 'two-workers-installed' });
  const name = 'sandboxed-containers-operator';
  cluster.play(
    { delete: { resource: names.subscriptions, name, namespace } },
    { delete: { resource: names.csvs, name: `${name}.v1.12.0`, namespace } },
    { wait: minutes },
  );
  cluster.play(deleteKataConfig, { wait: 120 * minutes });
  assert.ok(cluster.client.get(names.kataConfigs, kataConfigObject.name)?.metadata.deletionTimestamp);
  assert.equal(standing(cluster), 'False  2/2');
  cluster.play(subscribe(), untilGone);
});

test('simulated operator checks for blocking pods of any phase every 15 seconds', () => {
  const cluster = stage({ name: 'two-workers-installed' });
  const pod = { resource: names.pods, name: 'left-over', namespace: 'default' };
  const spec = { runtimeClassName: 'kata', nodeSelector: { none: 'such' }, containers: [{ name: 'c', image: 'i' }] };
  cluster.play(
    {
      resource: names.pods,
      create: { apiVersion: 'v1', kind: 'Pod', metadata: { name: pod.name, namespace: 'default' }, spec },
    },
    { wait: 5_000 },
  );
  assert.equal(getString(cluster.client.get(names.pods, pod.name, 'default'), 'status', 'phase'), 'Pending');
  cluster.play(deleteKataConfig, untilReason('BlockedByExistingKataPods'), { wait: 60 * minutes });
  assert.equal(standing(cluster), 'False BlockedByExistingKataPods 2/2');
  cluster.play({ delete: pod }, { wait: 16_000 });
  assert.equal(standing(cluster), 'True Uninstalling 0/0');
});

test('simulated operator reports a node where the uninstall failed', () => {
  const failure = { node: 'worker-1', pool: 'worker', reason: 'unexpected on-disk state', times: 2 };
  const cluster = stage({ name: 'two-workers-installed' }, { nodeFailures: [failure] });
  cluster.play(deleteKataConfig, untilReason('Failed'));
  assert.deepEqual(lists(cluster), { failedToUninstall: ['worker-1'], waitingToUninstall: ['worker-0'] });
  const [condition] = cluster.statuses.at(-1)?.conditions ?? [];
  assert.equal(condition?.['message'], 'Node worker-1 Degraded: unexpected on-disk state');
  cluster.play(untilGone);
});

test('simulated operator starts no image creation job if a pod VM image is set', () => {
  const cluster = stage({ name: 'peer-pods' });
  cluster.play({
    patch: { resource: names.configMaps, name: 'peer-pods-cm', namespace },
    with: { data: { PODVM_AMI_ID: 'ami-1234567890abcdef0' } },
  });
  cluster.play(createKataConfig({ enablePeerPods: true }), untilDone);
  assert.deepEqual(reasons(cluster), ['Installing', '']);
  assert.ok(cluster.client.get(names.runtimeClasses, 'kata-remote'));
});

test('simulated operator adds the image ID to peer-pods-cm and removes it on uninstall', () => {
  const cluster = stage({ name: 'peer-pods' });
  const image = (): unknown =>
    getValue(cluster.client.get(names.configMaps, 'peer-pods-cm', namespace), 'data', 'PODVM_AMI_ID');
  cluster.play(createKataConfig({ enablePeerPods: true }), untilDone, { wait: minutes });
  assert.match(String(image()), /^ami-/);
  assert.match(
    cluster.logOf(namespace, 'osc-podvm-image-creation'),
    /AMI_ID=ami-[0-9a-f]+\nconfigmap\/peer-pods-cm patched$/,
  );
  const { client } = cluster;
  assert.equal(getValue(client.get(names.daemonSets, 'osc-caa-ds', namespace), 'status', 'numberReady'), 2);
  assert.equal(
    getValue(client.get(names.deployments, 'peer-pods-webhook', namespace), 'status', 'availableReplicas'),
    2,
  );
  assert.ok(client.get(names.mutatingWebhooks, 'mutating-webhook-configuration'));
  assert.deepEqual(client.list(names.jobs, namespace), [], 'a job that has ended is deleted');
  const told = client
    .list(names.events, namespace)
    .map((event) => `${String(event['type'])} ${String(event['reason'])}: ${String(event['message'])}`);
  assert.ok(
    told.includes('Normal PodVMImageJobRunning: PodVM image job (osc-podvm-image-creation) is running'),
    told.join('\n'),
  );
  cluster.play(deleteKataConfig, untilGone, { wait: minutes });
  assert.equal(image(), '');
  assert.deepEqual(client.list(names.mutatingWebhooks), []);
  assert.deepEqual(client.list(names.runtimeClasses), []);
});

test('simulated operator reports every outcome of the image creation job', () => {
  for (const [outcome, expected] of [
    ['fails', 'True PodVMImageJobFailed 2/2'],
    ['forgetsImageId', 'True PodVMImageJobRunning 2/2'],
    ['unclear', 'Unknown PodVMImageJobStatusUnknown 2/2'],
  ] as const) {
    const cluster = stage({ name: 'peer-pods' }, { imageCreation: outcome });
    cluster.play(createKataConfig({ enablePeerPods: true }), { wait: 90 * minutes });
    assert.equal(standing(cluster), expected);
    assert.equal(cluster.client.get(names.runtimeClasses, 'kata-remote'), undefined);
  }
  const cluster = stage({ name: 'peer-pods' }, { imageDeletion: 'fails' });
  cluster.play(createKataConfig({ enablePeerPods: true }), untilDone, deleteKataConfig, untilGone);
});

test('simulated image creation job logs its steps and the error before its last line', () => {
  const cluster = stage({ name: 'image-job-fails' });
  cluster.play(createKataConfig({ enablePeerPods: true }), untilReason('PodVMImageJobFailed'));
  const made = cluster.client
    .list(names.pods, namespace)
    .filter(({ metadata }) => metadata.name.startsWith('osc-podvm-image-creation'));
  assert.equal(made.length, 2);
  for (const { metadata } of made) {
    const lines = cluster.logOf(namespace, metadata.name).trim().split('\n');
    assert.match(lines[1] ?? '', /Checking if PODVM_IMAGE_URI is set$/);
    assert.match(lines.at(-2) ?? '', /Failed to upload the image to S3$/);
    assert.match(lines.at(-1) ?? '', /AMI_ID is not set in peer-pods-cm\. Skipping/);
  }
});

test('simulated image creation job fails without peer-pods-cm and runs once it exists', () => {
  const cluster = stage({ name: 'peer-pods' });
  const config = cluster.client.get(names.configMaps, 'peer-pods-cm', namespace);
  assert.ok(config);
  cluster.play(
    { delete: { resource: names.configMaps, name: 'peer-pods-cm', namespace } },
    createKataConfig({ enablePeerPods: true }),
    { wait: 30 * minutes },
  );
  assert.equal(standing(cluster), 'True PodVMImageJobFailed 2/2');
  cluster.play(
    {
      resource: names.configMaps,
      create: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'peer-pods-cm', namespace },
        data: config['data'],
      },
    },
    untilDone,
  );
});

test('simulated operator reports a cloud provider without image support', () => {
  const cluster = stage({ name: 'peer-pods' });
  cluster.play({
    patch: { resource: names.configMaps, name: 'peer-pods-cm', namespace },
    with: { data: { CLOUD_PROVIDER: 'docker' } },
  });
  cluster.play(createKataConfig({ enablePeerPods: true }), untilReason('PodVMImageUnsupportedProvider'));
  assert.ok(cluster.client.get(names.runtimeClasses, 'kata-remote'));
});

test('simulated operator moves Kata to another node and reboots both', () => {
  const cluster = stage({ name: 'two-workers' });
  const on = (name: string) => ({ kataConfigPoolSelector: { matchLabels: { 'kubernetes.io/hostname': name } } });
  cluster.play(createKataConfig(on('worker-0')), untilDone);
  const boots = new Set<string>();
  const watching = cluster.store.watch(names.nodes, undefined, ({ object }) => {
    if (
      getList(object, 'status', 'conditions').some(
        (each) => getString(each, 'type') === 'Ready' && getString(each, 'status') !== 'True',
      )
    )
      boots.add(object.metadata.name);
  });
  assert.ok(watching.ok);
  cluster.play({ patch: kataConfigObject, with: { spec: on('worker-1') } }, untilReason('Updating'), untilDone, {
    wait: 20 * minutes,
  });
  assert.deepEqual([...boots].toSorted(), ['worker-0', 'worker-1']);
  assert.deepEqual(lists(cluster), { installed: ['worker-1'] });
});

test('simulated operator creates a new image when the image ID is cleared', () => {
  const cluster = stage({ name: 'peer-pods' });
  cluster.play(createKataConfig({ enablePeerPods: true }), untilDone, { wait: minutes });
  const settings = { resource: names.configMaps, name: 'peer-pods-cm', namespace };
  cluster.play(
    { patch: settings, with: { data: { PODVM_AMI_ID: '' } } },
    untilReason('PodVMImageJobRunning'),
    untilDone,
  );
  assert.match(
    getString(cluster.client.get(settings.resource, settings.name, namespace), 'data', 'PODVM_AMI_ID') ?? '',
    /^ami-/,
  );
});
