/** Defines the objects that peer pods require on each cloud as data. The operator sets the image ID. */
import { operatorNamespace, peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { infrastructureName } from './clouds.ts';
import type { ScenarioStep } from '../engine/scenario.ts';

const namespace = operatorNamespace;
const common = {
  VXLAN_PORT: '9000',
  PROXY_TIMEOUT: '5m',
  TAGS: 'key1=value1,key2=value2',
  PEERPODS_LIMIT_PER_NODE: '10',
  ROOT_VOLUME_SIZE: '6',
  DISABLECVM: 'true',
};
const azureNetwork =
  '/subscriptions/7d3f7f0a-5a0e-4b5e-9d1c-3f0a5c8e2b11/resourceGroups/demo-x7k2p-rg/providers/Microsoft.Network';

const config = {
  aws: {
    CLOUD_PROVIDER: 'aws',
    ...common,
    PODVM_INSTANCE_TYPE: 't3.medium',
    PODVM_INSTANCE_TYPES: 't2.small,t2.medium,t3.large',
    PODVM_AMI_ID: '',
    AWS_REGION: 'us-east-2',
    AWS_SUBNET_ID: 'subnet-0a1b2c3d4e5f60718',
    AWS_VPC_ID: 'vpc-0a1b2c3d4e5f60718',
    AWS_SG_IDS: 'sg-0a1b2c3d4e5f60718',
  },
  azure: {
    CLOUD_PROVIDER: 'azure',
    ...common,
    AZURE_INSTANCE_SIZE: 'Standard_B2als_v2',
    AZURE_INSTANCE_SIZES: 'Standard_B2als_v2,Standard_D2as_v5,Standard_D4as_v5',
    AZURE_IMAGE_ID: '',
    AZURE_REGION: 'eastus',
    AZURE_RESOURCE_GROUP: `${infrastructureName}-rg`,
    AZURE_SUBNET_ID: `${azureNetwork}/virtualNetworks/${infrastructureName}-vnet/subnets/${infrastructureName}-worker-subnet`,
    AZURE_NSG_ID: `${azureNetwork}/networkSecurityGroups/${infrastructureName}-nsg`,
  },
  gcp: {
    CLOUD_PROVIDER: 'gcp',
    ...common,
    GCP_MACHINE_TYPE: 'e2-medium',
    GCP_PROJECT_ID: 'demo-project-4711',
    GCP_ZONE: 'us-central1-a',
    GCP_NETWORK: `${infrastructureName}-network`,
    PODVM_IMAGE_NAME: '',
  },
  ibmcloud: {
    CLOUD_PROVIDER: 'ibmcloud',
    ...common,
    IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME: 'bx2-2x8',
    IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST: 'bx2-2x8,bx2-4x16',
    IBMCLOUD_PODVM_IMAGE_ID: 'r010-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
    IBMCLOUD_ZONE: 'eu-de-1',
    IBMCLOUD_VPC_ID: 'r010-1b2c3d4e-5f60-7182-93a4-b5c6d7e8f90a',
    IBMCLOUD_VPC_SUBNET_ID: '02b7-2c3d4e5f-6071-8293-a4b5-c6d7e8f90a1b',
    IBMCLOUD_RESOURCE_GROUP_ID: '3d4e5f60718293a4b5c6d7e8f90a1b2c',
    IBMCLOUD_SECURITY_GROUP_IDS: 'r010-4e5f6071-8293-a4b5-c6d7-e8f90a1b2c3d',
  },
  libvirt: {
    CLOUD_PROVIDER: 'libvirt',
    ...common,
    LIBVIRT_POOL: 'default',
    LIBVIRT_VOL_NAME: 'podvm-base.qcow2',
    LIBVIRT_DIR_NAME: '/var/lib/libvirt/images',
    LIBVIRT_NET: 'default',
    LIBVIRT_IMAGE_ID: '',
  },
} as const;

const keys = {
  aws: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  azure: ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET', 'AZURE_SUBSCRIPTION_ID'],
  gcp: ['GCP_CREDENTIALS'],
  ibmcloud: ['IBMCLOUD_API_KEY'],
  libvirt: ['CLOUD_PROVIDER', 'LIBVIRT_URI'],
} as const;

/** A cloud provider with simulated settings, as in CLOUD_PROVIDER. */
export type SimulatedProvider = keyof typeof config;

/** Creates peer-pods-cm and peer-pods-secret for a cloud. */
export function preparePeerPodsOn(cloud: SimulatedProvider): readonly ScenarioStep[] {
  // Placeholders instead of credentials: the simulator only checks that the keys exist.
  const data = Object.fromEntries(keys[cloud].map((key) => [key, Buffer.from('simulated').toString('base64')]));
  return [
    {
      resource: names.configMaps,
      create: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: peerPodsConfigMapName, namespace },
        data: config[cloud],
      },
    },
    {
      resource: names.secrets,
      create: {
        apiVersion: 'v1',
        kind: 'Secret',
        type: 'Opaque',
        metadata: { name: peerPodsSecretName, namespace },
        data,
      },
    },
  ];
}
