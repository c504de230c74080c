/** Annotations for the boot files, CPUs, and memory of a VM on the node. kata-remote rejects them. */
import * as l10n from '@vscode/l10n';
import { hypervisorPrefix, type KataAnnotation, createAnnotationRows, readBefore } from './annotation.ts';

const row = createAnnotationRows(hypervisorPrefix, ['kata', 'kata-cc']);
const partly = () =>
  l10n.t`In OSC 1.10 and later, kata-remote accepts this annotation because its name contains "image", but it has no effect.`;

/**
 * Returns the description of the annotation for the hash of a file.
 * @param file name of the annotation that specifies the file
 */
const hashOf = (file: string) => () =>
  l10n.t('SHA-512 hash of the file in the annotation `{0}`. Kata verifies the hash before it uses the file.', file);

/** Annotations for the paths and hashes of the files that the VM boots from and of the programs that the node runs. */
export const bootAnnotations: readonly KataAnnotation[] = [
  row('kernel', 'string', () => l10n.t`Path on the node to the guest kernel.`),
  row('kernel_hash', 'string', hashOf('kernel')),
  row('kernel_params', 'string', () => l10n.t`Additional guest kernel parameters.`),
  row('kernel_verity_params', 'string', () => l10n.t`dm-verity settings for the guest root file system.`),
  row('image_hash', 'string', hashOf('image'), {
    note: partly,
  }),
  row(
    'disable_image_nvdimm',
    'boolean',
    () => l10n.t`Attaches the guest image as a block device instead of an NVDIMM (QEMU).`,
    { note: partly },
  ),
  row(
    'initrd',
    'string',
    () => l10n.t`Path on the node to the initial RAM disk that the VM boots instead of an image.`,
  ),
  row('initrd_hash', 'string', hashOf('initrd')),
  row('firmware', 'string', () => l10n.t`Path on the node to the firmware of the VM.`),
  row('firmware_hash', 'string', hashOf('firmware')),
  row('firmware_volume', 'string', () => l10n.t`Path on the node to the volume with the firmware variables.`, {
    implementation: 'go',
  }),
  row('firmware_volume_hash', 'string', hashOf('firmware_volume'), {
    implementation: 'go',
  }),
  row('path', 'string', () => l10n.t`Path to the hypervisor executable on the node.`, { restricted: true }),
  row('hypervisor_hash', 'string', hashOf('path'), {
    implementation: 'go',
  }),
  row('path_hash', 'string', () => l10n.t('The Rust runtime uses this name instead of `{0}`.', 'hypervisor_hash'), {
    implementation: 'rust',
  }),
  row(
    'jailer_path',
    'string',
    () => l10n.t`Path to the executable that isolates the hypervisor (Firecracker jailer).`,
    {
      restricted: true,
    },
  ),
  row('jailer_hash', 'string', hashOf('jailer_path')),
  row('asset_hash_type', 'string', () => l10n.t`Hash algorithm for the ..._hash annotations.`, {
    implementation: 'rust',
    default: 'sha512',
  }),
  row('guest_hook_path', 'string', () => l10n.t`Folder in the guest that contains the OCI hooks to run.`),
  row('prefetch_files.list', 'string', undefined, {
    implementation: 'rust',
  }),
];

/** Annotations for the CPUs, memory, and hardware of the VM. */
export const machineAnnotations: readonly KataAnnotation[] = [
  row('default_max_vcpus', 'uint32', () => l10n.t`Maximum number of vCPUs for the VM.`),
  row('cpu_features', 'string', () => l10n.t`CPU features to pass to QEMU, comma-separated.`),
  row('machine_accelerators', 'string', () => l10n.t`Machine accelerators, comma-separated.`),
  row('memory_slots', 'uint32', () => l10n.t`Number of slots for memory added while the guest is running.`),
  row('memory_offset', 'uint64', () => l10n.t`Memory reserved for NVDIMM devices.`),
  row('enable_hugepages', 'boolean', () => l10n.t`Allocates guest memory from huge pages on the node.`),
  row('hugepage_type', 'string', undefined, { implementation: 'rust' }),
  row('enable_mem_prealloc', 'boolean', () => l10n.t`Allocates all guest memory at startup.`),
  row('enable_virtio_mem', 'boolean', () => l10n.t`Adds memory with virtio-mem (QEMU).`),
  row('enable_guest_swap', 'boolean', () => l10n.t`Allows the guest to swap.`),
  row('reclaim_guest_freed_memory', 'boolean', () => l10n.t`Returns freed guest memory to the node.`, {
    implementation: 'go',
  }),
  row('numa_mapping', 'string', () => l10n.t`Maps the node's NUMA nodes to the guest's NUMA nodes.`, {
    implementation: 'go',
  }),
  row('enable_iommu', 'boolean', () => l10n.t`Adds an IOMMU to the guest (QEMU, machine type q35).`),
  row('enable_iommu_platform', 'boolean', () => l10n.t`Enables the IOMMU for CCW devices (QEMU, IBM Z).`),
  row('entropy_source', 'string', () => l10n.t`Path on the node to the random number source for the guest.`, {
    restricted: true,
    examples: ['/dev/urandom', '/dev/random'],
  }),
  row('use_legacy_serial', 'boolean', () => l10n.t`Uses a legacy serial device for the guest console (QEMU).`, {
    implementation: 'go',
  }),
  row('file_mem_backend', 'string', () => l10n.t`Folder on the node for files that back the guest memory.`, {
    runtimes: [],
    restricted: true,
    note: () => readBefore('3.32.0'),
  }),
  row('rootless', 'boolean', () => l10n.t`Runs the hypervisor without root privileges.`),
  row(
    'use_vsock',
    'boolean',
    () => l10n.t`Obsolete. In earlier Kata versions, this annotation enabled vsock for communication with the agent.`,
    {
      implementation: 'none',
      note: () => l10n.t`The Kata documentation lists this annotation, but Kata doesn't read it.`,
    },
  ),
];
