/** Keys of `[hypervisor.<name>]` that the Go runtime reads, A to E. For sources, see ../configurationKey.ts. */
import * as l10n from '@vscode/l10n';
import { createKeyRows, type KataConfigKey } from '../configurationKey.ts';

const hypervisor = createKeyRows('hypervisor');

export const hypervisorKeys: readonly KataConfigKey[] = [
  hypervisor('block_device_aio', 'string', 'both', {
    annotation: 'block_device_aio',
    readBy: 'go',
    values: ['threads', 'native', 'io_uring'],
  }),
  hypervisor('block_device_cache_direct', 'bool', 'both', {
    annotation: 'block_device_cache_direct',
    readBy: 'both',
    qemu: 'false',
  }),
  hypervisor('block_device_cache_noflush', 'bool', 'both', {
    annotation: 'block_device_cache_noflush',
    readBy: 'both',
    qemu: 'false',
  }),
  hypervisor('block_device_cache_set', 'bool', 'both', {
    annotation: 'block_device_cache_set',
    readBy: 'both',
    qemu: 'false',
  }),
  hypervisor('block_device_driver', 'string', 'both', {
    annotation: 'block_device_driver',
    readBy: 'both',
    values: ['virtio-scsi', 'virtio-blk', 'nvdimm'],
  }),
  hypervisor('block_device_logical_sector_size', 'uint32', 'both', {
    annotation: 'blk_logical_sector_size',
    readBy: 'both',
    since: '3.29.0',
    qemu: '0',
  }),
  hypervisor('block_device_physical_sector_size', 'uint32', 'both', {
    annotation: 'blk_physical_sector_size',
    readBy: 'both',
    since: '3.29.0',
    qemu: '0',
  }),
  hypervisor('cold_plug_vfio', 'string', 'both', {
    annotation: 'cold_plug_vfio',
    readBy: 'go',
    qemu: '"no-port"',
    values: ['no-port', 'bridge-port', 'root-port', 'switch-port'],
  }),
  hypervisor('confidential_guest', 'bool', 'both', {
    summary: () => l10n.t`Runs the VM as a confidential guest, if the node's hardware supports it.`,
  }),
  hypervisor('cpu_features', 'string', 'both', { annotation: 'cpu_features', readBy: 'both', qemu: '"pmu=off"' }),
  hypervisor('default_bridges', 'uint32', 'both', {
    qemu: '1',
    remote: '1',
    summary: () => l10n.t`Number of PCI bridges for devices that are attached while the guest is running. Maximum: 5.`,
  }),
  hypervisor('default_maxmemory', 'uint64', 'both', {
    qemu: '0',
    summary: () => l10n.t`Maximum memory of the VM in MiB. 0 means the node's memory.`,
  }),
  hypervisor('default_maxvcpus', 'uint32', 'both', {
    annotation: 'default_max_vcpus',
    readBy: 'both',
    qemu: '0',
    summary: () => l10n.t`Maximum number of vCPUs for the VM. 0 means the number of the node's CPUs.`,
  }),
  hypervisor('default_memory', 'uint32', 'both', { annotation: 'default_memory', readBy: 'both', qemu: '2048' }),
  hypervisor('default_vcpus', 'float', 'both', { annotation: 'default_vcpus', readBy: 'both', qemu: '1' }),
  hypervisor('disable_block_device_use', 'bool', 'both', {
    annotation: 'disable_block_device_use',
    readBy: 'both',
    qemu: 'true',
  }),
  hypervisor('disable_guest_selinux', 'bool', 'both', {
    qemu: 'true',
    remote: 'true',
    summary: () => l10n.t`Disables SELinux for containers in the guest.`,
  }),
  hypervisor('disable_image_nvdimm', 'bool', 'both', {
    annotation: 'disable_image_nvdimm',
    readBy: 'both',
    qemu: 'false',
  }),
  hypervisor('disable_nesting_checks', 'bool', 'both', {
    qemu: 'false',
    summary: () => l10n.t`Treats the node like bare metal, even if it is a VM.`,
  }),
  hypervisor('disable_seccomp', 'bool', 'both', {
    summary: () => l10n.t`Disables the seccomp filter of the hypervisor.`,
  }),
  hypervisor('disable_selinux', 'bool', 'both', {
    qemu: 'false',
    remote: 'false',
    summary: () => l10n.t`Disables SELinux for the hypervisor process on the node.`,
  }),
  hypervisor('disable_vhost_net', 'bool', 'both', { annotation: 'disable_vhost_net', readBy: 'both', qemu: 'false' }),
  hypervisor('disk_rate_limiter_bw_max_rate', 'int64', 'both', {
    summary: () => l10n.t`Maximum disk bandwidth of the VM, in bits per second. 0 means no limit.`,
  }),
  hypervisor('disk_rate_limiter_bw_one_time_burst', 'int64', 'both', {
    summary: () => l10n.t`Additional disk bandwidth after the VM starts, in bits.`,
  }),
  hypervisor('disk_rate_limiter_ops_max_rate', 'int64', 'both', {
    summary: () => l10n.t`Maximum number of disk operations of the VM per second. 0 means no limit.`,
  }),
  hypervisor('disk_rate_limiter_ops_one_time_burst', 'int64', 'both', {
    summary: () => l10n.t`Additional number of disk operations after the VM starts.`,
  }),
  hypervisor('enable_annotations', '[]string', 'both', {
    qemu: '["enable_iommu", "kernel_params", "kernel_verity_params"]',
    remote: '["machine_type", "default_memory", "default_vcpus", "image", "default_gpus", "gpu_model", "cc_init_data"]',
    summary: () =>
      l10n.t`Regular expressions. A pod can set a hypervisor annotation only if one of them matches a part of its name.`,
  }),
  hypervisor('enable_debug', 'bool', 'both', {
    qemu: 'false',
    remote: 'false',
    summary: () => l10n.t`Writes debug messages of the hypervisor and of the guest kernel.`,
  }),
  hypervisor('enable_guest_swap', 'bool', 'both', { annotation: 'enable_guest_swap', readBy: 'both', qemu: 'false' }),
  hypervisor('enable_hugepages', 'bool', 'both', { annotation: 'enable_hugepages', readBy: 'both', qemu: 'false' }),
  hypervisor('enable_iommu', 'bool', 'both', { annotation: 'enable_iommu', readBy: 'both', qemu: 'false' }),
  hypervisor('enable_iommu_platform', 'bool', 'both', {
    annotation: 'enable_iommu_platform',
    readBy: 'both',
    qemu: 'false',
  }),
  hypervisor('enable_iothreads', 'bool', 'both', { annotation: 'enable_iothreads', readBy: 'both', qemu: 'false' }),
  hypervisor('enable_mem_prealloc', 'bool', 'both', {
    annotation: 'enable_mem_prealloc',
    readBy: 'both',
    qemu: 'false',
  }),
  hypervisor('enable_numa', 'bool', 'go', {
    since: '3.27.0',
    qemu: 'false',
    summary: () => l10n.t`Creates NUMA nodes in the guest that match the node's NUMA nodes.`,
  }),
  hypervisor('enable_vhost_user_store', 'bool', 'both', {
    annotation: 'enable_vhost_user_store',
    readBy: 'both',
    qemu: 'false',
  }),
  hypervisor('enable_virtio_mem', 'bool', 'both', { annotation: 'enable_virtio_mem', readBy: 'both', qemu: 'false' }),
];
