/** Keys for CLOUD_PROVIDER ibmcloud. Source: domain/02-peer-pods.md 2.6. */
import * as l10n from '@vscode/l10n';
import { adaptor111, adaptor112, all } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import {
  commaSeparated,
  defaultInstanceType,
  disableCvm,
  everyPodUses,
  listedInstanceTypes,
  manager,
  tags,
  valueSuchAs,
} from './keyTemplates.ts';
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

/** Keys that apply only to ibmcloud. */
export const ibmcloudKeys: readonly ConfigKey[] = [
  key(
    'IBMCLOUD_PODVM_IMAGE_ID',
    () => l10n.t`Pod VM images. Specify several if you use profiles with different architectures.`,
    {
      type: 'list',
      requiredBy: adaptor,
      form: commaSeparated,
    },
  ),
  key('IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME', defaultInstanceType, {
    pattern: profile,
    form: () => valueSuchAs('bx2-2x8'),
  }),
  key('IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST', listedInstanceTypes, {
    type: 'list',
    pattern: profile,
    form: commaSeparated,
    note: () => everyPodUses('IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME'),
  }),
  key('IBMCLOUD_ZONE', () => l10n.t`Zone where pod VMs run.`),
  key('IBMCLOUD_VPC_ID', () => l10n.t`Virtual private cloud (VPC) for the pod VMs.`),
  key('IBMCLOUD_VPC_SUBNET_ID', () => l10n.t`Subnet for the pod VMs.`),
  key('IBMCLOUD_VPC_ENDPOINT', () => l10n.t`Address of the VPC service in the region.`, { form: () => l10n.t`A URL.` }),
  key('IBMCLOUD_IAM_ENDPOINT', () => l10n.t`Address of the service that issues access tokens.`, {
    default: 'https://iam.cloud.ibm.com/identity/token',
    form: () => l10n.t`A URL.`,
  }),
  key('IBMCLOUD_RESOURCE_GROUP_ID', () => l10n.t`Resource group where pod VMs are created.`),
  key(
    'IBMCLOUD_CLUSTER_ID',
    () => l10n.t`Cluster that the pod VMs belong to. Its security group is added to the pod VMs.`,
  ),
  key('IBMCLOUD_SSH_KEY_ID', () => l10n.t`SSH key added to pod VMs.`),
  key(
    'IBMCLOUD_SECURITY_GROUP_IDS',
    () => l10n.t`Security groups for the pod VMs, in addition to the cluster security group.`,
    {
      type: 'list',
      form: commaSeparated,
    },
  ),
  key('IBMCLOUD_VPC_SG_ID', () => l10n.t`Security group for the pod VMs.`, {
    until: '1.11',
    replacedBy: 'IBMCLOUD_SECURITY_GROUP_IDS',
    source: adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
  }),
  key('IBMCLOUD_DEDICATED_HOST_IDS', () => l10n.t`Dedicated hosts or host groups for pod VMs, one per zone.`, {
    type: 'list',
    form: commaSeparated,
  }),
  key('IBMCLOUD_DEDICATED_HOST_GROUP_IDS', () => l10n.t`Dedicated hosts or host groups for pod VMs, one per zone.`, {
    type: 'list',
    form: commaSeparated,
  }),
  disableCvm('ibmcloud', 'true'),
  {
    ...tags('ibmcloud'),
    type: 'list',
    sample: 'key1:value1,key2:value2',
    form: () =>
      l10n.t`Comma-separated list of tags, passed to IBM Cloud unchanged. IBM Cloud tags usually have the form \`key:value\`.`,
    note: () => l10n.t`Unlike with other cloud providers, a tag doesn't require "=".`,
  },
];

const credential = (name: string, summary: Message): ConfigKey =>
  key(name, summary, {
    credential: true,
    note: () => l10n.t`Set IBMCLOUD_API_KEY or IBMCLOUD_IAM_PROFILE_ID.`,
    source: all(source, entrypoint),
  });

/** Keys with credentials. They are read from peer-pods-cm and peer-pods-secret, but belong in peer-pods-secret. */
export const ibmcloudCredentials: readonly ConfigKey[] = [
  credential('IBMCLOUD_API_KEY', () => l10n.t`API key used to create pod VMs.`),
  credential('IBMCLOUD_IAM_PROFILE_ID', () => l10n.t`Trusted profile used to create pod VMs instead of an API key.`),
];
