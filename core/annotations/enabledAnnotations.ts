/**
 * Lists `enable_annotations` in Kata's own configuration files, by version. The Kata package of an operating system can
 * have other lists. Sources: tags 3.17.0 to 4.1.0 of kata-containers/kata-containers, src/runtime/Makefile and
 * src/runtime-rs/Makefile (DEFENABLEANNOTATIONS), config/configuration-remote.toml.in in both folders.
 */
import { compareKataVersions, type KataRuntimeName } from './kataVersions.ts';

/** Configuration files with their own list. `coco`: for confidential containers on the node. */
export type KataConfiguration = 'qemu' | 'coco' | 'remote' | 'nvidia' | 'nvidiaCoco';

/** A list, and the first version that contains it. */
interface VersionedList {
  readonly since: string;
  readonly names: readonly string[];
}

const daemonArguments = ['enable_iommu', 'virtio_fs_extra_args', 'kernel_params'];
const verity = ['enable_iommu', 'kernel_params', 'kernel_verity_params'];
const size = ['default_vcpus', 'default_memory'];
const initdata = 'cc_init_data';
const remote = ['machine_type', 'default_memory', 'default_vcpus', 'default_gpus', initdata];

const lists: Readonly<Record<KataRuntimeName, Readonly<Partial<Record<KataConfiguration, readonly VersionedList[]>>>>> =
  {
    go: {
      qemu: [
        { since: '3.17.0', names: daemonArguments },
        { since: '3.28.0', names: [...daemonArguments, 'kernel_verity_params'] },
        // GHSA-rr59-xxvx-96qr: without virtio_fs_extra_args.
        { since: '3.31.0', names: verity },
      ],
      coco: [
        { since: '3.17.0', names: [...daemonArguments, ...size] },
        { since: '3.21.0', names: [...daemonArguments, ...size, initdata] },
        { since: '3.28.0', names: [...daemonArguments, 'kernel_verity_params', ...size, initdata] },
        { since: '3.31.0', names: [...verity, ...size, initdata] },
      ],
      remote: [{ since: '4.1.0', names: [...remote, 'image', 'gpu_model'] }],
    },
    rust: {
      qemu: [
        { since: '3.17.0', names: ['kernel_params'] },
        { since: '3.25.0', names: [...daemonArguments, ...size] },
        { since: '3.31.0', names: [...verity, ...size] },
      ],
      nvidia: [{ since: '4.1.0', names: [] }],
      nvidiaCoco: [{ since: '4.1.0', names: [initdata] }],
      remote: [{ since: '4.1.0', names: [...remote, 'default_gpu_model'] }],
    },
  };

/** Returns `enable_annotations` of a configuration file of Kata. Undefined if it isn't known. */
export function findEnabledAnnotations(
  configuration: KataConfiguration,
  runtime: KataRuntimeName,
  version: string,
): readonly string[] | undefined {
  return lists[runtime][configuration]?.findLast(({ since }) => compareKataVersions(since, version) <= 0)?.names;
}
