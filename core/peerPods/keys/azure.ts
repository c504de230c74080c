/** Keys for CLOUD_PROVIDER azure. Source: domain/02-peer-pods.md 2.6, which also contains the patterns. */
import * as l10n from '@vscode/l10n';
import { adaptor112, all, document112, operator111 } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { verifyingEmptyImageId } from '#core/product/docSections.ts';
import {
  booleanValues,
  commaSeparated,
  defaultInstanceType,
  disableCvm,
  everyPodUses,
  imageIsSet,
  listedInstanceTypes,
  manager,
  notIn19,
  requestableIf,
  rootVolumeSize,
  tags,
  usePublicIp,
  valueSuchAs,
} from './keyTemplates.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { noText, type Message } from '#core/text/message.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const source = manager('azure');
const entrypoint = adaptor112('src/cloud-api-adaptor/entrypoint.sh');
const operator = operator111('controllers/image_generator.go');
const size = /^(Standard|Basic)_[A-Za-z0-9_-]+$/;
/** Start of a resource ID. Azure Resource Manager ignores the case of its segments. */
const resourceId = /^\/subscriptions\/[^\s`'"]*$/i;
/** An image: a resource ID, or an ID in the community gallery, whose prefix is case-sensitive. */
const imageId = /^\/(?:[Ss][Uu][Bb][Ss][Cc][Rr][Ii][Pp][Tt][Ii][Oo][Nn][Ss]|CommunityGalleries)\/[^\s`'"]*$/;

/** Keys that apply only to azure. */
export const azureKeys: readonly ConfigKey[] = [
  {
    name: 'AZURE_REGION',
    type: 'string',
    summary: () => l10n.t`Region where pod VMs run (the cluster region).`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    source: all(operator, source),
  },
  {
    name: 'AZURE_RESOURCE_GROUP',
    type: 'string',
    summary: () => l10n.t`Resource group where pod VMs and images are created.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    source: all(operator, source, entrypoint),
  },
  {
    name: 'AZURE_SUBNET_ID',
    type: 'string',
    summary: () => l10n.t`Subnet for the pod VMs (the same subnet as the worker nodes).`,
    readBy: adaptor,
    requiredBy: adaptor,
    pattern: resourceId,
    form: () =>
      '`/subscriptions/<id>/resourceGroups/<group>/providers/Microsoft.Network/virtualNetworks/<network>/subnets/<subnet>`',
    source: all(source, entrypoint),
  },
  {
    name: 'AZURE_NSG_ID',
    type: 'string',
    summary: () =>
      l10n.t`Full ID of the network security group for the pod VMs. It must allow inbound traffic on ports 15150 and VXLAN_PORT.`,
    readBy: adaptor,
    pattern: resourceId,
    form: () => '`/subscriptions/<id>/resourceGroups/<group>/providers/Microsoft.Network/networkSecurityGroups/<name>`',
    source,
  },
  {
    name: 'AZURE_IMAGE_ID',
    type: 'string',
    summary: () => l10n.t`Pod VM image. If empty, the operator builds one and sets this key.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: adaptor,
    pattern: imageId,
    form: () => l10n.t('`/subscriptions/<id>/…` or `/CommunityGalleries/<gallery>/…`'),
    note: imageIsSet,
    section: verifyingEmptyImageId,
    source: all(operator, source, entrypoint, document112('4.3'), adaptor112('src/cloud-providers/azure/provider.go')),
  },
  {
    name: 'AZURE_INSTANCE_SIZE',
    type: 'string',
    summary: defaultInstanceType,
    default: 'Standard_DC2as_v5',
    sample: 'Standard_B2als_v2',
    readBy: adaptor,
    pattern: size,
    form: () => valueSuchAs('Standard_B2als_v2'),
    note: () => requestableIf('AZURE_INSTANCE_SIZES'),
    source: all(source, operator111('scripts/cm-helpers/pp-cm-helper.sh')),
  },
  {
    name: 'AZURE_INSTANCE_SIZES',
    type: 'list',
    summary: listedInstanceTypes,
    readBy: adaptor,
    pattern: size,
    form: () => `${valueSuchAs('Standard_B2als_v2')}${getSentenceSeparator()}${commaSeparated()}`,
    note: () => everyPodUses('AZURE_INSTANCE_SIZE'),
    source,
  },
  {
    name: 'SSH_USERNAME',
    type: 'string',
    summary: () => l10n.t`User account created on pod VMs for debugging.`,
    default: 'peerpod',
    readBy: adaptor,
    source,
  },
  {
    name: 'ENABLE_SECURE_BOOT',
    type: 'boolean',
    summary: () => l10n.t`Starts pod VMs with secure boot.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(noText, () => l10n.t`Secure boot disabled. The documentation calls this a security risk.`),
    source,
  },
  usePublicIp('azure'),
  rootVolumeSize('azure', {
    default: '0',
    note: () => `${l10n.t`If 0, the image size is used.`}${getSentenceSeparator()}${notIn19()}`,
  }),
  disableCvm('azure', 'false'),
  tags('azure'),
];

const credential = (name: string, summary: Message, isSecret = true): ConfigKey => ({
  name,
  type: 'string',
  summary,
  readBy: ['operator', 'image job', 'cloud-api-adaptor'],
  requiredBy: name === 'AZURE_CLIENT_SECRET' ? ['operator'] : ['operator', 'cloud-api-adaptor'],
  ...(isSecret
    ? { credential: true }
    : { note: () => l10n.t`This value isn't a secret, but the operator reads it only from peer-pods-secret.` }),
  source: all(source, entrypoint, operator),
});

/** Keys with credentials. They are read from peer-pods-cm and peer-pods-secret, but belong in peer-pods-secret. */
export const azureCredentials: readonly ConfigKey[] = [
  credential('AZURE_CLIENT_ID', () => l10n.t`Application (client) ID used to create pod VMs and images.`),
  credential('AZURE_CLIENT_SECRET', () => l10n.t`Application password.`),
  credential('AZURE_TENANT_ID', () => l10n.t`Tenant of the application.`),
  credential('AZURE_SUBSCRIPTION_ID', () => l10n.t`The Azure subscription that is billed for the resources.`, false),
];
