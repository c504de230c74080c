/**
 * Annotations for what a local virtual machine boots, and with which processor and memory. On kata-remote they are
 * refused.
 */
import * as l10n from '@vscode/l10n';
import { hypervisorPrefix, type KataAnnotation, createAnnotationRows } from './annotation.ts';

const row = createAnnotationRows(hypervisorPrefix, ['kata', 'kata-cc']);
const partly = () =>
  l10n.t`On kata-remote its name is let through from OSC 1.10 on, because it contains "image", but it does nothing there.`;

/** Files that are booted and run, with their hashes. */
export const bootAnnotations: readonly KataAnnotation[] = [
  row('kernel', 'string', () => l10n.t`The kernel that the virtual machine boots, by its path on the node.`),
  row('kernel_hash', 'string', () => l10n.t`SHA-512 of the kernel, which is checked before it is used.`),
  row('kernel_params', 'string', () => l10n.t`Further arguments for the kernel of the guest.`),
  row('kernel_verity_params', 'string', () => l10n.t`dm-verity settings for the root file system of the guest.`),
  row('image_hash', 'string', () => l10n.t`SHA-512 of the guest image, which is checked before it is used.`, {
    note: partly,
  }),
  row(
    'disable_image_nvdimm',
    'boolean',
    () => l10n.t`Attaches the guest image as a block device instead of an NVDIMM (QEMU).`,
    { note: partly },
  ),
  row('initrd', 'string', () => l10n.t`The initial RAM disk that the virtual machine boots, in place of an image.`),
  row('initrd_hash', 'string', () => l10n.t`SHA-512 of the initial RAM disk, which is checked before it is used.`),
  row('firmware', 'string', () => l10n.t`The firmware of the virtual machine, by its path on the node.`),
  row('firmware_hash', 'string', () => l10n.t`SHA-512 of the firmware, which is checked before it is used.`),
  row('firmware_volume', 'string', () => l10n.t`The volume with the variables of the firmware.`, {
    implementation: 'go',
  }),
  row(
    'firmware_volume_hash',
    'string',
    () => l10n.t`SHA-512 of the firmware volume, which is checked before it is used.`,
    {
      implementation: 'go',
    },
  ),
  row('path', 'string', () => l10n.t`The hypervisor program on the node.`, { restricted: true }),
  row(
    'hypervisor_hash',
    'string',
    () => l10n.t`SHA-512 of the hypervisor program, which is checked before it is used.`,
    {
      implementation: 'go',
    },
  ),
  row('path_hash', 'string', () => l10n.t`What the Rust runtime calls hypervisor_hash.`, { implementation: 'rust' }),
  row('jailer_path', 'string', () => l10n.t`The program that locks the hypervisor in (Firecracker).`, {
    restricted: true,
  }),
  row('jailer_hash', 'string', () => l10n.t`SHA-512 of that program, which is checked before it is used.`),
  row('asset_hash_type', 'string', () => l10n.t`The kind of hash that the ..._hash annotations use.`, {
    implementation: 'rust',
    default: 'sha512',
  }),
  row('guest_hook_path', 'string', () => l10n.t`Folder in the guest with hooks to run.`),
  row('prefetch_files.list', 'string', () => l10n.t`A list of files that are read into memory at start.`, {
    implementation: 'rust',
  }),
];

/** Processor, memory and the machine around them. */
export const machineAnnotations: readonly KataAnnotation[] = [
  row('default_max_vcpus', 'uint32', () => l10n.t`The most processors that the virtual machine can be given.`),
  row('cpu_features', 'string', () => l10n.t`Features of the processor to pass to QEMU, with commas between.`),
  row('machine_accelerators', 'string', () => l10n.t`Accelerators of the machine, with commas between.`),
  row('memory_slots', 'uint32', () => l10n.t`Slots into which memory can be plugged while the guest runs.`),
  row('memory_offset', 'uint64', () => l10n.t`Memory set aside for NVDIMM devices.`),
  row('enable_hugepages', 'boolean', () => l10n.t`Takes the memory of the guest from huge pages of the node.`),
  row('hugepage_type', 'string', () => l10n.t`The kind of huge pages.`, { implementation: 'rust' }),
  row('enable_mem_prealloc', 'boolean', () => l10n.t`Takes all memory of the guest at start.`),
  row('enable_virtio_mem', 'boolean', () => l10n.t`Plugs memory by virtio-mem (QEMU).`),
  row('enable_guest_swap', 'boolean', () => l10n.t`Lets the guest swap.`),
  row('reclaim_guest_freed_memory', 'boolean', () => l10n.t`Gives memory that the guest has freed back to the node.`, {
    implementation: 'go',
  }),
  row('numa_mapping', 'string', () => l10n.t`How NUMA nodes of the machine become NUMA nodes of the guest.`, {
    implementation: 'go',
  }),
  row('enable_iommu', 'boolean', () => l10n.t`Gives the guest an IOMMU (QEMU, machine q35).`),
  row('enable_iommu_platform', 'boolean', () => l10n.t`Switches the IOMMU on for CCW devices (QEMU, IBM Z).`),
  row('entropy_source', 'string', () => l10n.t`Where the guest gets random numbers from, by its path on the node.`, {
    restricted: true,
    examples: ['/dev/urandom', '/dev/random'],
  }),
  row('use_legacy_serial', 'boolean', () => l10n.t`Uses an old serial device for the console of the guest (QEMU).`, {
    implementation: 'go',
  }),
  row('rootless', 'boolean', () => l10n.t`Runs the hypervisor without root rights.`),
  row('use_vsock', 'boolean', () => l10n.t`Once chose vsock to talk to the agent.`, {
    implementation: 'none',
    note: () => l10n.t`Only the document of kata names it; no code reads it.`,
  }),
];
