/** Keys for CLOUD_PROVIDER ibmcloud. Source: domain/02-peer-pods.md 2.6. */
import * as l10n from '@vscode/l10n';
import { adaptor111, adaptor112, all } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { disableCvm, manager, tags } from './keyTemplates.ts';
import type { Message } from '#core/text/message.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const source = manager('ibmcloud');
const entrypoint = adaptor112('src/cloud-api-adaptor/entrypoint.sh');
const profile = /^[a-z]+\d[a-z0-9]*-\d+x\d+[a-z0-9]*$/;
const key = (name: string, summary: Message, more: Partial<ConfigKey> = {}): ConfigKey => ({
  name,
  type: 'string',
  summary,
  readBy: adaptor,
  source,
  ...more,
});

/** The keys that hold for ibmcloud alone. */
export const ibmcloudKeys: readonly ConfigKey[] = [
  key(
    'IBMCLOUD_PODVM_IMAGE_ID',
    () => l10n.t`The images of the pod VMs; several where profiles of several architectures are used.`,
    {
      type: 'list',
      requiredBy: adaptor,
      form: () => l10n.t`Image ids with commas between.`,
    },
  ),
  key('IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME', () => l10n.t`The instance profile of pods that ask for none.`, {
    pattern: profile,
    form: () => l10n.t`A profile such as \`bx2-2x8\`: 2 processors, 8 GiB.`,
  }),
  key(
    'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST',
    () => l10n.t`The instance profiles that pods may ask for, or that are chosen from by CPU and memory.`,
    {
      type: 'list',
      pattern: profile,
      form: () => l10n.t`Profiles with commas between.`,
      note: () => l10n.t`Left empty, every pod gets IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME.`,
    },
  ),
  key('IBMCLOUD_ZONE', () => l10n.t`The zone in which pod VMs run.`),
  key('IBMCLOUD_VPC_ID', () => l10n.t`The virtual private cloud of the pod VMs.`),
  key('IBMCLOUD_VPC_SUBNET_ID', () => l10n.t`The subnet of the pod VMs.`),
  key('IBMCLOUD_VPC_ENDPOINT', () => l10n.t`Address of the VPC service of the region.`, { form: () => l10n.t`A URL.` }),
  key('IBMCLOUD_IAM_ENDPOINT', () => l10n.t`Address of the service that hands out access tokens.`, {
    default: 'https://iam.cloud.ibm.com/identity/token',
    form: () => l10n.t`A URL.`,
  }),
  key('IBMCLOUD_RESOURCE_GROUP_ID', () => l10n.t`The resource group in which pod VMs are made.`),
  key(
    'IBMCLOUD_CLUSTER_ID',
    () => l10n.t`The cluster that the pod VMs belong to; its security group is added to them.`,
  ),
  key('IBMCLOUD_SSH_KEY_ID', () => l10n.t`The SSH key put on pod VMs.`),
  key(
    'IBMCLOUD_SECURITY_GROUP_IDS',
    () => l10n.t`Further security groups of the pod VMs, beside that of the cluster.`,
    {
      type: 'list',
      form: () => l10n.t`Ids with commas between.`,
    },
  ),
  key('IBMCLOUD_VPC_SG_ID', () => l10n.t`The security group of the pod VMs.`, {
    until: '1.11',
    replacedBy: 'IBMCLOUD_SECURITY_GROUP_IDS',
    source: adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
  }),
  key('IBMCLOUD_DEDICATED_HOST_IDS', () => l10n.t`Dedicated hosts that pod VMs run on, one of each zone.`, {
    type: 'list',
    form: () => l10n.t`Ids with commas between.`,
  }),
  key(
    'IBMCLOUD_DEDICATED_HOST_GROUP_IDS',
    () => l10n.t`Groups of dedicated hosts that pod VMs run on, one of each zone.`,
    {
      type: 'list',
      form: () => l10n.t`Ids with commas between.`,
    },
  ),
  disableCvm('ibmcloud', 'true'),
  {
    ...tags('ibmcloud'),
    type: 'list',
    sample: 'key1:value1,key2:value2',
    form: () => l10n.t`Comma-separated tags, used as written. IBM Cloud uses \`key:value\`.`,
    note: () => l10n.t`Unlike on other clouds, no "=" is needed.`,
  },
];

const credential = (name: string, summary: Message): ConfigKey =>
  key(name, summary, {
    credential: true,
    note: () => l10n.t`One of IBMCLOUD_API_KEY and IBMCLOUD_IAM_PROFILE_ID must be set.`,
    source: all(source, entrypoint),
  });

/** Credentials: read from either object, and meant for peer-pods-secret. */
export const ibmcloudCredentials: readonly ConfigKey[] = [
  credential('IBMCLOUD_API_KEY', () => l10n.t`The API key with which pod VMs are made.`),
  credential(
    'IBMCLOUD_IAM_PROFILE_ID',
    () => l10n.t`The trusted profile with which pod VMs are made, in place of an API key.`,
  ),
];
