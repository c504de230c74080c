/**
 * Tests the cloud provider values that clusters contain, the documented commands for the others, and the values read
 * from their output.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClusterReader } from '#core/operations/lookups/lookup.ts';
import { infrastructureFact, type Infrastructure } from '#core/operations/lookups/cluster/infrastructure.ts';
import { workerMachinesFact, type WorkerMachines } from '#core/operations/lookups/cluster/workerMachines.ts';
import { cloudCommands, readCloudOutput } from '#core/operations/peerPods/cloudCommands.ts';
import {
  collectClusterValues,
  machinesOf,
  providerOfPlatform,
  type ClusterValues,
} from '#core/operations/peerPods/clusterValues.ts';
import type { Provider } from '#core/peerPods/configKey.ts';
import { newestRelease } from '#core/product/releases.ts';
import { aws, awsById, azure, gcp, type CloudFixture } from './cloudFixtures.ts';

function reader({ infrastructure, nodes, machineSets }: CloudFixture): ClusterReader {
  return {
    get: () => Promise.resolve({ kind: 'value', value: infrastructure }),
    list: (path) =>
      Promise.resolve({ kind: 'value', value: { items: path.endsWith('/nodes') ? nodes : machineSets, cut: false } }),
    mayI: () => Promise.resolve({ kind: 'value', value: true }),
    tryCreate: () => Promise.resolve({ kind: 'value', value: {} }),
  };
}

async function read(
  provider: Provider,
  fixture: CloudFixture,
): Promise<{ infrastructure: Infrastructure; machines: WorkerMachines; values: ClusterValues }> {
  const infrastructure = await infrastructureFact.read(reader(fixture));
  const machines = await workerMachinesFact.read(reader(fixture));
  assert.ok(infrastructure.kind === 'value' && machines.kind === 'value');
  return {
    infrastructure: infrastructure.value,
    machines: machines.value,
    values: collectClusterValues(provider, infrastructure.value, machines.value),
  };
}

const plain = (values: ClusterValues) =>
  Object.fromEntries(
    Object.entries(values).map(([key, all]) => [key, all.map(({ value, sure }) => (sure ? value : `${value}?`))]),
  );

describe('cloud provider values from the cluster', () => {
  it('include the AWS region, and the subnet and security groups if machine sets have IDs', async () => {
    const { values, machines } = await read('aws', aws);
    assert.deepEqual(plain(values), { AWS_REGION: ['us-east-2'] });
    // Only worker nodes are included, not control plane nodes.
    assert.deepEqual(
      machinesOf('aws', machines).map(({ instance }) => instance),
      ['i-0123456789abcdef0', 'i-0123456789abcdef1'],
    );
    assert.deepEqual(plain((await read('aws', awsById)).values), {
      AWS_REGION: ['us-east-2'],
      AWS_SUBNET_ID: ['subnet-0123456789abcdef0'],
      AWS_SG_IDS: ['sg-0123456789abcdef0,sg-0123456789abcdef1'],
    });
  });

  it('include Azure values, with the security group derived from the default name', async () => {
    const root =
      '/subscriptions/0f2ed4c3-1111-4222-8333-444455556666/resourceGroups/demo-x7k2p-rg/providers/Microsoft.Network';
    assert.deepEqual(plain((await read('azure', azure)).values), {
      AZURE_RESOURCE_GROUP: ['demo-x7k2p-rg'],
      AZURE_REGION: ['eastus'],
      AZURE_SUBNET_ID: [`${root}/virtualNetworks/demo-x7k2p-vnet/subnets/demo-x7k2p-worker-subnet`],
      AZURE_NSG_ID: [`${root}/networkSecurityGroups/demo-x7k2p-nsg?`],
      AZURE_SUBSCRIPTION_ID: ['0f2ed4c3-1111-4222-8333-444455556666'],
    });
  });

  it('include Google Cloud values and every zone', async () => {
    assert.deepEqual(plain((await read('gcp', gcp)).values), {
      GCP_PROJECT_ID: ['my-project'],
      GCP_ZONE: ['us-central1-a', 'us-central1-b'],
      GCP_NETWORK: ['global/networks/demo-x7k2p-network'],
      GCP_SUBNETWORK: ['projects/my-project/regions/us-central1/subnetworks/demo-x7k2p-worker-subnet?'],
    });
  });

  it('use the cloud provider of the infrastructure platform', () => {
    assert.deepEqual(['AWS', 'Azure', 'GCP', 'BareMetal', 'None', 'constructor', undefined].map(providerOfPlatform), [
      'aws',
      'azure',
      'gcp',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('omit malformed provider IDs and machine sets', async () => {
    const hostile: CloudFixture = {
      ...aws,
      nodes: [
        {
          metadata: { name: 'a', uid: 'a', labels: { 'node-role.kubernetes.io/worker': '' } },
          spec: { providerID: 'aws:///us-east-2a/--profile=evil' },
        },
        {
          metadata: { name: 'b', uid: 'b', labels: { 'node-role.kubernetes.io/worker': '' } },
          spec: { providerID: `aws:///us-east-2a/${'i'.repeat(100_000)}` },
        },
        {
          metadata: { name: 'c', uid: 'c', labels: { 'node-role.kubernetes.io/worker': '' } },
          spec: { providerID: 7 },
        },
        { metadata: { name: 'd', uid: 'd', labels: null } },
        'text',
      ] as CloudFixture['nodes'],
      machineSets: [
        {
          metadata: { name: 'x', uid: 'x' },
          spec: { template: { spec: { providerSpec: { value: { securityGroups: 'no list', subnet: { id: 5 } } } } } },
        },
      ],
    };
    const { machines } = await read('aws', hostile);
    assert.deepEqual(machinesOf('aws', machines), []);
    assert.equal(machines.sets[0]?.subnetId, undefined);
  });
});

describe('documented cloud provider commands', () => {
  const lines = (provider: Provider, parts: Parameters<typeof cloudCommands>[1]) =>
    cloudCommands(provider, parts).map(({ key, argv }) => `${key}: ${argv.join(' ')}`);

  it('query AWS by the instance ID of a worker', () => {
    assert.deepEqual(lines('aws', { instance: 'i-0123456789abcdef0', region: 'us-east-2' }), [
      'AWS_SUBNET_ID: aws ec2 describe-instances --instance-ids i-0123456789abcdef0 --query Reservations[*].Instances[*].SubnetId --region us-east-2 --output text',
      'AWS_VPC_ID: aws ec2 describe-instances --instance-ids i-0123456789abcdef0 --query Reservations[*].Instances[*].VpcId --region us-east-2 --output text',
      'AWS_SG_IDS: aws ec2 describe-instances --instance-ids i-0123456789abcdef0 --query Reservations[*].Instances[*].SecurityGroups[*].GroupId --region us-east-2 --output json',
    ]);
    assert.deepEqual(lines('aws', { region: 'us-east-2' }), []);
  });

  it('query the Azure virtual network before its subnet', () => {
    const keys = (parts: Parameters<typeof cloudCommands>[1]) => cloudCommands('azure', parts).map(({ key }) => key);
    assert.deepEqual(keys({ resourceGroup: 'demo-rg' }), ['AZURE_VNET_NAME', 'AZURE_NSG_ID', 'AZURE_REGION']);
    assert.deepEqual(keys({ resourceGroup: 'demo-rg', virtualNetwork: 'demo-vnet' }), [
      'AZURE_SUBNET_ID',
      'AZURE_NSG_ID',
      'AZURE_REGION',
    ]);
  });

  it('exclude values that could be read as options or as multiple words', () => {
    for (const instance of ['--profile=evil', 'i-1 --region x', '$(reboot)', 'a'.repeat(200)])
      assert.deepEqual(lines('aws', { instance, region: 'us-east-2' }), []);
    assert.deepEqual(lines('azure', { resourceGroup: '-g' }), []);
  });
});

describe('cloud provider response', () => {
  const answer = (key: string, text: string, answers: 'lines' | 'json' = 'lines') => {
    const result = readCloudOutput({ key, answers }, text, newestRelease);
    return result.ok ? result.value : result.error;
  };

  it('is accepted as plain output and as output of the documented command', () => {
    assert.deepEqual(answer('AWS_SUBNET_ID', 'subnet-0123456789abcdef0\n'), ['subnet-0123456789abcdef0']);
    assert.deepEqual(answer('AWS_SUBNET_ID', 'AWS_SUBNET_ID: "subnet-0123456789abcdef0"\r\n'), [
      'subnet-0123456789abcdef0',
    ]);
    assert.deepEqual(answer('AWS_SG_IDS', '[[["sg-0123456789abcdef0","sg-0123456789abcdef1"]]]', 'json'), [
      'sg-0123456789abcdef0,sg-0123456789abcdef1',
    ]);
    assert.deepEqual(answer('AWS_SG_IDS', 'AWS_SG_IDS: "sg-0123456789abcdef0,sg-0123456789abcdef1"', 'json'), [
      'sg-0123456789abcdef0,sg-0123456789abcdef1',
    ]);
    assert.deepEqual(answer('GCP_NETWORK', 'default\nother\n'), ['global/networks/default', 'global/networks/other']);
    assert.deepEqual(answer('AZURE_VNET_NAME', 'demo-vnet\n'), ['demo-vnet']);
  });

  it("is rejected with the reason when it isn't a valid value", () => {
    assert.match(String(answer('AWS_SUBNET_ID', 'None')), /no value for AWS_SUBNET_ID/);
    assert.match(String(answer('GCP_ZONE', '(unset)')), /no value for GCP_ZONE/);
    assert.match(
      String(answer('AWS_VPC_ID', 'subnet-0123456789abcdef0')),
      /AWS_VPC_ID doesn't accept "subnet-0123456789abcdef0"/,
    );
    assert.match(
      String(
        answer('AWS_REGION', 'Unable to locate credentials. You can configure credentials by running "aws configure".'),
      ),
      /AWS_REGION doesn't accept/,
    );
    assert.match(String(answer('AZURE_SUBNET_ID', 'worker-subnet')), /AZURE_SUBNET_ID doesn't accept/);
    assert.match(String(answer('AZURE_REGION', 'ERROR: Please run az login')), /AZURE_REGION contains a space/);
  });

  it("is rejected when it's empty, malformed, or malicious", () => {
    for (const text of [
      '',
      '[]',
      '{}',
      '[[[{"a":1}]]]',
      `"${'x'.repeat(200_000)}"`,
      'sg-1\u001b[31m',
      'sg-\u202e1',
      '-rf',
      "'; reboot; '",
      '[['.repeat(5000),
    ])
      for (const key of ['AWS_SG_IDS', 'AWS_SUBNET_ID', 'AZURE_VNET_NAME'])
        assert.equal(typeof answer(key, text, 'json'), 'string', `${key} ${text.slice(0, 20)}`);
  });
});
