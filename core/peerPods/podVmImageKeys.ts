/**
 * Keys of `<provider>-podvm-image-cm`, which the job that builds the pod VM image reads.
 * Source: domain/02-peer-pods.md 2.8. Its booleans are `yes` and `no`, but for DISABLE_CLOUD_CONFIG, SE_BOOT and SE_VERIFY.
 */
import { all, operator111, operatorDev } from '../sources.ts';
import type { ConfigKey, Provider } from './configKey.ts';
import { isTabledProvider, tabledProviders } from './providers.ts';

/** One key, and the providers whose ConfigMap has it. */
export interface PodVmImageKey extends ConfigKey {
  readonly providers: readonly Provider[];
  /** Defaults that differ from `default`, by provider. */
  readonly defaultFor?: Readonly<Partial<Record<Provider, string>>>;
  /** Forms that differ from `pattern`, by provider. */
  readonly patternFor?: Readonly<Partial<Record<Provider, RegExp>>>;
}

const released = (providers: readonly Provider[]): string =>
  all(
    ...providers.filter((name) => name !== 'ibmcloud').map((name) => operator111(`config/peerpods/podvm/${name}-podvm-image-cm.yaml`)),
    ...(providers.includes('ibmcloud') ? [operatorDev('8cffdb2f', 'config/peerpods/podvm/ibmcloud-podvm-image-cm.yaml')] : []),
  );

type More = Partial<Omit<PodVmImageKey, 'name' | 'summary' | 'providers' | 'source'>>;

const key = (name: string, providers: readonly Provider[], summary: string, more: More = {}): PodVmImageKey => ({
  name,
  type: 'string',
  summary,
  readBy: ['image job'],
  providers,
  source: released(providers),
  ...more,
});

const yesNo = (name: string, providers: readonly Provider[], summary: string, defaultValue: 'yes' | 'no', more: More = {}): PodVmImageKey =>
  key(name, providers, summary, { type: 'yes-no', default: defaultValue, form: '`yes` or `no`; anything else counts as `no`.', ...more });

const trueFalse = (name: string, providers: readonly Provider[], summary: string): PodVmImageKey =>
  key(name, providers, summary, { type: 'boolean', default: 'true', form: '`true` or `false`, unlike the other booleans here.' });

const azure: readonly Provider[] = ['azure'];
const aws: readonly Provider[] = ['aws'];
const libvirt: readonly Provider[] = ['libvirt'];
const everyCloud: readonly Provider[] = ['aws', 'azure', 'gcp', 'libvirt', 'ibmcloud'];

const dotted = /^\d+\.\d+\.\d+$/;

/** All keys of all providers. */
export const podVmImageKeys: readonly PodVmImageKey[] = [
  key('PODVM_DISTRO', ['aws', 'azure', 'gcp', 'libvirt'], 'The system of the image.', { default: 'rhel' }),
  key('AMI_BASE_NAME', aws, 'First part of the name of the image.', { default: 'podvm-image' }),
  key('AMI_VERSION', aws, 'Version of the image, last part of its name.', { default: '0.0.1', pattern: dotted, form: 'Three numbers with dots: `0.0.1`.' }),
  key('AMI_VOLUME_SIZE', aws, 'Size of the disk of the image in GB.', { type: 'integer', default: '30', minimum: 1 }),
  key('INSTANCE_TYPE', aws, 'The type of the machine that builds the image. Pod VMs have a type of their own, in peer-pods-cm.', { default: 'c4.xlarge' }),
  key('IMAGE_GALLERY_NAME', azure, 'The gallery that the image is put into.', {
    default: 'PodVMGallery_<cluster-id>',
    pattern: /^[A-Za-z0-9](?:[A-Za-z0-9_.]{0,78}[A-Za-z0-9])?$/,
    form: 'At most 80 letters and digits; `_` and `.` in the middle only. Unique in the subscription.',
  }),
  key('IMAGE_DEFINITION_NAME', azure, 'Name of the image definition.', { default: 'podvm-image' }),
  key('IMAGE_DEFINITION_PUBLISHER', azure, 'Publisher of the image definition.', { default: 'RedHat' }),
  key('IMAGE_DEFINITION_OFFER', azure, 'Offer of the image definition.', { default: 'OSC-PodVM' }),
  key('IMAGE_DEFINITION_SKU', azure, 'SKU of the image definition.', { default: 'OSC-PodVM' }),
  key('IMAGE_DEFINITION_OS_TYPE', azure, 'Kind of system of the image definition.', { default: 'Linux' }),
  key('IMAGE_DEFINITION_OS_STATE', azure, 'Whether the system of the image is generalized.', { default: 'Generalized' }),
  key('IMAGE_DEFINITION_VM_GENERATION', azure, 'Generation of virtual machines that the image is for.', { default: 'V2' }),
  key('IMAGE_DEFINITION_ARCHITECTURE', azure, 'Processor that the image is for.', { default: 'x64' }),
  key('BASE_IMAGE_PUBLISHER', azure, 'Publisher of the image that the pod VM image is built from.', { default: 'redhat' }),
  key('BASE_IMAGE_OFFER', azure, 'Offer of that image.', { default: 'RHEL' }),
  key('BASE_IMAGE_SKU', azure, 'SKU of that image.', { default: '94_gen2' }),
  key('IMAGE_BASE_NAME', ['azure', 'gcp'], 'First part of the name of the image.', { default: 'podvm-image' }),
  key('IMAGE_VERSION', ['azure', 'gcp'], 'Version of the image.', {
    default: '0.0.1',
    defaultFor: { gcp: '0-0-1' },
    pattern: dotted,
    patternFor: { gcp: /^\d+-\d+-\d+$/ },
    form: 'Three numbers: with dots on Azure (`0.0.1`), with hyphens on Google Cloud (`0-0-1`).',
  }),
  key('VM_SIZE', azure, 'The size of the machine that builds the image.', { default: 'Standard_D2as_v5' }),
  key('CAA_SRC', ['aws', 'azure', 'gcp', 'libvirt'], 'The git repository of cloud-api-adaptor that the image is built from.', { form: 'A git URL.' }),
  key('CAA_REF', ['aws', 'azure', 'gcp', 'libvirt'], 'Branch, tag or commit of that repository.'),
  yesNo('INSTALL_PACKAGES', ['aws', 'azure', 'gcp', 'ibmcloud'], 'Installs packages while the image is built.', 'no'),
  yesNo('DOWNLOAD_SOURCES', ['aws', 'azure', 'libvirt', 'ibmcloud'], 'Fetches CAA_SRC instead of using what the job brings along.', 'no'),
  yesNo('CONFIDENTIAL_COMPUTE_ENABLED', ['aws', 'azure', 'libvirt', 'ibmcloud'], 'Builds an image for confidential virtual machines.', 'no', {
    note: 'The operator writes it, after the feature gate `confidential`.',
  }),
  trueFalse('DISABLE_CLOUD_CONFIG', ['aws', 'azure', 'gcp', 'ibmcloud'], 'Switches cloud-init off in the image.'),
  yesNo('ENABLE_NVIDIA_GPU', ['aws', 'azure', 'ibmcloud'], 'Builds the drivers of NVIDIA GPUs into the image.', 'no'),
  yesNo('UPDATE_PEERPODS_CM', everyCloud, 'Writes the id of the new image into peer-pods-cm.', 'yes'),
  yesNo('BOOT_FIPS', ['aws', 'azure', 'gcp', 'ibmcloud'], 'Boots the pod VM in FIPS mode.', 'no'),
  key('NVIDIA_DRIVER_VERSION', ['aws', 'azure'], 'Version of the NVIDIA driver.', { default: '535' }),
  key('NVIDIA_USERSPACE_VERSION', ['aws', 'azure'], 'Version of the NVIDIA user space tools.', { default: '1.13.5-1' }),
  key('AGENT_POLICY', ['aws', 'azure', 'gcp'], 'The agent policy that is built into the image.', { type: 'base64', form: 'base64 of Rego.' }),
  key('BUCKET_NAME', aws, 'The S3 bucket that an image is imported by. It must exist.'),
  key('COS_BUCKET_NAME', ['ibmcloud'], 'The object storage bucket that an image is imported by. It must exist.', { unverified: true }),
  key('PODVM_IMAGE_URI', everyCloud, 'An image that is built already, taken instead of building one.', {
    // As the script of the job tells the parts apart: none of them holds blanks or more colons.
    pattern: /^(?:oci|bootc)::[^\s]+$/,
    form: '`oci::<repository>:<tag>::</path/in/the/image.qcow2>` or `bootc::<repository>[:<tag>]`',
  }),
  key('ORG_ID', libvirt, 'The Red Hat organisation that the image is registered with.'),
  key('ACTIVATION_KEY', libvirt, 'The activation key of that organisation.', { note: 'Whoever has it can register systems; treat it as a secret.' }),
  key('BASE_OS_VERSION', libvirt, 'The RHEL release of the image.', { default: '9.4' }),
  trueFalse('SE_BOOT', libvirt, 'Builds an image for IBM Secure Execution.'),
  trueFalse('SE_VERIFY', libvirt, 'Checks the host key certificates while doing so.'),
];

/** The name of the ConfigMap of a provider. */
export function podVmImageConfigMapName(provider: Provider): string {
  return `${provider}-podvm-image-cm`;
}

/** The provider whose ConfigMap this is; undefined for any other ConfigMap. */
export function providerOfPodVmImageConfigMap(name: string): Provider | undefined {
  return tabledProviders.find((provider) => podVmImageConfigMapName(provider) === name);
}

/** The keys for one provider, with its own default and form. */
export function podVmImageKeysFor(provider: string): readonly PodVmImageKey[] {
  if (!isTabledProvider(provider)) return [];
  return podVmImageKeys.filter(({ providers }) => providers.includes(provider)).map((entry) => settle(entry, provider));
}

/** The key of this name for one provider. */
export function podVmImageKeyNamed(name: string, provider: string): PodVmImageKey | undefined {
  return podVmImageKeysFor(provider).find((entry) => entry.name === name);
}

function settle(entry: PodVmImageKey, provider: Provider): PodVmImageKey {
  const own = entry.defaultFor?.[provider] ?? entry.default;
  const pattern = entry.patternFor?.[provider] ?? entry.pattern;
  return {
    ...entry,
    ...(own === undefined ? {} : { default: own }),
    ...(pattern === undefined ? {} : { pattern }),
    // The whole ConfigMap of IBM Cloud is known from development sources; its values are called placeholders there.
    ...(provider === 'ibmcloud' ? { unverified: true } : {}),
  };
}
