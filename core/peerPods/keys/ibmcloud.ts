/** Keys for CLOUD_PROVIDER ibmcloud. Source: domain/02-peer-pods.md 2.6. */
import { adaptor111, adaptor112, all } from '../../sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { disableCvm, manager, tags } from './perProvider.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const source = manager('ibmcloud');
const entrypoint = adaptor112('src/cloud-api-adaptor/entrypoint.sh');
const profile = /^[a-z]+\d[a-z0-9]*-\d+x\d+[a-z0-9]*$/;
const key = (name: string, summary: string, more: Partial<ConfigKey> = {}): ConfigKey => ({ name, type: 'string', summary, readBy: adaptor, source, ...more });

/** The keys that hold for ibmcloud alone. */
export const ibmcloudKeys: readonly ConfigKey[] = [
  key('IBMCLOUD_PODVM_IMAGE_ID', 'The images of the pod VMs; several where profiles of several architectures are used.', {
    type: 'list',
    requiredBy: adaptor,
    form: 'Image ids with commas between.',
  }),
  key('IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME', 'The instance profile of pods that ask for none.', {
    pattern: profile,
    form: 'A profile such as `bx2-2x8`: 2 processors, 8 GiB.',
  }),
  key('IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST', 'The instance profiles that pods may ask for, or that are chosen from by CPU and memory.', {
    type: 'list',
    pattern: profile,
    form: 'Profiles with commas between.',
    note: 'Left empty, every pod gets IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME.',
  }),
  key('IBMCLOUD_ZONE', 'The zone in which pod VMs run.'),
  key('IBMCLOUD_VPC_ID', 'The virtual private cloud of the pod VMs.'),
  key('IBMCLOUD_VPC_SUBNET_ID', 'The subnet of the pod VMs.'),
  key('IBMCLOUD_VPC_ENDPOINT', 'Address of the VPC service of the region.', { form: 'A URL.' }),
  key('IBMCLOUD_IAM_ENDPOINT', 'Address of the service that hands out access tokens.', {
    default: 'https://iam.cloud.ibm.com/identity/token',
    form: 'A URL.',
  }),
  key('IBMCLOUD_RESOURCE_GROUP_ID', 'The resource group in which pod VMs are made.'),
  key('IBMCLOUD_CLUSTER_ID', 'The cluster that the pod VMs belong to; its security group is added to them.'),
  key('IBMCLOUD_SSH_KEY_ID', 'The SSH key put on pod VMs.'),
  key('IBMCLOUD_SECURITY_GROUP_IDS', 'Further security groups of the pod VMs, beside that of the cluster.', {
    type: 'list',
    form: 'Ids with commas between.',
  }),
  key('IBMCLOUD_VPC_SG_ID', 'The security group of the pod VMs.', {
    until: '1.11',
    replacedBy: 'IBMCLOUD_SECURITY_GROUP_IDS',
    source: adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
  }),
  key('IBMCLOUD_DEDICATED_HOST_IDS', 'Dedicated hosts that pod VMs run on, one of each zone.', { type: 'list', form: 'Ids with commas between.' }),
  key('IBMCLOUD_DEDICATED_HOST_GROUP_IDS', 'Groups of dedicated hosts that pod VMs run on, one of each zone.', {
    type: 'list',
    form: 'Ids with commas between.',
  }),
  disableCvm('ibmcloud', 'true'),
  {
    ...tags('ibmcloud'),
    type: 'list',
    sample: 'key1:value1,key2:value2',
    form: 'Tags with commas between, each taken as it stands; IBM Cloud writes `key:value`.',
    note: 'Unlike on other clouds, no "=" is needed.',
  },
];

const credential = (name: string, summary: string): ConfigKey =>
  key(name, summary, { credential: true, note: 'One of IBMCLOUD_API_KEY and IBMCLOUD_IAM_PROFILE_ID must be set.', source: all(source, entrypoint) });

/** Credentials: read from either object, and meant for peer-pods-secret. */
export const ibmcloudCredentials: readonly ConfigKey[] = [
  credential('IBMCLOUD_API_KEY', 'The API key with which pod VMs are made.'),
  credential('IBMCLOUD_IAM_PROFILE_ID', 'The trusted profile with which pod VMs are made, in place of an API key.'),
];
