/** Tests the parts of peer pods and what the status reports about them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { kataConfig, object, snapshotOf, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { createTrueCondition, findPart, peerPodsKataConfig } from './findPart.ts';

function peerPods(data: Raw | undefined, more: Parameters<typeof snapshotOf>[0] = {}): Snapshot {
  return snapshotOf({
    kataConfigs: [peerPodsKataConfig],
    configMaps: data === undefined ? [] : [object('peer-pods-cm', { data })],
    ...more,
  });
}

const aws = { CLOUD_PROVIDER: 'aws', AWS_REGION: 'us-east-2', AWS_SUBNET_ID: 's', AWS_VPC_ID: 'v', AWS_SG_IDS: 'g' };

test('peer-pods-cm part reports a missing ConfigMap, a wrong provider, and missing keys', () => {
  const headline = (data: Raw | undefined): string => findPart(peerPods(data), 'peerPodsConfigMap').headline;
  assert.equal(headline(undefined), 'Not found');
  assert.equal(headline({}), 'No cloud provider');
  assert.equal(headline({ CLOUD_PROVIDER: 'AWS' }), 'Unknown cloud provider');
  assert.equal(headline({ ...aws, AWS_SG_IDS: '', AWS_VPC_ID: ' ' }), 'Missing AWS_VPC_ID and AWS_SG_IDS');
  assert.equal(
    headline({ CLOUD_PROVIDER: 'azure', AZURE_RESOURCE_GROUP: 'g', AZURE_REGION: 'r' }),
    'Missing AZURE_SUBNET_ID',
  );
  assert.equal(headline(aws), 'Complete for aws');
});

test('peer-pods-cm part reports a placeholder and text instead of a number, but no value that a provider can know', () => {
  const part = (data: Raw) => findPart(peerPods({ ...aws, ...data }), 'peerPodsConfigMap');
  const placeholder = part({ AWS_SG_IDS: '<AWS_SG_IDS>' });
  assert.deepEqual([placeholder.health, placeholder.headline], ['attention', 'AWS_SG_IDS: <AWS_SG_IDS>']);
  assert.match(placeholder.meaning, /^AWS_SG_IDS still contains a placeholder/);
  const port = part({ VXLAN_PORT: 'abc\u202E' });
  assert.equal(port.headline, 'VXLAN_PORT: abc\\u202e');
  for (const data of [
    { VXLAN_PORT: '9000' },
    { PODVM_INSTANCE_TYPE: 't9.huge' },
    { TAGS: 'note=a<b>' },
    { OWN: '<x>' },
  ])
    assert.equal(part(data).health, 'ok', JSON.stringify(data));
});

test('peer-pods-cm part states that peer pods are enabled only if a KataConfig enables them', () => {
  const config = (kataConfigs: readonly Raw[]) =>
    findPart(peerPods(undefined, { kataConfigs, peerPods: [object('a')] }), 'peerPodsConfigMap');
  const enabled = config([peerPodsKataConfig]);
  assert.equal(enabled.health, 'failed');
  assert.match(enabled.meaning, /^Peer pods are enabled/);
  const leftOver = config([kataConfig(undefined)]);
  assert.equal(leftOver.health, 'attention');
  assert.match(leftOver.meaning, /^PeerPod resources exist, but the ConfigMap/);
});

test('peer-pods-secret part has failed only if the KataConfig enables peer pods', () => {
  const off = findPart(peerPods(aws, { kataConfigs: [] }), 'peerPodsSecret');
  assert.equal(off.health, 'attention');
  assert.equal(findPart(peerPods(aws), 'peerPodsSecret').health, 'failed');
});

test('peer-pods-secret part shows only whether the Secret exists', () => {
  assert.equal(findPart(peerPods(aws), 'peerPodsSecret').headline, 'Not found');
  const there = peerPods(aws, {
    secrets: [
      object('peer-pods-secret', { data: { AWS_SECRET_ACCESS_KEY: 'c2VjcmV0' } }),
      object('other', { data: {} }),
    ],
  });
  assert.equal(findPart(there, 'peerPodsSecret').headline, 'Exists');
  assert.equal(there.secrets.items.size, 1);
  assert.doesNotMatch(JSON.stringify([...there.secrets.items.values()]), /c2VjcmV0|AWS_SECRET/);
});

test('peer-pods-cm reader drops credentials', () => {
  const snapshot = peerPods({ ...aws, AWS_SECRET_ACCESS_KEY: 'topsecret' });
  assert.doesNotMatch(JSON.stringify([...snapshot.configMaps.items.values()]), /topsecret/);
});

test('peer pods parts show the pod VM image, the limit, and the number of VMs', () => {
  const job = (status: Raw): Raw => object('osc-podvm-image-creation', { status });
  assert.equal(findPart(peerPods({ ...aws, PODVM_AMI_ID: 'ami-1' }), 'podVmImage').headline, 'ami-1');
  assert.equal(findPart(peerPods(aws, { jobs: [job({ active: 1 })] }), 'podVmImage').headline, 'Creating');
  assert.equal(
    findPart(
      peerPods(aws, {
        jobs: [job({ failed: 2, conditions: [createTrueCondition('Failed', 'BackoffLimitExceeded')] })],
      }),
      'podVmImage',
    ).health,
    'failed',
  );
  assert.match(findPart(peerPods({ CLOUD_PROVIDER: 'ibmcloud' }), 'podVmImage').todo ?? '', /IBMCLOUD_PODVM_IMAGE_ID/);
  assert.equal(findPart(peerPods(aws), 'podVmImage').headline, 'Not created yet');
  assert.equal(findPart(peerPods(aws), 'peerPodsLimit').headline, '10');
  assert.equal(findPart(peerPods({ ...aws, PEERPODS_LIMIT_PER_NODE: '25' }), 'peerPodsLimit').headline, '25');
  assert.equal(findPart(peerPods({ ...aws, PEERPODS_LIMIT_PER_NODE: 'many' }), 'peerPodsLimit').health, 'attention');
  assert.equal(findPart(peerPods(aws, { peerPods: [object('a'), object('b')] }), 'peerPods').headline, '2 VMs');
});

test("peer pods parts are empty if peer pods aren't enabled", () => {
  assert.deepEqual(listPeerPodsParts(snapshotOf({ kataConfigs: [kataConfig(undefined)] })), []);
});

test('peer-pods-secret part reports a token file that cloud-api-adaptor has no volume for', () => {
  const secret = (key: string) =>
    object('peer-pods-secret', {}, { managedFields: [{ fieldsV1: { 'f:data': { [`f:${key}`]: {} } } }] });
  const adaptor = (volumes: readonly unknown[]) => object('osc-caa-ds', { spec: { template: { spec: { volumes } } } });
  const token = {
    name: 'bound-sa-token',
    projected: { sources: [{ serviceAccountToken: { audience: 'openshift', path: 'token' } }] },
  };
  const headline = (secrets: readonly Raw[], daemonSets: readonly Raw[]): string =>
    findPart(peerPods(aws, { secrets, daemonSets }), 'peerPodsSecret').headline;
  const withToken = secret('AWS_WEB_IDENTITY_TOKEN_FILE');
  assert.equal(headline([withToken], [adaptor([])]), 'No volume for the token file');
  assert.equal(
    headline([secret('AZURE_FEDERATED_TOKEN_FILE')], [adaptor([{ name: 'ssh' }])]),
    'No volume for the token file',
  );
  assert.equal(headline([withToken], [adaptor([{ name: 'ssh' }, token])]), 'Exists');
  assert.equal(headline([secret('AWS_ACCESS_KEY_ID')], [adaptor([])]), 'Exists');
  // Before the DaemonSet exists, nothing is known about its volumes.
  assert.equal(headline([withToken], []), 'Exists');
});
