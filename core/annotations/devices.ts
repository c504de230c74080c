/** Annotations for the devices and shared folders of a local virtual machine. On kata-remote they are refused. */
import { all, issue, kataUpstream } from '../sources.ts';
import { definedIn, hypervisorPrefix, type KataAnnotation, rowsUnder } from './annotation.ts';

const row = rowsUnder(hypervisorPrefix, ['kata', 'kata-cc']);
const sectorSize = 'Bytes: 0 leaves it to the hypervisor, else a power of 2 from 512 to 65536.';
const plugValues = {
  'no-port': 'Devices are not plugged this way.',
  'bridge-port': 'Behind a bridge.',
  'root-port': 'At a PCIe root port.',
  'switch-port': 'At a port of a PCIe switch.',
};

/** Block devices. */
export const blockAnnotations: readonly KataAnnotation[] = [
  row('block_device_driver', 'string', 'How block devices are attached.', {
    values: { 'virtio-blk': 'As virtio-blk devices.', 'virtio-scsi': 'As virtio-scsi devices.', nvdimm: 'As NVDIMM.' },
  }),
  row('block_device_aio', 'string', 'How the hypervisor reads and writes block devices.', {
    implementation: 'go',
    values: { threads: 'By threads.', native: 'By AIO of Linux.', io_uring: 'By io_uring.' },
    note: 'Anything else: "Invalid AIO mechanism".',
    source: all(definedIn('go'), kataUpstream('src/runtime/pkg/oci/utils.go')),
  }),
  row('block_device_cache_set', 'boolean', 'Whether the two cache annotations are applied at all.'),
  row('block_device_cache_direct', 'boolean', 'Goes past the page cache of the node (O_DIRECT).'),
  row('block_device_cache_noflush', 'boolean', 'Ignores the flushes that the guest asks for.'),
  row('block_device_num_queues', 'uint64', 'Queues of a block device.', { implementation: 'rust' }),
  row('block_device_queue_size', 'uint32', 'Length of such a queue.', { implementation: 'rust' }),
  row('blk_logical_sector_size', 'uint32', 'Logical sector size that the guest sees.', { maximum: 65_536, unit: 'bytes', note: sectorSize }),
  row('blk_physical_sector_size', 'uint32', 'Physical sector size that the guest sees.', {
    maximum: 65_536,
    unit: 'bytes',
    note: `${sectorSize} Not smaller than the logical one.`,
  }),
  row('disable_block_device_use', 'boolean', 'Does not plug block devices of the node in as root of a container.'),
  row('enable_iothreads', 'boolean', 'Does input and output in a thread of its own (virtio-scsi).'),
  row('indep_iothreads', 'uint32', 'Number of such threads that belong to no device.', { maximum: 49 }),
  row('enable_vhost_user_store', 'boolean', 'Uses vhost-user storage devices (QEMU).'),
  row('vhost_user_store_path', 'string', 'Folder on the node with those devices.', { restricted: true }),
  row('vhost_user_reconnect_timeout_sec', 'string', 'Seconds after which a lost vhost-user socket is tried again (QEMU).', {
    implementation: 'go',
    unit: 'seconds',
  }),
];

/** Network and PCIe. */
export const networkAnnotations: readonly KataAnnotation[] = [
  row('disable_vhost_net', 'boolean', 'Does not use vhost-net of the node.'),
  row('network_queues', 'uint32', 'Queues of a network device.', { implementation: 'rust' }),
  row('rx_rate_limiter_max_rate', 'uint64', 'The most that comes in, in bits per second.', { default: '0', unit: 'bits per second', note: '0: no limit.' }),
  row('tx_rate_limiter_max_rate', 'uint64', 'The most that goes out, in bits per second.', { default: '0', unit: 'bits per second', note: '0: no limit.' }),
  row('cold_plug_vfio', 'string', 'How VFIO devices are attached before the guest starts.', { implementation: 'go', values: plugValues }),
  row('hot_plug_vfio', 'string', 'How VFIO devices are attached while the guest runs.', { implementation: 'go', values: plugValues }),
  row('pcie_root_port', 'uint32', 'Number of PCIe root ports, into which devices can be plugged (QEMU).'),
  row('pcie_switch_port', 'uint32', 'Number of ports of PCIe switches.', { maximum: 16 }),
];

/** Folders that node and guest share. kata-remote shares none: its configuration says `shared_fs = "none"`. */
export const sharingAnnotations: readonly KataAnnotation[] = [
  row('shared_fs', 'string', 'How folders are shared between node and guest.', {
    values: { 'virtio-fs': 'By virtio-fs.', 'virtio-9p': 'By 9p, which is slower.' },
  }),
  row('msize_9p', 'uint32', 'Size of packets of 9p shares.', { implementation: 'go', unit: 'bytes' }),
  row('virtio_fs_cache', 'string', 'What virtio-fs keeps in the cache of the guest.', {
    values: { always: 'Everything.', auto: 'Metadata for a while.', never: 'Nothing.' },
  }),
  row('virtio_fs_cache_size', 'uint32', 'Size of the DAX cache of virtio-fs in MiB.', { unit: 'MiB' }),
  row('virtio_fs_daemon', 'string', 'The virtio-fs program on the node.', {
    note: 'The node runs it: who may set it can run programs there.',
  }),
  row('virtio_fs_extra_args', 'string', 'Further arguments for the virtio-fs program.', {
    note: 'The node runs it: who may set it can do harm there. Documents of OSC 1.5 times use it with `kata`.',
    source: all(definedIn('go and rust'), issue('openshift/openshift-docs', 33_105)),
  }),
];
