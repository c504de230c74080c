/**
 * Keys of `<provider>-podvm-image-cm`, which the job that builds the pod VM image reads. Source: domain/02-peer-pods.md
 * 2.8. Its booleans are `yes` and `no`, but for DISABLE_CLOUD_CONFIG, SE_BOOT and SE_VERIFY.
 */
import * as l10n from '@vscode/l10n';
import { all, operator111, operatorDev } from '#core/product/sources.ts';
import type { ConfigKey, Provider } from '../configKey.ts';
import { isDocumentedProvider, documentedProviders } from '../providers.ts';
import type { Message } from '#core/text/message.ts';

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
    ...providers
      .filter((name) => name !== 'ibmcloud')
      .map((name) => operator111(`config/peerpods/podvm/${name}-podvm-image-cm.yaml`)),
    ...(providers.includes('ibmcloud')
      ? [operatorDev('8cffdb2f', 'config/peerpods/podvm/ibmcloud-podvm-image-cm.yaml')]
      : []),
  );

type More = Partial<Omit<PodVmImageKey, 'name' | 'summary' | 'providers' | 'source'>>;

const key = (name: string, providers: readonly Provider[], summary: Message, more: More = {}): PodVmImageKey => ({
  name,
  type: 'string',
  summary,
  readBy: ['image job'],
  providers,
  source: released(providers),
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
    form: () => l10n.t`\`yes\` or \`no\`; anything else counts as \`no\`.`,
    ...more,
  });

const trueFalse = (name: string, providers: readonly Provider[], summary: Message): PodVmImageKey =>
  key(name, providers, summary, {
    type: 'boolean',
    default: 'true',
    form: () => l10n.t`\`true\` or \`false\`, unlike the other booleans here.`,
  });

const azure: readonly Provider[] = ['azure'];
const aws: readonly Provider[] = ['aws'];
const libvirt: readonly Provider[] = ['libvirt'];
const everyCloud: readonly Provider[] = ['aws', 'azure', 'gcp', 'libvirt', 'ibmcloud'];

const dotted = /^\d+\.\d+\.\d+$/;

/** All keys of all providers. */
export const podVmImageKeys: readonly PodVmImageKey[] = [
  key('PODVM_DISTRO', ['aws', 'azure', 'gcp', 'libvirt'], () => l10n.t`The system of the image.`, { default: 'rhel' }),
  key('AMI_BASE_NAME', aws, () => l10n.t`First part of the name of the image.`, { default: 'podvm-image' }),
  key('AMI_VERSION', aws, () => l10n.t`Version of the image, last part of its name.`, {
    default: '0.0.1',
    pattern: dotted,
    form: () => l10n.t`Three numbers with dots: \`0.0.1\`.`,
  }),
  key('AMI_VOLUME_SIZE', aws, () => l10n.t`Size of the disk of the image in GB.`, {
    type: 'integer',
    default: '30',
    minimum: 1,
  }),
  key(
    'INSTANCE_TYPE',
    aws,
    () => l10n.t`The type of the machine that builds the image. Pod VMs have a type of their own, in peer-pods-cm.`,
    {
      default: 'c4.xlarge',
    },
  ),
  key('IMAGE_GALLERY_NAME', azure, () => l10n.t`The gallery that the image is put into.`, {
    default: 'PodVMGallery_<cluster-id>',
    pattern: /^[A-Za-z0-9](?:[A-Za-z0-9_.]{0,78}[A-Za-z0-9])?$/,
    form: () => l10n.t`At most 80 letters and digits; \`_\` and \`.\` in the middle only. Unique in the subscription.`,
  }),
  key('IMAGE_DEFINITION_NAME', azure, () => l10n.t`Name of the image definition.`, { default: 'podvm-image' }),
  key('IMAGE_DEFINITION_PUBLISHER', azure, () => l10n.t`Publisher of the image definition.`, { default: 'RedHat' }),
  key('IMAGE_DEFINITION_OFFER', azure, () => l10n.t`Offer of the image definition.`, { default: 'OSC-PodVM' }),
  key('IMAGE_DEFINITION_SKU', azure, () => l10n.t`SKU of the image definition.`, { default: 'OSC-PodVM' }),
  key('IMAGE_DEFINITION_OS_TYPE', azure, () => l10n.t`Kind of system of the image definition.`, { default: 'Linux' }),
  key('IMAGE_DEFINITION_OS_STATE', azure, () => l10n.t`Whether the system of the image is generalized.`, {
    default: 'Generalized',
  }),
  key('IMAGE_DEFINITION_VM_GENERATION', azure, () => l10n.t`Generation of virtual machines that the image is for.`, {
    default: 'V2',
  }),
  key('IMAGE_DEFINITION_ARCHITECTURE', azure, () => l10n.t`Processor that the image is for.`, { default: 'x64' }),
  key('BASE_IMAGE_PUBLISHER', azure, () => l10n.t`Publisher of the image that the pod VM image is built from.`, {
    default: 'redhat',
  }),
  key('BASE_IMAGE_OFFER', azure, () => l10n.t`Offer of that image.`, { default: 'RHEL' }),
  key('BASE_IMAGE_SKU', azure, () => l10n.t`SKU of that image.`, { default: '94_gen2' }),
  key('IMAGE_BASE_NAME', ['azure', 'gcp'], () => l10n.t`First part of the name of the image.`, {
    default: 'podvm-image',
  }),
  key('IMAGE_VERSION', ['azure', 'gcp'], () => l10n.t`Version of the image.`, {
    default: '0.0.1',
    defaultFor: { gcp: '0-0-1' },
    pattern: dotted,
    patternFor: { gcp: /^\d+-\d+-\d+$/ },
    form: () => l10n.t`Three numbers: with dots on Azure (\`0.0.1\`), with hyphens on Google Cloud (\`0-0-1\`).`,
  }),
  key('VM_SIZE', azure, () => l10n.t`The size of the machine that builds the image.`, { default: 'Standard_D2as_v5' }),
  key(
    'CAA_SRC',
    ['aws', 'azure', 'gcp', 'libvirt'],
    () => l10n.t`The git repository of cloud-api-adaptor that the image is built from.`,
    {
      form: () => l10n.t`A git URL.`,
    },
  ),
  key('CAA_REF', ['aws', 'azure', 'gcp', 'libvirt'], () => l10n.t`Branch, tag or commit of that repository.`),
  yesNo(
    'INSTALL_PACKAGES',
    ['aws', 'azure', 'gcp', 'ibmcloud'],
    () => l10n.t`Installs packages while the image is built.`,
    'no',
  ),
  yesNo(
    'DOWNLOAD_SOURCES',
    ['aws', 'azure', 'libvirt', 'ibmcloud'],
    () => l10n.t`Fetches CAA_SRC instead of using what the job brings along.`,
    'no',
  ),
  yesNo(
    'CONFIDENTIAL_COMPUTE_ENABLED',
    ['aws', 'azure', 'libvirt', 'ibmcloud'],
    () => l10n.t`Builds an image for confidential virtual machines.`,
    'no',
    {
      note: () => l10n.t`The operator writes it, after the feature gate \`confidential\`.`,
    },
  ),
  trueFalse(
    'DISABLE_CLOUD_CONFIG',
    ['aws', 'azure', 'gcp', 'ibmcloud'],
    () => l10n.t`Switches cloud-init off in the image.`,
  ),
  yesNo(
    'ENABLE_NVIDIA_GPU',
    ['aws', 'azure', 'ibmcloud'],
    () => l10n.t`Builds the drivers of NVIDIA GPUs into the image.`,
    'no',
  ),
  yesNo('UPDATE_PEERPODS_CM', everyCloud, () => l10n.t`Writes the id of the new image into peer-pods-cm.`, 'yes'),
  yesNo('BOOT_FIPS', ['aws', 'azure', 'gcp', 'ibmcloud'], () => l10n.t`Boots the pod VM in FIPS mode.`, 'no'),
  key('NVIDIA_DRIVER_VERSION', ['aws', 'azure'], () => l10n.t`Version of the NVIDIA driver.`, { default: '535' }),
  key('NVIDIA_USERSPACE_VERSION', ['aws', 'azure'], () => l10n.t`Version of the NVIDIA user space tools.`, {
    default: '1.13.5-1',
  }),
  key('AGENT_POLICY', ['aws', 'azure', 'gcp'], () => l10n.t`The agent policy that is built into the image.`, {
    type: 'base64',
    form: () => l10n.t`base64 of Rego.`,
  }),
  key('BUCKET_NAME', aws, () => l10n.t`The S3 bucket that an image is imported by. It must exist.`),
  key(
    'COS_BUCKET_NAME',
    ['ibmcloud'],
    () => l10n.t`The object storage bucket that an image is imported by. It must exist.`,
    {
      unverified: true,
    },
  ),
  key('PODVM_IMAGE_URI', everyCloud, () => l10n.t`An image that is built already, taken instead of building one.`, {
    // As the script of the job tells the parts apart: none of them holds blanks or more colons.
    pattern: /^(?:oci|bootc)::[^\s]+$/,
    form: () => l10n.t`\`oci::<repository>:<tag>::</path/in/the/image.qcow2>\` or \`bootc::<repository>[:<tag>]\``,
  }),
  key('ORG_ID', libvirt, () => l10n.t`The Red Hat organisation that the image is registered with.`),
  key('ACTIVATION_KEY', libvirt, () => l10n.t`The activation key of that organisation.`, {
    note: () => l10n.t`Whoever has it can register systems; treat it as a secret.`,
  }),
  key('BASE_OS_VERSION', libvirt, () => l10n.t`The RHEL release of the image.`, { default: '9.4' }),
  trueFalse('SE_BOOT', libvirt, () => l10n.t`Builds an image for IBM Secure Execution.`),
  trueFalse('SE_VERIFY', libvirt, () => l10n.t`Checks the host key certificates while doing so.`),
];

/** The name of the ConfigMap of a provider. */
export function getPodVmImageConfigMapName(provider: Provider): string {
  return `${provider}-podvm-image-cm`;
}

/** The provider whose ConfigMap this is; undefined for any other ConfigMap. */
export function findPodVmImageProvider(name: string): Provider | undefined {
  return documentedProviders.find((provider) => getPodVmImageConfigMapName(provider) === name);
}

/** The keys for one provider, with its own default and form. */
export function listPodVmImageKeys(provider: string): readonly PodVmImageKey[] {
  if (!isDocumentedProvider(provider)) return [];
  return podVmImageKeys.filter(({ providers }) => providers.includes(provider)).map((entry) => settle(entry, provider));
}

/** The key of this name for one provider. */
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
    // The whole ConfigMap of IBM Cloud is known from development sources; its values are called placeholders there.
    ...(provider === 'ibmcloud' ? { unverified: true } : {}),
  };
}
