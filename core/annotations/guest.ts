/** Annotations for what a local virtual machine boots, and with which processor and memory. On kata-remote they are refused. */
import { kataUpstream } from '../sources.ts';
import { hypervisorPrefix, type KataAnnotation, rowsUnder } from './annotation.ts';

const row = rowsUnder(hypervisorPrefix, ['kata', 'kata-cc']);
const parsing = kataUpstream('src/runtime/pkg/oci/utils.go');
const partly = 'On kata-remote its name is let through from OSC 1.10 on, because it contains "image", but it does nothing there.';
const sha512 = (of: string) => `SHA-512 of ${of}, which is checked before it is used.`;

/** Files that are booted and run, with their hashes. */
export const bootAnnotations: readonly KataAnnotation[] = [
  row('kernel', 'string', 'The kernel that the virtual machine boots, by its path on the node.'),
  row('kernel_hash', 'string', sha512('the kernel')),
  row('kernel_params', 'string', 'Further arguments for the kernel of the guest.'),
  row('kernel_verity_params', 'string', 'dm-verity settings for the root file system of the guest.'),
  row('image_hash', 'string', sha512('the guest image'), { note: partly }),
  row('disable_image_nvdimm', 'boolean', 'Attaches the guest image as a block device instead of an NVDIMM (QEMU).', { note: partly }),
  row('initrd', 'string', 'The initial RAM disk that the virtual machine boots, in place of an image.'),
  row('initrd_hash', 'string', sha512('the initial RAM disk')),
  row('firmware', 'string', 'The firmware of the virtual machine, by its path on the node.'),
  row('firmware_hash', 'string', sha512('the firmware')),
  row('firmware_volume', 'string', 'The volume with the variables of the firmware.', { implementation: 'go' }),
  row('firmware_volume_hash', 'string', sha512('the firmware volume'), { implementation: 'go' }),
  row('path', 'string', 'The hypervisor program on the node.', { restricted: true }),
  row('hypervisor_hash', 'string', sha512('the hypervisor program'), { implementation: 'go' }),
  row('path_hash', 'string', 'What the Rust runtime calls hypervisor_hash.', { implementation: 'rust' }),
  row('jailer_path', 'string', 'The program that locks the hypervisor in (Firecracker).', { restricted: true }),
  row('jailer_hash', 'string', sha512('that program')),
  row('asset_hash_type', 'string', 'The kind of hash that the ..._hash annotations use.', { implementation: 'rust', default: 'sha512' }),
  row('guest_hook_path', 'string', 'Folder in the guest with hooks to run.'),
  row('prefetch_files.list', 'string', 'A list of files that are read into memory at start.', { implementation: 'rust' }),
];

/** Processor, memory and the machine around them. */
export const machineAnnotations: readonly KataAnnotation[] = [
  row('default_max_vcpus', 'uint32', 'The most processors that the virtual machine can be given.'),
  row('cpu_features', 'string', 'Features of the processor to pass to QEMU, with commas between.'),
  row('machine_accelerators', 'string', 'Accelerators of the machine, with commas between.'),
  row('memory_slots', 'uint32', 'Slots into which memory can be plugged while the guest runs.'),
  row('memory_offset', 'uint64', 'Memory set aside for NVDIMM devices.'),
  row('enable_hugepages', 'boolean', 'Takes the memory of the guest from huge pages of the node.'),
  row('hugepage_type', 'string', 'The kind of huge pages.', { implementation: 'rust' }),
  row('enable_mem_prealloc', 'boolean', 'Takes all memory of the guest at start.'),
  row('enable_virtio_mem', 'boolean', 'Plugs memory by virtio-mem (QEMU).'),
  row('enable_guest_swap', 'boolean', 'Lets the guest swap.'),
  row('reclaim_guest_freed_memory', 'boolean', 'Gives memory that the guest has freed back to the node.', { implementation: 'go' }),
  row('numa_mapping', 'string', 'How NUMA nodes of the machine become NUMA nodes of the guest.', { implementation: 'go' }),
  row('enable_iommu', 'boolean', 'Gives the guest an IOMMU (QEMU, machine q35).'),
  row('enable_iommu_platform', 'boolean', 'Switches the IOMMU on for CCW devices (QEMU, IBM Z).'),
  row('entropy_source', 'string', 'Where the guest gets random numbers from, by its path on the node.', {
    restricted: true,
    examples: ['/dev/urandom', '/dev/random'],
  }),
  row('use_legacy_serial', 'boolean', 'Uses an old serial device for the console of the guest (QEMU).', { implementation: 'go' }),
  row('rootless', 'boolean', 'Runs the hypervisor without root rights.'),
  row('use_vsock', 'boolean', 'Once chose vsock to talk to the agent.', {
    implementation: 'none',
    note: 'Only the document of kata names it; no code reads it.',
  }),
];

/** How wrong numbers of local virtual machines are reported. */
export const localSizeErrors = {
  memory: 'Memory specified in annotation ... is less than minimum required',
  vcpus: 'Number of cpus ... specified in annotation default_vcpus is greater than the number of CPUs ... on the system',
  source: parsing,
} as const;
