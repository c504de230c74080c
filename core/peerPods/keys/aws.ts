/** Keys for CLOUD_PROVIDER aws. Source: domain/02-peer-pods.md 2.6, with the patterns given there. */
import * as l10n from '@vscode/l10n';
import { adaptor111, adaptor112, all, document112, operator111 } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { creatingPeerPodsConfigMap, verifyingEmptyImageId } from '#core/product/docSections.ts';
import { booleanValues, disableCvm, manager, rootVolumeSize, tags, usePublicIp } from './keyTemplates.ts';
import type { Message } from '#core/text/message.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const source = manager('aws');
const operator = operator111('controllers/image_generator.go');
const section = creatingPeerPodsConfigMap;
const instanceType = /^[a-z][a-z0-9-]*\.[a-z0-9-]+$/;

/** The keys that hold for aws alone. */
export const awsKeys: readonly ConfigKey[] = [
  {
    name: 'AWS_REGION',
    type: 'string',
    summary: () => l10n.t`The region in which pod VMs run: that of the cluster.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator'],
    pattern: /^[a-z]{2}(-[a-z]+)+-\d$/,
    form: () => l10n.t`A region such as \`us-east-2\`.`,
    section,
    source: all(operator, source),
  },
  {
    name: 'AWS_SUBNET_ID',
    type: 'string',
    summary: () => l10n.t`The subnet of the pod VMs: that of the worker nodes.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator'],
    pattern: /^subnet-[0-9a-f]{8,17}$/,
    form: () => l10n.t`\`subnet-\` and 8 to 17 hexadecimal digits.`,
    section,
    source: all(operator, source),
  },
  {
    name: 'AWS_VPC_ID',
    type: 'string',
    summary: () =>
      l10n.t`The virtual private cloud of the cluster. Read to build the image; pod VMs find their network by AWS_SUBNET_ID.`,
    readBy: ['operator', 'image job'],
    requiredBy: ['operator'],
    pattern: /^vpc-[0-9a-f]{8,17}$/,
    form: () => l10n.t`\`vpc-\` and 8 to 17 hexadecimal digits.`,
    section,
    source: operator,
  },
  {
    name: 'AWS_SG_IDS',
    type: 'list',
    summary: () => l10n.t`The security groups of the pod VMs. They must let in ports 15150 and VXLAN_PORT.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator'],
    pattern: /^sg-[0-9a-f]{8,17}$/,
    form: () => l10n.t`Each \`sg-\` and 8 to 17 hexadecimal digits; commas between, no blanks.`,
    section,
    source: all(operator, source),
  },
  {
    name: 'PODVM_AMI_ID',
    type: 'string',
    summary: () => l10n.t`The image of the pod VMs. Left empty, the operator builds one and writes its id here.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['cloud-api-adaptor'],
    pattern: /^ami-[0-9a-f]{8,17}$/,
    form: () => l10n.t`\`ami-\` and 8 to 17 hexadecimal digits, or empty.`,
    note: () => l10n.t`While it is set no new image is built: empty it before an update.`,
    section: verifyingEmptyImageId,
    source: all(operator, source, document112('4.3')),
  },
  {
    name: 'PODVM_INSTANCE_TYPE',
    type: 'string',
    summary: () => l10n.t`The instance type of pods that ask for none.`,
    default: 'm6a.large',
    sample: 't3.medium',
    readBy: adaptor,
    pattern: instanceType,
    form: () => l10n.t`An EC2 instance type such as \`t3.medium\`.`,
    note: () => l10n.t`A pod may ask for it by name only if PODVM_INSTANCE_TYPES is empty or has it too.`,
    section,
    source,
  },
  {
    name: 'PODVM_INSTANCE_TYPES',
    type: 'list',
    summary: () => l10n.t`The instance types that pods may ask for, or that are chosen from by CPU and memory.`,
    sample: 't2.small,t2.medium,t3.large',
    readBy: adaptor,
    pattern: instanceType,
    form: () => l10n.t`EC2 instance types with commas between and no blanks.`,
    note: () =>
      l10n.t`Left empty, every pod gets PODVM_INSTANCE_TYPE. A type that the region does not have stops cloud-api-adaptor.`,
    section,
    source: all(source, document112('3.2')),
  },
  {
    name: 'PODVM_LAUNCHTEMPLATE_NAME',
    type: 'string',
    summary: () => l10n.t`The EC2 launch template to make pod VMs from.`,
    default: 'kata',
    readBy: adaptor,
    note: () =>
      l10n.t`Up to OSC 1.11 setting it turns the use of launch templates on; from 1.12 on USE_PODVM_LAUNCHTEMPLATE does.`,
    source: all(source, adaptor111('src/cloud-api-adaptor/entrypoint.sh')),
  },
  {
    name: 'USE_PODVM_LAUNCHTEMPLATE',
    type: 'boolean',
    summary: () => l10n.t`Makes pod VMs from the launch template PODVM_LAUNCHTEMPLATE_NAME.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(
      () => l10n.t`The template decides image, network and size.`,
      () => l10n.t`The keys here decide.`,
    ),
    since: '1.12',
    source: all(source, adaptor111('src/cloud-api-adaptor/entrypoint.sh')),
  },
  {
    name: 'SSH_KP_NAME',
    type: 'string',
    summary: () => l10n.t`Name of the EC2 key pair put on pod VMs, to log in for debugging.`,
    readBy: adaptor,
    source,
  },
  usePublicIp('aws'),
  rootVolumeSize('aws', {
    default: '30',
    sample: '6',
    minimum: 6,
    note: () => l10n.t`The documents give 6 as default and as minimum; cloud-api-adaptor itself defaults to 30.`,
  }),
  disableCvm('aws', 'false'),
  tags('aws'),
  {
    name: 'BUCKET_NAME',
    type: 'string',
    summary: () => l10n.t`An S3 bucket that exists already, for the import of an image.`,
    readBy: ['image job'],
    note: () => l10n.t`It belongs in aws-podvm-image-cm; cloud-api-adaptor never reads it.`,
    source: operator111('config/peerpods/podvm/aws-podvm-image-cm.yaml'),
  },
];

const credential = (name: string, summary: Message, required: boolean): ConfigKey => ({
  name,
  type: 'string',
  summary,
  readBy: required ? ['operator', 'image job', 'cloud-api-adaptor'] : adaptor,
  ...(required ? { requiredBy: ['operator', 'cloud-api-adaptor'] as const } : {}),
  credential: true,
  source: all(adaptor112('src/cloud-providers/aws/manager.go'), adaptor112('src/cloud-api-adaptor/entrypoint.sh')),
});

/** Credentials: read from either object, and meant for peer-pods-secret. */
export const awsCredentials: readonly ConfigKey[] = [
  credential('AWS_ACCESS_KEY_ID', () => l10n.t`Id of the access key with which pod VMs and images are made.`, true),
  credential('AWS_SECRET_ACCESS_KEY', () => l10n.t`The access key itself.`, true),
  credential('AWS_SESSION_TOKEN', () => l10n.t`Token of a temporary session, for access keys that need one.`, false),
];
