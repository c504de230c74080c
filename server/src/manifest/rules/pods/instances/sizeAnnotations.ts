/** What a pod asks for besides its instance type: before OSC 1.11 a size could win over a type. */
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import type { SelectionAnnotations } from '#core/peerPods/instanceSelection.ts';
import { compareReleases, findRelease, type Release } from '#core/product/releases.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { listIntendedAnnotations } from '../annotations/annotationKey.ts';
import { getPodResources } from './resources.ts';

/** The annotation by which a pod asks for an instance type. */
export const machineType = `${hypervisorPrefix}machine_type`;

/** The other annotations that count before OSC 1.11, with what the webhook makes of resources; undefined: not known. */
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

/** From OSC 1.11 on a type that is asked for comes before sizes. */
export function asksFirst(release: Release): boolean {
  const first = findRelease('1.11');
  return first !== undefined && compareReleases(release, first) >= 0;
}
