/**
 * Gives a workload of a file a runtime class and annotations. One thing after the other, each in the text as it is by
 * then: what stands around stays as it is.
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

export interface SandboxAsked {
  /** From 0, as workloadsIn counts. */
  readonly document: number;
  readonly object: number;
  readonly runtimeClass: string;
  /** null: taken out. */
  readonly annotations: Readonly<Record<string, string | null>>;
}

/** One edit in offsets of the file, none when it is already so; or why it cannot be done. */
export function sandboxEdits(
  documents: readonly PlacedDocument[],
  { document, object, runtimeClass, annotations }: SandboxAsked,
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
    // What is put in goes before what is there: backwards, it stands in the order in which it is asked for.
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
  // A number without quotation marks is none that Kubernetes takes.
  return node.text === value && typeof node.value === 'string' ? undefined : annotationEdit(manifest, text, key, value);
}

/** What lies between the first and the last character that differ. */
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
