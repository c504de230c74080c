/** Keys for CLOUD_PROVIDER libvirt (IBM Z, LinuxONE). Source: domain/02-peer-pods.md 2.6. */
import * as l10n from '@vscode/l10n';
import { adaptor112, adaptorUpstream, all, operator111 } from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { disableCvm, imageIsSet, manager, onlyUpstream, wholeNumberOf } from './keyTemplates.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const source = manager('libvirt');
const operator = operator111('controllers/image_generator.go');

/** Keys that apply only to libvirt. */
export const libvirtKeys: readonly ConfigKey[] = [
  {
    name: 'LIBVIRT_POOL',
    type: 'string',
    summary: () => l10n.t`Storage pool for pod VM disks.`,
    default: 'default',
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator'],
    source: all(operator, source),
  },
  {
    name: 'LIBVIRT_VOL_NAME',
    type: 'string',
    summary: () => l10n.t`Volume with the pod VM image.`,
    default: 'podvm-base.qcow2',
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator'],
    source: all(operator, source),
  },
  {
    name: 'LIBVIRT_DIR_NAME',
    type: 'path',
    summary: () => l10n.t`Working directory for the image creation job on the host.`,
    readBy: ['operator', 'image job'],
    requiredBy: ['operator'],
    note: () => l10n.t`cloud-api-adaptor doesn't read this key.`,
    source: operator,
  },
  {
    name: 'LIBVIRT_NET',
    type: 'string',
    summary: () => l10n.t`Network for the pod VMs.`,
    default: 'default',
    readBy: adaptor,
    source,
  },
  {
    name: 'LIBVIRT_IMAGE_ID',
    type: 'string',
    summary: () =>
      l10n.t`Indicates that the pod VM image exists. If empty, the operator builds an image and sets this key.`,
    readBy: ['operator'],
    note: imageIsSet,
    source: operator,
  },
  {
    name: 'LIBVIRT_URI',
    type: 'string',
    summary: () => l10n.t`Connection URI for the libvirt host.`,
    default: 'qemu+ssh://root@192.168.122.1/system?no_verify=1',
    readBy: ['operator', 'image job', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    note: () =>
      l10n.t`The operator looks for this key in peer-pods-secret. If the URI contains a password, set the key only in that Secret.`,
    source: all(operator, source, adaptor112('src/cloud-api-adaptor/entrypoint.sh')),
  },
  {
    name: 'LIBVIRT_LAUNCH_SECURITY',
    type: 'enum',
    summary: () => l10n.t`Confidential VM type. If not set, detected automatically.`,
    readBy: adaptor,
    values: { 's390-pv': () => 'IBM Secure Execution.' },
    source,
  },
  {
    name: 'LIBVIRT_EFI_FIRMWARE',
    type: 'path',
    summary: () => l10n.t`Path on the libvirt host to the firmware for x86 pod VMs.`,
    default: '/usr/share/OVMF/OVMF_CODE_4M.fd',
    readBy: adaptor,
    source,
  },
  {
    name: 'LIBVIRT_CPU',
    type: 'integer',
    summary: () => l10n.t`vCPUs per pod VM.`,
    default: '2',
    readBy: adaptor,
    minimum: 1,
    source,
  },
  {
    name: 'LIBVIRT_MEMORY',
    type: 'integer',
    summary: () => l10n.t`Memory per pod VM in MiB.`,
    default: '8192',
    readBy: adaptor,
    minimum: 1,
    form: () => wholeNumberOf('MiB'),
    source,
  },
  {
    name: 'LIBVIRT_CPUSET',
    type: 'string',
    summary: () => l10n.t`Physical CPUs that pod VMs are pinned to.`,
    readBy: adaptor,
    pattern: /^\d+(-\d+)?(,\d+(-\d+)?)*$/,
    form: () => l10n.t('Numbers and ranges, such as `0,2,4` or `0-3,8`.'),
    unverified: true,
    notIn: '1.12',
    note: onlyUpstream,
    source: adaptorUpstream('src/cloud-providers/libvirt/manager.go'),
  },
  {
    name: 'LIBVIRT_ROOT_DISK_SIZE',
    type: 'integer',
    summary: () => l10n.t`Root disk size per pod VM in GiB.`,
    default: '10',
    readBy: adaptor,
    unverified: true,
    notIn: '1.12',
    note: () => `${onlyUpstream()}${getSentenceSeparator()}${l10n.t`In OSC 1.12, the size is always 10 GiB.`}`,
    source: all(
      adaptorUpstream('src/cloud-providers/libvirt/manager.go'),
      'openshift/cloud-api-adaptor@094d125f src/cloud-providers/libvirt/libvirt.go',
    ),
  },
  disableCvm('libvirt', 'true'),
];
