/**
 * Whether kata-remote takes an annotation. The runtime on the node filters keys under config.hypervisor by
 * `enable_annotations`, a list of regular expressions that may match anywhere: `image` lets image_hash through as well.
 * Sources: domain/03-pod-annotations.md 3.1; kata-containers@7c6ba40c src/runtime/pkg/oci/utils.go,
 * src/runtime/config/configuration-remote.toml.in.
 */
import { compareReleases, findRelease, isInForce, type Release } from '../product/releases.ts';
import { kataUpstream, operator111, operator18 } from '../product/sources.ts';
import { hypervisorPrefix, kataPrefix } from './annotation.ts';
import { annotationNamed, listAnnotations } from './index.ts';

/** What becomes of an annotation on kata-remote. */
export type RemoteVerdict =
  /** It is let through, and it does something. */
  | 'accepted'
  /** It is let through: keys outside config.hypervisor always are. What it does on a peer pod was not looked into. */
  | 'passes'
  /** It is let through and does nothing. */
  | 'no effect'
  /** The pod does not start: "annotation <key> is not enabled". */
  | 'refused'
  /** The sources before and after this release differ. */
  | 'unknown';

/** One list, as the nodes have it from a release on. */
export interface EnabledAnnotations {
  /** The release that it was read for. */
  readonly release: string;
  readonly names: readonly string[];
  readonly source: string;
}

/** The lists of kata-remote, oldest first. Between two of them only what both say is known. */
export const remoteLists: readonly EnabledAnnotations[] = [
  {
    release: '1.8',
    names: ['default_vcpus', 'default_memory', 'machine_type'],
    source: operator18('config/peerpods/mc-40-kata-remote-config.yaml'),
  },
  {
    release: '1.10',
    names: ['default_vcpus', 'default_memory', 'machine_type', 'image', 'default_gpus', 'gpu_model'],
    source: operator111('config/peerpods/mc-40-kata-remote-config.yaml'),
  },
  {
    release: '1.11',
    names: ['machine_type', 'default_memory', 'default_vcpus', 'image', 'default_gpus', 'gpu_model', 'cc_init_data'],
    source: kataUpstream('src/runtime/config/configuration-remote.toml.in'),
  },
];

/**
 * Upstream's lists for local virtual machines. What the RHCOS package of kata has was not to be read, so nothing is
 * refused by them.
 */
export const localListsUpstream: readonly (EnabledAnnotations & { readonly runtime: 'kata' | 'kata-cc' })[] = [
  {
    runtime: 'kata',
    release: 'kata 4.1.0',
    names: ['enable_iommu', 'kernel_params', 'kernel_verity_params'],
    source: kataUpstream('src/runtime/Makefile'),
  },
  {
    runtime: 'kata-cc',
    release: 'kata 4.1.0',
    names: ['enable_iommu', 'kernel_params', 'kernel_verity_params', 'default_vcpus', 'default_memory', 'cc_init_data'],
    source: kataUpstream('src/runtime/Makefile'),
  },
];

/** What kata-remote of this release makes of the annotation; undefined for keys that are not kata's. */
export function getRemoteVerdict(key: string, release: Release): RemoteVerdict | undefined {
  const known = annotationNamed(key);
  if (!key.startsWith(kataPrefix) && known === undefined) return undefined;
  if (!key.startsWith(hypervisorPrefix)) {
    if (known === undefined) return 'passes';
    if (!isInForce(known, release) || known.runtimes.length === 0) return 'no effect';
    return known.onPeerPods === true ? 'accepted' : 'passes';
  }
  const enabled = isEnabled(key.slice(hypervisorPrefix.length), release);
  if (enabled === 'unknown') return 'unknown';
  if (!enabled) return 'refused';
  return known?.runtimes.includes('kata-remote') === true ? 'accepted' : 'no effect';
}

/**
 * What may be set on kata-remote of this release and does something, by the last parts of the keys. The lists of the
 * nodes have parts of names, which nobody should write.
 */
export function acceptedOnRemote(release: Release): readonly string[] {
  const keys = listAnnotations('kata-remote').map(({ key }) => key);
  return keys
    .filter((key) => key.startsWith(hypervisorPrefix) && getRemoteVerdict(key, release) === 'accepted')
    .map((key) => key.slice(hypervisorPrefix.length));
}

/** The text of the event when one is refused. */
export function notEnabledMessage(key: string): string {
  return `annotation ${key} is not enabled`;
}

function isEnabled(name: string, release: Release): boolean | 'unknown' {
  const earlier = matches(before(release), name);
  const later = matches(after(release), name);
  return earlier === later ? earlier : 'unknown';
}

/** Go's regexp.MatchString is not anchored. The names hold no special characters, so that is a search for a part. */
function matches({ names }: EnabledAnnotations, name: string): boolean {
  return names.some((part) => name.includes(part));
}

const oldest = remoteLists[0] as EnabledAnnotations;
const newest = remoteLists[remoteLists.length - 1] as EnabledAnnotations;

/** The last list read for this release or an earlier one; for releases before all lists the oldest. */
function before(release: Release): EnabledAnnotations {
  return remoteLists.findLast((list) => compare(list, release) <= 0) ?? oldest;
}

/** The first list read for this release or a later one; for releases after all lists the newest. */
function after(release: Release): EnabledAnnotations {
  return remoteLists.find((list) => compare(list, release) >= 0) ?? newest;
}

function compare(list: EnabledAnnotations, release: Release): number {
  const of = findRelease(list.release);
  return of === undefined ? -1 : compareReleases(of, release);
}
