/**
 * Determines what a Kata runtime does with a pod annotation. Sources: domain/11-newer-releases.md 11.3; tags 3.17.0 to
 * 4.1.0 of kata-containers/kata-containers, src/runtime/virtcontainers/pkg/annotations/annotations.go (Go runtime),
 * src/libs/kata-types/src/annotations/mod.rs (runtime-rs), src/runtime/pkg/oci/utils.go (rejected annotations).
 */
import { compareKataVersions, isReadIn, kataTags, type KataRuntimeName, type KataVersions } from './kataVersions.ts';
import { agentPrefix, hypervisorPrefix, kataPrefix, runtimePrefix } from './annotation.ts';
import { annotationNamed } from './index.ts';
import { matchesAnnotation } from './matchesAnnotation.ts';

/** The Kata versions in which each runtime reads an annotation. A runtime without versions never reads it. */
export type AnnotationReaders = Readonly<Partial<Record<KataRuntimeName, KataVersions>>>;

const hypervisor = (name: string) => `${hypervisorPrefix}${name}`;
const runtime = (name: string) => `${runtimePrefix}${name}`;

/** Annotations that a runtime doesn't read in all compared versions. */
export const changedReaders: Readonly<Record<string, AnnotationReaders>> = {
  [hypervisor('cc_init_data')]: { go: { since: '3.21.0' }, rust: { since: '3.21.0' } },
  [runtime('cc_init_data')]: { go: { until: '3.21.0' } },
  [runtime('experimental_force_guest_pull')]: { go: { since: '3.21.0' } },
  [hypervisor('default_gpus')]: { go: {}, rust: { since: '3.21.0' } },
  [hypervisor('default_gpu_model')]: { go: {}, rust: { since: '3.21.0' } },
  [runtime('create_container_timeout')]: { go: {}, rust: { since: '3.21.0' } },
  [hypervisor('indep_iothreads')]: { go: { since: '3.25.0' }, rust: { since: '3.32.0' } },
  [hypervisor('block_device_num_queues')]: { rust: { since: '3.25.0' } },
  [hypervisor('block_device_queue_size')]: { rust: { since: '3.25.0' } },
  [runtime('disable_guest_empty_dir')]: { rust: { since: '3.25.0', until: '4.0.0' } },
  [hypervisor('kernel_verity_params')]: { go: { since: '3.28.0' }, rust: { since: '3.28.0' } },
  [hypervisor('numa_mapping')]: { go: { since: '3.28.0' } },
  [hypervisor('network_queues')]: { rust: { since: '3.28.0' } },
  [hypervisor('blk_logical_sector_size')]: { go: { since: '3.29.0' }, rust: { since: '3.29.0' } },
  [hypervisor('blk_physical_sector_size')]: { go: { since: '3.29.0' }, rust: { since: '3.29.0' } },
  [hypervisor('msize_9p')]: { go: {}, rust: { until: '3.29.0' } },
  [runtime('enable_vcpus_pinning')]: { rust: { since: '3.30.0' } },
  [`${agentPrefix}cdh_api_timeout_ms`]: { rust: { since: '3.31.0' } },
  [hypervisor('file_mem_backend')]: { go: { until: '3.32.0' }, rust: { until: '3.32.0' } },
  [`${kataPrefix}config_path`]: { go: { until: '4.0.0' }, rust: { until: '4.0.0' } },
  [hypervisor('hotplug_vfio_on_root_bus')]: { rust: { until: '4.0.0' } },
  // Still a known name in 4.0.0, but ignored: "Annotation <key> is not permitted from workload annotations".
  [runtime('sandbox_bind_mounts')]: { rust: { until: '4.0.0' } },
};

/** Returns the versions in which each runtime reads an annotation. */
export function findReaders(key: string): AnnotationReaders {
  if (Object.hasOwn(changedReaders, key)) return changedReaders[key] ?? {};
  switch (annotationNamed(key)?.implementation) {
    case 'go and rust':
      return { go: {}, rust: {} };
    case 'go':
      return { go: {} };
    case 'rust':
      return { rust: {} };
    default:
      return {};
  }
}

/** Returns the first Kata version in which no runtime reads an annotation that earlier versions read. */
export function findFirstWithoutReader(key: string): string | undefined {
  const readers = Object.values(findReaders(key));
  const ends = readers.flatMap(({ until }) => until ?? []).toSorted(compareKataVersions);
  return ends.length === readers.length ? ends.at(-1) : undefined;
}

/**
 * What a runtime does with an annotation. `rejected`: the pod doesn't start, with the message "annotation <key> is not
 * enabled". `unknown`: it depends on a version or a configuration that isn't known.
 */
export type AnnotationOutcome = 'read' | 'ignored' | 'rejected' | 'unknown';

/** A runtime, and what determines which annotations it reads. */
export interface AnnotationRuntime {
  readonly runtime: KataRuntimeName;
  /** Undefined if the version isn't known. The outcome must then be the same in all versions. */
  readonly version: string | undefined;
  /** Returns `enable_annotations` in a version. Undefined if the list isn't known. */
  readonly enabledIn: (version: string) => readonly string[] | undefined;
}

/** Returns what a runtime does with an annotation of a pod. */
export function getAnnotationOutcome(key: string, on: AnnotationRuntime): AnnotationOutcome {
  const versions = on.version === undefined ? kataTags : [on.version];
  const outcomes = new Set(versions.map((version) => outcomeIn(key, version, on)));
  const [only = 'unknown'] = outcomes;
  return outcomes.size === 1 ? only : 'unknown';
}

function outcomeIn(key: string, version: string, { runtime: name, enabledIn }: AnnotationRuntime): AnnotationOutcome {
  const readers = findReaders(key)[name];
  const isRead = readers !== undefined && isReadIn(readers, version) === true;
  if (!key.startsWith(hypervisorPrefix)) return isRead ? 'read' : 'ignored';
  const isEnabled = isAnnotationEnabled(key, enabledIn(version));
  if (isEnabled === undefined) return name === 'rust' && !isRead ? 'ignored' : 'unknown';
  if (isEnabled) return isRead ? 'read' : 'ignored';
  return name === 'go' ? 'rejected' : 'ignored';
}

/**
 * Returns whether `enable_annotations` contains an expression for a key under `config.hypervisor`. Undefined if that is
 * uncertain.
 */
export function isAnnotationEnabled(key: string, enabled: readonly string[] | undefined): boolean | undefined {
  if (enabled === undefined) return undefined;
  const name = key.slice(hypervisorPrefix.length);
  const matches = enabled.map((entry) => matchesAnnotation(entry, name));
  if (matches.includes(true)) return true;
  return matches.includes(undefined) ? undefined : false;
}
