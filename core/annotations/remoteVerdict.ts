/**
 * Determines whether kata-remote accepts an annotation. The runtime on the node filters keys under config.hypervisor by
 * `enable_annotations`, a list of unanchored regular expressions. For example, `image` also matches image_hash.
 * Sources: domain/03-pod-annotations.md 3.1; kata-containers@7c6ba40c src/runtime/pkg/oci/utils.go,
 * src/runtime/config/configuration-remote.toml.in.
 */
import { compareReleases, findRelease, isInForce, newestRelease, type Release } from '../product/releases.ts';
import { kataUpstream, operator111, operator18 } from '../product/sources.ts';
import { hypervisorPrefix, kataPrefix } from './annotation.ts';
import { annotationNamed, listAnnotations } from './index.ts';

/** How kata-remote handles an annotation. */
export type RemoteVerdict =
  /** Accepted and has an effect. */
  | 'accepted'
  /** Accepted, as are all keys outside config.hypervisor. The effect on a peer pod is unknown. */
  | 'passes'
  /** Accepted but has no effect. */
  | 'no effect'
  /** Rejected. The pod doesn't start: "annotation <key> is not enabled". */
  | 'refused'
  /** The release is between two known lists that differ for this annotation, or newer than all known releases. */
  | 'unknown';

/** Annotation names that the runtime on the nodes accepts, as of a release. */
export interface EnabledAnnotations {
  /** Release that contains the list. */
  readonly release: string;
  readonly names: readonly string[];
  readonly source: string;
}

/** Lists of kata-remote, oldest first. For a release between two lists, a result is known only if both agree. */
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
 * Returns how kata-remote in a release handles an annotation. Returns undefined for keys that aren't Kata annotations.
 */
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
 * Returns the annotations that have an effect with kata-remote in a release, as the last segments of their keys. The
 * lists on the nodes can't be used for this because they contain parts of names.
 */
export function acceptedOnRemote(release: Release): readonly string[] {
  const keys = listAnnotations('kata-remote').map(({ key }) => key);
  return keys
    .filter((key) => key.startsWith(hypervisorPrefix) && getRemoteVerdict(key, release) === 'accepted')
    .map((key) => key.slice(hypervisorPrefix.length));
}

/** Returns the event message for a rejected annotation. */
export function notEnabledMessage(key: string): string {
  return `annotation ${key} is not enabled`;
}

function isEnabled(name: string, release: Release): boolean | 'unknown' {
  const earlier = matches(before(release), name);
  const later = matches(after(release), name);
  // A release that is newer than all known ones can accept more annotations.
  if (!later && compareReleases(release, newestRelease) > 0) return 'unknown';
  return earlier === later ? earlier : 'unknown';
}

/**
 * Returns whether a list accepts a name. Go's regexp.MatchString isn't anchored, and the patterns contain no special
 * characters, so a substring search is equivalent.
 */
function matches({ names }: EnabledAnnotations, name: string): boolean {
  return names.some((part) => name.includes(part));
}

const oldest = remoteLists[0] as EnabledAnnotations;
const newest = remoteLists[remoteLists.length - 1] as EnabledAnnotations;

/** Returns the last list for this release or an earlier one. For releases before all lists, returns the oldest list. */
function before(release: Release): EnabledAnnotations {
  return remoteLists.findLast((list) => compare(list, release) <= 0) ?? oldest;
}

/** Returns the first list for this release or a later one. For releases after all lists, returns the newest list. */
function after(release: Release): EnabledAnnotations {
  return remoteLists.find((list) => compare(list, release) >= 0) ?? newest;
}

function compare(list: EnabledAnnotations, release: Release): number {
  const of = findRelease(list.release);
  return of === undefined ? -1 : compareReleases(of, release);
}
