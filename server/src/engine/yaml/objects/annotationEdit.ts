/** Creates edits that set annotations of a pod in its manifest. */
import * as l10n from '@vscode/l10n';
import type { Manifest } from '../manifestModel.ts';
import { findMapEntry, findYamlNode, type MapNode, type YamlNode } from '../node.ts';
import { behindColon, detectLineEnding, insertEntryBefore, getLineStart } from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/**
 * Returns an edit that sets an annotation of the pod and adds missing parent mappings. Returns an error message if that
 * isn't possible.
 */
export function annotationEdit(manifest: Manifest, text: string, key: string, value: string): Edit | string {
  const json = isJsonText(text);
  const nameOf = (word: string): string => (json ? JSON.stringify(word) : word);
  const line = `${nameOf(key)}: "${value}"`;
  const newline = detectLineEnding(text);
  const cannot = l10n.t`Can't add an annotation here because the pod's existing annotations or metadata come from an anchor, an alias, or a template.`;
  const pod = findYamlNode(manifest.root, manifest.kind.podPath ?? []);
  if (pod?.type !== 'map') return l10n.t`No pod found at the cursor.`;
  const metadata = findMapEntry(pod, 'metadata');
  const annotations = findMapEntry(metadata?.value, 'annotations');
  const present = findMapEntry(annotations?.value, key)?.value;
  if (present !== undefined) {
    const quote = /^["']/.exec(text.slice(present.start, present.end))?.[0] ?? '"';
    return present.start < present.end
      ? { start: present.start, end: present.end, text: `${quote}${value}${quote}` }
      : behindKey(text, present, ` "${value}"`);
  }
  const around = annotations ?? metadata;
  if (around !== undefined) {
    const inFlow = annotations === undefined ? `${nameOf('annotations')}: { ${line} }` : line;
    const { key: name, value: inside } = around;
    if (around.borrowed || inside.borrowed || inside.anchored === true) return cannot;
    if (inside.type === 'map' && inside.entries.length > 0) {
      const inBlock =
        annotations === undefined
          ? `annotations:${newline}${' '.repeat(columnOfFirst(text, inside) + 2)}${line}`
          : line;
      return intoMap(text, inside, inBlock, inFlow) ?? cannot;
    }
    if (inside.type === 'seq' || (inside.type === 'scalar' && inside.value !== null)) return cannot;
    if (inside.start < inside.end) return { start: inside.start, end: inside.end, text: `{ ${inFlow} }` };
    const flow = pod.flow || (annotations !== undefined && metadata?.value.type === 'map' && metadata.value.flow);
    const indent = ' '.repeat(columnOf(text, name.start) + 2);
    const lines = annotations === undefined ? [`${indent}annotations:`, `${indent}  ${line}`] : [`${indent}${line}`];
    return behindKey(text, inside, flow ? ` { ${inFlow} }` : lines.map((one) => newline + one).join(''));
  }
  const indent = ' '.repeat(columnOfFirst(text, pod));
  const lines = ['metadata:', `${indent}  annotations:`, `${indent}    ${line}`].join(newline);
  return intoMap(text, pod, lines, `${nameOf('metadata')}: { ${nameOf('annotations')}: { ${line} } }`) ?? cannot;
}

/**
 * Returns an edit that inserts an entry before the first entry of a mapping.
 * @param lines the entry for a block mapping; its first line isn't indented
 * @param flow the entry for a mapping in braces
 */
export function intoMap(text: string, map: MapNode, lines: string, flow: string): Edit | undefined {
  if (map.borrowed || map.anchored === true) return undefined;
  if (map.flow) return { start: map.start + 1, end: map.start + 1, text: `${indentationOfFirst(text, map)}${flow},` };
  const first = map.entries.find((entry) => !entry.borrowed);
  if (first === undefined) return undefined;
  // The first entry of a list item is after the dash.
  const column = columnOf(text, first.key.start);
  const above = aboveComments(text, first.key.start);
  if (above !== undefined)
    return { start: above, end: above, text: `${' '.repeat(column)}${lines}${detectLineEnding(text)}` };
  return (
    insertEntryBefore(text, map, lines) ?? {
      start: first.key.start,
      end: first.key.start,
      text: `${lines}${detectLineEnding(text)}${' '.repeat(column)}`,
    }
  );
}

/** Returns the line break and indentation before the first entry of a mapping in braces, or a space. */
function indentationOfFirst(text: string, map: MapNode): string {
  const before = text.slice(map.start + 1, map.entries[0]?.key.start);
  return /^\s*\n\s*$/.test(before) ? before : ' ';
}

/** Returns whether the text of a document is JSON, in which keys require quotation marks. */
export function isJsonText(text: string): boolean {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text.replace('\uFEFF', ''));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the start of the comments directly above a key, which belong to the key. Returns undefined if there are none,
 * or at the top of a document, where comments refer to the entire document.
 */
function aboveComments(text: string, key: number): number | undefined {
  const indent = text.slice(getLineStart(text, key), key);
  if (!/^ +$/.test(indent)) return undefined;
  let found: number | undefined;
  for (let start = getLineStart(text, key); start > 0;) {
    start = getLineStart(text, text.startsWith('\r\n', start - 2) ? start - 2 : start - 1);
    if (!text.startsWith(`${indent}#`, start)) break;
    found = start;
  }
  return found;
}

/** Returns an edit that adds a value to a key without one. */
export function behindKey(text: string, { start }: YamlNode, behind: string): Edit | string {
  const at = behindColon(text, start);
  return at === undefined
    ? l10n.t`The key in the YAML file has no value. Set it to "" first.`
    : { start: at, end: at, text: behind };
}

function columnOfFirst(text: string, map: MapNode): number {
  return columnOf(text, map.entries.find((entry) => !entry.borrowed)?.key.start ?? map.start);
}

function columnOf(text: string, offset: number): number {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace('\uFEFF', '').length;
}
