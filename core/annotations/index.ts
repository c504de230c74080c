/** Every annotation that we know, and how to find one. */
import { compareReleases, findRelease, type Release } from '../product/releases.ts';
import { type KataAnnotation, kataPrefix, type KataRuntime } from './annotation.ts';
import { blockAnnotations, networkAnnotations, sharingAnnotations } from './devices.ts';
import { bootAnnotations, machineAnnotations } from './guestMachine.ts';
import { initDataKey, oldInitDataKey, remoteSizeAnnotations } from './remoteSize.ts';
import { agentAnnotations, otherAnnotations, runtimeAnnotations } from './runtimeAndAgent.ts';

/** All of them, those for peer pods first. */
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
/** Keys that go on after what we know of them. */
const openEnded = annotations.filter(({ key }) => key.endsWith('='));

/** The annotation of this key. */
export function annotationNamed(key: string): KataAnnotation | undefined {
  return byKey.get(key) ?? openEnded.find((annotation) => key.startsWith(annotation.key));
}

/** True for keys that kata claims for itself, known or not. */
export function isKataKey(key: string): boolean {
  return key.startsWith(kataPrefix);
}

/** The annotations that mean something for a runtime class, without those that programs write. */
export function listAnnotations(runtime: KataRuntime): readonly KataAnnotation[] {
  return annotations.filter(({ runtimes, writtenBy }) => runtimes.includes(runtime) && writtenBy === undefined);
}

/** The key of initdata in this release. */
export function getInitdataKey(release: Release): string {
  const renamed = findRelease('1.11');
  return renamed !== undefined && compareReleases(release, renamed) < 0 ? oldInitDataKey : initDataKey;
}
