/** Annotations for the devices and shared folders of a local virtual machine. On kata-remote they are refused. */
import * as l10n from '@vscode/l10n';
import { all, issue, kataUpstream } from '../product/sources.ts';
import { listDefiningFiles, hypervisorPrefix, type KataAnnotation, createAnnotationRows } from './annotation.ts';
import { getSentenceSeparator } from '../text/grammar.ts';

const row = createAnnotationRows(hypervisorPrefix, ['kata', 'kata-cc']);
const sectorSize = () => l10n.t`Bytes: 0 leaves it to the hypervisor, else a power of 2 from 512 to 65536.`;
const plugValues = {
  'no-port': () => l10n.t`Devices are not plugged this way.`,
  'bridge-port': () => l10n.t`Behind a bridge.`,
  'root-port': () => l10n.t`At a PCIe root port.`,
  'switch-port': () => l10n.t`At a port of a PCIe switch.`,
};

/** Block devices. */
export const blockAnnotations: readonly KataAnnotation[] = [
  row('block_device_driver', 'string', () => l10n.t`How block devices are attached.`, {
    values: {
      'virtio-blk': () => l10n.t`As virtio-blk devices.`,
      'virtio-scsi': () => l10n.t`As virtio-scsi devices.`,
      nvdimm: () => l10n.t`As NVDIMM.`,
    },
  }),
  row('block_device_aio', 'string', () => l10n.t`How the hypervisor reads and writes block devices.`, {
    implementation: 'go',
    values: {
      threads: () => l10n.t`By threads.`,
      native: () => l10n.t`By AIO of Linux.`,
      io_uring: () => l10n.t`By io_uring.`,
    },
    refusedWith: 'Invalid AIO mechanism',
    note: () => l10n.t`Anything else: "Invalid AIO mechanism".`,
    source: all(listDefiningFiles('go'), kataUpstream('src/runtime/pkg/oci/utils.go')),
  }),
  row('block_device_cache_set', 'boolean', () => l10n.t`Whether the two cache annotations are applied at all.`),
  row('block_device_cache_direct', 'boolean', () => l10n.t`Goes past the page cache of the node (O_DIRECT).`),
  row('block_device_cache_noflush', 'boolean', () => l10n.t`Ignores the flushes that the guest asks for.`),
  row('block_device_num_queues', 'uint64', () => l10n.t`Queues of a block device.`, { implementation: 'rust' }),
  row('block_device_queue_size', 'uint32', () => l10n.t`Length of such a queue.`, { implementation: 'rust' }),
  row('blk_logical_sector_size', 'uint32', () => l10n.t`Logical sector size that the guest sees.`, {
    maximum: 65_536,
    unit: 'bytes',
    note: sectorSize,
  }),
  row('blk_physical_sector_size', 'uint32', () => l10n.t`Physical sector size that the guest sees.`, {
    maximum: 65_536,
    unit: 'bytes',
    note: () => `${sectorSize()}${getSentenceSeparator()}${l10n.t`Not smaller than the logical one.`}`,
  }),
  row(
    'disable_block_device_use',
    'boolean',
    () => l10n.t`Does not plug block devices of the node in as root of a container.`,
  ),
  row('enable_iothreads', 'boolean', () => l10n.t`Does input and output in a thread of its own (virtio-scsi).`),
  row('indep_iothreads', 'uint32', () => l10n.t`Number of such threads that belong to no device.`, { maximum: 49 }),
  row('enable_vhost_user_store', 'boolean', () => l10n.t`Uses vhost-user storage devices (QEMU).`),
  row('vhost_user_store_path', 'string', () => l10n.t`Folder on the node with those devices.`, { restricted: true }),
  row(
    'vhost_user_reconnect_timeout_sec',
    'string',
    () => l10n.t`Seconds after which a lost vhost-user socket is tried again (QEMU).`,
    {
      implementation: 'go',
      unit: 'seconds',
    },
  ),
];

/** Network and PCIe. */
export const networkAnnotations: readonly KataAnnotation[] = [
  row('disable_vhost_net', 'boolean', () => l10n.t`Does not use vhost-net of the node.`),
  row('network_queues', 'uint32', () => l10n.t`Queues of a network device.`, { implementation: 'rust' }),
  row('rx_rate_limiter_max_rate', 'uint64', () => l10n.t`The most that comes in, in bits per second.`, {
    default: '0',
    unit: 'bits per second',
    note: () => l10n.t`0: no limit.`,
  }),
  row('tx_rate_limiter_max_rate', 'uint64', () => l10n.t`The most that goes out, in bits per second.`, {
    default: '0',
    unit: 'bits per second',
    note: () => l10n.t`0: no limit.`,
  }),
  row('cold_plug_vfio', 'string', () => l10n.t`How VFIO devices are attached before the guest starts.`, {
    implementation: 'go',
    values: plugValues,
  }),
  row('hot_plug_vfio', 'string', () => l10n.t`How VFIO devices are attached while the guest runs.`, {
    implementation: 'go',
    values: plugValues,
  }),
  row('pcie_root_port', 'uint32', () => l10n.t`Number of PCIe root ports, into which devices can be plugged (QEMU).`),
  row('pcie_switch_port', 'uint32', () => l10n.t`Number of ports of PCIe switches.`, { maximum: 16 }),
];

/** Folders that node and guest share. kata-remote shares none: its configuration says `shared_fs = "none"`. */
export const sharingAnnotations: readonly KataAnnotation[] = [
  row('shared_fs', 'string', () => l10n.t`How folders are shared between node and guest.`, {
    values: { 'virtio-fs': () => l10n.t`By virtio-fs.`, 'virtio-9p': () => l10n.t`By 9p, which is slower.` },
  }),
  row('msize_9p', 'uint32', () => l10n.t`Size of packets of 9p shares.`, { implementation: 'go', unit: 'bytes' }),
  row('virtio_fs_cache', 'string', () => l10n.t`What virtio-fs keeps in the cache of the guest.`, {
    values: {
      always: () => l10n.t`Everything.`,
      auto: () => l10n.t`Metadata for a while.`,
      never: () => l10n.t`Nothing.`,
    },
  }),
  row('virtio_fs_cache_size', 'uint32', () => l10n.t`Size of the DAX cache of virtio-fs in MiB.`, { unit: 'MiB' }),
  row('virtio_fs_daemon', 'string', () => l10n.t`The virtio-fs program on the node.`, {
    note: () => l10n.t`The node runs it: who may set it can run programs there.`,
  }),
  row('virtio_fs_extra_args', 'string', () => l10n.t`Further arguments for the virtio-fs program.`, {
    note: () =>
      l10n.t`The node runs it: who may set it can do harm there. Documents of OSC 1.5 times use it with \`kata\`.`,
    source: all(listDefiningFiles('go and rust'), issue('openshift/openshift-docs', 33_105)),
  }),
];
