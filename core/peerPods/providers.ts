/**
 * Describes the values of CLOUD_PROVIDER: their meanings, their support, and the required keys. Two components check
 * required keys independently: the operator before it builds the image, and cloud-api-adaptor when it starts. Sources:
 * domain/02-peer-pods.md 2.1.
 */
import * as l10n from '@vscode/l10n';
import {
  adaptor111,
  adaptor112,
  adaptorUpstream,
  all,
  issue,
  operator111,
  operator18,
  operatorDev,
} from '../product/sources.ts';
import type { Provider } from './configKey.ts';
import type { Message } from '#core/text/message.ts';

/** Values of CLOUD_PROVIDER that any release of cloud-api-adaptor supports. */
export type ProviderName = Provider | 'alibabacloud' | 'byom' | 'docker' | 'ibmcloud-powervs' | 'vsphere';

/** Support of the image creation job for the provider. `development`: only in unreleased source code. */
type ImageBuild = 'yes' | 'development' | 'no';

/** The two keys that configure the instance type of pod VMs. */
export interface InstanceTypeKeys {
  /** Key with the instance type of pods that don't request one. */
  readonly defaultKey: string;
  /** Key with the instance types that pods can request. Undefined if the provider has no such list. */
  readonly listKey?: string;
  /** Instance type if `defaultKey` isn't set. Undefined if there is none. */
  readonly default?: string;
}

/** An alternative way to provide credentials. */
interface CredentialAlternative {
  /** Required keys that the alternative replaces. */
  readonly insteadOf: readonly string[];
  readonly keys: readonly string[];
  readonly unverified?: boolean;
  readonly source: string;
}

/** A cloud provider. */
export interface ProviderKnowledge {
  readonly name: ProviderName;
  readonly summary: Message;
  readonly imageBuild: ImageBuild;
  /** Last release that supports the provider. Undefined if the latest release does. */
  readonly until?: string;
  /** Keys of peer-pods-cm that the operator requires to build an image. Always includes CLOUD_PROVIDER. */
  readonly operatorConfigKeys: readonly string[];
  /** Keys of peer-pods-secret that the operator requires to build an image. */
  readonly operatorSecretKeys: readonly string[];
  readonly credentialAlternatives?: readonly CredentialAlternative[];
  /**
   * Variables that cloud-api-adaptor requires to start, from peer-pods-cm or peer-pods-secret. If one is missing, it
   * reports `$<VAR> is NOT set`.
   */
  readonly adaptorKeys: readonly string[];
  /**
   * Variables of which cloud-api-adaptor requires at least one. If all are missing, it reports `At least one of these
   * must be SET: ...`.
   */
  readonly adaptorOneOf?: readonly string[];
  /** Key with the pod VM image. If it is empty, the operator builds an image and sets the key. */
  readonly imageKey?: string;
  readonly instanceTypes?: InstanceTypeKeys;
  readonly note?: Message;
  readonly source: string;
}

const validation = operator111('controllers/image_generator.go');
const entrypoint = adaptor112('src/cloud-api-adaptor/entrypoint.sh');
const known = all(validation, entrypoint);

/** All cloud providers. Those that the operator builds images for are first. */
export const providers: readonly ProviderKnowledge[] = [
  {
    name: 'aws',
    summary: () => l10n.t`Amazon Web Services: pod VMs are EC2 instances.`,
    imageBuild: 'yes',
    operatorConfigKeys: ['CLOUD_PROVIDER', 'AWS_REGION', 'AWS_SUBNET_ID', 'AWS_VPC_ID', 'AWS_SG_IDS'],
    operatorSecretKeys: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    credentialAlternatives: [
      {
        insteadOf: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
        keys: ['AWS_ROLE_ARN', 'AWS_WEB_IDENTITY_TOKEN_FILE'],
        unverified: true,
        source: operatorDev('b5a71be3', 'docs/credentials-handling.md'),
      },
    ],
    adaptorKeys: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    imageKey: 'PODVM_AMI_ID',
    instanceTypes: { defaultKey: 'PODVM_INSTANCE_TYPE', listKey: 'PODVM_INSTANCE_TYPES', default: 'm6a.large' },
    source: all(known, operator18('controllers/image_generator.go'), adaptor112('src/cloud-providers/aws/manager.go')),
  },
  {
    name: 'azure',
    summary: () => l10n.t`Microsoft Azure and ARO: pod VMs are Azure virtual machines.`,
    imageBuild: 'yes',
    operatorConfigKeys: ['CLOUD_PROVIDER', 'AZURE_RESOURCE_GROUP', 'AZURE_REGION'],
    operatorSecretKeys: ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET', 'AZURE_SUBSCRIPTION_ID'],
    credentialAlternatives: [
      {
        insteadOf: ['AZURE_CLIENT_SECRET'],
        keys: ['AZURE_FEDERATED_TOKEN_FILE'],
        unverified: true,
        source: operatorDev('b5a71be3', 'docs/credentials-handling.md'),
      },
    ],
    adaptorKeys: [
      'AZURE_CLIENT_ID',
      'AZURE_TENANT_ID',
      'AZURE_SUBSCRIPTION_ID',
      'AZURE_RESOURCE_GROUP',
      'AZURE_SUBNET_ID',
      'AZURE_IMAGE_ID',
    ],
    imageKey: 'AZURE_IMAGE_ID',
    instanceTypes: { defaultKey: 'AZURE_INSTANCE_SIZE', listKey: 'AZURE_INSTANCE_SIZES', default: 'Standard_DC2as_v5' },
    note: () => l10n.t`AZURE_SUBNET_ID isn't required to build the image, but pod VMs can't start without it.`,
    source: all(
      known,
      operator18('controllers/image_generator.go'),
      adaptor112('src/cloud-providers/azure/manager.go'),
    ),
  },
  {
    name: 'gcp',
    summary: () => l10n.t`Google Cloud: pod VMs are Compute Engine instances.`,
    imageBuild: 'yes',
    operatorConfigKeys: ['CLOUD_PROVIDER', 'GCP_PROJECT_ID', 'GCP_ZONE'],
    operatorSecretKeys: ['GCP_CREDENTIALS'],
    adaptorKeys: ['GCP_CREDENTIALS', 'GCP_PROJECT_ID', 'GCP_ZONE', 'PODVM_IMAGE_NAME'],
    imageKey: 'PODVM_IMAGE_NAME',
    instanceTypes: { defaultKey: 'GCP_MACHINE_TYPE', listKey: 'GCP_INSTANCE_TYPES', default: 'e2-medium' },
    note: () => l10n.t`The OSC 1.8 operator doesn't build images for Google Cloud.`,
    source: all(known, adaptor112('src/cloud-providers/gcp/manager.go')),
  },
  {
    name: 'libvirt',
    summary: () => l10n.t`libvirt hosts, such as on IBM Z and LinuxONE: pod VMs are KVM guests outside the cluster.`,
    imageBuild: 'yes',
    operatorConfigKeys: ['CLOUD_PROVIDER', 'LIBVIRT_POOL', 'LIBVIRT_VOL_NAME', 'LIBVIRT_DIR_NAME'],
    operatorSecretKeys: ['CLOUD_PROVIDER', 'LIBVIRT_URI'],
    adaptorKeys: ['LIBVIRT_URI'],
    imageKey: 'LIBVIRT_IMAGE_ID',
    note: () => l10n.t`libvirt has no instance types. LIBVIRT_CPU and LIBVIRT_MEMORY set the size of every pod VM.`,
    source: all(
      known,
      operator18('controllers/image_generator.go'),
      adaptor112('src/cloud-providers/libvirt/manager.go'),
    ),
  },
  {
    name: 'ibmcloud',
    summary: () => l10n.t`IBM Cloud VPC: pod VMs are virtual server instances.`,
    imageBuild: 'development',
    operatorConfigKeys: [],
    operatorSecretKeys: [],
    adaptorKeys: [],
    adaptorOneOf: ['IBMCLOUD_API_KEY', 'IBMCLOUD_IAM_PROFILE_ID'],
    imageKey: 'IBMCLOUD_PODVM_IMAGE_ID',
    instanceTypes: {
      defaultKey: 'IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME',
      listKey: 'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST',
    },
    note: () =>
      l10n.t`Released versions of the operator report "unsupported cloud provider" and don't build an image. You must provide an image.`,
    source: all(
      entrypoint,
      adaptor112('src/cloud-providers/ibmcloud/manager.go'),
      operatorDev('8cffdb2f', 'config/peerpods/podvm/ibmcloud-podvm-image-cm.yaml'),
    ),
  },
  {
    name: 'ibmcloud-powervs',
    summary: () => l10n.t`IBM Power Virtual Server. Supported by cloud-api-adaptor but not by the operator.`,
    imageBuild: 'no',
    operatorConfigKeys: [],
    operatorSecretKeys: [],
    adaptorKeys: ['IBMCLOUD_API_KEY'],
    imageKey: 'POWERVS_IMAGE_ID',
    source: all(entrypoint, adaptorUpstream('src/cloud-providers/ibmcloudpowervs/manager.go')),
  },
  {
    name: 'alibabacloud',
    summary: () => l10n.t`Alibaba Cloud. Supported by cloud-api-adaptor but not by the operator.`,
    imageBuild: 'no',
    operatorConfigKeys: [],
    operatorSecretKeys: [],
    adaptorKeys: [],
    adaptorOneOf: ['ALIBABACLOUD_ACCESS_KEY_ID', 'ALIBABA_CLOUD_ROLE_ARN'],
    imageKey: 'IMAGEID',
    instanceTypes: { defaultKey: 'PODVM_INSTANCE_TYPE', default: 'ecs.g8i.xlarge' },
    note: () => l10n.t`Not supported in OSC 1.9.`,
    source: all(entrypoint, adaptor112('src/cloud-providers/alibabacloud/manager.go')),
  },
  {
    name: 'byom',
    summary: () =>
      l10n.t`Bring your own machines: a pool of existing VMs. Supported by cloud-api-adaptor but not by the operator.`,
    imageBuild: 'no',
    operatorConfigKeys: [],
    operatorSecretKeys: [],
    adaptorKeys: ['VM_POOL_IPS'],
    note: () => l10n.t`Not supported in OSC 1.9.`,
    source: all(entrypoint, adaptor112('src/cloud-providers/byom/manager.go')),
  },
  {
    name: 'docker',
    summary: () => l10n.t`Containers instead of VMs, for testing cloud-api-adaptor.`,
    imageBuild: 'no',
    operatorConfigKeys: [],
    operatorSecretKeys: [],
    adaptorKeys: [],
    source: entrypoint,
  },
  {
    name: 'vsphere',
    summary: () =>
      l10n.t`VMware vSphere. Supported by cloud-api-adaptor in OSC 1.11 and earlier, but not by the operator.`,
    imageBuild: 'no',
    until: '1.11',
    operatorConfigKeys: [],
    operatorSecretKeys: [],
    adaptorKeys: ['GOVC_USERNAME', 'GOVC_PASSWORD', 'GOVC_URL', 'GOVC_DATACENTER'],
    imageKey: 'GOVC_TEMPLATE',
    source: adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
  },
];

const byName = new Map<string, ProviderKnowledge>(providers.map((provider) => [provider.name, provider]));

/** Returns the provider with this name. Names must be in lowercase. */
export function providerNamed(name: string): ProviderKnowledge | undefined {
  return byName.get(name);
}

/** The five providers with documented keys. */
export const documentedProviders: readonly Provider[] = ['aws', 'azure', 'gcp', 'libvirt', 'ibmcloud'];

/** Returns whether a provider is one of the five with documented keys. */
export function isDocumentedProvider(name: string): name is Provider {
  return documentedProviders.some((provider) => provider === name);
}

/**
 * Explains why a listed instance type can prevent cloud-api-adaptor from starting: it looks up each type at the cloud
 * provider when it starts.
 */
export const typeMissingInRegion = {
  summary: () =>
    l10n.t`cloud-api-adaptor looks up every listed instance type when it starts. If a type doesn't exist in the region, cloud-api-adaptor stops.`,
  source: issue('openshift/release', 79581),
} as const;
