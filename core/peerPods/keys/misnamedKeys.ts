/**
 * Lists misnamed keys in peer-pods-cm that nothing reads, with the correct keys. Sources: domain/02-peer-pods.md 2.2,
 * 2.5, 2.6, 08-diagnostics.md.
 */
import * as l10n from '@vscode/l10n';
import { adaptor111, adaptor112, all, operator111 } from '#core/product/sources.ts';
import type { ProviderName } from '../providers.ts';
import type { Message } from '#core/text/message.ts';

/** A misnamed key. */
export interface MisnamedKey {
  readonly name: string;
  /**
   * Correct key by provider, or `any` if it doesn't depend on the provider. Providers without an entry have no such
   * key.
   */
  readonly meant: Readonly<Partial<Record<ProviderName | 'any', string>>>;
  readonly why: Message;
  /** What to do instead, if no other key of peer-pods-cm has this purpose. */
  readonly advice?: Message;
  /** The first release that certainly doesn't read the key, if earlier ones might. */
  readonly since?: string;
  readonly source: string;
}

const helper = operator111('scripts/cm-helpers/pp-cm-helper.sh');

/** All known misnamed keys. */
export const misnamedKeys: readonly MisnamedKey[] = [
  {
    name: 'GCP_IMAGE_NAME',
    meant: { gcp: 'PODVM_IMAGE_NAME' },
    why: () => l10n.t`An operator helper script sets this key, but no component reads it.`,
    source: all(helper, adaptor112('src/cloud-providers/gcp/manager.go')),
  },
  {
    name: 'AWS_SG_ID',
    meant: { aws: 'AWS_SG_IDS' },
    why: () => l10n.t`The documentation uses this name for a shell variable. The key name is plural.`,
    source: all('OSC 1.12 §3.1', adaptor112('src/cloud-providers/aws/manager.go')),
  },
  {
    name: 'PODVM_IMAGE_ID',
    meant: {
      aws: 'PODVM_AMI_ID',
      azure: 'AZURE_IMAGE_ID',
      gcp: 'PODVM_IMAGE_NAME',
      libvirt: 'LIBVIRT_IMAGE_ID',
      ibmcloud: 'IBMCLOUD_PODVM_IMAGE_ID',
    },
    why: () => l10n.t`The image key differs for each cloud provider.`,
    source: operator111('controllers/image_generator.go'),
  },
  {
    name: 'INSTANCE_TYPE',
    meant: {
      aws: 'PODVM_INSTANCE_TYPE',
      azure: 'AZURE_INSTANCE_SIZE',
      gcp: 'GCP_MACHINE_TYPE',
      ibmcloud: 'IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME',
      alibabacloud: 'PODVM_INSTANCE_TYPE',
    },
    why: () =>
      l10n.t`In aws-podvm-image-cm, this key sets the instance type used to build the image. Pod VMs use a different key.`,
    source: all(
      adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
      operator111('config/peerpods/podvm/aws-podvm-image-cm.yaml'),
    ),
  },
  {
    name: 'ENABLE_SCRATCH_DISK',
    meant: { any: 'ENABLE_SCRATCH_SPACE' },
    why: () => l10n.t`An older fork of cloud-api-adaptor uses this name.`,
    source: adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
  },
  {
    name: 'GCP_MACHINE_TYPES',
    meant: { gcp: 'GCP_INSTANCE_TYPES' },
    why: () => l10n.t`The key for the list of instance types has a different name from the key for the default type.`,
    source: adaptor112('src/cloud-providers/gcp/manager.go'),
  },
  {
    name: 'AZURE_INSTANCE_TYPES',
    meant: { azure: 'AZURE_INSTANCE_SIZES' },
    why: () => l10n.t`On Azure, instance types are called sizes.`,
    source: adaptor112('src/cloud-providers/azure/manager.go'),
  },
  {
    name: 'LIBVIRT_FIRMWARE',
    meant: { libvirt: 'LIBVIRT_EFI_FIRMWARE' },
    why: () => l10n.t`The correct name contains EFI.`,
    source: adaptor112('src/cloud-providers/libvirt/manager.go'),
  },
  {
    name: 'LIBVIRT_NETWORK',
    meant: { libvirt: 'LIBVIRT_NET' },
    why: () => l10n.t`The correct name is abbreviated.`,
    source: adaptor112('src/cloud-providers/libvirt/manager.go'),
  },
  {
    name: 'PEER_PODS_DIR',
    meant: { any: 'PODS_DIR' },
    why: () =>
      l10n.t`In OSC 1.11 and earlier, the start script of cloud-api-adaptor overwrites this key. OSC 1.12 and later don't use it.`,
    source: all(
      adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
      adaptor112('src/cloud-api-adaptor/cmd/cloud-api-adaptor/main.go'),
    ),
  },
  {
    name: 'TASG',
    meant: { aws: 'TAGS', azure: 'TAGS', gcp: 'TAGS', ibmcloud: 'TAGS' },
    why: () => l10n.t`This is a typo.`,
    source: adaptor112('src/cloud-providers/types.go'),
  },
  {
    name: 'AA_KBC_PARAMS',
    meant: {},
    since: '1.9',
    why: () => l10n.t`OSC 1.9 and later don't use this key.`,
    advice: () => l10n.t`Set the address of the key broker service in initdata.`,
    source: all(adaptor112('src/cloud-providers/aws/manager.go'), adaptor111('src/cloud-api-adaptor/entrypoint.sh')),
  },
];

const byName = new Map(misnamedKeys.map((key) => [key.name, key]));

/** Returns the known misnamed key with this name. */
export function misnamedKey(name: string): MisnamedKey | undefined {
  return byName.get(name);
}

/** Returns the correct key for a misnamed one. Returns undefined if it is ambiguous or the provider has no such key. */
export function meantKey(name: string, provider: string | undefined): string | undefined {
  const meant = byName.get(name)?.meant;
  if (meant === undefined) return undefined;
  if (meant.any !== undefined) return meant.any;
  const forProvider = Object.entries(meant).find(([key]) => key === provider)?.[1];
  if (forProvider !== undefined || provider !== undefined) return forProvider;
  // Without a provider, the key is still unambiguous if all providers use the same one.
  const candidates = new Set(Object.values(meant));
  return candidates.size === 1 ? [...candidates][0] : undefined;
}
