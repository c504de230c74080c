/** Keys for CLOUD_PROVIDER azure. Source: domain/02-peer-pods.md 2.6, with the patterns given there. */
import * as l10n from '@vscode/l10n';
import { adaptor112, all, document112, operator111 } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { verifyingEmptyImageId } from '#core/product/docSections.ts';
import { booleanValues, disableCvm, manager, notIn19, rootVolumeSize, tags, usePublicIp } from './keyTemplates.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const source = manager('azure');
const entrypoint = adaptor112('src/cloud-api-adaptor/entrypoint.sh');
const operator = operator111('controllers/image_generator.go');
const size = /^(Standard|Basic)_[A-Za-z0-9_-]+$/;
const resourceId = /^\/subscriptions\//;

/** The keys that hold for azure alone. */
export const azureKeys: readonly ConfigKey[] = [
  {
    name: 'AZURE_REGION',
    type: 'string',
    summary: () => l10n.t`The region in which pod VMs run: that of the cluster.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    source: all(operator, source),
  },
  {
    name: 'AZURE_RESOURCE_GROUP',
    type: 'string',
    summary: () => l10n.t`The resource group in which pod VMs and images are made.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    source: all(operator, source, entrypoint),
  },
  {
    name: 'AZURE_SUBNET_ID',
    type: 'string',
    summary: () => l10n.t`The subnet of the pod VMs: that of the worker nodes, by its full id.`,
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
      l10n.t`The network security group of the pod VMs, by its full id. It must let in ports 15150 and VXLAN_PORT.`,
    readBy: adaptor,
    pattern: resourceId,
    form: () => '`/subscriptions/<id>/resourceGroups/<group>/providers/Microsoft.Network/networkSecurityGroups/<name>`',
    source,
  },
  {
    name: 'AZURE_IMAGE_ID',
    type: 'string',
    summary: () => l10n.t`The image of the pod VMs. Left empty, the operator builds one and writes its id here.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: adaptor,
    note: () => l10n.t`While it is set no new image is built: empty it before an update.`,
    section: verifyingEmptyImageId,
    source: all(operator, source, entrypoint, document112('4.3')),
  },
  {
    name: 'AZURE_INSTANCE_SIZE',
    type: 'string',
    summary: () => l10n.t`The instance size of pods that ask for none.`,
    default: 'Standard_DC2as_v5',
    sample: 'Standard_B2als_v2',
    readBy: adaptor,
    pattern: size,
    form: () => l10n.t`An Azure size such as \`Standard_B2als_v2\`.`,
    note: () => l10n.t`A pod may ask for it by name only if AZURE_INSTANCE_SIZES is empty or has it too.`,
    source: all(source, operator111('scripts/cm-helpers/pp-cm-helper.sh')),
  },
  {
    name: 'AZURE_INSTANCE_SIZES',
    type: 'list',
    summary: () => l10n.t`The instance sizes that pods may ask for, or that are chosen from by CPU and memory.`,
    readBy: adaptor,
    pattern: size,
    form: () => l10n.t`Azure sizes with commas between and no blanks.`,
    note: () => l10n.t`Left empty, every pod gets AZURE_INSTANCE_SIZE.`,
    source,
  },
  {
    name: 'SSH_USERNAME',
    type: 'string',
    summary: () => l10n.t`The user that is made on pod VMs, to log in for debugging.`,
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
    values: booleanValues(
      () => l10n.t`Secure boot.`,
      () => l10n.t`No secure boot; the documents call it a security risk.`,
    ),
    source,
  },
  usePublicIp('azure'),
  rootVolumeSize('azure', {
    default: '0',
    note: () => `${l10n.t`0 takes the size of the image.`}${getSentenceSeparator()}${notIn19()}`,
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
    : { note: () => l10n.t`Not a secret by itself, but the operator looks for it in peer-pods-secret only.` }),
  source: all(source, entrypoint, operator),
});

/** Credentials: read from either object, and meant for peer-pods-secret. */
export const azureCredentials: readonly ConfigKey[] = [
  credential('AZURE_CLIENT_ID', () => l10n.t`The application (client) id that makes pod VMs and images.`),
  credential('AZURE_CLIENT_SECRET', () => l10n.t`The password of that application.`),
  credential('AZURE_TENANT_ID', () => l10n.t`The tenant of that application.`),
  credential('AZURE_SUBSCRIPTION_ID', () => l10n.t`The subscription that pays.`, false),
];
