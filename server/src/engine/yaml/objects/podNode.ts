/** A pod as rules look at it: a Pod itself, or the template of one in a workload. */
import { isPlaceholder } from '#core/labels/selectorSyntax.ts';
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
import { renameKey, setValue } from './dataEntries.ts';
import { removeEntry } from '#server/engine/findings/edits.ts';
import type { Edit, Fix } from '#server/engine/findings/rule.ts';
import { findRuntimeClassProblem } from './misnamedRuntimeClass.ts';

/** An annotation, with the map that it stands in. */
export interface PodAnnotation {
  readonly name: string;
  readonly key: ScalarNode;
  readonly value: YamlNode;
  readonly entry: MapEntry;
  readonly map: MapNode;
}

/** The node at this path of the pod: below the template, for workloads. */
export function findPodNode({ kind, root }: Manifest, path: readonly PathSegment[]): YamlNode | undefined {
  return findYamlNode(root, [...(kind.podPath ?? []), ...path]);
}

/** Nobody writes more, and each is compared with all that are known. */
const maxAnnotations = 500;

/** The annotations below this path of the object. What a template fills in later is left out. */
export function annotationsBelow({ root }: Manifest, path: readonly PathSegment[]): PodAnnotation[] {
  const map = findYamlNode(root, [...path, 'metadata', 'annotations']);
  if (map?.type !== 'map') return [];
  return map.entries
    .slice(0, maxAnnotations)
    .flatMap((entry) =>
      entry.key.unknown ? [] : [{ name: entry.key.text, key: entry.key, value: entry.value, entry, map }],
    );
}

const knownAnnotations = new WeakMap<Manifest, readonly PodAnnotation[]>();

/** The annotations of the pod. Found out once: a dozen rules ask. */
export function listPodAnnotations(manifest: Manifest): readonly PodAnnotation[] {
  const found = knownAnnotations.get(manifest) ?? annotationsBelow(manifest, manifest.kind.podPath ?? []);
  knownAnnotations.set(manifest, found);
  return found;
}

/**
 * The text of an annotation, whether or not it is a string yet; undefined when it is not known, null, or still a
 * `<placeholder>`.
 */
export function getAnnotationText({ value }: PodAnnotation): string | undefined {
  return value.type !== 'scalar' || value.unknown || value.value === null || isPlaceholder(value.text)
    ? undefined
    : value.text;
}

/** Its value is still to be chosen: another rule says so, once the key is right. */
export function isLeftOpen({ value }: PodAnnotation): boolean {
  return value.type === 'scalar' && isPlaceholder(value.text);
}

/** The runtime class that a pod asks for. */
export type PodRuntimeClass =
  | { readonly state: 'absent'; readonly spec: MapNode }
  | { readonly state: 'named'; readonly name: string; readonly node: ScalarNode }
  /** A template fills it in, or the document is only a part of a pod. */
  | { readonly state: 'unknown' };

const knownClasses = new WeakMap<Manifest, PodRuntimeClass>();

/** What `runtimeClassName` says. Found out once. */
export function getPodRuntimeClass(manifest: Manifest): PodRuntimeClass {
  const found = knownClasses.get(manifest) ?? readRuntimeClass(manifest);
  knownClasses.set(manifest, found);
  return found;
}

function readRuntimeClass(manifest: Manifest): PodRuntimeClass {
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
}

/**
 * An entry that is meant to be `runtimeClassName` and is not: in other capitals, or without its last word. Only with a
 * name that is meant to be of OSC.
 */
export function findMisnamedRuntimeClass(spec: MapNode): MapEntry | undefined {
  if (findMapEntry(spec, 'runtimeClassName') !== undefined) return undefined;
  return spec.entries.find(({ key, value }) => {
    return /^runtime[-_]?class(?:[-_]?name)?$/i.test(key.text) && namesOurClass(value);
  });
}

/** It names a runtime class of OSC, or is a slip for one. */
export function namesOurClass(value: YamlNode | undefined): boolean {
  if (value?.type !== 'scalar' || value.unknown || typeof value.value !== 'string') return false;
  return runtimeClassNamed(value.value) !== undefined || findRuntimeClassProblem(value.value)?.slip === true;
}

/** A `runtimeClassName` where no pod has it, with the map that it stands in. */
export interface MisplacedClass {
  readonly map: MapNode;
  readonly entry: MapEntry;
}

/** Runtime classes of OSC that are named above the spec of the pod, or in its containers. */
export function misplacedClasses(manifest: Manifest): MisplacedClass[] {
  const path = manifest.kind.podPath ?? [];
  const above = Array.from({ length: path.length + 1 }, (_, depth) =>
    findYamlNode(manifest.root, path.slice(0, depth)),
  );
  return [...above, ...(containersOf(manifest) ?? [])].flatMap((map) => {
    const entry = findMapEntry(map, 'runtimeClassName');
    return map?.type === 'map' && entry !== undefined && !entry.borrowed && namesOurClass(entry.value)
      ? [{ map, entry }]
      : [];
  });
}

/**
 * The runtime class by its name, where that is known. A slip of the pen counts as what is meant, so that its mend
 * brings nothing new to light.
 */
export function getRuntimeClassName(manifest: Manifest): string | undefined {
  const runtimeClass = getPodRuntimeClass(manifest);
  if (runtimeClass.state !== 'named') return undefined;
  const fault = findRuntimeClassProblem(runtimeClass.name);
  return fault?.sure === true ? fault.meant : runtimeClass.name;
}

/** True when it certainly is a peer pod. */
export function isPeerPod(manifest: Manifest): boolean {
  return getRuntimeClassName(manifest) === 'kata-remote';
}

/** All containers that are written out; undefined when some are filled in later. */
export function containersOf(manifest: Manifest): readonly MapNode[] | undefined {
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
}

/** It is a whole pod, no patch: what is missing in it is missing. */
export function isWhole(manifest: Manifest): boolean {
  const containers = containersOf(manifest) ?? [];
  return manifest.kind.id === 'Pod'
    ? containers.length > 0
    : containers.some((container) => findMapEntry(container, 'image') !== undefined);
}

/** The webhook of peer pods leaves pods of this namespace as they are. */
export function isSkippedByWebhook({ root }: Manifest): boolean {
  return webhookExcludedNamespaces.has(getYamlString(root, ['metadata', 'namespace']) ?? '');
}

/** Takes an annotation out; of the only one, the whole map. */
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

/** Gives an annotation another key; undefined where it must not be mended. */
export function renameAnnotation(annotation: PodAnnotation, name: string, text: string): Edit | undefined {
  const { value } = annotation;
  return value.type === 'scalar' ? renameKey({ ...annotation, value }, name, text) : undefined;
}

/** Gives an annotation another value, in quotation marks; undefined where it must not be mended. */
export function setAnnotation(manifest: Manifest, annotation: PodAnnotation, value: string): Edit | undefined {
  return annotation.value.type === 'scalar'
    ? setValue(manifest, { ...annotation, value: annotation.value }, value)
    : undefined;
}

/** A fix, unless it cannot be made here. */
export function createOptionalFix(title: string, edit: Edit | undefined, sure: boolean): Fix[] {
  return edit === undefined ? [] : [{ title, edits: [edit], sure }];
}
