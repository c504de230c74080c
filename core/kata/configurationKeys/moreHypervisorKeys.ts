/** Keys of `[hypervisor.<name>]` that the Go runtime reads, E to Z. For sources, see ../configurationKey.ts. */
import * as l10n from '@vscode/l10n';
import { createKeyRows, type KataConfigKey, patternsFor } from '../configurationKey.ts';

const hypervisor = createKeyRows('hypervisor');

export const moreHypervisorKeys: readonly KataConfigKey[] = [
  hypervisor('entropy_source', 'string', 'both', {
    annotation: 'entropy_source',
    readBy: 'both',
    qemu: '"/dev/urandom"',
  }),
  hypervisor('extra_monitor_socket', 'string', 'both', {
    qemu: '""',
    summary: () =>
      l10n.t(
        'Adds a QEMU monitor socket for debugging: `hmp`, `qmp`, or `qmp-pretty`. Anyone with access to it can control the VM.',
      ),
  }),
  hypervisor('file_mem_backend', 'string', 'both', {
    annotation: 'file_mem_backend',
    readBy: 'both',
    until: '3.32.0',
    summary: () => l10n.t`Folder on the node for files that back the guest memory.`,
  }),
  hypervisor('firmware', 'string', 'both', { annotation: 'firmware', readBy: 'both', qemu: '""', remote: '""' }),
  hypervisor('firmware_volume', 'string', 'go', { annotation: 'firmware_volume', readBy: 'go', qemu: '""' }),
  hypervisor('guest_extension_images', 'table[]', 'both', {
    since: '4.0.0',
    summary: () => l10n.t`Additional images that Kata attaches to the VM as read-only block devices.`,
  }),
  hypervisor('guest_hook_path', 'string', 'both', {
    annotation: 'guest_hook_path',
    readBy: 'both',
    qemu: '""',
    remote: '""',
  }),
  hypervisor('guest_memory_dump_paging', 'bool', 'both', {
    qemu: 'false',
    summary: () => l10n.t`Includes information about page structures in guest memory dumps.`,
  }),
  hypervisor('guest_memory_dump_path', 'string', 'both', {
    qemu: '""',
    summary: () => l10n.t`Folder on the node where Kata writes a memory dump if the guest kernel panics.`,
  }),
  hypervisor('hot_plug_vfio', 'string', 'go', {
    annotation: 'hot_plug_vfio',
    readBy: 'go',
    qemu: '"no-port"',
    values: ['no-port', 'bridge-port', 'root-port', 'switch-port'],
  }),
  hypervisor('hypervisor_loglevel', 'uint32', 'go', {
    summary: () => l10n.t`Log level of the hypervisor, as a number.`,
  }),
  hypervisor('image', 'string', 'both', { annotation: 'image', readBy: 'both' }),
  hypervisor('indep_iothreads', 'uint32', 'both', {
    annotation: 'indep_iothreads',
    readBy: 'both',
    since: '3.24.0',
    qemu: '0',
  }),
  hypervisor('initrd', 'string', 'both', { annotation: 'initrd', readBy: 'both' }),
  hypervisor('jailer_path', 'string', 'both', { annotation: 'jailer_path', readBy: 'both' }),
  hypervisor('kernel', 'string', 'both', { annotation: 'kernel', readBy: 'both' }),
  hypervisor('kernel_params', 'string', 'both', { annotation: 'kernel_params', readBy: 'both' }),
  hypervisor('kernel_verity_params', 'string', 'both', {
    annotation: 'kernel_verity_params',
    readBy: 'both',
    since: '3.27.0',
  }),
  hypervisor('machine_accelerators', 'string', 'both', {
    annotation: 'machine_accelerators',
    readBy: 'both',
    qemu: '""',
  }),
  hypervisor('machine_type', 'string', 'both', { annotation: 'machine_type', readBy: 'both', qemu: '"q35"' }),
  hypervisor('measurement_algo', 'string', 'go', {
    since: '3.22.0',
    summary: () => l10n.t`Hash algorithm for the measurement of the guest.`,
  }),
  hypervisor('memory_offset', 'uint64', 'both', { annotation: 'memory_offset', readBy: 'both', qemu: '0' }),
  hypervisor('memory_slots', 'uint32', 'both', {
    annotation: 'memory_slots',
    readBy: 'both',
    qemu: '10',
    remote: '10',
  }),
  hypervisor('msize_9p', 'uint32', 'go', { annotation: 'msize_9p', readBy: 'go', qemu: '8192' }),
  hypervisor('net_rate_limiter_bw_max_rate', 'int64', 'go', {
    summary: () => l10n.t`Maximum network bandwidth of the VM, in bits per second. 0 means no limit.`,
  }),
  hypervisor('net_rate_limiter_bw_one_time_burst', 'int64', 'go', {
    summary: () => l10n.t`Additional network bandwidth after the VM starts, in bits.`,
  }),
  hypervisor('net_rate_limiter_ops_max_rate', 'int64', 'go', {
    summary: () => l10n.t`Maximum number of network operations of the VM per second. 0 means no limit.`,
  }),
  hypervisor('net_rate_limiter_ops_one_time_burst', 'int64', 'go', {
    summary: () => l10n.t`Additional number of network operations after the VM starts.`,
  }),
  hypervisor('numa_mapping', '[]string', 'go', {
    annotation: 'numa_mapping',
    readBy: 'go',
    since: '3.27.0',
    qemu: '[]',
  }),
  hypervisor('path', 'string', 'both', { annotation: 'path', readBy: 'both' }),
  hypervisor('pcie_root_port', 'uint32', 'both', { annotation: 'pcie_root_port', readBy: 'both', qemu: '0' }),
  hypervisor('pcie_switch_port', 'uint32', 'both', { annotation: 'pcie_switch_port', readBy: 'both' }),
  hypervisor('pflashes', '[]string', 'both', {
    qemu: '[]',
    summary: () => l10n.t`Paths on the node to flash image files for the VM.`,
  }),
  hypervisor('reclaim_guest_freed_memory', 'bool', 'both', {
    annotation: 'reclaim_guest_freed_memory',
    readBy: 'go',
    qemu: 'false',
  }),
  hypervisor('remote_hypervisor_socket', 'string', 'go', {
    remote: '"/run/peerpod/hypervisor.sock"',
    summary: () => l10n.t`Path to the socket of cloud-api-adaptor on the node.`,
  }),
  hypervisor('remote_hypervisor_timeout', 'uint32', 'go', {
    remote: '600',
    summary: () => l10n.t`Seconds to wait until cloud-api-adaptor creates the pod VM.`,
  }),
  hypervisor('rootfs_type', 'string', 'both', {
    qemu: '"ext4"',
    summary: () => l10n.t`File system of the guest image.`,
  }),
  hypervisor('rootless', 'bool', 'both', { annotation: 'rootless', readBy: 'both', qemu: 'false' }),
  hypervisor('rx_rate_limiter_max_rate', 'uint64', 'both', {
    annotation: 'rx_rate_limiter_max_rate',
    readBy: 'both',
    qemu: '0',
    summary: () => l10n.t`Maximum inbound network bandwidth of the VM, in bits per second. 0 means no limit.`,
  }),
  hypervisor('seccompsandbox', 'string', 'go', {
    qemu: '""',
    summary: () => l10n.t`Features of QEMU's seccomp sandbox, comma-separated.`,
  }),
  hypervisor('sev_snp_guest', 'bool', 'both', {
    summary: () => l10n.t`Uses SEV-SNP for confidential guests on AMD CPUs.`,
  }),
  hypervisor('shared_fs', 'string', 'both', {
    annotation: 'shared_fs',
    readBy: 'both',
    qemu: '"virtio-fs"',
    values: ['virtio-fs', 'virtio-fs-nydus', 'none'],
  }),
  hypervisor('snp_guest_policy', 'uint64', 'both', {
    since: '3.20.0',
    summary: () => l10n.t`SEV-SNP guest policy. The guest starts only if the hardware meets it.`,
  }),
  hypervisor('snp_id_auth', 'string', 'both', {
    summary: () => l10n.t`SEV-SNP ID authentication structure, as base64.`,
  }),
  hypervisor('snp_id_block', 'string', 'both', { summary: () => l10n.t`SEV-SNP ID block, as base64.` }),
  hypervisor('tdx_quote_generation_service_socket_port', 'uint32', 'both', {
    summary: () => l10n.t`Port of the Intel TDX Quote Generation Service on the node.`,
  }),
  hypervisor('tx_rate_limiter_max_rate', 'uint64', 'both', {
    annotation: 'tx_rate_limiter_max_rate',
    readBy: 'both',
    qemu: '0',
    summary: () => l10n.t`Maximum outbound network bandwidth of the VM, in bits per second. 0 means no limit.`,
  }),
  hypervisor('use_legacy_serial', 'bool', 'go', { annotation: 'use_legacy_serial', readBy: 'go', qemu: 'false' }),
  hypervisor('valid_entropy_sources', '[]string', 'both', {
    qemu: '["/dev/urandom","/dev/random",""]',
    summary: patternsFor('entropy_source'),
  }),
  hypervisor('valid_file_mem_backends', '[]string', 'both', {
    until: '3.32.0',
    summary: patternsFor('file_mem_backend'),
  }),
  hypervisor('valid_hypervisor_paths', '[]string', 'both', {
    summary: patternsFor('path'),
  }),
  hypervisor('valid_jailer_paths', '[]string', 'both', {
    summary: patternsFor('jailer_path'),
  }),
  hypervisor('valid_vhost_user_store_paths', '[]string', 'both', {
    summary: patternsFor('vhost_user_store_path'),
  }),
  hypervisor('valid_virtio_fs_daemon_paths', '[]string', 'both', {
    summary: patternsFor('virtio_fs_daemon'),
  }),
  hypervisor('vhost_user_reconnect_timeout_sec', 'uint32', 'go', {
    annotation: 'vhost_user_reconnect_timeout_sec',
    readBy: 'go',
    qemu: '0',
  }),
  hypervisor('vhost_user_store_path', 'string', 'both', { annotation: 'vhost_user_store_path', readBy: 'both' }),
  hypervisor('virtio_fs_cache', 'string', 'both', {
    annotation: 'virtio_fs_cache',
    readBy: 'both',
    qemu: '"auto"',
    values: ['never', 'auto', 'always'],
  }),
  hypervisor('virtio_fs_cache_size', 'uint32', 'both', {
    annotation: 'virtio_fs_cache_size',
    readBy: 'both',
    qemu: '0',
  }),
  hypervisor('virtio_fs_daemon', 'string', 'both', { annotation: 'virtio_fs_daemon', readBy: 'both' }),
  hypervisor('virtio_fs_extra_args', '[]string', 'both', { annotation: 'virtio_fs_extra_args', readBy: 'both' }),
  hypervisor('virtio_fs_queue_size', 'uint32', 'both', {
    qemu: '1024',
    summary: () => l10n.t`Size of the virtio-fs queue.`,
  }),
];
