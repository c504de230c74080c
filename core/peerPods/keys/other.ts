/**
 * Lists the keys of providers that cloud-api-adaptor supports but OSC doesn't, so that these keys aren't reported as
 * unknown. Their meanings aren't described. Source: domain/02-peer-pods.md 2.6.
 */
import { adaptor111, adaptor112, adaptorUpstream } from '#core/product/sources.ts';
import type { ProviderName } from '../providers.ts';

/** Keys of an unsupported provider. */
export interface OtherKeys {
  readonly provider: ProviderName;
  readonly names: readonly string[];
  readonly source: string;
}

/** Unsupported providers with the keys that each reads in addition to the common ones. */
export const otherKeys: readonly OtherKeys[] = [
  {
    provider: 'alibabacloud',
    names: [
      'ALIBABACLOUD_ACCESS_KEY_ID',
      'ALIBABACLOUD_ACCESS_KEY_SECRET',
      'ALIBABACLOUD_SECURITY_TOKEN',
      'ALIBABA_CLOUD_ROLE_ARN',
      'REGION',
      'IMAGEID',
      'PODVM_INSTANCE_TYPE',
      'VSWITCH_ID',
      'KEYNAME',
      'USE_PUBLIC_IP',
      'SYSTEM_DISK_SIZE',
      'DISABLECVM',
      'SECURITY_GROUP_IDS',
      'TAGS',
    ],
    source: adaptor112('src/cloud-providers/alibabacloud/manager.go'),
  },
  {
    provider: 'byom',
    names: [
      'VM_POOL_IPS',
      'SSH_USERNAME',
      'SSH_PUB_KEY_PATH',
      'SSH_PRIV_KEY_PATH',
      'POOL_NAMESPACE',
      'POOL_CONFIGMAP_NAME',
      'MAX_RANGE_IPS',
      'SSH_TIMEOUT',
      'SSH_HOST_KEY_ALLOWLIST_DIR',
    ],
    source: adaptor112('src/cloud-providers/byom/manager.go'),
  },
  {
    provider: 'docker',
    names: [
      'DOCKER_HOST',
      'DOCKER_TLS_VERIFY',
      'DOCKER_CERT_PATH',
      'DOCKER_API_VERSION',
      'DOCKER_PODVM_IMAGE',
      'DOCKER_NETWORK_NAME',
    ],
    source: adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
  },
  {
    provider: 'ibmcloud-powervs',
    names: [
      'IBMCLOUD_API_KEY',
      'POWERVS_ZONE',
      'POWERVS_SERVICE_INSTANCE_ID',
      'POWERVS_NETWORK_ID',
      'POWERVS_IMAGE_ID',
      'POWERVS_SSH_KEY_NAME',
      'POWERVS_PROCESSOR_TYPE',
      'POWERVS_SYSTEM_TYPE',
      'POWERVS_MEMORY',
      'POWERVS_PROCESSORS',
      'USE_PUBLIC_IP',
      'POWERVS_BUILD_TIMEOUT',
    ],
    source: adaptorUpstream('src/cloud-providers/ibmcloudpowervs/manager.go'),
  },
  {
    provider: 'vsphere',
    names: [
      'GOVC_URL',
      'GOVC_USERNAME',
      'GOVC_PASSWORD',
      'GOVC_THUMBPRINT',
      'GOVC_DATACENTER',
      'GOVC_TEMPLATE',
      'GOVC_VCLUSTER',
      'GOVC_FOLDER',
      'GOVC_HOST',
      'GOVC_DRS',
      'GOVC_DATASTORE',
    ],
    source: adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
  },
];

/** Keys of unsupported providers that contain credentials. They are never displayed and belong in peer-pods-secret. */
export const otherCredentials: ReadonlySet<string> = new Set([
  'ALIBABACLOUD_ACCESS_KEY_ID',
  'ALIBABACLOUD_ACCESS_KEY_SECRET',
  'ALIBABACLOUD_SECURITY_TOKEN',
  'GOVC_USERNAME',
  'GOVC_PASSWORD',
]);
