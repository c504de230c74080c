/** Tests the parser for the output of `oc describe`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldName, parseDescribe } from '#core/oc/parseDescribe.ts';
import { isJsonObject, getValue } from '#core/common/json.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { describeObject } from '#core/oc/describe/describeObject.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { KubeObject } from '#simulator/store/kubeObject.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

/** Output of kubectl 1.32, with events and a condition without a reason. */
const text = `Name:         example-kataconfig
Namespace:    
Labels:       <none>
Annotations:  note: Name: not an object
API Version:  kataconfiguration.openshift.io/v1
Kind:         KataConfig
Metadata:
  Creation Timestamp:  2026-11-22T10:00:00Z
  Finalizers:
    kataconfiguration.openshift.io/finalizer
  Resource Version:  123
  UID:               0000-1
Spec:
  Check Node Eligibility:  false
  Enable Peer Pods:        true
  Kata Config Pool Selector:
    Match Labels:
      node-role.kubernetes.io/special:  
  Log Level:                            debug
Status:
  Conditions:
    Last Transition Time:  2026-11-22T10:01:00Z
    Message:               Node worker-1 Degraded: failed to drain
Second: line of the message
    Reason:                Failed
    Status:                True
    Type:                  InProgress
  Kata Nodes:
    Failed To Install:
      worker-1
    Installed:
      worker-0
    Node Count:        2
    Ready Node Count:  1
  Runtime Classes:
    kata
    kata-remote
  Waiting For Mco To Start:  false
Events:
  Type    Reason    Age   From     Message
  ----    ------    ----  ----     -------
  Normal  Happened  1m    someone  Something: happened
`;

/** Returns an object as `oc describe` shows it: without managed fields. */
function withoutManagedFields({ metadata, ...object }: KubeObject): KubeObject {
  const { managedFields: _, ...kept } = metadata;
  return { ...object, metadata: kept };
}

describe('oc describe parser', () => {
  test('restores a KataConfig as returned by the API', () => {
    const [found] = parseDescribe(text);
    const kataConfig = watchedKinds.kataConfigs.read(found?.object);
    assert.equal(kataConfig?.uid, '0000-1');
    assert.deepEqual(kataConfig.inProgress, {
      type: 'InProgress',
      status: 'True',
      reason: 'Failed',
      message: 'Node worker-1 Degraded: failed to drain',
      since: Date.parse('2026-11-22T10:01:00Z'),
    });
    assert.deepEqual(kataConfig.lists.failedToInstall, ['worker-1']);
    assert.deepEqual(kataConfig.lists.installed, ['worker-0']);
    assert.deepEqual(
      [kataConfig.nodeCount, kataConfig.readyNodeCount, kataConfig.enablePeerPods, kataConfig.logLevel],
      [2, 1, true, 'debug'],
    );
    assert.deepEqual(kataConfig.runtimeClasses, ['kata', 'kata-remote']);
    assert.deepEqual(kataConfig.finalizers, ['kataconfiguration.openshift.io/finalizer']);
    assert.ok(kataConfig.poolSelector !== undefined);
  });

  test('separates several objects and returns their first lines', () => {
    const found = parseDescribe(`${text}\n\n${text.replaceAll('example-kataconfig', 'other')}`);
    assert.deepEqual(
      found.map(({ object, from }) => [getValue(object, 'metadata', 'name'), from]),
      [
        ['example-kataconfig', 0],
        ['other', text.split('\n').length + 1],
      ],
    );
  });

  test('keeps fields after multi-line text that looks like fields', () => {
    const csv = `Name:         sandboxed-containers-operator.v1.12.0
Namespace:    openshift-sandboxed-containers-operator
API Version:  operators.coreos.com/v1alpha1
Kind:         ClusterServiceVersion
Metadata:
  UID:  u1
Spec:
  Description:  OpenShift sandboxed containers
Name:   looks like an object
Requirements: see below
  * item: one
  Zeta: what comes later in the alphabet
    deeper: text
  Display Name:  OpenShift sandboxed containers Operator
  Version:       1.12.0
Status:
  Message:  install strategy completed with no errors
  Phase:    Succeeded
  Reason:   InstallSucceeded
  Requirement Status:
    Kind:     CustomResourceDefinition
    Message:  CRD is not present
    Name:     kataconfigs
    Status:   NotPresent
Events:       <none>
`;
    const [found, ...others] = parseDescribe(csv);
    assert.deepEqual(others, []);
    const read = watchedKinds.clusterServiceVersions.read(found?.object);
    assert.deepEqual(
      [read?.name, read?.version, read?.phase, read?.displayName, read?.unmet.length],
      ['sandboxed-containers-operator.v1.12.0', '1.12.0', 'Succeeded', 'OpenShift sandboxed containers Operator', 1],
    );
  });

  test('converts labels to field names', () => {
    const fields = [
      'apiVersion',
      'uid',
      'installedCSV',
      'installPlanRef',
      'waitingForMcoToStart',
      'node-role.kubernetes.io/worker',
    ];
    assert.deepEqual(
      [
        'API Version',
        'UID',
        'Installed CSV',
        'Install Plan Ref',
        'Waiting For Mco To Start',
        'node-role.kubernetes.io/worker',
      ].map(fieldName),
      fields,
    );
  });

  for (const scenario of [
    'two-workers-installed',
    'peer-pods',
    'manual-approval',
    'install-no-catalogue',
    'install-all-namespaces',
  ]) {
    test(`reads the same data as from the API: ${scenario}`, () => {
      const { client } = stage({ name: scenario });
      const kinds = {
        kataConfigs: names.kataConfigs,
        machineConfigPools: names.machineConfigPools,
        subscriptions: names.subscriptions,
        installPlans: names.installPlans,
      };
      let compared = 0;
      for (const [id, resource] of Object.entries(kinds)) {
        const kind = watchedKinds[id as keyof typeof kinds];
        for (const object of client.list(resource)) {
          const [found] = parseDescribe(describeObject(object, { now: 0, events: [] }));
          assert.deepEqual(
            kind.read(found?.object),
            kind.read(JSON.parse(JSON.stringify(withoutManagedFields(object)))),
            `${id} ${object.metadata.name}`,
          );
          compared += 1;
        }
      }
      assert.ok(compared >= 3);
    });
  }

  test('never throws on arbitrary text', () => {
    for (const one of [
      '',
      'Name:',
      'Name: x',
      'Name: x\nNamespace:\nAPI Version: v1\nStatus:\n  Conditions:\n',
      '\0'.repeat(100),
      `Name: x\nNamespace: y\n${'  '.repeat(500)}A:\n`.repeat(50),
    ]) {
      for (const { object } of parseDescribe(one)) assert.ok(isJsonObject(object));
    }
    assert.deepEqual(parseDescribe('__proto__: x'), []);
  });
});
