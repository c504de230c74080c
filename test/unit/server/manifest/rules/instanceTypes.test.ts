/** Tests the rules for instance types, tags, and limits of the cloud providers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { awsRegions, ec2Families, isEc2Type, listEc2Sizes } from '#core/peerPods/ec2InstanceTypes.ts';
import { findInstanceSize } from '#core/peerPods/instanceSizes.ts';
import { listIntendedTypes } from '#core/peerPods/instanceTypeNames.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { createAwsMap, fixPeerPodsMap, listFixTitles, listPeerPodsFindings } from './peerPodsFindings.ts';

const types = (list: string) =>
  createAwsMap('PODVM_INSTANCE_TYPE: "t3.medium"', `PODVM_INSTANCE_TYPES: "t3.medium${list}"`);

describe('ec2InstanceTypes', () => {
  test('contains the types of the source', () => {
    assert.equal(ec2Families.flatMap(listEc2Sizes).length, 1428);
    assert.ok(ec2Families.length > 150 && awsRegions.length === 46, `${ec2Families.length} ${awsRegions.length}`);
    for (const type of ['t3.medium', 'm5.24xlarge', 'u-12tb1.112xlarge', 'c7i-flex.large'])
      assert.ok(isEc2Type(type), type);
    for (const type of ['t3.medim', 'm5.9xlarge', 'm5', '', '.', 'm5.', '.large']) assert.ok(!isEc2Type(type), type);
  });
  test('gives the sizes of large types', () => {
    for (const [type, vcpus, gib] of [
      ['m5.24xlarge', 96, 384],
      ['m7i.48xlarge', 192, 768],
      ['c5.9xlarge', 36, 72],
      ['c5.18xlarge', 72, 144],
      ['r6i.32xlarge', 128, 1024],
      ['m7a.medium', 1, 4],
    ] as const)
      assert.deepEqual(findInstanceSize('aws', type), { vcpus, memoryMiB: gib * 1024, gpus: 0 }, type);
    for (const type of ['m5.metal', 'm5.medium', 'm5.48xlarge', 'm6i.metal', 'x1.16xlarge'])
      assert.equal(findInstanceSize('aws', type), undefined, type);
  });
});

describe('ppcm-instance-type', () => {
  const info = ['instance-type info'];
  test('reports names that resemble a known one', async () => {
    for (const type of ['t3.medim', 't2.smal', 'm5.2xlarg', 'm5.9xlarge', 'c5da.large'])
      assert.deepEqual(await listPeerPodsFindings(types(`,${type}`)), info, type);
  });
  test('ignores types that can be newer than the list', async () => {
    for (const type of ['m9i.large', 'c11g.xlarge', 'zz1.large'])
      assert.deepEqual(await listPeerPodsFindings(types(`,${type}`)), [], type);
    assert.deepEqual(listIntendedTypes('x'.repeat(10_000), 'aws'), []);
    assert.deepEqual(listIntendedTypes('a.b.c', 'aws'), []);
  });
  test('never fixes a name automatically', async () => {
    assert.deepEqual(await listFixTitles(types(',t3.medim')), ['Change to "t3.medium,t3.medium"']);
  });
  test('warns about a type that is listed twice', async () => {
    assert.deepEqual(await listPeerPodsFindings(types(',m5.large,t3.medium')), ['instance-type warning']);
    assert.deepEqual(await fixPeerPodsMap(types(',m5.large,t3.medium')), { text: types(',m5.large'), left: [] });
  });
  test('checks only similar names on Google Cloud', async () => {
    const machine = (type: string) => mapFor('gcp', `GCP_MACHINE_TYPE: "${type}"`);
    assert.deepEqual(await listPeerPodsFindings(machine('n2-standrd-4')), info);
    for (const type of ['n2-standard-4', 'm1-megamem-96', 'a2-highgpu-1g', 'e2-medium', 'n4-custom-4-8192'])
      assert.deepEqual(await listPeerPodsFindings(machine(type)), [], type);
  });
  test('checks no names on Azure', async () =>
    assert.deepEqual(await listPeerPodsFindings(mapFor('azure', 'AZURE_INSTANCE_SIZE: "Standard_D2als_v6"')), []));
});

describe('TAGS on AWS', () => {
  const tags = (text: string) => createAwsMap(`TAGS: "${text}"`);
  const warning = ['tags-format warning'];
  test('are reported if a key is repeated, reserved, or too long', async () => {
    assert.deepEqual(await listPeerPodsFindings(tags('a=1,b=2, a=3')), warning);
    assert.deepEqual(await listPeerPodsFindings(tags('AWS:x=1')), warning);
    assert.deepEqual(await listPeerPodsFindings(tags(`${'k'.repeat(129)}=1`)), warning);
    assert.deepEqual(await listPeerPodsFindings(tags(`k=${'v'.repeat(257)}`)), warning);
  });
  test('are accepted at the limits, and with aws in other places', async () => {
    for (const text of [`${'k'.repeat(128)}=${'v'.repeat(256)}`, 'owner=aws:me', 'my-aws:x=1', 'a=1,A=2', 'a=', 'b=c'])
      assert.deepEqual(await listPeerPodsFindings(tags(text)), [], text);
  });
  test('have no reserved prefix on other clouds', async () =>
    assert.deepEqual(await listPeerPodsFindings(mapFor('azure', 'TAGS: "aws:x=1"')), []));
});

describe('ppcm-cloud-limits', () => {
  const info = ['cloud-limits info'];
  test('reports an unknown region with the nearest one', async () => {
    const [finding] = await check(createAwsMap('AWS_REGION: "eu-west-9"'));
    assert.match(
      finding?.message ?? '',
      /^eu-west-9 isn't in the list of AWS regions from October 2026\. Did you mean eu-/,
    );
    for (const region of ['us-gov-west-1', 'cn-northwest-1', 'eusc-de-east-1', 'ap-southeast-7'])
      assert.deepEqual(await listPeerPodsFindings(createAwsMap(`AWS_REGION: "${region}"`)), [], region);
  });
  test('reports values above the limits', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('ROOT_VOLUME_SIZE: "16385"')), info);
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('ROOT_VOLUME_SIZE: "16384"')), []);
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('PEERPODS_LIMIT_PER_NODE: "1001"')), info);
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('PEERPODS_LIMIT_PER_NODE: "1000"')), []);
    assert.deepEqual(await listPeerPodsFindings(mapFor('azure', 'ROOT_VOLUME_SIZE: "60000"')), []);
  });
});

describe('ppcm-cost', () => {
  const messages = async (text: string, kataNodes?: number) =>
    (
      await check(text, {
        hints: true,
        ...(kataNodes === undefined
          ? {}
          : { cluster: { cluster: 'demo', asOf: '2026-11-21T10:41:00Z', live: true, kataNodes } }),
      })
    )
      .filter(({ rule }) => rule === 'osc/ppcm-cost')
      .map(({ message }) => message);
  const lines = ['PODVM_INSTANCE_TYPE: "t3.medium"', 'PODVM_INSTANCE_TYPES: "t3.medium,m5.24xlarge"'];
  test('shows the number of pod VMs and the largest type', async () => {
    const sizes = 'and the largest allowed instance type is m5.24xlarge (96 vCPUs, 384 GiB of memory).';
    assert.deepEqual(await messages(createAwsMap('PEERPODS_LIMIT_PER_NODE: "1"', ...lines)), [
      `Each node can have up to 1 pod VM, ${sizes}`,
    ]);
    assert.deepEqual(await messages(createAwsMap(...lines)), [`Each node can have up to 10 pod VMs, ${sizes}`]);
  });
  test('shows the number for the open cluster', async () =>
    assert.deepEqual(await messages(createAwsMap('PEERPODS_LIMIT_PER_NODE: "10"'), 3), [
      'Each node can have up to 10 pod VMs, and the largest allowed instance type is m6a.large (2 vCPUs, 8 GiB of memory). Maximum number of pod VMs in the open cluster (3 nodes with Kata): 30.',
    ]));
  test('shows only what is known', async () => {
    const unknown = ['PODVM_INSTANCE_TYPE: "t3.medium"', 'PODVM_INSTANCE_TYPES: "t3.medium,x1.16xlarge"'];
    assert.deepEqual(await messages(createAwsMap(...unknown)), ['Each node can have up to 10 pod VMs.']);
    assert.deepEqual(await messages(mapFor('libvirt', 'PEERPODS_LIMIT_PER_NODE: "5"')), [
      'Each node can have up to 5 pod VMs.',
    ]);
    for (const line of ['PEERPODS_LIMIT_PER_NODE: "${N}"', 'PEERPODS_LIMIT_PER_NODE: "-1"', 'CLOUD_PROVIDER: "byom"'])
      assert.deepEqual(await messages(createAwsMap(line, ...lines)), [], line);
    assert.deepEqual(await messages(createAwsMap()), []);
  });
});
