/** Reads and edits a pod, which is either a Pod or the pod template of a workload. */
import { maybeOncePerObject, oncePerObject } from '../../oncePerObject.ts';
import { findPlaceholderForm, isPlaceholder } from '#core/text/placeholder.ts';
import { webhookExcludedNamespaces } from '#core/product/namespaces.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import type { Manifest } from '../manifestModel.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  type MapEntry,
  type MapNode,
  type YamlNode,
  type ScalarNode,
  type PathSegment,
} from '../node.ts';
import { findNearestName } from '../../text/nearestName.ts';
import { renameKey, setValue } from './dataEntries.ts';
import { removeEntry } from '#server/engine/findings/edits.ts';
import type { Edit, Fix } from '#server/engine/findings/rule.ts';
import { findRuntimeClassProblem } from './misnamedRuntimeClass.ts';

/** An annotation with its parent mapping. */
export interface PodAnnotation {
  readonly name: string;
  readonly key: ScalarNode;
  readonly value: YamlNode;
  readonly entry: MapEntry;
  readonly map: MapNode;
}

/** Returns the node at a path of the pod. For workloads, the path is relative to the pod template. */
export function findPodNode({ kind, root }: Manifest, path: readonly PathSegment[]): YamlNode | undefined {
  return findYamlNode(root, [...(kind.podPath ?? []), ...path]);
}

/** Maximum number of annotations to check. Each one is compared with all known annotations. */
const maxAnnotations = 500;

/** Returns the annotations below a path of the object. Omits annotations that a template fills in. */
export function annotationsBelow(manifest: Manifest, path: readonly PathSegment[]): PodAnnotation[] {
  return annotationsAt(manifest, [...path, 'metadata', 'annotations']);
}

/** Returns the annotations in the mapping at a path of the object. Omits annotations that a template fills in. */
export function annotationsAt({ root }: Manifest, path: readonly PathSegment[]): PodAnnotation[] {
  const map = findYamlNode(root, path);
  if (map?.type !== 'map') return [];
  return map.entries
    .slice(0, maxAnnotations)
    .flatMap((entry) =>
      entry.key.unknown ? [] : [{ name: entry.key.text, key: entry.key, value: entry.value, entry, map }],
    );
}

/** Returns the annotations of the pod. Cached because many rules need them. */
export const listPodAnnotations = oncePerObject((manifest: Manifest): readonly PodAnnotation[] =>
  annotationsBelow(manifest, manifest.kind.podPath ?? []),
);

/**
 * Returns the text of an annotation, even if it isn't a string yet. Returns undefined if it is unknown, null, or still
 * a `<placeholder>`.
 */
export function getAnnotationText({ value }: PodAnnotation): string | undefined {
  return value.type !== 'scalar' || value.unknown || value.value === null || isPlaceholder(value.text)
    ? undefined
    : value.text;
}

/**
 * Returns whether the value is still a placeholder or a variable. Another rule reports them once the key is correct.
 */
export function isLeftOpen({ value }: PodAnnotation): boolean {
  return value.type === 'scalar' && findPlaceholderForm(value.text) !== undefined;
}

/** Runtime class that a pod requests. */
export type PodRuntimeClass =
  | { readonly state: 'absent'; readonly spec: MapNode }
  | { readonly state: 'named'; readonly name: string; readonly node: ScalarNode }
  /** A template fills in the class, or the document contains only a part of a pod. */
  | { readonly state: 'unknown' };

/** Returns the runtime class from `runtimeClassName`. The result is cached. */
export const getPodRuntimeClass = oncePerObject((manifest: Manifest): PodRuntimeClass => {
  const spec = findPodNode(manifest, ['spec']);
  if (spec?.type !== 'map') return { state: 'unknown' };
  const node = (findMapEntry(spec, 'runtimeClassName') ?? findMisnamedRuntimeClass(spec))?.value;
  if (node === undefined || (node.type === 'scalar' && node.value === null))
    return spec.entries.some(({ key }) => key.unknown) || misplacedClasses(manifest).length > 0
      ? { state: 'unknown' }
      : { state: 'absent', spec };
  if (node.type !== 'scalar' || node.unknown || typeof node.value !== 'string' || isPlaceholder(node.text))
    return { state: 'unknown' };
  return { state: 'named', name: node.value, node };
});

/**
 * Returns an entry that should be `runtimeClassName` but has a typo or lacks its last word. Returns it only if its
 * value is, or is a typo of, an OSC class.
 */
export function findMisnamedRuntimeClass(spec: MapNode): MapEntry | undefined {
  if (findMapEntry(spec, 'runtimeClassName') !== undefined) return undefined;
  return spec.entries.find(({ key, value }) => {
    const isMeant =
      /^runtime[-_]?(?:class(?:[-_]?name)?|handler)$/i.test(key.text) ||
      findNearestName(key.text, ['runtimeClassName'])?.sure === true;
    return isMeant && !key.unknown && namesOurClass(value);
  });
}

/** Returns whether the value is an OSC runtime class or a typo of one. */
export function namesOurClass(value: YamlNode | undefined): boolean {
  if (value?.type !== 'scalar' || value.unknown || typeof value.value !== 'string') return false;
  return runtimeClassNamed(value.value) !== undefined || findRuntimeClassProblem(value.value)?.slip === true;
}

/** Returns whether a pod specifies an OSC runtime class in its spec or above it, or has a Kata annotation. */
export const runsInKata = oncePerObject((manifest: Manifest): boolean => {
  const template = findPodNode(manifest, []);
  const places = [template, findMapEntry(template, 'spec')?.value];
  const named = places.some((place) => namesOurClass(findMapEntry(place, 'runtimeClassName')?.value));
  return named || listPodAnnotations(manifest).some(({ name }) => name.startsWith('io.katacontainers.'));
});

/** A misplaced `runtimeClassName` with its parent mapping. */
export interface MisplacedClass {
  readonly map: MapNode;
  readonly entry: MapEntry;
}

/** Returns OSC runtime classes that are specified above the pod spec, in metadata, or in containers. */
export function misplacedClasses(manifest: Manifest): MisplacedClass[] {
  const path = manifest.kind.podPath ?? [];
  const above = Array.from({ length: path.length + 1 }, (_, depth) =>
    findYamlNode(manifest.root, path.slice(0, depth)),
  );
  const metadata = Array.from({ length: path.length + 1 }, (_, depth) =>
    findYamlNode(manifest.root, [...path.slice(0, depth), 'metadata']),
  );
  return [...above, ...metadata, ...(containersOf(manifest) ?? [])].flatMap((map) => {
    const entry = findMapEntry(map, 'runtimeClassName');
    return map?.type === 'map' && entry !== undefined && !entry.borrowed && namesOurClass(entry.value)
      ? [{ map, entry }]
      : [];
  });
}

/**
 * Returns the name of the runtime class, if known. Treats a typo as the intended name, so that fixing it doesn't reveal
 * new findings.
 */
export const getRuntimeClassName = maybeOncePerObject((manifest: Manifest): string | undefined => {
  const runtimeClass = getPodRuntimeClass(manifest);
  if (runtimeClass.state !== 'named') return undefined;
  const fault = findRuntimeClassProblem(runtimeClass.name);
  return fault?.sure === true ? fault.meant : runtimeClass.name;
});

/** Returns whether the pod is certainly a peer pod. */
export function isPeerPod(manifest: Manifest): boolean {
  return getRuntimeClassName(manifest) === 'kata-remote';
}

/** Returns all containers. Returns undefined if a template fills in some of them. */
export const containersOf = maybeOncePerObject((manifest: Manifest): readonly MapNode[] | undefined => {
  const out: MapNode[] = [];
  for (const field of ['containers', 'initContainers']) {
    const list = findPodNode(manifest, ['spec', field]);
    if (list === undefined || (list.type === 'scalar' && list.value === null)) continue;
    if (list.type !== 'seq') return undefined;
    for (const item of list.items) {
      if (item.type !== 'map') return undefined;
      out.push(item);
    }
  }
  return out;
});

/** Returns whether this is a complete pod and not a patch, so that missing fields are really missing. */
export function isWhole(manifest: Manifest): boolean {
  const containers = containersOf(manifest) ?? [];
  return manifest.kind.id === 'Pod'
    ? containers.length > 0
    : containers.some((container) => findMapEntry(container, 'image') !== undefined);
}

/** Returns whether the peer pods webhook ignores the pod's namespace. */
export function isSkippedByWebhook({ root }: Manifest): boolean {
  return webhookExcludedNamespaces.has(getYamlString(root, ['metadata', 'namespace']) ?? '');
}

/** Returns an edit that removes an annotation. Removes the entire mapping with the last annotation. */
export function removeAnnotation(
  { part, root, kind }: Manifest,
  { entry, map }: PodAnnotation,
  text: string,
): Edit | undefined {
  if (part === 'generator') return undefined;
  const metadata = findYamlNode(root, [...(kind.podPath ?? []), 'metadata']);
  const all = findMapEntry(metadata, 'annotations');
  const only =
    map.entries.length === 1 && metadata?.type === 'map' && metadata.entries.length > 1 && all?.value === map;
  return only && all !== undefined ? removeEntry(text, metadata, all) : removeEntry(text, map, entry);
}

/** Returns an edit that renames the key of an annotation. Returns undefined if the annotation must not be changed. */
export function renameAnnotation(annotation: PodAnnotation, name: string, text: string): Edit | undefined {
  const { value } = annotation;
  return value.type === 'scalar' ? renameKey({ ...annotation, value }, name, text) : undefined;
}

/**
 * Returns an edit that sets the value of an annotation, in quotes. Returns undefined if the annotation must not be
 * changed.
 */
export function setAnnotation(manifest: Manifest, annotation: PodAnnotation, value: string): Edit | undefined {
  return annotation.value.type === 'scalar'
    ? setValue(manifest, { ...annotation, value: annotation.value }, value)
    : undefined;
}

/** Returns a list with the fix, or an empty list if there is no edit. */
export function createOptionalFix(title: string, edit: Edit | undefined, sure: boolean): Fix[] {
  return edit === undefined ? [] : [{ title, edits: [edit], sure }];
}
