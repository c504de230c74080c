/** Determines the problem with an annotation key. Reports at most one problem per key. */
import type { KataAnnotation } from '#core/annotations/annotation.ts';
import {
  agentPrefix,
  containerPrefix,
  hypervisorPrefix,
  kataPrefix,
  runtimePrefix,
} from '#core/annotations/annotation.ts';
import { annotationNamed, annotations, getInitdataKey, isKataKey } from '#core/annotations/index.ts';
import { insteadOf, misnamedAnnotation } from '#core/annotations/misnamedAnnotations.ts';
import { initDataKey, oldInitDataKey } from '#core/annotations/remoteSize.ts';
import { getRemoteVerdict } from '#core/annotations/remoteVerdict.ts';
import { isInForce, type Release } from '#core/product/releases.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { listPodAnnotations, getRuntimeClassName, type PodAnnotation } from '#server/engine/yaml/objects/podNode.ts';
import { isForeignClass, findRuntimeClassProblem } from '#server/engine/yaml/objects/misnamedRuntimeClass.ts';

/** Problem with a key. */
export type KeyFault =
  /** The release uses a different key. */
  | { readonly type: 'renamed'; readonly instead: string }
  /** Kata doesn't support the key. */
  | {
      readonly type: 'unknown';
      readonly instead?: string;
      readonly sure: boolean;
      readonly why?: string;
      readonly isConfigurationKey?: true;
    }
  /** With kata-remote, a pod with this annotation doesn't start. `instead` is the intended key, if it's certain. */
  | { readonly type: 'refused'; readonly instead?: string };

/** Maximum number of cached results. Pods have few different keys. */
const maxKept = 2000;
const kept = new Map<string, KeyFault | undefined>();

/**
 * Returns the problem with a key for a runtime class. Returns undefined if there is none or the runtime class is
 * unknown.
 */
export function findKeyProblem(name: string, runtime: string | undefined, release: Release): KeyFault | undefined {
  if (name.length > 200) return findFault(name, runtime, release);
  const question = `${release.id} ${runtime ?? ''} ${name}`;
  if (!kept.has(question)) {
    if (kept.size >= maxKept) kept.clear();
    kept.set(question, findFault(name, runtime, release));
  }
  return kept.get(question);
}

function findFault(name: string, runtime: string | undefined, release: Release): KeyFault | undefined {
  if (isForeignClass(runtime) || (runtime !== undefined && findRuntimeClassProblem(runtime)?.slip === false))
    return undefined;
  const refused = runtime === 'kata-remote' && getRemoteVerdict(name, release) === 'refused';
  if (name === initDataKey || name === oldInitDataKey) {
    const instead = getInitdataKey(release);
    // A local VM doesn't use initdata, regardless of the key.
    const matters =
      runtime === 'kata' || (runtime === 'kata-cc' && instead === oldInitDataKey) ? false : instead !== name;
    return matters ? { type: 'renamed', instead } : undefined;
  }
  const misnamed = misnamedAnnotation(name);
  if (misnamed?.instead !== undefined) {
    const instead = misnamed.instead === initDataKey ? getInitdataKey(release) : insteadOf(name);
    if (refused && misnamed.instead === initDataKey && instead !== undefined) return { type: 'refused', instead };
    const certain = instead !== undefined && annotationNamed(instead) !== undefined;
    return { type: 'unknown', sure: certain, why: misnamed.why(), ...(certain ? { instead } : {}) };
  }
  const known = annotationNamed(name);
  const near = known === undefined && misnamed === undefined ? meantKey(name, release) : undefined;
  if (near !== undefined) return { type: 'unknown', instead: near.name, sure: near.sure };
  if (refused) return { type: 'refused' };
  if (misnamed !== undefined)
    return {
      type: 'unknown',
      sure: false,
      why: misnamed.why(),
      ...(misnamed.isConfigurationKey === true ? { isConfigurationKey: true } : {}),
    };
  const isRead = known === undefined ? !isKataKey(name) : !isUnreadHypervisorKey(known);
  return isRead ? undefined : { type: 'unknown', sure: false };
}

/** Returns whether no runtime reads a key that the Go runtime filters by name. */
function isUnreadHypervisorKey({ key, implementation }: KataAnnotation): boolean {
  return implementation === 'none' && key.startsWith(hypervisorPrefix);
}

/** Returns whether a key is intended for Kata, even if it's misspelled. */
export function isForKata(name: string): boolean {
  return (
    isKataKey(name) ||
    misnamedAnnotation(name) !== undefined ||
    (annotationNamed(name)?.runtimes.length ?? 0) > 0 ||
    likePrefix.test(name)
  );
}

/**
 * Returns whether all keys with this prefix are known, so that an unknown one is a mistake. Below other
 * io.katacontainers prefixes, users can have their own keys.
 */
export function isExhaustiveKeySpace(name: string): boolean {
  return name.startsWith(`${kataPrefix}config.`) || name.startsWith(containerPrefix);
}

/** Returns a key without its common prefix, such as `machine_type`. */
export function shortenKey(name: string): string {
  const prefix = [hypervisorPrefix, runtimePrefix, agentPrefix, containerPrefix, kataPrefix].find((candidate) =>
    name.startsWith(candidate),
  );
  return prefix === undefined ? name : name.slice(prefix.length);
}

/**
 * Returns the annotations of the pod by intended key. A misspelled key counts as the correct one, so that a second rule
 * doesn't report it as missing.
 */
export function listIntendedAnnotations(manifest: Manifest, release: Release): ReadonlyMap<string, PodAnnotation> {
  const runtime = getRuntimeClassName(manifest);
  const out = new Map<string, PodAnnotation>();
  const all = listPodAnnotations(manifest);
  for (const annotation of all) {
    const fault = isForKata(annotation.name) ? findKeyProblem(annotation.name, runtime, release) : undefined;
    if (fault?.type === 'unknown' && fault.instead !== undefined) out.set(fault.instead, annotation);
  }
  for (const annotation of all) out.set(annotation.name, annotation);
  return out;
}

const likePrefix = /^(?:io|com)\.kata-?containers?[./]/i;

/** Returns the known key that an unknown key probably means. */
function meantKey(written: string, release: Release): { readonly name: string; readonly sure: boolean } | undefined {
  if (!likePrefix.test(written)) return undefined;
  const name = written.replace(likePrefix, kataPrefix);
  const candidates = annotations.filter((annotation) => isOffered(annotation, release)).map(({ key }) => key);
  const same = candidates.find((key) => key.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return { name: same, sure: true };
  const last = lastPart(name);
  const elsewhere = candidates.filter((key) => lastPart(key).toLowerCase() === last.toLowerCase());
  // A common word such as `path` or `name` can be part of many keys.
  if (elsewhere[0] !== undefined) return { name: elsewhere[0], sure: elsewhere.length === 1 && last.includes('_') };
  const prefix = name.slice(0, name.length - last.length);
  const beside = candidates
    .filter((key) => key.startsWith(prefix) && key.length > prefix.length)
    .map((key) => key.slice(prefix.length));
  const near = findNearestName(last, beside);
  if (near !== undefined) return { name: `${prefix}${near.name}`, sure: near.sure && last.length > 4 };
  const far = findNearestName(last, candidates.map(lastPart));
  const found = far === undefined ? undefined : candidates.find((key) => lastPart(key) === far.name);
  return found === undefined ? undefined : { name: found, sure: false };
}

function isOffered(annotation: KataAnnotation, release: Release): boolean {
  return annotation.writtenBy === undefined && annotation.runtimes.length > 0 && isInForce(annotation, release);
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}
