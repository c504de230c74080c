/** Keys for CLOUD_PROVIDER aws. Source: domain/02-peer-pods.md 2.6, which also contains the patterns. */
import * as l10n from '@vscode/l10n';
import { adaptor111, adaptor112, all, document112, operator111 } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { creatingPeerPodsConfigMap, verifyingEmptyImageId } from '#core/product/docSections.ts';
import {
  booleanValues,
  commaSeparated,
  defaultInstanceType,
  disableCvm,
  everyPodUses,
  existingBucket,
  hexDigits,
  imageIsSet,
  listedInstanceTypes,
  manager,
  requestableIf,
  rootVolumeSize,
  tags,
  usePublicIp,
  valueSuchAs,
} from './keyTemplates.ts';
import { typeMissingInRegion } from '../providers.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const source = manager('aws');
const operator = operator111('controllers/image_generator.go');
const section = creatingPeerPodsConfigMap;
const instanceType = /^[a-z][a-z0-9-]*\.[a-z0-9-]+$/;

/** Keys that apply only to aws. */
export const awsKeys: readonly ConfigKey[] = [
  {
    name: 'AWS_REGION',
    type: 'string',
    summary: () => l10n.t`Region where pod VMs run (the cluster region).`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator'],
    pattern: /^[a-z]{2,4}(-[a-z]+)+-\d$/,
    form: () => valueSuchAs('us-east-2'),
    section,
    source: all(operator, source),
  },
  {
    name: 'AWS_SUBNET_ID',
    type: 'string',
    summary: () => l10n.t`Subnet for the pod VMs (the same subnet as the worker nodes).`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator'],
    pattern: /^subnet-[0-9a-f]{8,17}$/,
    form: () => hexDigits('subnet-'),
    section,
    source: all(operator, source),
  },
  {
    name: 'AWS_VPC_ID',
    type: 'string',
    summary: () =>
      l10n.t`The cluster's virtual private cloud (VPC). Used to build the image. Pod VMs get their network from AWS_SUBNET_ID.`,
    readBy: ['operator', 'image job'],
    requiredBy: ['operator'],
    pattern: /^vpc-[0-9a-f]{8,17}$/,
    form: () => hexDigits('vpc-'),
    section,
    source: operator,
  },
  {
    name: 'AWS_SG_IDS',
    type: 'list',
    summary: () =>
      l10n.t`Security groups for the pod VMs. They must allow inbound traffic on ports 15150 and VXLAN_PORT.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator'],
    pattern: /^sg-[0-9a-f]{8,17}$/,
    form: () => `${hexDigits('sg-')}${getSentenceSeparator()}${commaSeparated()}`,
    section,
    source: all(operator, source),
  },
  {
    name: 'PODVM_AMI_ID',
    type: 'string',
    summary: () => l10n.t`Pod VM image. If empty, the operator builds one and sets this key.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['cloud-api-adaptor'],
    pattern: /^ami-[0-9a-f]{8,17}$/,
    form: () => hexDigits('ami-'),
    note: imageIsSet,
    section: verifyingEmptyImageId,
    source: all(operator, source, document112('4.3')),
  },
  {
    name: 'PODVM_INSTANCE_TYPE',
    type: 'string',
    summary: defaultInstanceType,
    default: 'm6a.large',
    sample: 't3.medium',
    readBy: adaptor,
    pattern: instanceType,
    form: () => valueSuchAs('t3.medium'),
    note: () => requestableIf('PODVM_INSTANCE_TYPES'),
    section,
    source,
  },
  {
    name: 'PODVM_INSTANCE_TYPES',
    type: 'list',
    summary: listedInstanceTypes,
    sample: 't2.small,t2.medium,t3.large',
    readBy: adaptor,
    pattern: instanceType,
    form: commaSeparated,
    note: () => [everyPodUses('PODVM_INSTANCE_TYPE'), typeMissingInRegion.summary()].join(getSentenceSeparator()),
    section,
    source: all(source, document112('3.2')),
  },
  {
    name: 'PODVM_LAUNCHTEMPLATE_NAME',
    type: 'string',
    summary: () => l10n.t`EC2 launch template for pod VMs.`,
    default: 'kata',
    readBy: adaptor,
    note: () =>
      l10n.t`In OSC 1.11 and earlier, setting this key enables launch templates. In OSC 1.12 and later, USE_PODVM_LAUNCHTEMPLATE enables them.`,
    source: all(source, adaptor111('src/cloud-api-adaptor/entrypoint.sh')),
  },
  {
    name: 'USE_PODVM_LAUNCHTEMPLATE',
    type: 'boolean',
    summary: () => l10n.t`Creates pod VMs from the launch template PODVM_LAUNCHTEMPLATE_NAME.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(
      () => l10n.t`The template determines the image, network, and size.`,
      () => l10n.t`The keys in this ConfigMap determine the image, network, and size.`,
    ),
    since: '1.12',
    source: all(source, adaptor111('src/cloud-api-adaptor/entrypoint.sh')),
  },
  {
    name: 'SSH_KP_NAME',
    type: 'string',
    summary: () => l10n.t`Name of the EC2 key pair for logging in to pod VMs for debugging.`,
    readBy: adaptor,
    source,
  },
  usePublicIp('aws'),
  rootVolumeSize('aws', {
    default: '30',
    sample: '6',
    minimum: 6,
    note: () => l10n.t`The documentation lists 6 as the default and the minimum. The cloud-api-adaptor default is 30.`,
  }),
  disableCvm('aws', 'false'),
  tags('aws'),
  {
    name: 'BUCKET_NAME',
    type: 'string',
    summary: existingBucket,
    readBy: ['image job'],
    note: () => l10n.t`This key belongs in aws-podvm-image-cm. cloud-api-adaptor doesn't read it.`,
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

/** Keys with credentials. They are read from peer-pods-cm and peer-pods-secret, but belong in peer-pods-secret. */
export const awsCredentials: readonly ConfigKey[] = [
  credential('AWS_ACCESS_KEY_ID', () => l10n.t`ID of the access key used to create pod VMs and images.`, true),
  credential('AWS_SECRET_ACCESS_KEY', () => l10n.t`Secret access key.`, true),
  credential('AWS_SESSION_TOKEN', () => l10n.t`Session token for temporary access keys.`, false),
];
