/** Keys for CLOUD_PROVIDER gcp. Source: domain/02-peer-pods.md 2.6, with the patterns given there. */
import * as l10n from '@vscode/l10n';
import { adaptor112, adaptor19, all, document112, operator111 } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { verifyingEmptyImageId } from '#core/product/docSections.ts';
import { disableCvm, manager, notIn19, rootVolumeSize, tags, usePublicIp } from './keyTemplates.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const source = manager('gcp');
const source19 = all(source, adaptor19('src/cloud-providers/gcp/manager.go'));
const entrypoint = adaptor112('src/cloud-api-adaptor/entrypoint.sh');
const operator = operator111('controllers/image_generator.go');
const helper = operator111('scripts/cm-helpers/pp-cm-helper.sh');

/** The keys that hold for gcp alone. */
export const gcpKeys: readonly ConfigKey[] = [
  {
    name: 'GCP_PROJECT_ID',
    type: 'string',
    summary: () => l10n.t`The project in which pod VMs and images are made.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    source: all(operator, source, entrypoint),
  },
  {
    name: 'GCP_ZONE',
    type: 'string',
    summary: () => l10n.t`The zone in which pod VMs run.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    pattern: /^[a-z]+-[a-z]+\d-[a-z]$/,
    form: () => l10n.t`A zone such as \`us-central1-a\`.`,
    source: all(operator, source, entrypoint),
  },
  {
    name: 'PODVM_IMAGE_NAME',
    type: 'string',
    summary: () => l10n.t`The image of the pod VMs. Left empty, the operator builds one and writes its name here.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: adaptor,
    form: () => l10n.t`A name of the same project, or \`projects/<project>/global/images/<name>\`.`,
    note: () =>
      l10n.t`While it is set no new image is built: empty it before an update. A helper script of the operator writes GCP_IMAGE_NAME, which nothing reads.`,
    section: verifyingEmptyImageId,
    source: all(operator, source, entrypoint, helper, document112('4.3')),
  },
  {
    name: 'GCP_MACHINE_TYPE',
    type: 'string',
    summary: () => l10n.t`The machine type of pods that ask for none.`,
    default: 'e2-medium',
    sample: 'n2d-standard-2',
    readBy: adaptor,
    note: () => l10n.t`A pod may ask for it by name only if GCP_INSTANCE_TYPES is empty or has it too.`,
    source: all(source, helper),
  },
  {
    name: 'GCP_INSTANCE_TYPES',
    type: 'list',
    summary: () => l10n.t`The machine types that pods may ask for, or that are chosen from by CPU and memory.`,
    readBy: adaptor,
    form: () => l10n.t`Machine types with commas between and no blanks.`,
    note: () => `${l10n.t`Left empty, every pod gets GCP_MACHINE_TYPE.`}${getSentenceSeparator()}${notIn19()}`,
    source: source19,
  },
  {
    name: 'GCP_NETWORK',
    type: 'string',
    summary: () => l10n.t`The network of the pod VMs.`,
    sample: 'global/networks/default',
    readBy: adaptor,
    requiredBy: adaptor,
    source: all(source, helper),
  },
  {
    name: 'GCP_SUBNETWORK',
    type: 'string',
    summary: () => l10n.t`The subnetwork of the pod VMs. Needed where the network has subnetworks made by hand.`,
    readBy: adaptor,
    note: notIn19,
    source: source19,
  },
  {
    name: 'GCP_DISK_TYPE',
    type: 'enum',
    summary: () => l10n.t`The kind of disk of pod VMs.`,
    default: 'pd-standard',
    readBy: adaptor,
    values: {
      'pd-standard': () => l10n.t`Hard disk, the cheapest.`,
      'pd-balanced': () => l10n.t`SSD, between price and speed.`,
      'pd-ssd': () => l10n.t`SSD, fast.`,
      'pd-extreme': () => l10n.t`SSD, fastest; for few machine types.`,
    },
    note: () => l10n.t`The four that cloud-api-adaptor names; it passes on any other that the cloud knows.`,
    source,
  },
  {
    name: 'GCP_CONFIDENTIAL_TYPE',
    type: 'enum',
    summary: () =>
      l10n.t`The kind of confidential virtual machine, when DISABLECVM is "false". The machine type must offer it.`,
    readBy: adaptor,
    values: { TDX: () => 'Intel TDX.', SEV: () => 'AMD SEV.', SEV_SNP: () => 'AMD SEV-SNP.' },
    note: notIn19,
    source: source19,
  },
  rootVolumeSize('gcp', { default: '10', note: () => l10n.t`Where the image is larger, its size counts.` }),
  usePublicIp('gcp', { note: notIn19 }),
  disableCvm('gcp', 'false'),
  tags('gcp', {
    note: () => `${l10n.t`The tags must exist in the project already.`}${getSentenceSeparator()}${notIn19()}`,
  }),
];

/** Credentials: read from either object, and meant for peer-pods-secret. */
export const gcpCredentials: readonly ConfigKey[] = [
  {
    name: 'GCP_CREDENTIALS',
    type: 'string',
    summary: () => l10n.t`The key file of the service account that makes pod VMs and images, whole.`,
    readBy: ['operator', 'image job', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    credential: true,
    form: () => 'JSON.',
    source: all(operator, source, entrypoint),
  },
];
