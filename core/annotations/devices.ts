/** Annotations for the devices and shared folders of a VM on the node. kata-remote rejects them. */
import * as l10n from '@vscode/l10n';
import { all, issue, kataUpstream } from '../product/sources.ts';
import {
  listDefiningFiles,
  hypervisorPrefix,
  type KataAnnotation,
  createAnnotationRows,
  otherValueFails,
  readBefore,
} from './annotation.ts';
import { getSentenceSeparator } from '../text/grammar.ts';
import { noText } from '../text/message.ts';

const row = createAnnotationRows(hypervisorPrefix, ['kata', 'kata-cc']);
const sectorSize = () => l10n.t`In bytes: 0 for the hypervisor default, or a power of 2 from 512 to 65536.`;
const plugValues = {
  'no-port': noText,
  'bridge-port': noText,
  'root-port': noText,
  'switch-port': noText,
};

/** Annotations for block devices. */
export const blockAnnotations: readonly KataAnnotation[] = [
  row('block_device_driver', 'string', () => l10n.t`Driver for block devices.`, {
    values: {
      'virtio-blk': noText,
      'virtio-scsi': noText,
      nvdimm: noText,
    },
  }),
  row('block_device_aio', 'string', () => l10n.t`I/O mechanism that the hypervisor uses for block devices.`, {
    implementation: 'go',
    values: {
      threads: noText,
      native: () => l10n.t`Uses Linux AIO.`,
      io_uring: noText,
    },
    refusedWith: 'Invalid AIO mechanism',
    note: () => otherValueFails('Invalid AIO mechanism'),
    source: all(listDefiningFiles('go'), kataUpstream('src/runtime/pkg/oci/utils.go')),
  }),
  row(
    'block_device_cache_set',
    'boolean',
    () => l10n.t`If true, block_device_cache_direct and block_device_cache_noflush take effect.`,
  ),
  row('block_device_cache_direct', 'boolean', () => l10n.t`Bypasses the node's page cache (O_DIRECT).`),
  row('block_device_cache_noflush', 'boolean', () => l10n.t`Ignores flush requests from the guest.`),
  row('block_device_num_queues', 'uint64', undefined, {
    implementation: 'rust',
  }),
  row('block_device_queue_size', 'uint32', undefined, {
    implementation: 'rust',
  }),
  row('blk_logical_sector_size', 'uint32', () => l10n.t`Sector size reported to the guest.`, {
    maximum: 65_536,
    unit: 'bytes',
    note: sectorSize,
  }),
  row('blk_physical_sector_size', 'uint32', () => l10n.t`Sector size reported to the guest.`, {
    maximum: 65_536,
    unit: 'bytes',
    note: () => `${sectorSize()}${getSentenceSeparator()}${l10n.t`Must be at least the logical sector size.`}`,
  }),
  row(
    'disable_block_device_use',
    'boolean',
    () => l10n.t`Doesn't use block devices on the node as container root file systems.`,
  ),
  row('enable_iothreads', 'boolean', () => l10n.t`Runs I/O in a separate thread (virtio-scsi).`),
  row('indep_iothreads', 'uint32', () => l10n.t`Number of I/O threads that aren't assigned to a specific device.`, {
    maximum: 49,
  }),
  row('enable_vhost_user_store', 'boolean', () => l10n.t`Uses vhost-user storage devices (QEMU).`),
  row(
    'vhost_user_store_path',
    'string',
    () => l10n.t`Folder on the node that contains the vhost-user storage devices.`,
    {
      restricted: true,
    },
  ),
  row(
    'vhost_user_reconnect_timeout_sec',
    'string',
    () => l10n.t`Seconds to wait before reconnecting a lost vhost-user socket (QEMU).`,
    {
      implementation: 'go',
      unit: 'seconds',
    },
  ),
];

/** Annotations for the network and PCIe. */
export const networkAnnotations: readonly KataAnnotation[] = [
  row('disable_vhost_net', 'boolean', () => l10n.t`Disables vhost-net for the VM.`),
  row('network_queues', 'uint32', undefined, { implementation: 'rust' }),
  row('rx_rate_limiter_max_rate', 'uint64', undefined, {
    default: '0',
    unit: 'bits per second',
    note: () => l10n.t`0 means no limit.`,
  }),
  row('tx_rate_limiter_max_rate', 'uint64', undefined, {
    default: '0',
    unit: 'bits per second',
    note: () => l10n.t`0 means no limit.`,
  }),
  row(
    'cold_plug_vfio',
    'string',
    () => l10n.t`Type of port for VFIO devices that are attached before the guest starts.`,
    {
      implementation: 'go',
      values: plugValues,
    },
  ),
  row(
    'hot_plug_vfio',
    'string',
    () => l10n.t`Type of port for VFIO devices that are attached while the guest is running.`,
    {
      implementation: 'go',
      values: plugValues,
    },
  ),
  row('hotplug_vfio_on_root_bus', 'boolean', () => l10n.t`Attaches VFIO devices to the root bus.`, {
    implementation: 'rust',
    note: () => readBefore('4.0.0'),
  }),
  row('pcie_root_port', 'uint32', () => l10n.t`Number of PCIe root ports for attaching devices (QEMU).`),
  row('pcie_switch_port', 'uint32', () => l10n.t`Number of PCIe switch ports.`, { maximum: 16 }),
];

/**
 * Annotations for folders that the node shares with the guest. kata-remote shares none: its configuration contains
 * `shared_fs = "none"`.
 */
export const sharingAnnotations: readonly KataAnnotation[] = [
  row('shared_fs', 'string', () => l10n.t`File system used to share folders on the node with the guest.`, {
    values: { 'virtio-fs': noText, 'virtio-9p': () => l10n.t`Uses 9p, which is slower.` },
  }),
  row('msize_9p', 'uint32', () => l10n.t`Packet size of 9p shares.`, { implementation: 'go', unit: 'bytes' }),
  row('virtio_fs_cache', 'string', () => l10n.t`Cache mode for virtio-fs in the guest.`, {
    values: {
      always: noText,
      auto: () => l10n.t`Caches metadata for a limited time.`,
      never: noText,
    },
  }),
  row('virtio_fs_cache_size', 'uint32', () => l10n.t`Size of the virtio-fs DAX cache in MiB.`, { unit: 'MiB' }),
  row('virtio_fs_daemon', 'string', () => l10n.t`Path to the virtio-fs daemon on the node.`, {
    note: () =>
      l10n.t`The node runs this executable, so anyone who can set this annotation can run any executable on the node.`,
  }),
  row('virtio_fs_extra_args', 'string', () => l10n.t`Additional arguments for the virtio-fs daemon.`, {
    note: () =>
      l10n.t(
        'The node runs the daemon with these arguments, so anyone who can set this annotation can compromise the node. Older OSC documentation (about release 1.5) uses this annotation with `kata`.',
      ),
    source: all(listDefiningFiles('go and rust'), issue('openshift/openshift-docs', 33_105)),
  }),
];
