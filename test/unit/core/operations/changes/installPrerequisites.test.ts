/** Tests what blocks or delays an install on clusters in different states. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentedInstallOptions, createInstallManifests } from '#core/operations/changes/installManifests.ts';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import { install } from '#core/operations/procedures/install.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { updateSnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import {
  condition,
  kataConfig,
  manager,
  object,
  pools,
  readAt,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { subscriptionStep } from '#core/operations/steps/install/subscriptionStep.ts';
import { situationWith } from '#test/support/operations/procedureStage.ts';

const choices = createInstallManifests(documentedInstallOptions);
const words = ({ headline, meaning = '', todo = '' }: ProcedureStep): string => `${headline}. ${meaning} ${todo}`;

const there = {
  found: { uid: 'n', name: operatorNamespace, resourceVersion: '1', labels: {}, conditions: [], phase: 'Active' },
} as const;
const group = object('group', {
  spec: { targetNamespaces: [operatorNamespace] },
  status: { namespaces: [operatorNamespace] },
});
const csvName = 'sandboxed-containers-operator.v1.12.0';
const csv = (status: Raw = { phase: 'Succeeded' }): Raw =>
  object(csvName, { spec: { version: '1.12.0' }, status }, { creationTimestamp: '2026-11-01T10:00:00Z' });
const subscription = (name: string, status: Raw = {}): Raw =>
  object(name, {
    spec: {
      name: 'sandboxed-containers-operator',
      channel: 'stable',
      source: 'redhat-operators',
      sourceNamespace: 'openshift-marketplace',
    },
    status,
  });
const installed = {
  operatorGroups: [group],
  subscriptions: [subscription('ours', { installedCSV: csvName })],
  clusterServiceVersions: [csv()],
  deployments: [manager],
};

function current(snapshot: Snapshot, facts: Parameters<typeof situationWith>[1] = {}): ProcedureStep {
  const found = findCurrentStep(
    install.steps(
      situationWith(snapshot, { operatorNamespace: there, webhookEndpoints: { service: 's', ready: 1 }, ...facts }),
      choices,
    ),
  );
  assert.ok(found);
  return found;
}

test('install is blocked by a second subscription in the operator namespace', () => {
  const step = current(
    snapshotOf({ operatorGroups: [group], subscriptions: [subscription('one'), subscription('two')] }),
  );
  assert.deepEqual([step.id, step.state], ['subscription', 'blocked']);
  assert.match(words(step), /request the operator: one and two\..*Keep one/);
});

test('install is blocked without OLM and by a ClusterExtension', () => {
  const empty = snapshotOf({}, ['kataConfigs', 'operatorGroups', 'nodes', 'deployments', 'clusterServiceVersions']);
  const none = current(updateSnapshot(empty, 'subscriptions', { kind: 'state', state: { kind: 'absent' } }));
  assert.match(words(none), /has no Subscription CRD/);
  const extension = { uid: 'e', name: 'osc', resourceVersion: '1', installNamespace: 'osc-system', conditions: [] };
  const extended = current(snapshotOf({}), { clusterExtension: { found: [extension] } });
  assert.deepEqual([extended.id, extended.state], ['operator-group', 'blocked']);
  assert.match(words(extended), /ClusterExtension osc installs the operator in osc-system/);
});

test('install never recommends removing an operator before its KataConfig', () => {
  const extension = { uid: 'e', name: 'osc', resourceVersion: '1', conditions: [] };
  const elsewhere = {
    uid: 's',
    name: 'other',
    namespace: 'shop',
    resourceVersion: '1',
    package: 'x',
    channel: '',
    source: '',
    sourceNamespace: '',
    approval: '',
  };
  const kata = kataConfig(condition('False', '', ''), { installed: ['worker-0'] });
  for (const facts of [
    { clusterExtension: { found: [extension] } },
    { subscriptionsElsewhere: { found: [{ ...elsewhere, conditions: [] }] } },
  ]) {
    assert.match(
      current(snapshotOf({ kataConfigs: [kata] }), facts).todo ?? '',
      /[Aa]fter KataConfig example-kataconfig is deleted.*: `oc delete/,
    );
    const unseen = snapshotOf({}, ['operatorGroups', 'subscriptions', 'clusterServiceVersions', 'deployments']);
    assert.match(current(unseen, facts).todo ?? '', /[Ii]f no KataConfig exists/);
    assert.doesNotMatch(current(snapshotOf({}), facts).todo ?? '', /KataConfig/);
  }
});

test('install names only the installed objects of another Subscription for the operator', () => {
  const other = { uid: 's', name: 'other', namespace: 'shop', resourceVersion: '1', package: 'x' };
  const todo = (more: object) =>
    current(snapshotOf({}), {
      subscriptionsElsewhere: {
        found: [{ ...other, channel: '', source: '', sourceNamespace: '', approval: '', conditions: [], ...more }],
      },
    }).todo;
  assert.equal(todo({}), 'Delete that installation of the operator first: `oc delete subscription other -n shop`.');
  assert.equal(
    todo({ installedCsv: 'x.v1' }),
    'Delete that installation of the operator first: `oc delete subscription other -n shop` and `oc delete csv x.v1 -n shop`.',
  );
});

test('install waits if the KataConfig CRD fact is older than the snapshot', () => {
  const unmet = {
    phase: 'Pending',
    reason: 'RequirementsNotMet',
    requirementStatus: [{ kind: 'CustomResourceDefinition', name: 'k', status: 'NotPresent' }],
  };
  const plan = object('install-a', { spec: { clusterServiceVersionNames: [csvName] }, status: { phase: 'Complete' } });
  const snapshot = snapshotOf({ ...installed, clusterServiceVersions: [csv(unmet)], installPlans: [plan] });
  const asked = (asOf: number): ProcedureStep | undefined => {
    const situation = situationWith(snapshot, { operatorNamespace: there });
    return findCurrentStep(
      install.steps(
        { ...situation, facts: { ...situation.facts, kataConfigCrd: { kind: 'known', value: {}, asOf } } },
        choices,
      ),
    );
  };
  assert.deepEqual([asked(readAt)?.id, asked(readAt)?.headline], ['csv', 'The KataConfig CRD was deleted']);
  assert.deepEqual([asked(readAt - 1000)?.id, asked(readAt - 1000)?.state], ['csv', 'waiting']);
});

test("install is blocked when the CSV was deleted but its subscription wasn't", () => {
  const step = current(snapshotOf({ ...installed, clusterServiceVersions: [], deployments: [] }));
  assert.deepEqual([step.id, step.state], ['csv', 'blocked']);
  assert.match(
    words(step),
    /considers the operator installed and doesn't install it again.*oc delete subscription ours/,
  );
});

test('install reports a failed CSV and an unmet CSV requirement', () => {
  const failed = current(
    snapshotOf({
      ...installed,
      clusterServiceVersions: [
        csv({ phase: 'Failed', reason: 'InterOperatorGroupOwnerConflict', message: 'intersecting' }),
      ],
    }),
  );
  assert.deepEqual([failed.id, failed.state], ['csv', 'blocked']);
  assert.match(words(failed), /also installed in another namespace/);
  const unmet = {
    phase: 'Pending',
    reason: 'RequirementsNotMet',
    requirementStatus: [{ kind: 'ServiceAccount', name: 'monitor', status: 'NotPresent' }],
  };
  const lacking = current(snapshotOf({ ...installed, clusterServiceVersions: [csv(unmet)] }));
  assert.deepEqual([lacking.id, lacking.state], ['csv', 'waiting']);
  assert.match(words(lacking), /ServiceAccount monitor/);
});

test("install doesn't go back to the CSV step when the operator pod moves to another node", () => {
  const moving = csv({ phase: 'Failed', reason: 'ComponentUnhealthy', message: 'not available' });
  const taken = kataConfig(
    condition('True', 'Installing', ''),
    {},
    {},
    {},
    { creationTimestamp: '2026-11-01T11:00:00Z' },
  );
  const snapshot = snapshotOf({
    ...installed,
    deployments: [object('controller-manager', { spec: { replicas: 1 } })],
    clusterServiceVersions: [moving],
    kataConfigs: [taken],
  });
  assert.equal(current(snapshot).id, 'nodes');
});

test("install waits for a webhook without endpoints but not for one it can't see", () => {
  const silent = current(snapshotOf(installed), { webhookEndpoints: { service: 's', ready: 0 } });
  assert.deepEqual([silent.id, silent.state], ['webhook', 'waiting']);
  assert.match(words(silent), /its webhook isn't responding yet.*oc get endpoints/);
  const situation = situationWith(snapshotOf(installed), { operatorNamespace: there });
  assert.equal(findCurrentStep(install.steps(situation, choices))?.id, 'kataconfig');
  // A ready pod doesn't prove that the API server can call the webhook.
  const ready = situationWith(snapshotOf(installed), {
    operatorNamespace: there,
    webhookEndpoints: { service: 's', ready: 1 },
  });
  const step = install.steps(ready, choices).find(({ id }) => id === 'webhook');
  assert.deepEqual([step?.state, step?.headline], ['done', 'The operator is running']);
  // OLM sets the name of the Service. Other installation methods can use any name.
  const unheard = { webhookEndpoints: { service: 's', ready: 0, unheard: true } } as const;
  assert.equal(current(snapshotOf(installed), unheard).id, 'webhook');
  assert.equal(current(snapshotOf({ deployments: [manager] }), unheard).id, 'kataconfig');
});

test('install is blocked on a hosted control plane only if a feature gate requires the Machine Config Operator', () => {
  const facts = { infrastructure: { controlPlaneTopology: 'External' } };
  const gates = (deploymentMode: string): Raw => object('osc-feature-gates', { data: { deploymentMode } });
  const hosted = current(snapshotOf({ ...installed, configMaps: [gates('MachineConfig')] }), facts);
  assert.deepEqual([hosted.id, hosted.state], ['kataconfig', 'blocked']);
  assert.match(words(hosted), /deploymentMode is MachineConfig .* Set deploymentMode to DaemonSetFallback/s);
  const fallback = current(snapshotOf({ ...installed, configMaps: [gates('DaemonSetFallback')] }), facts);
  assert.deepEqual([fallback.id, fallback.state], ['kataconfig', 'ready']);
  const byDefault = current(snapshotOf({ ...installed, nodes: [worker('worker-0')] }), facts);
  assert.deepEqual([byDefault.id, byDefault.state], ['kataconfig', 'ready']);
  const consequences = byDefault.gate?.consequences.join(' ') ?? '';
  assert.match(consequences, /neither the operator nor the DaemonSet drains or reboots nodes/);
  assert.equal(byDefault.gate?.reboots, undefined);
  assert.equal(current(snapshotOf({ ...installed, machineConfigPools: pools }), facts).state, 'ready');
});

test('install is blocked when peer pods are enabled without peer-pods-cm', () => {
  const wanted = createInstallManifests({
    ...documentedInstallOptions,
    kataConfig: { ...documentedInstallOptions.kataConfig, enablePeerPods: true },
  });
  const situation = situationWith(snapshotOf(installed), {
    operatorNamespace: there,
    webhookEndpoints: { service: 's', ready: 1 },
  });
  const step = findCurrentStep(install.steps(situation, wanted));
  assert.deepEqual([step?.id, step?.state, step?.todo], ['peer-pods-cm', 'blocked', 'Configure peer pods first.']);
});

test('install warns about paused pools and blocking PodDisruptionBudgets before nodes reboot', () => {
  const paused = object('worker', {
    spec: { paused: true, nodeSelector: { matchLabels: { 'node-role.kubernetes.io/worker': '' } } },
  });
  const budget = {
    uid: 'b',
    name: 'ledger',
    namespace: 'ledger',
    resourceVersion: '1',
    expectedPods: 1,
    currentHealthy: 1,
    desiredHealthy: 1,
  };
  const snapshot = snapshotOf({
    ...installed,
    nodes: [worker('worker-0', { labels: {} })],
    machineConfigPools: [paused, object('master'), object('infra')],
  });
  const step = current(snapshot, { disruptionBudgets: { tight: [budget], cut: false } });
  const said = step.gate?.consequences.join(' ') ?? '';
  assert.match(said, /Node worker-0 is drained and rebooted\./);
  assert.match(said, /can't continue until you fix this problem: Pool worker is paused/);
  assert.match(said, /PodDisruptionBudget currently allows no disruptions.*ledger\/ledger/);
});

test('install with peer pods mentions an existing pod VM image', () => {
  const wanted = createInstallManifests({
    ...documentedInstallOptions,
    kataConfig: { ...documentedInstallOptions.kataConfig, enablePeerPods: true },
  });
  const gateOf = (image: string): string => {
    const cm = object('peer-pods-cm', { data: { CLOUD_PROVIDER: 'aws', PODVM_AMI_ID: image } });
    const steps = install.steps(situationWith(snapshotOf({ ...installed, configMaps: [cm] })), wanted);
    return steps.find(({ id }) => id === 'kataconfig')?.gate?.consequences.join(' ') ?? '';
  };
  assert.match(gateOf('ami-0old'), /already specifies pod VM image ami-0old.*the operator doesn't create a new one/);
  assert.match(gateOf(''), /creates the pod VM image in the cloud/);
});

test('install reports unknown steps with the missing permission', () => {
  const forbidden = { kind: 'forbidden', verb: 'list', trouble: { message: 'forbidden' } } as const;
  const hidden = (id: 'operatorGroups' | 'kataConfigs', rest: Parameters<typeof snapshotOf>[0]): Snapshot => {
    const known = (
      [
        'operatorGroups',
        'subscriptions',
        'clusterServiceVersions',
        'installPlans',
        'deployments',
        'kataConfigs',
        'nodes',
        'runtimeClasses',
        'configMaps',
        'secrets',
      ] as const
    ).filter((one) => one !== id);
    return updateSnapshot(snapshotOf(rest, known), id, { kind: 'state', state: forbidden });
  };
  const groups = current(hidden('operatorGroups', {}));
  assert.deepEqual([groups.id, groups.state], ['operator-group', 'unknown']);
  assert.match(
    words(groups),
    /You don't have permission to list operatorgroups.*Request permission to list operatorgroups/,
  );
  const configs = current(hidden('kataConfigs', installed));
  assert.deepEqual([configs.id, configs.state], ['kataconfig', 'unknown']);
  const unread = install.steps(
    situationWith(
      snapshotOf({}),
      {},
      {
        facts: {
          operatorNamespace: { kind: 'unknown', problem: { why: 'forbidden', message: 'namespaces is forbidden' } },
        },
      },
    ),
    choices,
  );
  assert.equal(unread[0]?.state, 'unknown');
  assert.match(unread[0]?.meaning ?? '', /namespaces is forbidden/);
});

test('install keeps existing objects that differ from the reviewed ones and reports the differences', () => {
  const data = {
    CLOUD_PROVIDER: 'aws',
    AWS_REGION: 'eu-west-1',
    AWS_SUBNET_ID: 's',
    AWS_VPC_ID: 'v',
    AWS_SG_IDS: 'g',
    AWS_ACCESS_KEY_ID: 'one',
  };
  const reviewed = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'peer-pods-cm', namespace: operatorNamespace },
  };
  const wanted = createInstallManifests({
    ...documentedInstallOptions,
    approval: 'Manual',
    kataConfig: { ...documentedInstallOptions.kataConfig, enablePeerPods: true },
    peerPods: [{ ...reviewed, data: { ...data, AWS_REGION: 'us-east-2', AWS_ACCESS_KEY_ID: 'two' } }],
  });
  const snapshot = snapshotOf({ ...installed, configMaps: [object('peer-pods-cm', { data })] });
  const steps = install.steps(situationWith(snapshot, { operatorNamespace: there }), wanted);
  const evidence = (id: string): string => steps.find((step) => step.id === id)?.evidence.join(' ') ?? '';
  assert.match(evidence('peer-pods-cm'), /differ from the reviewed ConfigMap and won't be changed: AWS_REGION\./);
  assert.match(
    evidence('subscription'),
    /The existing Subscription differs from the reviewed values and won't be changed\. Reviewed: approval Manual\./,
  );
  const same = install.steps(
    situationWith(snapshot, { operatorNamespace: there }),
    createInstallManifests(documentedInstallOptions),
  );
  assert.doesNotMatch(same.find((step) => step.id === 'subscription')?.evidence.join(' ') ?? '', /isn't changed/);
});

test('install is blocked by a CSV without a subscription only if OLM would reject it', () => {
  const csv = (status: Raw = {}, metadata: Raw = {}): Raw =>
    object('sandboxed-containers-operator.v1.12.0', { status: { phase: 'Succeeded', ...status } }, metadata);
  const state = (raw: Raw, startingCsv?: string): string => {
    const { subscription } = createInstallManifests(
      startingCsv === undefined ? documentedInstallOptions : { ...documentedInstallOptions, startingCsv },
    );
    return subscriptionStep(situationWith(snapshotOf({ clusterServiceVersions: [raw] })), subscription).state;
  };
  assert.equal(state(csv()), 'blocked');
  assert.equal(state(csv(), 'sandboxed-containers-operator.v1.12.0'), 'ready');
  assert.equal(state(csv({ reason: 'Copied' })), 'ready');
  assert.equal(state(csv({}, { deletionTimestamp: '2026-11-01T10:00:00Z' })), 'ready');
});
