/**
 * Defines the data that the objects of a cluster contain about its cloud: platform, region, network, instances, and
 * MachineSets. Sources: openshift/api config/v1 types_infrastructure.go (PlatformStatus), machine/v1beta1
 * types_awsprovider.go, types_azureprovider.go, types_gcpprovider.go. Networks are named as openshift/installer names
 * them. IBM Cloud has no MachineSets here, because openshift/api doesn't define its machines.
 */
import { hashEventName } from '#simulator/controllers/framework/events.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';

/** Prefix that the installer gives to all resources of the cluster. */
export const infrastructureName = 'demo-x7k2p';

/** Properties of a cloud. */
export interface Cloud {
  readonly region: string;
  /** Availability zones. All workers are in the first one. */
  readonly zones: readonly string[];
  readonly instanceType: string;
  /** Content of `status.platformStatus` of the Infrastructure, except its type. */
  readonly platformStatus: Readonly<Record<string, unknown>>;
  /** Returns the `spec.providerID` of a node. */
  readonly providerId: (node: string) => string;
  /**
   * Returns `spec.template.spec.providerSpec.value` of the MachineSet of a zone. Undefined if no MachineSets are
   * simulated.
   */
  readonly machine?: (zone: string) => Readonly<Record<string, unknown>>;
}

const machineApi = 'machine.openshift.io/v1beta1';
const subscriptionId = '7d3f7f0a-5a0e-4b5e-9d1c-3f0a5c8e2b11';
const project = 'demo-project-4711';
const region = { aws: 'us-east-2', azure: 'eastus', gcp: 'us-central1', ibmcloud: 'eu-de' } as const;

const aws: Cloud = {
  region: region.aws,
  zones: ['us-east-2a', 'us-east-2b', 'us-east-2c'],
  instanceType: 'm6i.xlarge',
  platformStatus: { aws: { region: region.aws } },
  providerId: (node) => `aws:///us-east-2a/i-0${hashEventName(`${node} instance`)}`,
  machine: (zone) => ({
    apiVersion: machineApi,
    kind: 'AWSMachineProviderConfig',
    ami: { id: 'ami-0b5eea76982371e91' },
    instanceType: 'm6i.xlarge',
    iamInstanceProfile: { id: `${infrastructureName}-worker-profile` },
    placement: { availabilityZone: zone, region: region.aws },
    securityGroups: [
      { filters: [{ name: 'tag:Name', values: [`${infrastructureName}-node`] }] },
      { filters: [{ name: 'tag:Name', values: [`${infrastructureName}-lb`] }] },
    ],
    subnet: { filters: [{ name: 'tag:Name', values: [`${infrastructureName}-subnet-private-${zone}`] }] },
    tags: [{ name: `kubernetes.io/cluster/${infrastructureName}`, value: 'owned' }],
    credentialsSecret: { name: 'aws-cloud-credentials' },
    userDataSecret: { name: 'worker-user-data' },
  }),
};

const azure: Cloud = {
  region: region.azure,
  zones: ['1', '2', '3'],
  instanceType: 'Standard_D4s_v3',
  platformStatus: {
    azure: {
      cloudName: 'AzurePublicCloud',
      resourceGroupName: `${infrastructureName}-rg`,
      networkResourceGroupName: `${infrastructureName}-rg`,
    },
  },
  providerId: (node) =>
    `azure:///subscriptions/${subscriptionId}/resourceGroups/${infrastructureName}-rg/providers/Microsoft.Compute/virtualMachines/${node}`,
  machine: (zone) => ({
    apiVersion: machineApi,
    kind: 'AzureMachineProviderSpec',
    location: region.azure,
    zone,
    vmSize: 'Standard_D4s_v3',
    resourceGroup: `${infrastructureName}-rg`,
    networkResourceGroup: `${infrastructureName}-rg`,
    vnet: `${infrastructureName}-vnet`,
    subnet: `${infrastructureName}-worker-subnet`,
    publicIP: false,
    osDisk: { diskSizeGB: 128, osType: 'Linux' },
    credentialsSecret: { name: 'azure-cloud-credentials', namespace: 'openshift-machine-api' },
    userDataSecret: { name: 'worker-user-data' },
  }),
};

const gcp: Cloud = {
  region: region.gcp,
  zones: ['us-central1-a', 'us-central1-b', 'us-central1-c'],
  instanceType: 'n2-standard-4',
  platformStatus: { gcp: { projectID: project, region: region.gcp } },
  providerId: (node) => `gce://${project}/us-central1-a/${node}`,
  machine: (zone) => ({
    apiVersion: machineApi,
    kind: 'GCPMachineProviderSpec',
    projectID: project,
    region: region.gcp,
    zone,
    machineType: 'n2-standard-4',
    networkInterfaces: [
      { network: `${infrastructureName}-network`, subnetwork: `${infrastructureName}-worker-subnet` },
    ],
    tags: [`${infrastructureName}-worker`],
    credentialsSecret: { name: 'gcp-cloud-credentials' },
    userDataSecret: { name: 'worker-user-data' },
  }),
};

const ibmcloud: Cloud = {
  region: region.ibmcloud,
  zones: ['eu-de-1', 'eu-de-2', 'eu-de-3'],
  instanceType: 'bx2-4x16',
  platformStatus: {
    ibmcloud: { location: region.ibmcloud, providerType: 'VPC', resourceGroupName: `${infrastructureName}-rg` },
  },
  providerId: (node) => `ibm://1a2b3c4d///${infrastructureName}/${node}`,
};

/** Clouds by platform type, as in the Infrastructure. The simulator creates no machines for other platforms. */
const clouds: Readonly<Record<string, Cloud>> = { AWS: aws, Azure: azure, GCP: gcp, IBMCloud: ibmcloud };

/**
 * Returns the cloud of a platform.
 * @returns undefined if the platform isn't a simulated cloud
 */
export function cloudOf(platform: string): Cloud | undefined {
  return Object.hasOwn(clouds, platform) ? clouds[platform] : undefined;
}

/**
 * Creates the MachineSets of the workers, one for each zone.
 * @param workers number of workers, all in the first zone
 */
export function machineSetsOf(cloud: Cloud, workers: number): readonly ObjectToWrite[] {
  const { machine } = cloud;
  if (machine === undefined) return [];
  return cloud.zones.map((zone, index) => {
    const name = `${infrastructureName}-worker-${zone.startsWith(cloud.region) ? zone : `${cloud.region}${zone}`}`;
    const replicas = index === 0 ? workers : 0;
    const labels = {
      'machine.openshift.io/cluster-api-cluster': infrastructureName,
      'machine.openshift.io/cluster-api-machineset': name,
    };
    return {
      apiVersion: machineApi,
      kind: 'MachineSet',
      metadata: {
        name,
        namespace: 'openshift-machine-api',
        labels: { 'machine.openshift.io/cluster-api-cluster': infrastructureName },
        // The cluster autoscaler uses these annotations. One machine type has 4 CPUs and 16 GiB in all three clouds.
        annotations: { 'machine.openshift.io/vCPU': '4', 'machine.openshift.io/memoryMb': '16384' },
      },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: {
            labels: {
              ...labels,
              'machine.openshift.io/cluster-api-machine-role': 'worker',
              'machine.openshift.io/cluster-api-machine-type': 'worker',
            },
          },
          spec: { providerSpec: { value: machine(zone) } },
        },
      },
      status: {
        observedGeneration: 1,
        replicas,
        ...(replicas === 0
          ? {}
          : { availableReplicas: replicas, fullyLabeledReplicas: replicas, readyReplicas: replicas }),
      },
    };
  });
}

/** Returns the labels that the cloud adds to a node. */
export function cloudLabels(cloud: Cloud): Readonly<Record<string, string>> {
  const [zone = ''] = cloud.zones;
  return {
    'node.kubernetes.io/instance-type': cloud.instanceType,
    'topology.kubernetes.io/region': cloud.region,
    'topology.kubernetes.io/zone': zone.startsWith(cloud.region) ? zone : `${cloud.region}-${zone}`,
  };
}
