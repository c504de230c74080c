/**
 * Determines the sizes that a pod requests in addition to its instance type. Before OSC 1.11, a size could take
 * precedence over a type.
 */
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import type { SelectionAnnotations } from '#core/peerPods/instanceSelection.ts';
import { compareReleases, findRelease, type Release } from '#core/product/releases.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { listIntendedAnnotations } from '../annotations/annotationKey.ts';
import { getPodResources } from './resources.ts';

/** Annotation with which a pod requests an instance type. */
export const machineType = `${hypervisorPrefix}machine_type`;

/**
 * Returns the size annotations that select the instance type in OSC 1.10 and earlier if `machine_type` doesn't.
 * Includes those that the webhook derives from the pod's resources. Returns undefined if they're unknown.
 */
export function sizesOf(manifest: Manifest, release: Release): SelectionAnnotations | undefined {
  if (asksFirst(release)) return {};
  const annotations = listIntendedAnnotations(manifest, release);
  const resources = getPodResources(manifest);
  if (resources === undefined) return undefined;
  const { cpu, memoryMiB, gpus } = resources.places;
  const given = (name: string, place: unknown) => place !== undefined || annotations.has(`${hypervisorPrefix}${name}`);
  return {
    ...(given('default_vcpus', cpu) ? { defaultVcpus: '1' } : {}),
    ...(given('default_memory', memoryMiB) ? { defaultMemory: '1' } : {}),
    ...(given('default_gpus', gpus) ? { defaultGpus: '1' } : {}),
  };
}

/** Returns whether a requested type takes precedence over sizes, which is the case in OSC 1.11 and later. */
export function asksFirst(release: Release): boolean {
  const first = findRelease('1.11');
  return first !== undefined && compareReleases(release, first) >= 0;
}
