/**
 * Defines the infrastructure, nodes, and MachineSets of clusters on three cloud providers. Written by hand in the form
 * of public documentation and types: OpenShift 4 "Machine management" (sample YAML of a MachineSet on AWS, Azure, GCP);
 * openshift/api config/v1 Infrastructure, machine/v1beta1; kubernetes/cloud-provider-aws, -azure, -gcp (form of
 * providerID). The IDs are invented.
 */
import type { Raw } from '#test/support/cluster/clusterObjects.ts';

const subscription = '0f2ed4c3-1111-4222-8333-444455556666';

const infrastructure = (platformStatus: Raw): Raw => ({
  apiVersion: 'config.openshift.io/v1',
  kind: 'Infrastructure',
  metadata: { name: 'cluster' },
  status: { infrastructureName: 'demo-x7k2p', controlPlaneTopology: 'HighlyAvailable', platformStatus },
});
const node = (name: string, providerID: string, role = 'worker'): Raw => ({
  metadata: { name, uid: name, labels: { [`node-role.kubernetes.io/${role}`]: '' } },
  spec: { providerID },
});
const machineSet = (name: string, value: Raw): Raw => ({
  metadata: { name, uid: name, namespace: 'openshift-machine-api' },
  spec: { template: { spec: { providerSpec: { value } } } },
});

export interface CloudFixture {
  readonly infrastructure: Raw;
  readonly nodes: readonly Raw[];
  readonly machineSets: readonly Raw[];
}

export const aws: CloudFixture = {
  infrastructure: infrastructure({ type: 'AWS', aws: { region: 'us-east-2' } }),
  nodes: [
    node('ip-10-0-1-1', 'aws:///us-east-2a/i-00000000000000001', 'master'),
    node('ip-10-0-2-1', 'aws:///us-east-2a/i-0123456789abcdef0'),
    node('ip-10-0-2-2', 'aws:///us-east-2b/i-0123456789abcdef1'),
  ],
  machineSets: [
    machineSet('demo-x7k2p-worker-us-east-2a', {
      kind: 'AWSMachineProviderConfig',
      instanceType: 'm6i.xlarge',
      placement: { availabilityZone: 'us-east-2a', region: 'us-east-2' },
      subnet: { filters: [{ name: 'tag:Name', values: ['demo-x7k2p-private-us-east-2a'] }] },
      securityGroups: [{ filters: [{ name: 'tag:Name', values: ['demo-x7k2p-worker-sg'] }] }],
    }),
  ],
};

/** Cluster in a network that existed before it. MachineSets refer to subnets by ID. */
export const awsById: CloudFixture = {
  ...aws,
  machineSets: [
    machineSet('demo-x7k2p-worker-us-east-2a', {
      subnet: { id: 'subnet-0123456789abcdef0' },
      securityGroups: [{ id: 'sg-0123456789abcdef0' }, { id: 'sg-0123456789abcdef1' }],
    }),
  ],
};

export const azure: CloudFixture = {
  infrastructure: infrastructure({
    type: 'Azure',
    azure: {
      cloudName: 'AzurePublicCloud',
      resourceGroupName: 'demo-x7k2p-rg',
      networkResourceGroupName: 'demo-x7k2p-rg',
    },
  }),
  nodes: [
    node(
      'demo-worker-1',
      `azure:///subscriptions/${subscription}/resourceGroups/demo-x7k2p-rg/providers/Microsoft.Compute/virtualMachines/demo-worker-1`,
    ),
  ],
  machineSets: [
    machineSet('demo-x7k2p-worker-eastus1', {
      kind: 'AzureMachineProviderSpec',
      location: 'eastus',
      resourceGroup: 'demo-x7k2p-rg',
      networkResourceGroup: 'demo-x7k2p-rg',
      vnet: 'demo-x7k2p-vnet',
      subnet: 'demo-x7k2p-worker-subnet',
      vmSize: 'Standard_D4s_v3',
    }),
  ],
};

export const gcp: CloudFixture = {
  infrastructure: infrastructure({ type: 'GCP', gcp: { projectID: 'my-project', region: 'us-central1' } }),
  nodes: [
    node('demo-worker-a', 'gce://my-project/us-central1-a/demo-x7k2p-worker-a'),
    node('demo-worker-b', 'gce://my-project/us-central1-b/demo-x7k2p-worker-b'),
  ],
  machineSets: [
    machineSet('demo-x7k2p-worker-a', {
      kind: 'GCPMachineProviderSpec',
      machineType: 'n2-standard-4',
      networkInterfaces: [{ network: 'demo-x7k2p-network', subnetwork: 'demo-x7k2p-worker-subnet' }],
      projectID: 'my-project',
      region: 'us-central1',
      zone: 'us-central1-a',
    }),
  ],
};
