/** Encodes a policy or initdata for an annotation of a pod, and creates the edits that set the annotation. */
import * as l10n from '@vscode/l10n';
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { findMapEntry, type YamlNode } from '../engine/yaml/node.ts';
import { packInitdata, packPolicy, repackInitdata, unpackInitdata, unpackPolicy } from '../engine/encoding/pack.ts';
import { annotationEdit, isJsonText } from '../engine/yaml/objects/annotationEdit.ts';
import { findPodNode, listPodAnnotations, removeAnnotation } from '../engine/yaml/objects/podNode.ts';
import type { Edit } from '../engine/findings/rule.ts';
import { parseInitdata } from '../initdata/document.ts';
import { isPolicyFile } from '../initdata/initdataPolicy.ts';
import { mergeInitdata, newInitdata, withPolicy } from './attachInitdata.ts';
import { refusalOf } from './embeddedText.ts';

/** Encoded value, or the reason why there is none. */
export type EmbeddedValue =
  | {
      readonly text: string;
      readonly problem?: undefined;
      /** Parts of the existing value that differ: `policy`, `algorithm`, or names of files. */
      readonly conflicts?: readonly string[];
      /** Files of the existing initdata that are part of the new one. */
      readonly kept?: readonly string[];
    }
  | { readonly text?: undefined; readonly problem: string; readonly conflicts?: undefined };

/** Encodes a policy for the policy annotation. */
export function embedPolicy(present: YamlNode | undefined, policy: string): EmbeddedValue {
  const existing = readExisting(present);
  if (existing.problem !== undefined) return existing;
  const text = packPolicy(policy);
  const before = existing.text === undefined ? undefined : unpackPolicy(existing.text).text;
  return existing.text === undefined || before === policy ? { text } : { text, conflicts: ['policy'] };
}

/**
 * Encodes initdata for the initdata annotation. A policy is added to the existing initdata. New initdata gets the files
 * that only the existing initdata contains.
 */
export function embedInitdata(
  present: YamlNode | undefined,
  content: { readonly policy: string } | { readonly toml: string },
): EmbeddedValue {
  const existing = readExisting(present);
  if (existing.problem !== undefined) return existing;
  if (existing.text === undefined)
    return { text: packInitdata('toml' in content ? content.toml : newInitdata(content.policy)) };
  const { text: before, problems } = unpackInitdata(existing.text);
  if (before === undefined) return { problem: l10n.t`Can't read the existing initdata: ${problems[0]?.message ?? ''}` };
  if ('toml' in content) {
    const merged = mergeInitdata(content.toml, before);
    if (merged.toml === undefined) return { problem: merged.problem };
    return {
      text: repackInitdata(existing.text, merged.toml),
      conflicts: merged.conflicts,
      ...(merged.kept.length === 0 ? {} : { kept: merged.kept }),
    };
  }
  const { toml, problem } = withPolicy(before, content.policy);
  if (toml === undefined) return { problem };
  const policy = parseInitdata(before).data.find(isPolicyFile);
  return {
    text: repackInitdata(existing.text, toml),
    ...(policy === undefined || policy.text === content.policy ? {} : { conflicts: ['policy'] }),
  };
}

/** Returns the existing value. Its text is undefined if there is none, or if it's a placeholder. */
function readExisting(
  present: YamlNode | undefined,
): { readonly text: string | undefined; readonly problem?: undefined } | { readonly problem: string } {
  if (present === undefined) return { text: undefined };
  if (present.type !== 'scalar') return { problem: l10n.t`The value isn't a string.` };
  const refusal = refusalOf(present);
  if (refusal !== undefined) return { problem: refusal };
  return {
    text:
      present.text.trim() === '' || present.value === null || isPlaceholder(present.text) ? undefined : present.text,
  };
}

/** Returns whether the annotations contain a policy, which isn't a placeholder. */
export function isPolicyAnnotated(annotations: YamlNode | undefined): boolean {
  const value = findMapEntry(annotations, policyAnnotationKey)?.value;
  return value?.type === 'scalar' && value.value !== null && value.text.trim() !== '' && !isPlaceholder(value.text);
}

/** Returns whether the initdata in the annotations contains a policy. */
export function initdataContainsPolicy(annotations: YamlNode | undefined, initdataKey: string): boolean {
  const value = findMapEntry(annotations, initdataKey)?.value;
  if (value?.type !== 'scalar' || value.unknown || value.text.trim() === '') return false;
  const { text } = unpackInitdata(value.text);
  return text !== undefined && parseInitdata(text).data.some(isPolicyFile);
}

/**
 * Maximum total size of annotations that the API server accepts, in bytes. Keys and values contain only ASCII
 * characters. Source: kubernetes@v1.32 staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go
 * TotalAnnotationSizeLimitB.
 */
const maxAnnotations = 256 * 1024;

/**
 * Returns the edits that set an annotation of the pod, sorted by position, or why that isn't possible.
 * @param replacesPolicy true to remove a policy annotation, because a pod with two policies doesn't start
 */
export function createAnnotationEdits(
  manifest: Manifest,
  text: string,
  key: string,
  value: string,
  replacesPolicy: boolean,
): readonly Edit[] | string {
  const annotations = findPodNode(manifest, ['metadata', 'annotations']);
  const removed = replacesPolicy && key !== policyAnnotationKey ? policyAnnotationKey : undefined;
  if (totalSize(annotations, [key, removed]) + key.length + value.length > maxAnnotations)
    return l10n.t`The encoded value is larger than 256 KiB, the API server limit for annotations.`;
  if (removed !== undefined && findMapEntry(annotations, key) === undefined) {
    const over = renamePolicy(annotations, isJsonText(text) ? JSON.stringify(key) : key, value);
    if (over !== undefined) return [over];
  }
  const set = annotationEdit(manifest, text, key, value);
  if (typeof set === 'string') return set;
  const old =
    removed === undefined ? undefined : listPodAnnotations(manifest).find(({ name }) => name === policyAnnotationKey);
  if (old === undefined || !isPolicyAnnotated(annotations)) return [set];
  const removal = removeAnnotation(manifest, old, text);
  if (removal === undefined)
    return l10n.t`The pod also has the annotation ${policyAnnotationKey}. Remove this annotation first.`;
  return [set, removal].toSorted((one, other) => one.start - other.start);
}

/** Returns the total length of the annotations, without those with these keys. */
function totalSize(annotations: YamlNode | undefined, without: readonly (string | undefined)[]): number {
  if (annotations?.type !== 'map') return 0;
  return annotations.entries
    .filter(({ key }) => !without.includes(key.text))
    .reduce(
      (sum, { key, value }) => sum + byteLength(key.text) + (value.type === 'scalar' ? byteLength(value.text) : 0),
      0,
    );
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Replaces the key and value of the policy annotation if the pod gets its policy from initdata. If the annotation
 * remained, the pod would have a second policy.
 */
function renamePolicy(annotations: YamlNode | undefined, key: string, value: string): Edit | undefined {
  const entry = findMapEntry(annotations, policyAnnotationKey);
  if (
    entry?.value.type !== 'scalar' ||
    entry.value.start === entry.value.end ||
    entry.borrowed ||
    refusalOf(entry.value) !== undefined
  )
    return undefined;
  return { start: entry.key.start, end: entry.value.end, text: `${key}: "${value}"` };
}
