/** Tests how Kata pods and their owners are read from a cluster. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lookups } from '#core/operations/lookupList.ts';
import { forbidden, writtenReader } from '#test/support/operations/lookupReaders.ts';
import { createMetadata, readFactValue } from './readFact.ts';

describe('Kata pods fact', () => {
  const controller = (apiVersion: string, kind: string, name: string): object => ({
    ownerReferences: [{ apiVersion, kind, name, uid: 'u', controller: true }],
  });
  const pod = (name: string, more: object = {}, runtimeClassName = 'kata'): object => ({
    metadata: createMetadata(name, 'shop', more),
    spec: { runtimeClassName },
    status: { phase: 'Running' },
  });
  const replicaSet = '/apis/apps/v1/namespaces/shop/replicasets/web-5d9';
  const deployment = '/apis/apps/v1/namespaces/shop/deployments/web';

  test('resolves a ReplicaSet to its Deployment and reads each owner once', async () => {
    const reader = writtenReader({
      '/api/v1/pods': [
        pod('a', controller('apps/v1', 'ReplicaSet', 'web-5d9')),
        pod('b', controller('apps/v1', 'ReplicaSet', 'web-5d9')),
        pod('other', {}, 'runc'),
        pod('alone'),
      ],
      [replicaSet]: {
        metadata: createMetadata('web-5d9', 'shop', controller('apps/v1', 'Deployment', 'web')),
        spec: { replicas: 2 },
      },
      [deployment]: { metadata: createMetadata('web', 'shop'), spec: { replicas: 2 } },
    });
    const answer = await lookups.kataPods.read(reader);
    assert.ok(answer.kind === 'value');
    const owner = {
      kind: 'Deployment',
      name: 'web',
      namespace: 'shop',
      reference: {
        group: 'apps',
        version: 'v1',
        plural: 'deployments',
        kind: 'Deployment',
        name: 'web',
        namespace: 'shop',
      },
      replicas: 2,
      resourceVersion: '1',
    };
    assert.deepEqual(
      answer.value.pods.map((one) => [one.name, one.owner]),
      [
        ['a', owner],
        ['b', owner],
        ['alone', undefined],
      ],
    );
    assert.equal(reader.asked.filter((path) => path === replicaSet).length, 1);
    assert.equal(reader.asked.filter((path) => path === deployment).length, 1);
  });

  test('marks an unreadable owner as unsure and names an owner of an unknown kind', async () => {
    const { pods } = await readFactValue('kataPods', {
      '/api/v1/pods': [
        pod('a', controller('apps/v1', 'ReplicaSet', 'web-5d9')),
        pod('b', controller('kubevirt.io/v1', 'VirtualMachineInstance', 'vm')),
      ],
      [replicaSet]: { problem: forbidden },
    });
    assert.equal(pods[0]?.owner?.kind, 'ReplicaSet');
    assert.equal(pods[0].owner.unsure, true);
    assert.deepEqual(pods[1]?.owner, { kind: 'VirtualMachineInstance', name: 'vm', namespace: 'shop' });
  });

  test('stops at owners that own each other', async () => {
    const { pods } = await readFactValue('kataPods', {
      '/api/v1/pods': [pod('a', controller('apps/v1', 'ReplicaSet', 'web-5d9'))],
      [replicaSet]: { metadata: createMetadata('web-5d9', 'shop', controller('apps/v1', 'Deployment', 'web')) },
      [deployment]: { metadata: createMetadata('web', 'shop', controller('apps/v1', 'ReplicaSet', 'web-5d9')) },
    });
    assert.equal(pods[0]?.owner?.unsure, true);
  });

  test('includes every runtime class with a Kata handler and reports truncation', async () => {
    const many = Array.from({ length: 2001 }, (_, index) => pod(`p${index}`, {}, 'mine'));
    const classes = [{ metadata: createMetadata('mine'), handler: 'kata-qemu' }];
    const { pods, cut } = await readFactValue('kataPods', {
      '/api/v1/pods': many,
      '/apis/node.k8s.io/v1/runtimeclasses': classes,
    });
    assert.equal(pods.length, 2000);
    assert.equal(cut, true);
  });
});
