/**
 * Keys of `<provider>-podvm-image-cm`, which the image creation job reads. Boolean values are `yes` and `no`, except
 * those of DISABLE_CLOUD_CONFIG, SE_BOOT, and SE_VERIFY. Source: domain/02-peer-pods.md 2.8.
 */
import * as l10n from '@vscode/l10n';
import { all, operator111, operator18, operatorDev } from '#core/product/sources.ts';
import type { ConfigKey, Provider } from '../configKey.ts';
import { existingBucket } from './keyTemplates.ts';
import { isDocumentedProvider, documentedProviders } from '../providers.ts';
import type { Message } from '#core/text/message.ts';

/** A key with the providers whose ConfigMap contains it. */
export interface PodVmImageKey extends ConfigKey {
  readonly providers: readonly Provider[];
  /** Defaults that differ from `default`, by provider. */
  readonly defaultFor?: Readonly<Partial<Record<Provider, string>>>;
  /** Patterns that differ from `pattern`, by provider. */
  readonly patternFor?: Readonly<Partial<Record<Provider, RegExp>>>;
}

const released = (providers: readonly Provider[]): string =>
  all(
    ...providers
      .filter((name) => name !== 'ibmcloud')
      .map((name) => operator111(`config/peerpods/podvm/${name}-podvm-image-cm.yaml`)),
    ...(providers.includes('ibmcloud')
      ? [operatorDev('8cffdb2f', 'config/peerpods/podvm/ibmcloud-podvm-image-cm.yaml')]
      : []),
  );

type More = Partial<Omit<PodVmImageKey, 'name' | 'summary' | 'providers'>>;

const key = (name: string, providers: readonly Provider[], summary: Message, more: More = {}): PodVmImageKey => ({
  name,
  type: 'string',
  summary,
  readBy: ['image job'],
  providers,
  source: released(providers),
  ...more,
});

/** Returns a key that OSC 1.8 reads and OSC 1.11 doesn't. It's unknown whether OSC 1.9 and 1.10 read it. */
const retired = (name: string, provider: Provider, summary: Message, more: More): PodVmImageKey =>
  key(name, [provider], summary, {
    until: '1.8',
    source: operator18(`config/peerpods/podvm/${provider}-podvm-image-cm.yaml`),
    ...more,
  });

const yesNo = (
  name: string,
  providers: readonly Provider[],
  summary: Message,
  defaultValue: 'yes' | 'no',
  more: More = {},
): PodVmImageKey =>
  key(name, providers, summary, {
    type: 'yes-no',
    default: defaultValue,
    form: () => l10n.t('`yes` or `no`. Any other value is treated as `no`.'),
    ...more,
  });

const trueFalse = (name: string, providers: readonly Provider[], summary: Message): PodVmImageKey =>
  key(name, providers, summary, {
    type: 'boolean',
    default: 'true',
    form: () => l10n.t('`true` or `false`. Most other boolean keys in this ConfigMap use `yes` or `no`.'),
  });

const imageDefinition = () => l10n.t`Property of the image definition in the Azure gallery.`;
const baseImage = () => l10n.t`Together with the other BASE_IMAGE keys, selects the image that the build starts from.`;
const buildInstanceType = () =>
  l10n.t`Instance type used to build the image. The instance type for pod VMs is set in peer-pods-cm.`;

const azure: readonly Provider[] = ['azure'];
const aws: readonly Provider[] = ['aws'];
const libvirt: readonly Provider[] = ['libvirt'];
const everyCloud: readonly Provider[] = ['aws', 'azure', 'gcp', 'libvirt', 'ibmcloud'];

const dotted = /^\d+\.\d+\.\d+$/;

/** All keys of all providers. */
export const podVmImageKeys: readonly PodVmImageKey[] = [
  key('PODVM_DISTRO', ['aws', 'azure', 'gcp', 'libvirt'], () => l10n.t`Operating system of the image.`, {
    default: 'rhel',
  }),
  key('AMI_BASE_NAME', aws, () => l10n.t`First part of the image name.`, { default: 'podvm-image' }),
  key('AMI_VERSION', aws, () => l10n.t`Image version.`, {
    default: '0.0.1',
    pattern: dotted,
    form: () => l10n.t('3 numbers separated by dots, such as `0.0.1`.'),
  }),
  retired('AMI_VERSION_MAJ_MIN', 'aws', () => l10n.t`Major and minor version of the image. The job adds the date.`, {
    default: '0.0',
    replacedBy: 'AMI_VERSION',
  }),
  key('AMI_VOLUME_SIZE', aws, () => l10n.t`Image disk size in GB.`, {
    type: 'integer',
    default: '30',
    minimum: 1,
  }),
  key('INSTANCE_TYPE', aws, buildInstanceType, {
    default: 'c4.xlarge',
  }),
  key('IMAGE_GALLERY_NAME', azure, () => l10n.t`Gallery for the image.`, {
    default: 'PodVMGallery_<cluster-id>',
    pattern: /^[A-Za-z0-9](?:[A-Za-z0-9_.]{0,78}[A-Za-z0-9])?$/,
    form: () =>
      l10n.t('At most 80 letters and digits, with `_` and `.` only in the middle. Must be unique in the subscription.'),
  }),
  key('IMAGE_DEFINITION_NAME', azure, imageDefinition, { default: 'podvm-image' }),
  key('IMAGE_DEFINITION_PUBLISHER', azure, imageDefinition, { default: 'RedHat' }),
  key('IMAGE_DEFINITION_OFFER', azure, imageDefinition, { default: 'OSC-PodVM' }),
  key('IMAGE_DEFINITION_SKU', azure, imageDefinition, { default: 'OSC-PodVM' }),
  key('IMAGE_DEFINITION_OS_TYPE', azure, imageDefinition, {
    default: 'Linux',
  }),
  key('IMAGE_DEFINITION_OS_STATE', azure, imageDefinition, {
    default: 'Generalized',
  }),
  key('IMAGE_DEFINITION_VM_GENERATION', azure, imageDefinition, {
    default: 'V2',
  }),
  key('IMAGE_DEFINITION_ARCHITECTURE', azure, imageDefinition, {
    default: 'x64',
  }),
  key('BASE_IMAGE_PUBLISHER', azure, baseImage, {
    default: 'redhat',
  }),
  key('BASE_IMAGE_OFFER', azure, baseImage, { default: 'RHEL' }),
  key('BASE_IMAGE_SKU', azure, baseImage, { default: '94_gen2' }),
  key('IMAGE_BASE_NAME', ['azure', 'gcp'], () => l10n.t`First part of the image name.`, {
    default: 'podvm-image',
  }),
  key('IMAGE_VERSION', ['azure', 'gcp'], () => l10n.t`Image version.`, {
    default: '0.0.1',
    defaultFor: { gcp: '0-0-1' },
    pattern: dotted,
    patternFor: { gcp: /^\d+-\d+-\d+$/ },
    form: () => l10n.t('3 numbers, separated by dots on Azure (`0.0.1`) and by hyphens on Google Cloud (`0-0-1`).'),
  }),
  retired(
    'IMAGE_VERSION_MAJ_MIN',
    'azure',
    () => l10n.t`Major and minor version of the image. The job adds the date.`,
    {
      default: '0.0',
      replacedBy: 'IMAGE_VERSION',
    },
  ),
  retired('CONFIDENTIAL_COMPUTE_TYPE', 'azure', () => l10n.t`TEE for the confidential VMs.`, { default: 'snp' }),
  key('VM_SIZE', azure, buildInstanceType, { default: 'Standard_D2as_v5' }),
  key(
    'CAA_SRC',
    ['aws', 'azure', 'gcp', 'libvirt'],
    () => l10n.t`cloud-api-adaptor Git repository used to build the image.`,
    {
      form: () => l10n.t`A URL.`,
    },
  ),
  key('CAA_REF', ['aws', 'azure', 'gcp', 'libvirt'], () => l10n.t`Branch, tag, or commit in the CAA_SRC repository.`),
  yesNo(
    'INSTALL_PACKAGES',
    ['aws', 'azure', 'gcp', 'ibmcloud'],
    () => l10n.t`Installs the packages that the image creation job requires before the job creates the image.`,
    'no',
  ),
  yesNo(
    'DOWNLOAD_SOURCES',
    ['aws', 'azure', 'libvirt', 'ibmcloud'],
    () => l10n.t`Downloads CAA_SRC instead of using the sources included in the job.`,
    'no',
  ),
  yesNo(
    'CONFIDENTIAL_COMPUTE_ENABLED',
    ['aws', 'azure', 'libvirt', 'ibmcloud'],
    () => l10n.t`Builds an image for confidential VMs.`,
    'no',
    {
      note: () => l10n.t('The operator sets this key based on the feature gate `confidential`.'),
    },
  ),
  trueFalse(
    'DISABLE_CLOUD_CONFIG',
    ['aws', 'azure', 'gcp', 'ibmcloud'],
    () => l10n.t`Disables cloud-init in the image.`,
  ),
  yesNo('ENABLE_NVIDIA_GPU', ['aws', 'azure', 'ibmcloud'], () => l10n.t`Adds NVIDIA GPU drivers to the image.`, 'no'),
  yesNo('UPDATE_PEERPODS_CM', everyCloud, () => l10n.t`Writes the ID of the new image to peer-pods-cm.`, 'yes'),
  yesNo('BOOT_FIPS', ['aws', 'azure', 'gcp', 'ibmcloud'], () => l10n.t`Boots pod VMs in FIPS mode.`, 'no'),
  key('NVIDIA_DRIVER_VERSION', ['aws', 'azure'], () => l10n.t`NVIDIA driver version.`, { default: '535' }),
  key('NVIDIA_USERSPACE_VERSION', ['aws', 'azure'], () => l10n.t`Version of the NVIDIA user-space tools.`, {
    default: '1.13.5-1',
  }),
  key('AGENT_POLICY', ['aws', 'azure', 'gcp'], () => l10n.t`Agent policy built into the image.`, {
    type: 'base64',
    form: () => l10n.t`Base64-encoded Rego.`,
  }),
  key('BUCKET_NAME', aws, existingBucket),
  key('COS_BUCKET_NAME', ['ibmcloud'], existingBucket, {
    unverified: true,
  }),
  key(
    'PODVM_IMAGE_URI',
    everyCloud,
    () => l10n.t`Prebuilt image. If set, the job uses this image and doesn't build one.`,
    {
      // The script of the job splits the value at colons, so the parts can't contain spaces or further colons.
      pattern: /^(?:oci|bootc)::[^\s]+$/,
      form: () => l10n.t`\`oci::<repository>:<tag>::</path/in/the/image.qcow2>\` or \`bootc::<repository>[:<tag>]\``,
    },
  ),
  key('ORG_ID', libvirt, () => l10n.t`Red Hat organization that the image is registered with.`),
  key('ACTIVATION_KEY', libvirt, () => l10n.t`Red Hat activation key used to register the image.`, {
    note: () => l10n.t`Anyone with this key can register systems. Treat it as a secret.`,
  }),
  key('BASE_OS_VERSION', libvirt, () => l10n.t`RHEL release for the image.`, { default: '9.4' }),
  trueFalse('SE_BOOT', libvirt, () => l10n.t`Builds an image for IBM Secure Execution.`),
  trueFalse('SE_VERIFY', libvirt, () => l10n.t`Verifies the host key certificates for the IBM Secure Execution image.`),
];

/** Returns the name of a provider's ConfigMap. */
export function getPodVmImageConfigMapName(provider: string): string {
  return `${provider}-podvm-image-cm`;
}

/** Names of the ConfigMaps that the image creation job reads. */
export const imageConfigMapIds: readonly string[] = documentedProviders.map(getPodVmImageConfigMapName);

/** Returns the provider of a ConfigMap. Returns undefined for any other ConfigMap. */
export function findPodVmImageProvider(name: string): Provider | undefined {
  return documentedProviders.find((provider) => getPodVmImageConfigMapName(provider) === name);
}

/** Returns the keys of a provider, with its defaults and patterns. */
export function listPodVmImageKeys(provider: string): readonly PodVmImageKey[] {
  if (!isDocumentedProvider(provider)) return [];
  return podVmImageKeys.filter(({ providers }) => providers.includes(provider)).map((entry) => settle(entry, provider));
}

/** Returns the key with this name for a provider. */
export function podVmImageKeyNamed(name: string, provider: string): PodVmImageKey | undefined {
  return listPodVmImageKeys(provider).find((entry) => entry.name === name);
}

function settle(entry: PodVmImageKey, provider: Provider): PodVmImageKey {
  const own = entry.defaultFor?.[provider] ?? entry.default;
  const pattern = entry.patternFor?.[provider] ?? entry.pattern;
  return {
    ...entry,
    ...(own === undefined ? {} : { default: own }),
    ...(pattern === undefined ? {} : { pattern }),
    // The IBM Cloud ConfigMap is known only from development sources, which call its values placeholders.
    ...(provider === 'ibmcloud' ? { unverified: true } : {}),
  };
}
