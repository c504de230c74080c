/** Lists all known annotations. */
import { compareReleases, findRelease, type Release } from '../product/releases.ts';
import { type KataAnnotation, kataPrefix, type KataRuntime } from './annotation.ts';
import { blockAnnotations, networkAnnotations, sharingAnnotations } from './devices.ts';
import { bootAnnotations, machineAnnotations } from './guestMachine.ts';
import { initDataKey, oldInitDataKey, remoteSizeAnnotations } from './remoteSize.ts';
import { agentAnnotations, otherAnnotations, runtimeAnnotations } from './runtimeAndAgent.ts';

/** All known annotations, starting with those for peer pods. */
export const annotations: readonly KataAnnotation[] = [
  ...remoteSizeAnnotations,
  ...agentAnnotations,
  ...runtimeAnnotations,
  ...machineAnnotations,
  ...bootAnnotations,
  ...blockAnnotations,
  ...networkAnnotations,
  ...sharingAnnotations,
  ...otherAnnotations,
];

const byKey = new Map(annotations.map((annotation) => [annotation.key, annotation]));
/** Annotations whose known key is only a prefix. */
const openEnded = annotations.filter(({ key }) => key.endsWith('='));

/** Returns the annotation with this key. */
export function annotationNamed(key: string): KataAnnotation | undefined {
  return byKey.get(key) ?? openEnded.find((annotation) => key.startsWith(annotation.key));
}

/** Returns whether a key is reserved for Kata, even if it is unknown. */
export function isKataKey(key: string): boolean {
  return key.startsWith(kataPrefix);
}

/** Returns the annotations that have a meaning for a runtime class, except those that only components write. */
export function listAnnotations(runtime: KataRuntime): readonly KataAnnotation[] {
  return annotations.filter(({ runtimes, writtenBy }) => runtimes.includes(runtime) && writtenBy === undefined);
}

/** Returns the annotation key for initdata in a release. */
export function getInitdataKey(release: Release): string {
  const renamed = findRelease('1.11');
  return renamed !== undefined && compareReleases(release, renamed) < 0 ? oldInitDataKey : initDataKey;
}
