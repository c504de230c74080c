/**
 * Sets a runtime class and annotations on a workload in a file. Applies the edits one after another to the current
 * text, so that the surrounding text doesn't change.
 */
import * as l10n from '@vscode/l10n';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry } from '#server/engine/yaml/node.ts';
import { readDocuments, type PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import type { Edit } from '#server/engine/findings/rule.ts';
import { annotationEdit, behindKey, intoMap } from '#server/engine/yaml/objects/annotationEdit.ts';
import { findPodNode, listPodAnnotations, removeAnnotation } from '#server/engine/yaml/objects/podNode.ts';
import { sandboxProblem, workloadAt } from './workloadsIn.ts';

export interface SandboxEditRequest {
  /**
   * Index of the document in the file, starting at 0, as in workloadsIn. The next property, `object`, is the index of
   * the object in that document.
   */
  readonly document: number;
  readonly object: number;
  readonly runtimeClass: string;
  /** Annotations by key. A value of null removes the annotation. */
  readonly annotations: Readonly<Record<string, string | null>>;
}

/** Returns one edit with file offsets, no edit if nothing must change, or the reason the workload can't be edited. */
export function sandboxEdits(
  documents: readonly PlacedDocument[],
  { document, object, runtimeClass, annotations }: SandboxEditRequest,
): readonly Edit[] | string {
  const placed = documents[document];
  const found = workloadAt(documents, document, object);
  if (placed === undefined || found === undefined)
    return l10n.t`The workload is no longer in the file. Run the command again.`;
  const problem = sandboxProblem(found);
  if (problem !== undefined) return problem;
  const before = placed.document.text;
  const steps = [
    (manifest: Manifest, text: string) => classEdit(manifest, text, runtimeClass),
    // New annotations are inserted before existing ones, so the reverse order results in the requested order.
    ...Object.entries(annotations)
      .toReversed()
      .map(
        ([key, value]) =>
          (manifest: Manifest, text: string) =>
            annotationChange(manifest, text, key, value),
      ),
  ];
  let text = before;
  for (const step of steps) {
    const manifest = workloadAt(readDocuments(text), 0, object);
    if (manifest === undefined) return l10n.t`Can't edit this manifest automatically. Set the runtime class manually.`;
    const edit = step(manifest, text);
    if (typeof edit === 'string') return edit;
    if (edit !== undefined) text = applyEdits(text, [edit]);
  }
  return difference(before, text).map(({ start, end, text: put }) => ({
    start: placed.start + start,
    end: placed.start + end,
    text: put,
  }));
}

function classEdit(manifest: Manifest, text: string, runtimeClass: string): Edit | string | undefined {
  const spec = findPodNode(manifest, ['spec']);
  if (spec?.type !== 'map') return l10n.t`The manifest contains no pod spec.`;
  const present = findMapEntry(spec, 'runtimeClassName')?.value;
  const line = `runtimeClassName: ${runtimeClass}`;
  if (present === undefined)
    return (
      intoMap(text, spec, line, line) ??
      l10n.t`Can't add the runtime class because the pod spec comes from an anchor, an alias, or a template.`
    );
  if (
    present.type !== 'scalar' ||
    present.borrowed ||
    present.anchored === true ||
    present.style === 'block' ||
    present.unknown
  ) {
    return l10n.t`The runtime class comes from an anchor, an alias, or a template. Change it there.`;
  }
  if (present.start >= present.end) return behindKey(text, present, ` ${runtimeClass}`);
  if (present.value === runtimeClass) return undefined;
  const quote = /^["']/.exec(text.slice(present.start, present.end))?.[0] ?? '';
  return { start: present.start, end: present.end, text: `${quote}${runtimeClass}${quote}` };
}

function annotationChange(
  manifest: Manifest,
  text: string,
  key: string,
  value: string | null,
): Edit | string | undefined {
  const present = listPodAnnotations(manifest).findLast(({ name }) => name === key);
  const cannot = l10n.t`The annotation ${key} comes from an anchor, an alias, or a template. Change it there.`;
  if (present === undefined) return value === null ? undefined : annotationEdit(manifest, text, key, value);
  const { value: node } = present;
  if (
    present.entry.borrowed ||
    node.type !== 'scalar' ||
    node.borrowed ||
    node.anchored === true ||
    node.style === 'block' ||
    node.unknown
  )
    return cannot;
  if (value === null) return removeAnnotation(manifest, present, text) ?? cannot;
  // Kubernetes rejects an unquoted number.
  return node.text === value && typeof node.value === 'string' ? undefined : annotationEdit(manifest, text, key, value);
}

/** Returns the edit between the first and the last difference. */
function difference(before: string, after: string): readonly Edit[] {
  if (before === after) return [];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1;
  return [{ start, end: before.length - end, text: after.slice(start, after.length - end) }];
}
