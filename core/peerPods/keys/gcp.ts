/** Keys for CLOUD_PROVIDER gcp. Source: domain/02-peer-pods.md 2.6, which also contains the patterns. */
import * as l10n from '@vscode/l10n';
import { adaptor112, adaptor19, all, document112, operator111 } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { verifyingEmptyImageId } from '#core/product/docSections.ts';
import {
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

const adaptor = ['cloud-api-adaptor'] as const;
const source = manager('gcp');
const source19 = all(source, adaptor19('src/cloud-providers/gcp/manager.go'));
const entrypoint = adaptor112('src/cloud-api-adaptor/entrypoint.sh');
const operator = operator111('controllers/image_generator.go');
const helper = operator111('scripts/cm-helpers/pp-cm-helper.sh');

/** Keys that apply only to gcp. */
export const gcpKeys: readonly ConfigKey[] = [
  {
    name: 'GCP_PROJECT_ID',
    type: 'string',
    summary: () => l10n.t`Project where pod VMs and images are created.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    pattern: /^(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    form: () => l10n.t`A project ID: 6 to 30 lowercase letters, digits, and hyphens.`,
    source: all(operator, source, entrypoint),
  },
  {
    name: 'GCP_ZONE',
    type: 'string',
    summary: () => l10n.t`Zone where pod VMs run.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    pattern: /^[a-z]+-[a-z]+\d-[a-z0-9]+$/,
    form: () => valueSuchAs('us-central1-a'),
    source: all(operator, source, entrypoint),
  },
  {
    name: 'PODVM_IMAGE_NAME',
    type: 'string',
    summary: () => l10n.t`Pod VM image. If empty, the operator builds one and sets this key.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: adaptor,
    form: () => l10n.t('Image name in the same project, or `projects/<project>/global/images/<name>`.'),
    note: imageIsSet,
    section: verifyingEmptyImageId,
    source: all(operator, source, entrypoint, helper, document112('4.3')),
  },
  {
    name: 'GCP_MACHINE_TYPE',
    type: 'string',
    summary: defaultInstanceType,
    default: 'e2-medium',
    sample: 'n2d-standard-2',
    readBy: adaptor,
    note: () => requestableIf('GCP_INSTANCE_TYPES'),
    source: all(source, helper),
  },
  {
    name: 'GCP_INSTANCE_TYPES',
    type: 'list',
    summary: listedInstanceTypes,
    readBy: adaptor,
    form: commaSeparated,
    note: () => `${everyPodUses('GCP_MACHINE_TYPE')}${getSentenceSeparator()}${notIn19()}`,
    source: source19,
  },
  {
    name: 'GCP_NETWORK',
    type: 'string',
    summary: () => l10n.t`Network for the pod VMs.`,
    sample: 'global/networks/default',
    readBy: adaptor,
    requiredBy: adaptor,
    pattern: /^(?:https:\/\/\S+\/)?(?:projects\/[^/\s]+\/)?global\/networks\/[^/\s]+$/,
    form: () => l10n.t('`global/networks/<name>` or `projects/<project>/global/networks/<name>`'),
    source: all(source, helper, adaptor112('src/cloud-providers/gcp/provider.go')),
  },
  {
    name: 'GCP_SUBNETWORK',
    type: 'string',
    summary: () => l10n.t`Subnetwork for the pod VMs. Required if the network has manually created subnetworks.`,
    readBy: adaptor,
    note: notIn19,
    source: source19,
  },
  {
    name: 'GCP_DISK_TYPE',
    type: 'enum',
    summary: () => l10n.t`Disk type for the pod VMs.`,
    default: 'pd-standard',
    readBy: adaptor,
    values: {
      'pd-standard': () => l10n.t`Hard disk, lowest cost.`,
      'pd-balanced': () => l10n.t`SSD, balance of cost and speed.`,
      'pd-ssd': () => l10n.t`SSD, fast.`,
      'pd-extreme': () => l10n.t`SSD, fastest. Supported by only a few machine types.`,
    },
    note: () =>
      l10n.t`cloud-api-adaptor mentions only these types, but it also accepts any other disk type that Google Cloud supports.`,
    source,
  },
  {
    name: 'GCP_CONFIDENTIAL_TYPE',
    type: 'enum',
    summary: () => l10n.t`Confidential VM type, used if DISABLECVM is "false". The machine type must support it.`,
    readBy: adaptor,
    values: { TDX: () => 'Intel TDX.', SEV: () => 'AMD SEV.', SEV_SNP: () => 'AMD SEV-SNP.' },
    note: notIn19,
    source: source19,
  },
  rootVolumeSize('gcp', {
    default: '10',
    note: () => l10n.t`If the pod VM image is larger than this value, the disk gets the size of the image.`,
  }),
  usePublicIp('gcp', { note: notIn19 }),
  disableCvm('gcp', 'false'),
  tags('gcp', {
    note: () => `${l10n.t`The tags must already exist in the project.`}${getSentenceSeparator()}${notIn19()}`,
  }),
];

/** Keys with credentials. They are read from peer-pods-cm and peer-pods-secret, but belong in peer-pods-secret. */
export const gcpCredentials: readonly ConfigKey[] = [
  {
    name: 'GCP_CREDENTIALS',
    type: 'string',
    summary: () => l10n.t`Contents of the complete key file for the service account that creates pod VMs and images.`,
    readBy: ['operator', 'image job', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    credential: true,
    form: () => 'JSON.',
    source: all(operator, source, entrypoint),
  },
];
